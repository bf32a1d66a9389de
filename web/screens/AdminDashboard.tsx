import {
  CalendarCheck,
  CalendarOff,
  ChevronRight,
  CircleCheck,
  ClipboardCheck,
  CreditCard,
  Hourglass,
  MailQuestion,
  UserRoundPen,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useRead } from '#web/call.ts'
import { ButtonLink, Link } from '#web/link.tsx'
import { useNameText } from '#web/Name.tsx'
import { OfficeAttendanceChart } from '#web/slices/absences/OfficeAttendanceChart.tsx'
import { OfficeMissingRolls } from '#web/slices/absences/OfficeMissingRolls.tsx'
import { ReportedAbsences } from '#web/slices/absences/ReportedAbsences.tsx'
import { OfficeClassBars } from '#web/slices/classes/OfficeClassBars.tsx'
import { OfficeApprovals } from '#web/slices/enrolments/OfficeApprovals.tsx'
import { OfficeWaitlist } from '#web/slices/enrolments/OfficeWaitlist.tsx'
import { OfficeRequests } from '#web/slices/parents/OfficeRequests.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Stat } from '#web/ui/Stat.tsx'
import { useUrlState } from '#web/urlState.ts'
import { useFormat } from '#web/useFormat.ts'
import { useSchoolClock } from '#web/useSchoolClock.ts'

type Figures = Output<'terms-figures'>

const Task = ({ icon: Icon, count, title, hint }: { icon: LucideIcon; count: string; title: string; hint: string }) => (
  <>
    <span className="grid size-10 shrink-0 place-items-center rounded-md bg-marigold-soft text-marigold-ink">
      <Icon size={20} aria-hidden />
    </span>
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">
        <span className="display me-1.5 text-lg tabular-nums">{count}</span>
        {title}
      </span>
      <span className="block text-sm text-ink-2">{hint}</span>
    </span>
    <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
  </>
)

const taskLook = 'flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-sunken sm:px-5'

/** What waits for the office, each a link to the list behind it. */
const NeedsYou = ({ figures }: { figures: Figures }) => {
  const t = useTranslations('adminDashboard')
  const record = useTranslations('record')
  const format = useFormat()
  const { day } = useSchoolClock()
  const requests = useRead('parents-requests', { status: 'filed' }).total
  const absences = useRead('absences-notices', { status: 'filed', fromDay: day }).total
  const { missingRolls, approvals, waiting, unpaidHouseholds, unverifiedAccounts } = figures
  const tasks: [key: string, task: ReactNode][] = []
  if (missingRolls.length > 0)
    tasks.push([
      'rolls',
      <Link key="rolls" to="/admindashboard" search={{ show: 'rolls' }} resetScroll={false} className={taskLook}>
        <Task
          icon={CalendarCheck}
          count={format.number(missingRolls.length)}
          title={t('rolls', { n: missingRolls.length })}
          hint={t('rollsHint')}
        />
      </Link>,
    ])
  if (requests > 0)
    tasks.push([
      'requests',
      <Link key="requests" to="/admindashboard" search={{ show: 'requests' }} resetScroll={false} className={taskLook}>
        <Task
          icon={UserRoundPen}
          count={format.number(requests)}
          title={record('queue.task', { n: requests })}
          hint={record('queue.hint')}
        />
      </Link>,
    ])
  if (absences > 0)
    tasks.push([
      'absences',
      <Link key="absences" to="/admindashboard" search={{ show: 'absences' }} resetScroll={false} className={taskLook}>
        <Task
          icon={CalendarOff}
          count={format.number(absences)}
          title={record('absence.office', { n: absences })}
          hint={record('absence.officeHint')}
        />
      </Link>,
    ])
  if (approvals > 0)
    tasks.push([
      'approvals',
      <Link
        key="approvals"
        to="/admindashboard"
        search={{ show: 'approvals' }}
        resetScroll={false}
        className={taskLook}
      >
        <Task
          icon={ClipboardCheck}
          count={format.number(approvals)}
          title={t('approvals', { n: approvals })}
          hint={t('approvalsHint')}
        />
      </Link>,
    ])
  if (waiting > 0)
    tasks.push([
      'waiting',
      <Link key="waiting" to="/admindashboard" search={{ show: 'waiting' }} resetScroll={false} className={taskLook}>
        <Task
          icon={Hourglass}
          count={format.number(waiting)}
          title={t('waiting', { n: waiting })}
          hint={t('waitingHint')}
        />
      </Link>,
    ])
  if (unpaidHouseholds > 0)
    tasks.push([
      'unpaid',
      <Link key="unpaid" to="/adminpayment" search={{ view: 'owing' }} className={taskLook}>
        <Task
          icon={CreditCard}
          count={format.number(unpaidHouseholds)}
          title={t('unpaid', { n: unpaidHouseholds })}
          hint={t('unpaidHint', { amount: format.money(figures.owedCents) })}
        />
      </Link>,
    ])
  if (unverifiedAccounts > 0)
    tasks.push([
      'unverified',
      <Link key="unverified" to="/adminuser" search={{ verified: 'no' }} className={taskLook}>
        <Task
          icon={MailQuestion}
          count={format.number(unverifiedAccounts)}
          title={t('unverified', { n: unverifiedAccounts })}
          hint={t('unverifiedHint')}
        />
      </Link>,
    ])
  return (
    <section aria-labelledby="needs-you" className="rounded-xl border border-line bg-surface">
      <h2 id="needs-you" className="px-4 pt-4 pb-2 text-lg sm:px-5">
        {t('needsYou')}
      </h2>
      {tasks.length === 0 ? (
        <p className="flex items-center gap-3 px-4 pb-5 text-ink-2 sm:px-5">
          <CircleCheck size={20} aria-hidden className="text-primary-ink" />
          {t('nothing')}
        </p>
      ) : (
        <ul className="grid overflow-hidden rounded-b-xl md:grid-cols-2">
          {tasks.map(([key, task]) => (
            <li key={key} className="border-t border-line md:odd:border-e">
              {task}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Sums = ({ figures }: { figures: Figures }) => {
  const t = useTranslations('adminDashboard')
  const format = useFormat()
  return (
    <section aria-label={t('figures')} className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <Stat label={t('students')} value={format.number(figures.students)} />
      <Stat label={t('households')} value={format.number(figures.households)} />
      <Stat
        label={t('enrolled')}
        value={t('ofPlaces', { enrolled: format.number(figures.enrolled), places: format.number(figures.places) })}
        hint={figures.places > 0 && t('full', { share: format.percent(figures.enrolled / figures.places) })}
      />
      <Stat label={t('charged')} value={format.money(figures.chargedCents)} />
      <Stat
        label={t('paid')}
        value={format.money(figures.paidCents)}
        hint={
          figures.chargedCents > 0 &&
          t('ofCharged', { share: format.percent(figures.paidCents / figures.chargedCents) })
        }
      />
      <Stat
        label={t('owed')}
        value={format.money(figures.owedCents)}
        tone={figures.owedCents > 0 ? 'warn' : 'normal'}
        hint={t('owedBy', { n: figures.unpaidHouseholds })}
      />
    </section>
  )
}

/** The office's start: what waits for somebody first, then how the school stands. */
export default function AdminDashboard() {
  const t = useTranslations('adminDashboard')
  const record = useTranslations('record')
  const { day } = useSchoolClock()
  const words = useTranslations('officeWords')
  const status = useTranslations('officeWords.termStatus')
  const format = useFormat()
  const nameText = useNameText()
  const [{ show, term: termId }, change] = useUrlState()
  const terms = useRead('terms-list', {})
  const known = terms.some(({ id }) => id === termId) ? termId : undefined
  const figures = useRead('terms-figures', known ? { termId: known } : {})
  const { term, sections } = figures
  const close = () => change({ show: undefined })
  return (
    <Page
      title={t('title')}
      {...(term && {
        above: t('term', {
          name: nameText(term),
          from: format.day(term.startsOn),
          to: format.day(term.endsOn),
          status: status(term.status),
        }),
      })}
    >
      {terms.length > 1 && (
        <div data-noprint className="mb-4 max-w-64">
          <Field label={words('term')} hideLabel>
            <Select value={term?.id ?? ''} onChange={event => change({ term: event.target.value })}>
              {terms.map(each => (
                <option key={each.id} value={each.id}>
                  {nameText(each)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      <div className="grid gap-6">
        <NeedsYou figures={figures} />
        <Sums figures={figures} />
        {figures.attendance.length > 0 && (
          <Card title={t('attendance')} aside={<span className="text-sm text-ink-2">{t('attendanceHint')}</span>}>
            <OfficeAttendanceChart days={figures.attendance} />
          </Card>
        )}
        {sections.length > 0 ? (
          <Card
            title={t('classes')}
            aside={<span className="text-sm text-ink-2">{t('classCount', { n: sections.length })}</span>}
          >
            <OfficeClassBars sections={sections} />
          </Card>
        ) : (
          <Empty
            title={t('noClassesTitle')}
            action={
              <ButtonLink to="/adminconfig" variant="primary">
                {t('toSettings')}
              </ButtonLink>
            }
          >
            {t('noClasses')}
          </Empty>
        )}
      </div>
      <SidePanel open={show === 'rolls'} onClose={close} title={t('rollsTitle')} description={t('rollsHint')}>
        <OfficeMissingRolls rolls={figures.missingRolls} />
      </SidePanel>
      <SidePanel
        open={show === 'requests'}
        onClose={close}
        title={record('queue.title')}
        description={record('queue.hint')}
      >
        <OfficeRequests />
      </SidePanel>
      <SidePanel
        open={show === 'absences'}
        onClose={close}
        title={record('absence.title')}
        description={record('absence.officeHint')}
      >
        <ReportedAbsences of={{ status: 'filed', fromDay: day }} none={record('absence.noneOffice')} />
      </SidePanel>
      <SidePanel
        open={show === 'approvals'}
        onClose={close}
        title={t('approvalsTitle')}
        description={t('approvalsHint')}
      >
        <OfficeApprovals />
      </SidePanel>
      <SidePanel open={show === 'waiting'} onClose={close} title={t('waitingTitle')} description={t('waitingHint')}>
        <OfficeWaitlist />
      </SidePanel>
    </Page>
  )
}
