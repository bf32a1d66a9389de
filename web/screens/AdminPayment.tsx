import { ListRestart, Plus, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { ages } from '#contract/money/payments.plain.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { usePages, useReadLater } from '#web/wire/call.ts'
import { Balance } from '#web/records/Balance.tsx'
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
import { Empty, Skeleton } from '#web/ui/States.tsx'
import type { Column, Sort } from '#web/ui/Table.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

const OfficeCharge = withPage(() =>
  import('#web/money/payments/office/OfficeCharge.tsx').then(module => module.OfficeCharge),
)
const OfficeFamilyAccount = withPage(() =>
  import('#web/money/payments/office/OfficeFamilyAccount.tsx').then(module => module.OfficeFamilyAccount),
)
const OfficeRefundQueue = withPage(() =>
  import('#web/money/payments/office/OfficeRefundQueue.tsx').then(module => module.OfficeRefundQueue),
)
const OfficeRemind = withPage(() =>
  import('#web/money/payments/office/OfficeRemind.tsx').then(module => module.OfficeRemind),
)
const OfficeRuns = withPage(() => import('#web/money/payments/office/OfficeRuns.tsx').then(module => module.OfficeRuns))

const views = ['all', 'owing', 'overdue', 'credit'] as const
type View = (typeof views)[number]
const sorts = ['name', 'balance', 'due'] as const
type Answer = Output<'payments-households'>
type Row = Answer['rows'][number]

const sumOf = (totals: Answer['totals']): Record<View, number> => ({
  all: totals.receivedCents,
  owing: totals.owingCents,
  overdue: totals.overdueCents,
  credit: totals.creditCents,
})

/** The sums of all families, each a filter of the table below. */
const Totals = ({ view, onChoose }: { view: View; onChoose: (view: View) => void }) => {
  const t = useTranslations('adminPayment')
  const format = useFormat()
  // Asked apart from the table, so that the sums stay the same during a search.
  const totals = useReadLater('payments-households', {}).data?.totals
  return (
    <div role="group" aria-label={t('views')} className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {views.map(each => (
        <button
          key={each}
          type="button"
          aria-pressed={each === view}
          onClick={() => onChoose(each)}
          className={classes(
            'rounded-lg border bg-surface p-4 text-start transition-colors hover:bg-sunken',
            each === view ? 'border-primary shadow-[inset_0_0_0_1px_var(--primary)]' : 'border-line',
          )}
        >
          <span className="block text-sm text-ink-2">{t(`view.${each}`)}</span>
          <span
            className={classes(
              'display mt-1 block text-xl tabular-nums',
              each === 'overdue' && totals && totals.overdueCents > 0 && 'text-danger-ink',
              each === 'owing' && totals && totals.owingCents > 0 && 'text-marigold-ink',
            )}
          >
            {totals ? format.money(sumOf(totals)[each]) : <Skeleton className="h-7 w-24" />}
          </span>
          <span className="mt-1 block text-xs text-ink-2">{t(`viewHint.${each}`)}</span>
        </button>
      ))}
    </div>
  )
}

const useColumns = (): Column<Row>[] => {
  const t = useTranslations('adminPayment')
  const p = useTranslations('payments.list')
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
          {row.household}
          <span className="block text-xs font-normal text-ink-2">{row.guardians}</span>
        </span>
      ),
    },
    {
      key: 'balance',
      header: p('balance'),
      align: 'end',
      sort: 'balance',
      cell: row => <Balance cents={row.balanceCents} chargedCents={row.chargedCents} />,
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

/** The last row: the sums of everybody who matches, not only of those shown. */
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

/** What the address asks the list for. */
const useAsked = () => {
  const [url] = useUrlState()
  const view = views.find(each => each === url['view']) ?? 'all'
  const age = ages.find(each => each === url['age'])
  const [by = '', down] = (url['sort'] ?? '').split('-')
  const sort = sorts.find(each => each === by)
  const search = url['search'] ?? ''
  return {
    view,
    age,
    sort: sort && { by: sort, down: down !== undefined },
    asked: { view, ...(age && { age }), ...(sort && { sort, down: down !== undefined }), ...(search && { search }) },
  }
}

/** What families owe since when, and what the office does about it. */
export default function AdminPayment() {
  const may = useMay()
  const t = useTranslations('adminPayment')
  const p = useTranslations('payments.list')
  const r = useTranslations('leavings.refunds')
  const officeText = useTranslations('officeWords')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const { view, age, sort, asked } = useAsked()
  const pages = usePages('payments-households', asked)
  const kept = useViews('payments', ['search', 'view', 'age', 'sort', 'columns'])
  const choice = useColumnChoice(useColumns())
  const totals = useTotals(pages.first)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [reminding, setReminding] = useState<{ ids: readonly string[]; family?: string } | null>(null)
  const [news, setNews] = useState<{ of: string; text: string } | null>(null)
  const family = url['family']
  const nameOf = (id: string) => pages.rows?.find(({ householdId }) => householdId === id)?.household
  const clear = () => {
    search.type('')
    change({ search: undefined, view: undefined, age: undefined })
  }
  const chosen = [...selected]
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <ViewMenu views={kept} />
          <ColumnsButton choice={choice} />
          <ExportMenu file="balances" query={{ ...asked, ...choice.asked }} />
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
      }
    >
      <Totals view={view} onChoose={next => change({ view: next === 'all' ? undefined : next })} />
      <div data-noprint className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox search={search} label={t('search')} className="w-full sm:w-96" />
        <Select
          aria-label={p('age')}
          value={age ?? ''}
          onChange={event => change({ age: event.target.value })}
          className="w-full sm:w-48"
        >
          <option value="">{p('anyAge')}</option>
          {ages.map(each => (
            <option key={each} value={each}>
              {p(each)}
            </option>
          ))}
        </Select>
        <Total total={pages.total}>{n => t('count', { n })}</Total>
      </div>
      <PagedTable
        pages={kept.isReady ? pages : { ...pages, rows: undefined }}
        caption={t('title')}
        columns={choice.columns}
        rowKey={row => row.householdId}
        rowLabel={row => row.household}
        onOpen={row => change({ family: row.householdId })}
        openKey={family}
        selection={{ selected, onChange: setSelected }}
        sort={sort ?? { by: 'name', down: false }}
        onSort={({ by, down }: Sort) => change({ sort: `${by}${down ? '-down' : ''}` })}
        {...(totals && { totals })}
        empty={
          search.search || age ? (
            <Empty action={<Button onClick={clear}>{officeText('clearFilters')}</Button>}>
              {search.search ? officeText('nobodyMatches', { search: search.search }) : t('empty.overdue')}
            </Empty>
          ) : (
            <Empty>{t(`empty.${view}`)}</Empty>
          )
        }
      />
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <BulkAction onClick={() => setReminding({ ids: chosen })}>{p('remind')}</BulkAction>
        <BulkAction onClick={() => change({ do: 'charge', family: undefined })}>{p('chargeThese')}</BulkAction>
      </BulkBar>
      <Suspense>
        {family && url['do'] !== 'charge' && (
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
        {url['do'] === 'charge' && (
          <OfficeCharge
            key={family ?? 'many'}
            householdIds={family ? [family] : chosen}
            family={family && (nameOf(family) ?? t('account'))}
            onClose={() => change({ do: undefined })}
            onCharged={message => {
              // An open account would cover the toast.
              if (family) setNews({ of: family, text: message })
              else toast(message)
              setSelected(new Set())
              change({ do: undefined })
            }}
          />
        )}
        {url['do'] === 'refunds' && <OfficeRefundQueue onClose={() => change({ do: undefined, refunds: undefined })} />}
        {url['do'] === 'runs' && <OfficeRuns onClose={() => change({ do: undefined })} />}
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
