import { ChevronDown } from 'lucide-react'
import { Suspense, useEffect, useState, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { useNavigate } from '#web/routing/routing.tsx'
import { Link } from '#web/routing/link.tsx'
import { movedTo } from '#web/school/config/shared/officeTabs.ts'
import type { SettingsGroup, SettingsPage, settingsPages } from '#web/school/config/shared/settingsPages.ts'
import { useSettings } from '#web/school/config/shared/useSettings.ts'
import { classes } from '#web/ui/classes.ts'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { withPage } from '#web/routing/lazily.tsx'
import { useUrlState } from '#web/routing/urlState.ts'

/** The changes: bulk changes, which can be undone, above the log of single changes. */
const changes = async () => {
  const [{ OfficeBatches }, { OfficeAudit }] = await Promise.all([
    import('#web/office/batches/OfficeBatches.tsx'),
    import('#web/access/audit/OfficeAudit.tsx'),
  ])
  return () => (
    <div className="grid gap-10">
      <OfficeBatches />
      <OfficeAudit />
    </div>
  )
}

/** The permissions of each role, and the room parents. */
const roles = async () => {
  const [{ OfficeRoles }, { OfficeRoomParents }] = await Promise.all([
    import('#web/school/config/OfficeRoles.tsx'),
    import('#web/communication/volunteers/office/OfficeRoomParents.tsx'),
  ])
  return () => (
    <div className="grid gap-6">
      <OfficeRoomParents />
      <OfficeRoles />
    </div>
  )
}

/** The exchange of files with other systems. */
const exchange = async () => {
  const [{ OfficeOneRoster }, { useUndoBatch }] = await Promise.all([
    import('#web/exchange/oneroster/OfficeOneRoster.tsx'),
    import('#web/lists/useUndoBatch.ts'),
  ])
  return () => {
    const undo = useUndoBatch()
    return <OfficeOneRoster onUndo={id => void undo(id)} />
  }
}

/** Push notices: the rule, their delivery, and a test. */
const devices = async () => {
  const [{ OfficePush }, { OfficeDevices }] = await Promise.all([
    import('#web/school/config/OfficePush.tsx'),
    import('#web/access/push/office/OfficeDevices.tsx'),
  ])
  return () => (
    <OfficePush>
      <OfficeDevices />
    </OfficePush>
  )
}

/** The content of each settings page. A new page needs a line here, one in `settingsPages` and its name in `menu`. */
const groups = {
  start: {
    '': withPage(async () => (await import('#web/school/config/OfficeOverview.tsx')).OfficeOverview),
  },
  school: {
    school: withPage(async () => (await import('#web/school/config/OfficeSchool.tsx')).OfficeSchool),
    region: withPage(async () => (await import('#web/school/config/OfficeRegion.tsx')).OfficeRegion),
    features: withPage(async () => (await import('#web/school/config/OfficeFeatures.tsx')).OfficeFeatures),
  },
  teaching: {
    classrules: withPage(async () => (await import('#web/school/config/OfficeClassRules.tsx')).OfficeClassRules),
    attendance: withPage(async () => (await import('#web/teaching/absences/office/OfficeCodes.tsx')).OfficeCodes),
    scales: withPage(async () => (await import('#web/teaching/grades/office/OfficeScales.tsx')).OfficeScales),
  },
  families: {
    registration: withPage(async () => (await import('#web/school/config/OfficeRegistration.tsx')).OfficeRegistration),
    fields: withPage(async () => (await import('#web/people/forms/office/OfficeFields.tsx')).OfficeFields),
    policies: withPage(async () => (await import('#web/school/policies/OfficePolicies.tsx')).OfficePolicies),
    duties: withPage(async () => (await import('#web/school/config/OfficeDutyRule.tsx')).OfficeDutyRule),
  },
  money: {
    fees: withPage(async () => (await import('#web/school/config/OfficeFees.tsx')).OfficeFees),
    refunds: withPage(async () => (await import('#web/school/config/OfficeRefunds.tsx')).OfficeRefunds),
    paying: withPage(async () => (await import('#web/school/config/OfficePaying.tsx')).OfficePaying),
    cards: withPage(async () => (await import('#web/money/cards/office/OfficeCards.tsx')).OfficeCards),
  },
  messages: {
    mail: withPage(async () => (await import('#web/school/config/OfficeMail.tsx')).OfficeMail),
    messages: withPage(
      async () => (await import('#web/communication/messages/office/OfficeTemplates.tsx')).OfficeTemplates,
    ),
    push: withPage(devices),
  },
  access: {
    signin: withPage(async () => (await import('#web/school/config/OfficeSignIn.tsx')).OfficeSignIn),
    roles: withPage(roles),
  },
  records: {
    audit: withPage(changes),
    retention: withPage(async () => (await import('#web/school/config/OfficeRetention.tsx')).OfficeRetention),
    backups: withPage(async () => (await import('#web/school/config/OfficeBackups.tsx')).OfficeBackups),
    jobs: withPage(async () => (await import('#web/school/config/OfficeJobs.tsx')).OfficeJobs),
  },
  exchange: {
    oneroster: withPage(exchange),
  },
} as const satisfies { [G in SettingsGroup]: Record<(typeof settingsPages)[G][number], ComponentType> }

type Group = SettingsGroup
type SubMenu = SettingsPage
type Entry = { group: Group; subMenu: SubMenu; Content: ComponentType }

const entries = Object.entries(groups).flatMap(([group, pages]) =>
  Object.entries(pages).map(([subMenu, Content]) => ({ group, subMenu, Content }) as Entry),
)

const Settings = ({ asked }: { asked: string }) => {
  const t = useTranslations('adminConfig')
  const [isOpen, setOpen] = useState(false)
  const known = entries.find(({ subMenu }) => subMenu === asked)
  const { subMenu: current, group: currentGroup, Content } = known ?? entries[0]!
  const shown = useSettings()
  const label = (subMenu: SubMenu) => t(`menu.${subMenu || 'overview'}`)
  return (
    <Page title={t('title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[12.5rem_minmax(0,1fr)] xl:gap-8">
        <nav data-noprint aria-label={t('menuLabel')}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="settings-menu"
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-control w-full items-center gap-3 rounded-md border border-line-strong bg-surface px-4 text-start xl:hidden"
          >
            <span className="min-w-0 flex-1 truncate">
              <span className="text-ink-2">{t(`group.${currentGroup}`)} · </span>
              <span className="font-semibold">{label(current)}</span>
            </span>
            <ChevronDown size={18} aria-hidden className={classes('shrink-0 text-ink-2', isOpen && 'rotate-180')} />
          </button>
          <div
            id="settings-menu"
            className={classes(
              'gap-x-6 gap-y-4 max-xl:mt-2 max-xl:rounded-lg max-xl:border max-xl:border-line max-xl:bg-surface max-xl:p-4',
              'max-xl:columns-2 md:max-xl:columns-3 xl:block',
              !isOpen && 'max-xl:hidden',
            )}
          >
            {shown.map(({ group, pages }) => (
              <div key={group} className="mb-4 break-inside-avoid last:mb-0">
                <p
                  id={`settings-${group}`}
                  className={classes(
                    'px-3 pb-1 text-xs font-semibold text-ink-2',
                    // The overview needs no visible heading.
                    group === 'start' && 'sr-only',
                  )}
                >
                  {t(`group.${group}`)}
                </p>
                <ul aria-labelledby={`settings-${group}`}>
                  {pages.map(subMenu => (
                    <li key={subMenu}>
                      <Link
                        to="/adminconfig"
                        search={subMenu ? { subMenu } : {}}
                        onClick={() => setOpen(false)}
                        aria-current={subMenu === current ? 'page' : undefined}
                        isExact
                        className={classes(
                          'flex min-h-11 items-center rounded-md px-3 py-1 text-sm xl:min-h-8',
                          subMenu === current ? 'bg-sunken font-semibold text-ink' : 'text-ink-2 hover:text-ink',
                        )}
                      >
                        {label(subMenu)}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </nav>
        <div className="min-w-0">
          {known === undefined && (
            <Notice tone="warn" className="mb-4">
              {t('unknown', { name: asked })}
            </Notice>
          )}
          {current !== '' && <h2 className="mb-4 text-xl">{label(current)}</h2>}
          <Suspense fallback={<Loading onRetry={() => location.reload()} />}>
            <Content />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}

/** The settings: `subMenu` in the address names the page; empty is the overview. */
export default function AdminConfig() {
  const [{ subMenu: asked = '', ...search }] = useUrlState()
  const navigate = useNavigate()
  // Daily work has moved beside its subject; its old addresses redirect there with all their parameters.
  const moved = movedTo(asked)
  const [at] = useState({ search })
  useEffect(() => {
    if (moved) void navigate({ to: moved.to, search: { ...at.search, tab: moved.tab }, replace: true })
  }, [moved, navigate, at])
  return moved ? <Loading /> : <Settings asked={asked} />
}
