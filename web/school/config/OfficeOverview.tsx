import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from '#web/routing/link.tsx'
import { OfficeChecklist } from './OfficeChecklist.tsx'
import { useSettings } from './shared/useSettings.ts'

/** The remaining set-up steps, and every page of settings with what it decides. */
export const OfficeOverview = () => {
  const t = useTranslations('adminConfig')
  const about = useTranslations('settingsList')
  const groups = useSettings().filter(({ group }) => group !== 'start')
  return (
    <div className="grid items-start gap-10 xl:grid-cols-2">
      <OfficeChecklist />
      <section aria-labelledby="all-settings">
        <h2 id="all-settings" className="mb-3 text-xl">
          {about('title')}
        </h2>
        <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-1">
          {groups.map(({ group, pages }) => (
            <div key={group} className="min-w-0">
              <h3 id={`all-${group}`} className="mb-1 text-sm font-semibold text-ink-2">
                {t(`group.${group}`)}
              </h3>
              <ul
                aria-labelledby={`all-${group}`}
                className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
              >
                {pages.map(
                  page =>
                    page !== '' && (
                      <li key={page}>
                        <Link
                          to="/adminconfig"
                          search={{ subMenu: page }}
                          className="flex min-h-14 items-center gap-4 px-4 py-2 hover:bg-sunken"
                        >
                          <span className="min-w-0 flex-1">
                            <span className="block font-semibold">{t(`menu.${page}`)}</span>
                            <span className="block text-sm text-ink-2">{about(page)}</span>
                          </span>
                          <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
                        </Link>
                      </li>
                    ),
                )}
              </ul>
            </div>
          ))}
        </div>
      </section>
    </div>
  )
}
