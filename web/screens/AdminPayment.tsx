import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { usePages, useReadLater } from '#web/call.ts'
import { PagedTable } from '#web/PagedTable.tsx'
import { useSchool } from '#web/school.ts'
import { SearchBox } from '#web/SearchBox.tsx'
import { OfficeFamilyAccount } from '#web/slices/payments/OfficeFamilyAccount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty, Skeleton } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { useUrlSearch, useUrlState } from '#web/urlState.ts'
import { useFormat } from '#web/useFormat.ts'

const views = ['all', 'owing', 'overdue', 'credit'] as const
type View = (typeof views)[number]
type Answer = Output<'payments-households'>
type Row = Answer['rows'][number]

const sumOf = (totals: Answer['totals']): Record<View, number> => ({
  all: totals.paidCents,
  owing: totals.owingCents,
  overdue: totals.overdueCents,
  credit: totals.creditCents,
})

/** The sums of all families, each a filter of the table below. */
const Totals = ({ view, onChoose }: { view: View; onChoose: (view: View) => void }) => {
  const t = useTranslations('adminPayment')
  const format = useFormat()
  // Asked apart from the table, so that the sums stand still while one searches.
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
            {totals ? format.money(sumOf(totals)[each]) : <Skeleton className="my-1 h-5 w-24" />}
          </span>
          <span className="mt-1 block text-xs text-ink-2">{t(`viewHint.${each}`)}</span>
        </button>
      ))}
    </div>
  )
}

const useColumns = (): Column<Row>[] => {
  const t = useTranslations('adminPayment')
  const words = useTranslations('officeWords')
  const format = useFormat()
  const today = useSchool()?.today ?? ''
  return [
    { key: 'household', header: t('family'), cell: row => row.household },
    { key: 'guardians', header: t('guardians'), cell: row => row.guardians },
    { key: 'charged', header: t('charged'), align: 'end', cell: row => format.money(row.chargedCents) },
    { key: 'paid', header: t('paid'), align: 'end', cell: row => format.money(row.paidCents) },
    {
      key: 'due',
      header: t('due'),
      cell: row =>
        row.dueOn && row.balanceCents > 0 ? (
          <span className="inline-flex flex-wrap items-center gap-2">
            <span className="tabular-nums">{format.day(row.dueOn)}</span>
            {row.dueOn < today && <Badge tone="bad">{t('overdue')}</Badge>}
          </span>
        ) : (
          ''
        ),
    },
    {
      key: 'balance',
      header: t('balance'),
      align: 'end',
      cell: row => (
        <span className={classes('whitespace-nowrap', row.balanceCents > 0 && 'font-semibold text-marigold-ink')}>
          {row.balanceCents > 0
            ? format.money(row.balanceCents)
            : row.balanceCents < 0
              ? words('credit', { amount: format.money(-row.balanceCents) })
              : row.chargedCents > 0
                ? words('paid')
                : words('nothingDue')}
        </span>
      ),
    },
  ]
}

/** What families owe and have paid; the panel of a family records payments. */
export default function AdminPayment() {
  const t = useTranslations('adminPayment')
  const words = useTranslations('officeWords')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const view = views.find(each => each === url['view']) ?? 'all'
  const pages = usePages('payments-households', { view, ...(search.search && { search: search.search }) })
  const columns = useColumns()
  const clear = () => {
    search.type('')
    change({ search: undefined, view: undefined })
  }
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Totals view={view} onChoose={next => change({ view: next === 'all' ? undefined : next })} />
      <div data-noprint className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox of={search} label={t('search')} className="w-full sm:w-96" />
        <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
          {pages.total !== undefined && t('count', { n: pages.total })}
        </p>
      </div>
      <PagedTable
        of={pages}
        caption={t('title')}
        columns={columns}
        rowKey={row => row.householdId}
        rowLabel={row => row.household}
        onOpen={row => change({ family: row.householdId })}
        openKey={url['family']}
        empty={
          search.search ? (
            <Empty action={<Button onClick={clear}>{words('clearFilters')}</Button>}>
              {words('nobodyMatches', { search: search.search })}
            </Empty>
          ) : (
            <Empty>{t(`empty.${view}`)}</Empty>
          )
        }
      />
      {url['family'] && (
        <OfficeFamilyAccount
          key={url['family']}
          householdId={url['family']}
          onClose={() => change({ family: undefined })}
        />
      )}
    </Page>
  )
}
