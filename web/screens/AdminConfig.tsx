import { useTranslations } from 'use-intl'
import { Link } from '#web/link.tsx'
import { OfficeCodes } from '#web/slices/absences/OfficeCodes.tsx'
import { OfficeAudit } from '#web/slices/audit/OfficeAudit.tsx'
import { OfficeBatches } from '#web/slices/batches/OfficeBatches.tsx'
import { OfficeClasses } from '#web/slices/classes/OfficeClasses.tsx'
import { OfficeParts } from '#web/slices/classes/OfficeParts.tsx'
import { OfficeFees } from '#web/slices/config/OfficeFees.tsx'
import { OfficeChecklist } from '#web/slices/config/OfficeChecklist.tsx'
import { OfficeMail } from '#web/slices/config/OfficeMail.tsx'
import { OfficeSchool } from '#web/slices/config/OfficeSchool.tsx'
import { OfficeScales } from '#web/slices/grades/OfficeScales.tsx'
import { useUndoBatch } from '#web/slices/batches/useUndoBatch.ts'
import { OfficeImports } from '#web/slices/imports/OfficeImports.tsx'
import { OfficeTemplates } from '#web/slices/messages/OfficeTemplates.tsx'
import { OfficeTerms } from '#web/slices/terms/OfficeTerms.tsx'
import { classes } from '#web/ui/classes.ts'
import { Page } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUrlState } from '#web/urlState.ts'

const subMenus = [
  '',
  'school',
  'terms',
  'classes',
  'courses',
  'fees',
  'scales',
  'attendance',
  'messages',
  'mail',
  'import',
  'audit',
] as const
type SubMenu = (typeof subMenus)[number]

const OfficeChanges = () => (
  <div className="grid gap-10">
    <OfficeBatches />
    <OfficeAudit />
  </div>
)

const Importing = () => <OfficeImports undo={useUndoBatch()} />

const contents: Record<SubMenu, () => React.ReactNode> = {
  '': OfficeChecklist,
  school: OfficeSchool,
  terms: OfficeTerms,
  classes: OfficeClasses,
  courses: OfficeParts,
  fees: OfficeFees,
  scales: OfficeScales,
  attendance: OfficeCodes,
  messages: OfficeTemplates,
  mail: OfficeMail,
  import: Importing,
  audit: OfficeChanges,
}

/** Settings: the address's `subMenu` says which; empty is the overview. */
export default function AdminConfig() {
  const t = useTranslations('adminConfig')
  const [url] = useUrlState()
  const asked = url['subMenu'] ?? ''
  const known = subMenus.find(each => each === asked)
  const current = known ?? ''
  const Content = contents[current]
  const label = (subMenu: SubMenu) => t(`menu.${subMenu || 'overview'}`)
  return (
    <Page title={t('title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[11rem_minmax(0,1fr)] xl:gap-8">
        <nav data-noprint aria-label={t('menuLabel')}>
          <ul className="flex gap-1 overflow-x-auto max-xl:border-b max-xl:border-line xl:sticky xl:top-6 xl:grid">
            {subMenus.map(subMenu => (
              <li
                key={subMenu}
                // In the narrow row the current one may lie outside.
                ref={
                  subMenu === current ? item => item?.scrollIntoView({ block: 'nearest', inline: 'center' }) : undefined
                }
                className="shrink-0"
              >
                <Link
                  to="/adminconfig"
                  search={subMenu ? { subMenu } : {}}
                  aria-current={subMenu === current ? 'page' : undefined}
                  activeOptions={{ exact: true, includeSearch: true }}
                  className={classes(
                    'flex min-h-control items-center px-3 text-sm whitespace-nowrap xl:rounded-md',
                    subMenu === current
                      ? 'border-marigold font-semibold text-ink max-xl:border-b-2 xl:bg-sunken'
                      : 'text-ink-2 hover:text-ink',
                  )}
                >
                  {label(subMenu)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          {known === undefined && (
            <Notice tone="warn" className="mb-4">
              {t('unknown', { name: asked })}
            </Notice>
          )}
          {current !== '' && <h2 className="mb-4 text-xl">{label(current)}</h2>}
          <Content />
        </div>
      </div>
    </Page>
  )
}
