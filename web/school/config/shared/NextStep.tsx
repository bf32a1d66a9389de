import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { currentTerm } from '#contract/school/terms.plain.ts'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { usePlace } from '#web/routing/routing.tsx'
import { placeOf, useSteps } from '#web/school/config/OfficeChecklist.tsx'
import { useRead } from '#web/wire/call.ts'
import { asksFor, setSettingUp } from './settingUp.ts'

/** Leads through the set-up from every page of the office: the progress, and the next open step. */
export const NextStep = () => {
  const t = useTranslations('schoolRules.settingUp')
  const { data: steps } = useSteps()
  const term = currentTerm(useRead('terms-list', {}))
  const place = usePlace()
  const isOver = steps?.every(step => step.isDone || step.isOptional) === true
  useEffect(() => {
    if (isOver) setSettingUp(false)
  }, [isOver])
  const next = steps?.find(step => !step.isDone && !step.isOptional)
  const asked = place.search as Readonly<Record<string, string | undefined>>
  // The checklist itself shows what comes next.
  if (!steps || !next || (place.pathname === '/adminconfig' && !asked['subMenu'])) return null
  // Courses, rooms, teachers and classes are created in one go if the school has them in a spreadsheet.
  const lacksClasses = steps.some(({ key, isDone }) => key === 'classes' && !isDone)
  const { to, search } = placeOf(next)
  const isHere = place.pathname === to && asksFor(asked, search)
  return (
    <section
      data-noprint
      aria-label={t('label')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-marigold-soft px-gutter py-1.5 text-sm text-marigold-ink"
    >
      <Link
        to="/adminconfig"
        search={{}}
        className="inline-flex min-h-11 items-center font-medium underline underline-offset-3"
      >
        {t('list', { done: String(steps.filter(({ isDone }) => isDone).length), of: String(steps.length) })}
      </Link>
      <span className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-1">
        {term !== undefined && lacksClasses && asked['do'] === undefined && (
          <Link to="/adminclass" search={{ do: 'paste', term: term.id }} className={textLink}>
            {t('pasteAll')}
          </Link>
        )}
        {isHere ? (
          <span className="font-semibold">{t('now', { step: next.title })}</span>
        ) : (
          <ButtonLink to={to} search={search} size="small">
            {t('next', { step: next.title })}
          </ButtonLink>
        )}
      </span>
    </section>
  )
}
