import { ChevronDown, HeartPulse } from 'lucide-react'
import { useNavigate } from '#web/routing/routing.tsx'
import { useTranslations } from 'use-intl'
import type { Section } from '#contract/enrolment/classes.ts'
import { fieldsIn, isIn, saidIn } from '#contract/studentFields.plain.ts'
import type { Output } from '#contract/index.ts'
import { useFeature } from '#web/wire/school.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Balance } from '#web/records/Balance.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { Link } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useNameText } from '#web/words/Name.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { Tongues } from '#web/words/Tongues.tsx'
import { phoneHref } from '#web/ui/phoneHref.ts'

type Members = Output<'classes-members'>
type Member = Members['members'][number]
const health = fieldsIn('roll').filter(field => isIn('card', field))

type SpotWays = { onMove: (enrolmentId: string) => void; onLeave: (enrolmentId: string) => void }

/** The students of a class, with what the office needs beside the name. A row opens the student's record. */
export const OfficeClassMembers = ({ section, onMove, onLeave }: SpotWays & { section: Section }) => {
  const t = useTranslations('classPage.roster')
  const enrolment = useTranslations('officeWords.enrolment')
  const nameText = useNameText()
  const navigate = useNavigate()
  const may = useMay()
  const read = useReadLater('classes-members', { sectionId: section.id })
  const format = useFormat()
  const members = read.data?.members
  const columns: Column<Member>[] = [
    {
      key: 'name',
      header: t('name'),
      cell: member => (
        <span>
          <Link to="/adminstudent" search={{ id: member.studentId }} className="font-medium hover:underline">
            <Name {...member} />
          </Link>
          {member.overrideReason !== '' && (
            <span className="block text-xs text-marigold-ink">
              {t('overridden', { reason: member.overrideReason })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      header: t('status'),
      cell: member => (
        <span className="flex flex-wrap gap-1 max-sm:justify-end">
          <Badge tone={member.status === 'active' || member.status === 'completed' ? 'good' : 'warn'}>
            {enrolment(member.status as 'active')}
          </Badge>
          {member.type === 'audit' && <Badge>{t('audits')}</Badge>}
        </span>
      ),
    },
    {
      key: 'guardian',
      header: t('guardian'),
      cell: member =>
        member.guardian && (
          <span>
            <Tongues text={nameText(member.guardian)} />
            {member.guardian.phone !== '' && (
              <a href={phoneHref(member.guardian.phone)} className="block text-ink-2 tabular-nums hover:underline">
                {member.guardian.phone}
              </a>
            )}
          </span>
        ),
    },
    {
      key: 'health',
      header: t('health'),
      cell: member => {
        const known = format.list(saidIn(health, member))
        return known === '' ? (
          <span className="text-ink-2">–</span>
        ) : (
          <span className="flex items-start gap-1.5 text-danger-ink">
            <HeartPulse size={16} aria-hidden className="mt-0.5 shrink-0" />
            <span className="wrap-anywhere">{known}</span>
          </span>
        )
      },
    },
    {
      key: 'balance',
      header: t('balance'),
      align: 'end',
      cell: member => <Balance cents={member.balanceCents} />,
    },
    {
      key: 'actions',
      header: <span className="sr-only">{t('change')}</span>,
      align: 'end',
      cell: member =>
        member.status === 'active' && (
          <Menu
            label={t('actions', { name: nameText(member) })}
            button={
              <>
                {t('change')}
                <ChevronDown size={16} aria-hidden className="text-ink-2" />
              </>
            }
            buttonClassName="-mx-2 inline-flex min-h-control-small items-center gap-1 rounded-md px-2 text-sm hover:bg-sunken max-sm:min-h-11"
          >
            <MenuItem onSelect={() => void navigate({ to: '/adminstudent', search: { id: member.studentId } })}>
              {t('open')}
            </MenuItem>
            {may('leavings-transfer') === true && (
              <MenuItem onSelect={() => onMove(member.enrolmentId)}>{t('move')}</MenuItem>
            )}
            {may('leavings-withdraw') === true && (
              <MenuItem onSelect={() => onLeave(member.enrolmentId)}>{t('leave')}</MenuItem>
            )}
          </Menu>
        ),
    },
  ]
  const hasMoney = read.data?.money !== null
  return (
    <>
      <Failure error={read.error} again={() => void read.refetch()} />
      <Table
        caption={t('caption', { name: nameText(section) })}
        rows={members}
        rowKey={member => member.enrolmentId}
        rowLabel={nameText}
        columns={columns.filter(({ key }) => key !== 'balance' || hasMoney)}
        empty={<Empty>{t('empty')}</Empty>}
      />
    </>
  )
}

/** The fees of a class, and what they have brought in. */
export const OfficeClassFees = ({ section }: { section: Section }) => {
  const t = useTranslations('classPage.fees')
  const hasTrials = useFeature('trials')
  const hasAuditing = useFeature('auditing')
  const format = useFormat()
  const { data } = useReadLater('classes-members', { sectionId: section.id })
  const prices = (
    [
      ['tuition', section.tuitionCents],
      ['books', section.booksCents],
      ['audit', hasAuditing ? section.auditCents : null],
      ['trial', hasTrials ? section.trialCents : null],
      ['day', hasTrials ? section.dayCents : null],
    ] as const
  ).filter(([, cents]) => cents !== null)
  const money = data?.money
  const list = (rows: readonly (readonly [string, string])[]) => (
    <dl className="max-w-md divide-y divide-line border-t border-line text-sm">
      {rows.map(([label, text]) => (
        <div key={label} className="flex min-h-10 items-center justify-between gap-3 py-1">
          <dt className="text-ink-2">{label}</dt>
          <dd className="font-medium tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <div className="grid items-start gap-8 md:grid-cols-2">
      <section>
        <h2 className="mb-2 text-lg">{t('price')}</h2>
        {list(prices.map(([key, cents]) => [t(key), format.money(cents ?? 0)]))}
      </section>
      {money && (
        <section>
          <h2 className="mb-2 text-lg">{t('money')}</h2>
          {list([
            [t('charged'), format.money(money.chargedCents)],
            [t('paid'), format.money(money.paidCents)],
            [t('due'), format.money(money.chargedCents - money.paidCents)],
          ])}
          <p className="mt-2 text-sm text-ink-2">{t('hint')}</p>
        </section>
      )}
    </div>
  )
}
