import { Mail, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Round } from '#contract/people/confirmations.ts'
import { roundViews } from '#contract/people/confirmations.plain.ts'
import type { Input } from '#contract/index.ts'
import { usePages, useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useFamilyName, useFirstName } from '#web/words/Name.tsx'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { RecordDiffPanel } from '#web/people/confirmations/RecordDiff.tsx'
import { ChangeRound, EndRound, RemindRound, StartRound } from '#web/people/confirmations/RoundForms.tsx'
import { BackButton } from '#web/ui/BackButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Badge, Status } from '#web/ui/Marks.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Empty, Skeleton } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

const useFamilies = (asked: Input<'confirmations-list'>) => usePages('confirmations-list', asked)
type Row = NonNullable<ReturnType<typeof useFamilies>['rows']>[number]

const useColumns = (): Column<Row>[] => {
  const t = useTranslations('confirmations')
  const format = useFormat()
  const firstName = useFirstName()
  const familyName = useFamilyName()
  return [
    {
      key: 'family',
      header: t('family'),
      cell: row => <Name name={row.household} nativeName={row.householdNativeName} />,
    },
    {
      key: 'guardians',
      header: t('guardians'),
      cell: row => (
        <span className="grid gap-0.5">
          {row.guardians.map(guardian => (
            <Name key={`${guardian.name} ${guardian.nativeName}`} {...guardian} />
          ))}
        </span>
      ),
      hideOnPhone: true,
    },
    {
      key: 'state',
      header: t('state'),
      cell: row =>
        row.confirmedAt === null ? (
          <span className="grid gap-0.5">
            <Status tone="warn">{t('notYet')}</Status>
            {row.remindedAt && (
              <span className="text-xs text-ink-2">
                {t('remindedOn', { day: format.instant(row.remindedAt, 'day') })}
              </span>
            )}
          </span>
        ) : (
          <Status tone="good">
            {t('by', {
              day: format.instant(row.confirmedAt, 'day'),
              name: row.confirmedBy ? firstName(row.confirmedBy) : familyName(row),
            })}
          </Status>
        ),
    },
    {
      key: 'changes',
      header: t('changes'),
      align: 'end',
      cell: row => (row.changes === 0 ? '' : <Badge tone="info">{format.number(row.changes)}</Badge>),
    },
  ]
}

const Families = ({ round }: { round: Round }) => {
  const t = useTranslations('confirmations')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const columns = useColumns()
  const familyName = useFamilyName()
  const view = roundViews.find(each => each === url['of'])
  const pages = useFamilies({
    roundId: round.id,
    ...(view && { view }),
    ...(search.search && { search: search.search }),
  })
  return (
    <>
      <div data-filters className="mt-6 mb-4 flex flex-wrap items-center gap-3">
        <Segmented
          label={t('viewsLabel')}
          value={view ?? 'all'}
          onChange={next => change({ of: next === 'all' ? undefined : next })}
          options={(['all', ...roundViews] as const).map(value => ({ value, label: t(`views.${value}`) }))}
        />
        <SearchBox search={search} label={t('search')} />
        <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
          {pages.total !== undefined && t('count', { n: pages.total })}
        </p>
      </div>
      <PagedTable
        pages={pages}
        caption={t('title')}
        columns={columns}
        rowKey={row => row.householdId}
        rowLabel={familyName}
        onOpen={row => change({ id: row.householdId })}
        openKey={url['id']}
        empty={<Empty>{t(view === 'waiting' && search.search === '' ? 'noneWaiting' : 'none')}</Empty>}
      />
      {url['id'] && (
        <RecordDiffPanel
          key={url['id']}
          roundId={round.id}
          householdId={url['id']}
          onClose={() => change({ id: undefined })}
        />
      )}
    </>
  )
}

const RoundStatus = ({ round: { dueOn, endedOn } }: { round: Round }) => {
  const t = useTranslations('confirmations')
  const format = useFormat()
  const { day } = useSchoolClock()
  if (endedOn !== null) return <Status tone="neutral">{t('over', { day: format.day(endedOn) })}</Status>
  const isLate = dueOn < day
  return <Status tone={isLate ? 'warn' : 'good'}>{t(isLate ? 'late' : 'running', { day: format.day(dueOn) })}</Status>
}

const Shown = ({ round }: { round: Round }) => {
  const t = useTranslations('confirmations')
  const format = useFormat()
  const may = useMay()
  const [open, setOpen] = useState<'day' | 'end' | 'remind' | null>(null)
  const isRunning = round.endedOn === null
  return (
    <>
      <Progress
        label={t('stats.confirmed')}
        max={Math.max(1, round.families)}
        value={[
          { value: round.confirmed - round.changed, tone: 'good' },
          { value: round.changed, tone: 'warn' },
        ]}
        text={(['families', 'confirmed', 'changed', 'reminded'] as const)
          .map(key => format.labelled(t(`stats.${key}`), format.number(round[key])))
          .join(' · ')}
      />
      {isRunning && may('confirmations-remind') === true && (
        <div className="mt-4 flex flex-wrap gap-2">
          {round.unreminded > 0 && (
            <Button icon={Mail} onClick={() => setOpen('remind')}>
              {t('remind', { n: round.unreminded })}
            </Button>
          )}
          <Button onClick={() => setOpen('day')}>{t('changeDay')}</Button>
          <Button onClick={() => setOpen('end')}>{t('end')}</Button>
        </div>
      )}
      <Families round={round} />
      {open === 'remind' && <RemindRound round={round} onClose={() => setOpen(null)} />}
      {open === 'day' && <ChangeRound round={round} onClose={() => setOpen(null)} />}
      {open === 'end' && <EndRound round={round} onClose={() => setOpen(null)} />}
    </>
  )
}

/** The yearly check: who has confirmed their record, who has not, and what changed. */
export default function Confirmations() {
  const t = useTranslations('confirmations')
  const format = useFormat()
  const may = useMay()
  const [url, change] = useUrlState()
  const rounds = useReadLater('confirmations-rounds', {})
  const [isStarting, setStarting] = useState(false)
  const shown = rounds.data?.find(({ id }) => id === url['round']) ?? rounds.data?.[0]
  const start = may('confirmations-start') === true &&
    rounds.data !== undefined &&
    rounds.data.every(({ endedOn }) => endedOn !== null) && (
      <Button variant="primary" icon={Plus} onClick={() => setStarting(true)}>
        {t('start')}
      </Button>
    )
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      above={
        <BackButton onClick={() => change({ view: undefined, of: undefined, round: undefined, search: undefined })}>
          {t('toFamilies')}
        </BackButton>
      }
      actions={shown && start}
    >
      <Later read={rounds} skeleton={<Skeleton className="h-48" />}>
        {found =>
          shown ? (
            <>
              <div className="mb-4 flex flex-wrap items-center gap-3">
                <Select
                  aria-label={t('round')}
                  className="w-full sm:w-72"
                  value={shown.id}
                  onChange={event => change({ round: event.target.value, id: undefined })}
                >
                  {found.map(round => (
                    <option key={round.id} value={round.id}>
                      {t('roundOf', { day: format.day(round.startedOn) })}
                    </option>
                  ))}
                </Select>
                <RoundStatus round={shown} />
              </div>
              <Shown key={shown.id} round={shown} />
            </>
          ) : (
            <Empty action={start}>{t('empty')}</Empty>
          )
        }
      </Later>
      {isStarting && (
        <StartRound
          onClose={() => setStarting(false)}
          onStarted={round => {
            setStarting(false)
            change({ round: round.id })
          }}
        />
      )}
    </Page>
  )
}
