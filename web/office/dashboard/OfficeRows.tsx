import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { DashboardRow, ListKey } from '#contract/office/dashboard.ts'
import type { RecordFaultKind } from '#contract/office/dashboard.plain.ts'
import type { Input } from '#contract/index.ts'
import { usePages } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Link } from '#web/routing/link.tsx'
import { Name, useNames } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { Chip } from '#web/ui/Marks.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Loading } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Lists whose rows count for more than one, with the unit of their amounts. */
const units: Partial<Record<ListKey, 'money' | 'seats'>> = {
  refunds: 'money',
  overdue: 'money',
  charged: 'money',
  paid: 'money',
  owed: 'money',
  due: 'money',
  received: 'money',
  openings: 'seats',
}

/** Returns a function that gives the address of a row's record. */
const useLead = () => (row: DashboardRow) => {
  const { target, targetId, otherId, name, onDay } = row
  const merge = (kind: string) => `${kind}.${targetId}.${otherId ?? ''}`
  const to = {
    student: { to: '/adminstudent', search: { id: targetId } },
    family: { to: '/adminparent', search: { id: targetId } },
    account: { to: '/adminpayment', search: { family: targetId } },
    class: { to: '/adminstudent', search: { class: targetId } },
    // The dialog of the lesson opens over its day, which shows who else teaches when.
    lesson: { to: '/adminevent', search: { day: onDay ?? undefined, off: otherId ?? undefined, class: targetId } },
    roll: { to: '/admindashboard', search: { show: 'rolls' } },
    mail: { to: '/adminmessage', search: { tab: 'outbox', search: name } },
    notice: { to: '/adminmessage', search: { id: targetId } },
    thread: { to: '/adminmessage', search: { tab: 'threads', id: targetId } },
    user: { to: '/adminuser', search: { id: targetId } },
    promotion: { to: '/adminstudent', search: { tab: 'promotion', id: targetId } },
    sameFamily: { to: '/adminparent', search: { view: 'duplicates', merge: merge('household') } },
    sameStudent: { to: '/adminstudent', search: { view: 'duplicates', merge: merge('student') } },
    sameAdult: { to: '/adminparent', search: { view: 'duplicates', of: 'adult', merge: merge('adult') } },
    import: { to: '/adminstudent', search: { tab: 'import', id: targetId } },
    backups: { to: '/adminconfig', search: { subMenu: 'backups' } },
    jobs: { to: '/adminconfig', search: { subMenu: 'jobs' } },
  } as const
  return to[target]
}

const Row = ({ row, unit, isFault }: { row: DashboardRow; unit: 'money' | 'seats' | undefined; isFault: boolean }) => {
  const t = useTranslations('officeDashboard.list')
  const fault = useTranslations('officeDashboard.fault')
  const format = useFormat()
  const names = useNames()
  const lead = useLead()
  const about = isFault
    ? fault(row.about as RecordFaultKind)
    : names({ name: row.about, nativeName: row.aboutNativeName }).first
  return (
    <li className="border-b border-line last:border-0">
      <Link
        {...lead(row)}
        className="-mx-2 flex min-h-12 items-center gap-3 rounded-md px-2 py-2 text-sm hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-medium">
            <Name name={row.name} nativeName={row.nativeName} />
          </span>
          {about !== '' && row.crayon === null && (
            <span className={classes('block text-ink-2', !isFault && 'truncate')}>{about}</span>
          )}
        </span>
        {row.crayon !== null && about !== '' && <Chip crayon={row.crayon}>{about}</Chip>}
        {row.onDay !== null && (
          <span className="shrink-0 text-xs text-ink-2 tabular-nums">{format.day(row.onDay, 'short')}</span>
        )}
        {unit && (
          <span className="shrink-0 font-semibold tabular-nums">
            {unit === 'money' ? format.money(row.amount) : t('seats', { n: row.amount })}
          </span>
        )}
        <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
      </Link>
    </li>
  )
}

/** The rows behind one number of the dashboard, each with a link to its record; above them, their total. */
export const OfficeRows = ({ asked }: { asked: Omit<Input<'dashboard-list'>, 'after'> }) => {
  const t = useTranslations('officeDashboard.list')
  const format = useFormat()
  const pages = usePages('dashboard-list', asked)
  const unit = units[asked.key]
  if (pages.rows === undefined || pages.first === undefined)
    return pages.error === null ? (
      <Loading onRetry={pages.again} />
    ) : (
      <Failure error={pages.error} again={pages.again} />
    )
  return (
    <div>
      <Failure error={pages.error} again={pages.again} />
      {pages.rows.length === 0 ? (
        <p className="text-ink-2">{t('none')}</p>
      ) : (
        <>
          <p role="status" className="mb-2 text-sm text-ink-2">
            {[
              t('shown', { n: pages.first.total }),
              unit === 'money' && t('sum', { amount: format.money(pages.first.sum) }),
              unit === 'seats' && t('seats', { n: pages.first.sum }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <ul>
            {pages.rows.map(row => (
              <Row key={row.id} row={row} unit={unit} isFault={asked.key === 'records'} />
            ))}
          </ul>
          <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
        </>
      )}
    </div>
  )
}
