import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { useNames } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Next = NonNullable<Output<'dashboard-figures'>['next']>

/** The term that comes next, and the step that prepares it. */
export const OfficeNextTerm = ({ of }: { of: Next }) => {
  const t = useTranslations('officeDashboard.next')
  const format = useFormat()
  const names = useNames()
  const may = useMay()
  if (may('promotions-list') !== true) return null
  const step =
    of.promotion !== null
      ? {
          text: t(of.promotion),
          verb: t('open'),
          search: { subMenu: 'promotion', ...(of.promotionId && { id: of.promotionId }) },
        }
      : of.classes === 0
        ? { text: t('noClasses'), verb: t('copy'), search: { subMenu: 'promotion', id: 'copy', term: of.id } }
        : {
            text: t('noRun', { n: of.classes }),
            verb: t('propose'),
            search: { subMenu: 'promotion', id: 'new', term: of.id },
          }
  return (
    <section
      aria-labelledby="next-term"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <div className="min-w-0">
        <h2 id="next-term" className="text-lg">
          {t('title', { name: names(of).first })}
        </h2>
        <p className="text-sm text-ink-2">
          {t('starts', { day: format.day(of.startsOn) })}. {step.text}
        </p>
      </div>
      <ButtonLink to="/adminconfig" search={step.search} data-noprint>
        {step.verb}
      </ButtonLink>
    </section>
  )
}
