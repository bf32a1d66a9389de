import { ListRestart, Plus, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { ages, balanceViews } from '#contract/money/payments.plain.ts'
import { useFamilyName, useNameText } from '#web/words/Name.tsx'
import { lazily, withPage } from '#web/routing/lazily.tsx'
import type { TabKey } from '#web/school/config/shared/officeTabs.ts'
import { useOfficeTab } from '#web/school/config/shared/useOfficeTab.ts'
import { usePages } from '#web/wire/call.ts'
import { Balance } from '#web/records/Balance.tsx'
import { Link } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { PagedTable, Total } from '#web/lists/PagedTable.tsx'
import { useSchool } from '#web/wire/school.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'
import { ColumnsButton, useColumnChoice } from '#web/access/views/columns.tsx'
import { ExportMenu } from '#web/access/views/ExportMenu.tsx'
import { useViews } from '#web/access/views/useViews.ts'
import { ViewMenu } from '#web/access/views/ViewMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Select } from '#web/ui/Input.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty, Loading, Skeleton } from '#web/ui/States.tsx'
import type { Column, Sort } from '#web/ui/tableProps.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { Tongues } from '#web/words/Tongues.tsx'

const OfficeTabs = lazily(() => import('#web/school/config/shared/OfficeTabs.tsx').then(module => module.OfficeTabs))
const OfficeCharge = withPage(() =>
  import('#web/money/payments/office/OfficeCharge.tsx').then(module => module.OfficeCharge),
)
const OfficeFamilyAccount = withPage(() =>
  import('#web/money/payments/office/OfficeFamilyAccount.tsx').then(module => module.OfficeFamilyAccount),
)
const OfficeLateFees = withPage(() =>
  import('#web/money/payments/office/OfficeLateFees.tsx').then(module => module.OfficeLateFees),
)
const OfficeReceive = withPage(() =>
  import('#web/money/payments/office/OfficeReceive.tsx').then(module => module.OfficeReceive),
)
const OfficeReceived = withPage(() =>
  import('#web/money/payments/office/OfficeReceived.tsx').then(module => module.OfficeReceived),
)
const OfficeRefundQueue = withPage(() =>
  import('#web/money/payments/office/OfficeRefundQueue.tsx').then(module => module.OfficeRefundQueue),
)
const OfficeRemind = withPage(() =>
  import('#web/money/payments/office/OfficeRemind.tsx').then(module => module.OfficeRemind),
)
const OfficeRuns = withPage(() => import('#web/money/payments/office/OfficeRuns.tsx').then(module => module.OfficeRuns))

const OfficeAwards = withPage(() => import('#web/money/prices/OfficeAwards.tsx').then(module => module.OfficeAwards))
const OfficePromoCodes = withPage(() =>
  import('#web/money/prices/OfficePromoCodes.tsx').then(module => module.OfficePromoCodes),
)
const OfficeLateRule = withPage(() =>
  import('#web/school/config/OfficeLateRule.tsx').then(module => module.OfficeLateRule),
)

/** The views that have tiles, most urgent first. */
const tiles = ['overdue', 'owing', 'credit'] as const
type View = (typeof balanceViews)[number]
const sorts = ['name', 'balance', 'due'] as const
type Answer = Output<'payments-households'>
type Row = Answer['rows'][number]

const tile = 'rounded-lg border bg-surface p-4 text-start transition-colors hover:bg-sunken'

type TotalsProps = { totals: Answer['totals'] | undefined; view: View | undefined; onChoose: (view: View) => void }

/**
 * The sums of all families, each a filter of the table below, and the sum received this month, which leads to its
 * payments.
 */
const Totals = ({ totals, view, onChoose }: TotalsProps) => {
  const t = useTranslations('adminPayment')
  const format = useFormat()
  const may = useMay()
  const sums = totals && { overdue: totals.overdueCents, owing: totals.owingCents, credit: totals.creditCents }
  const face = (label: string, hint: string, cents: number | undefined, tone?: string | false) => (
    <>
      <span className="block text-sm text-ink-2">{label}</span>
      <span className={classes('display mt-1 block text-xl tabular-nums', tone)}>
        {cents === undefined ? <Skeleton className="h-7 w-24" /> : format.money(cents)}
      </span>
      <span className="mt-1 block text-xs text-ink-2">{hint}</span>
    </>
  )
  return (
    <div role="group" aria-label={t('views')} className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {tiles.map(each => (
        <button
          key={each}
          type="button"
          aria-pressed={each === view}
          onClick={() => onChoose(each)}
          className={classes(
            tile,
            each === view ? 'border-primary shadow-[inset_0_0_0_1px_var(--primary)]' : 'border-line',
          )}
        >
          {face(
            t(`view.${each}`),
            t(`viewHint.${each}`),
            sums?.[each],
            (sums?.[each] ?? 0) > 0 &&
              (each === 'overdue' ? 'text-danger-ink' : each === 'owing' && 'text-marigold-ink'),
          )}
        </button>
      ))}
      {may('payments-received') === true && (
        <Link
          to="/adminpayment"
          search={{ tab: 'received', ...(totals && { since: totals.receivedFrom }) }}
          className={classes(tile, 'border-line')}
        >
          {face(t('receivedMonth'), t('receivedHint'), totals?.receivedCents)}
        </Link>
      )}
    </div>
  )
}

const useColumns = (): Column<Row>[] => {
  const t = useTranslations('adminPayment')
  const p = useTranslations('payments.list')
  const familyName = useFamilyName()
  const nameText = useNameText()
  const format = useFormat()
  const today = useSchool()?.today ?? ''
  const amount = (cents: number) => (cents === 0 ? '' : format.money(cents))
  return [
    {
      key: 'household',
      header: t('family'),
      sort: 'name',
      cell: row => (
        <span className="block sm:min-w-40">
          {familyName(row)}
          <span className="block text-xs font-normal text-ink-2">
            <Tongues text={format.list(row.guardians.map(nameText))} />
          </span>
        </span>
      ),
    },
    {
      key: 'balance',
      header: p('balance'),
      align: 'end',
      sort: 'balance',
      cell: row => (
        <Balance cents={row.balanceCents} chargedCents={row.chargedCents} returningCents={row.returningCents} />
      ),
    },
    {
      key: 'due',
      header: p('since'),
      sort: 'due',
      cell: row =>
        row.dueOn && (
          <span className="block">
            <span
              className={classes('whitespace-nowrap tabular-nums', row.dueOn < today && 'font-medium text-danger-ink')}
            >
              {format.day(row.dueOn)}
            </span>
            {row.remindedAt && row.balanceCents > 0 && (
              <span className="block text-xs whitespace-nowrap">
                {p('reminded', { day: format.instant(row.remindedAt, 'day') })}
              </span>
            )}
          </span>
        ),
    },
    ...ages.map((age): Column<Row> => ({
      key: age,
      header: p(age),
      align: 'end',
      hideOnPhone: true,
      cell: row => amount(row[age]),
    })),
    { key: 'credit', header: p('credit'), align: 'end', hideOnPhone: true, cell: row => amount(row.creditCents) },
  ]
}

/** The last row: the sums of all families that match, not only of those shown. */
const useTotals = (found: Answer | undefined): Record<string, string> | undefined => {
  const p = useTranslations('payments.list')
  const format = useFormat()
  if (!found || found.total < 2) return undefined
  const { sums, total } = found
  return {
    household: p('sum', { n: total }),
    ...Object.fromEntries(ages.map(age => [age, format.money(sums[age])])),
    credit: format.money(sums.creditCents),
    balance: format.money(sums.balanceCents),
  }
}

/**
 * The input of the list, from the address. By default it shows what is to be done, the oldest debt first; a search or a
 * saved view covers all families.
 */
const useAsked = () => {
  const [url] = useUrlState()
  const age = ages.find(each => each === url['age'])
  const search = url['search'] ?? ''
  const isPlain = search === '' && age === undefined && url['saved'] === undefined
  const view: View | 'due' = balanceViews.find(each => each === url['view']) ?? (isPlain ? 'due' : 'all')
  const [by = '', down] = (url['sort'] ?? (view === 'due' ? 'due' : 'name')).split('-')
  const sort = sorts.find(each => each === by) ?? 'name'
  const isDown = down !== undefined
  return {
    view,
    age,
    sort: { by: sort, down: isDown },
    asked: { view, ...(age && { age }), sort, down: isDown, ...(search && { search }) },
  }
}

/** Omits the columns of ages and credit that are empty for all families shown. */
const filled = (columns: readonly Column<Row>[], sums: Answer['sums'] | undefined): Column<Row>[] => {
  const sumOf: Record<string, number> = sums ? { ...sums, credit: sums.creditCents } : {}
  return columns.filter(({ key }) => (key !== 'credit' && !ages.some(age => age === key)) || sumOf[key] !== 0)
}

type BalancesProps = {
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  onRemind: () => void
}

/** The balances of families, by age of the debt. */
const Balances = ({ selected, onSelect, onRemind }: BalancesProps) => {
  const t = useTranslations('adminPayment')
  const p = useTranslations('payments.list')
  const officeText = useTranslations('officeWords')
  const familyName = useFamilyName()
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const mayRecord = useMay()('payments-record') === true
  const { view, age, sort, asked } = useAsked()
  const pages = usePages('payments-households', asked)
  const kept = useViews('payments', ['search', 'view', 'age', 'sort', 'columns'])
  const choice = useColumnChoice(useColumns())
  const totals = useTotals(pages.first)
  const shown = view === 'due' ? pages.first?.view : view
  const clear = () => {
    search.type('')
    change({ search: undefined, view: 'all', age: undefined })
  }
  const shownColumns = url['columns'] === undefined ? filled(choice.columns, pages.first?.sums) : choice.columns
  const record: Column<Row>[] = mayRecord
    ? [
        {
          key: 'record',
          header: <span className="sr-only">{t('recordPayment')}</span>,
          align: 'end',
          cell: row => (
            <Button
              size="small"
              // Above the card's own click area, which opens the account.
              className="max-sm:relative max-sm:z-1"
              aria-label={t('recordPaymentOf', { family: familyName(row) })}
              onClick={() => change({ do: 'record', family: row.householdId })}
            >
              {t('recordPayment')}
            </Button>
          ),
        },
      ]
    : []
  const showAll = (
    <Button size="small" onClick={clear}>
      {t('showAll')}
    </Button>
  )
  return (
    <>
      <Totals totals={pages.first?.totals} view={shown} onChoose={next => change({ view: next })} />
      <div data-filters className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox search={search} label={t('search')} className="w-full sm:w-72" />
        <Select
          aria-label={p('age')}
          value={age ?? ''}
          onChange={event => change({ age: event.target.value })}
          className="w-full sm:w-44"
        >
          <option value="">{p('anyAge')}</option>
          {ages.map(each => (
            <option key={each} value={each}>
              {p(each)}
            </option>
          ))}
        </Select>
        <ViewMenu views={kept} />
        <ColumnsButton choice={choice} />
        <ExportMenu file="balances" query={{ ...asked, ...choice.asked }} printed={pages} />
        {shown !== 'all' && shown !== undefined && showAll}
        <Total total={pages.total}>{n => t('count', { n })}</Total>
      </div>
      <PagedTable
        pages={kept.isReady ? pages : { ...pages, rows: undefined }}
        caption={t('title')}
        columns={[...shownColumns, ...record]}
        rowKey={row => row.householdId}
        rowLabel={familyName}
        onOpen={row => change({ family: row.householdId })}
        openKey={url['family']}
        selection={{ selected, onChange: onSelect }}
        sort={sort}
        onSort={({ by, down }: Sort) => change({ sort: `${by}${down ? '-down' : ''}` })}
        {...(totals && { totals })}
        empty={
          search.search || age ? (
            <Empty action={<Button onClick={clear}>{officeText('clearFilters')}</Button>}>
              {search.search ? officeText('nobodyMatches', { search: search.search }) : t('empty.overdue')}
            </Empty>
          ) : (
            <Empty action={shown === 'all' ? undefined : showAll}>{t(`empty.${shown ?? 'all'}`)}</Empty>
          )
        }
      />
      <BulkBar count={selected.size} onClear={() => onSelect(new Set())}>
        <BulkAction onClick={onRemind}>{p('remind')}</BulkAction>
        <BulkAction onClick={() => change({ do: 'charge', family: undefined })}>{p('chargeThese')}</BulkAction>
      </BulkBar>
    </>
  )
}

/** The office's actions with money, beside the lists. */
const Actions = ({ tab }: { tab: TabKey<'/adminpayment'> }) => {
  const may = useMay()
  const t = useTranslations('adminPayment')
  const p = useTranslations('payments.list')
  const r = useTranslations('leavings.refunds')
  const [, change] = useUrlState()
  if (tab === 'received')
    return (
      may('payments-record') === true && (
        <Button variant="primary" icon={Plus} onClick={() => change({ do: 'record', family: undefined })}>
          {t('recordPayment')}
        </Button>
      )
    )
  if (tab !== 'balances') return null
  return (
    <>
      {may('payments-refunds') === true && (
        <Button icon={Undo2} onClick={() => change({ do: 'refunds' })}>
          {r('button')}
        </Button>
      )}
      {may('payments-charge') === true && (
        <>
          <Button icon={ListRestart} onClick={() => change({ do: 'runs' })}>
            {p('runs')}
          </Button>
          <Button variant="primary" icon={Plus} onClick={() => change({ do: 'charge', family: undefined })}>
            {p('charge')}
          </Button>
        </>
      )}
    </>
  )
}

/** The balances of families, the payments received, and the actions on both. */
export default function AdminPayment() {
  const t = useTranslations('adminPayment')
  const [url, change] = useUrlState()
  const { open: tab } = useOfficeTab('/adminpayment')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [reminding, setReminding] = useState<{ ids: readonly string[]; family?: string } | null>(null)
  const [news, setNews] = useState<{ of: string; text: string } | null>(null)
  const { family, do: doing } = url
  const chosen = [...selected]
  const stop = () => change({ do: undefined })
  return (
    <Page title={t('title')} lead={t('lead')} actions={<Actions tab={tab} />}>
      <div data-noprint className="mb-5 min-h-control">
        <OfficeTabs screen="/adminpayment" label={t('title')} />
      </div>
      {tab === 'received' ? (
        <Suspense fallback={<Loading onRetry={() => location.reload()} />}>
          <OfficeReceived
            openKey={family}
            exportMenu={(query, pages, more) => (
              <ExportMenu file="received" query={query} printed={pages}>
                {more}
              </ExportMenu>
            )}
          />
        </Suspense>
      ) : tab !== 'balances' ? (
        <Suspense fallback={<Loading onRetry={() => location.reload()} />}>
          {tab === 'scholarships' ? <OfficeAwards /> : tab === 'codes' ? <OfficePromoCodes /> : <OfficeLateRule />}
        </Suspense>
      ) : (
        <Balances selected={selected} onSelect={setSelected} onRemind={() => setReminding({ ids: chosen })} />
      )}
      <Suspense>
        {family && doing !== 'charge' && doing !== 'record' && (
          <OfficeFamilyAccount
            key={family}
            householdId={family}
            news={news?.of === family ? news.text : undefined}
            onClose={() => {
              setNews(null)
              change({ family: undefined })
            }}
            onCharge={() => change({ do: 'charge' })}
            onRemind={name => setReminding({ ids: [family], family: name })}
          />
        )}
        {doing === 'charge' && (
          <OfficeCharge
            key={family ?? 'many'}
            selected={chosen}
            householdId={family}
            onClose={stop}
            onCharged={message => {
              // An open account would cover the toast.
              if (family) setNews({ of: family, text: message })
              else toast(message)
              setSelected(new Set())
              stop()
            }}
          />
        )}
        {doing === 'refunds' && <OfficeRefundQueue onClose={() => change({ do: undefined, refunds: undefined })} />}
        {doing === 'runs' && <OfficeRuns onClose={stop} />}
        {doing === 'latefees' && <OfficeLateFees onClose={stop} />}
        {doing === 'record' && (
          <OfficeReceive first={family} onClose={() => change({ do: undefined, family: undefined })} />
        )}
        {reminding && (
          <OfficeRemind
            householdIds={reminding.ids}
            {...(reminding.family && { family: reminding.family })}
            onClose={() => setReminding(null)}
            onDone={() => setSelected(new Set())}
          />
        )}
      </Suspense>
    </Page>
  )
}
