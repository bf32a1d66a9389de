import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { useNames } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Next = NonNullable<Output<'dashboard-figures'>['next']>

/** The next term, and the step that prepares it. */
export const OfficeNextTerm = ({ next }: { next: Next }) => {
  const t = useTranslations('officeDashboard.next')
  const format = useFormat()
  const names = useNames()
  const may = useMay()
  if (may('promotions-list') !== true) return null
  const step =
    next.promotion !== null
      ? {
          text: t(next.promotion),
          verb: t('open'),
          search: { tab: 'promotion', ...(next.promotionId && { id: next.promotionId }) },
        }
      : next.classes === 0
        ? { text: t('noClasses'), verb: t('copy'), search: { tab: 'promotion', id: 'copy', term: next.id } }
        : {
            text: t('noRun', { n: next.classes }),
            verb: t('propose'),
            search: { tab: 'promotion', id: 'new', term: next.id },
          }
  return (
    <section
      aria-labelledby="next-term"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <div className="min-w-0">
        <h2 id="next-term" className="text-lg">
          {t('title', { name: names(next).first })}
        </h2>
        <p className="text-sm text-ink-2">{t('starts', { day: format.day(next.startsOn), step: step.text })}</p>
      </div>
      <ButtonLink to="/adminstudent" search={step.search} data-noprint>
        {step.verb}
      </ButtonLink>
    </section>
  )
}
