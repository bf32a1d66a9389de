import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { Crayon } from '#contract/values.ts'
import { Link } from '#web/link.tsx'
import { Name } from '#web/Name.tsx'

type Bar = Output<'terms-figures'>['sections'][number]

/** How full each class is and how many wait, at one glance; each leads to its students. */
export const OfficeClassBars = ({ sections }: { sections: readonly Bar[] }) => {
  const t = useTranslations('adminDashboard')
  return (
    <ul className="-mx-2 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
      {sections.map(section => {
        const share = section.capacity === 0 ? 0 : Math.min(1, section.enrolled / section.capacity)
        return (
          <li key={section.id}>
            <Link
              to="/adminstudent"
              search={{ class: section.id }}
              data-crayon={section.crayon as Crayon}
              className="block rounded-md px-2 py-2 hover:bg-sunken"
            >
              <span className="flex items-baseline justify-between gap-3 text-sm">
                <span className="min-w-0 truncate font-medium">
                  <Name name={section.name} nativeName={section.nativeName} />
                </span>
                <span className="shrink-0 tabular-nums text-ink-2">
                  {section.waiting > 0 && (
                    <span className="me-2 font-semibold text-marigold-ink">
                      {t('waitingShort', { n: section.waiting })}
                    </span>
                  )}
                  {t('seats', { enrolled: String(section.enrolled), capacity: String(section.capacity) })}
                </span>
              </span>
              <span aria-hidden className="mt-1.5 flex h-2 overflow-hidden rounded-full bg-sunken">
                <span className="h-full rounded-full bg-crayon" style={{ width: `${share * 100}%` }} />
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
