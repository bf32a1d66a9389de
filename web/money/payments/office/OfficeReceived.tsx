import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { depositedMethods, paymentMethods } from '#contract/money/payments.plain.ts'
import { useFamilyName, useFirstName } from '#web/words/Name.tsx'
import { isOne, useMethodText } from '#web/money/payments/shared/chargeText.ts'
import { usePages } from '#web/wire/call.ts'
import { PagedTable, Total } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { menuItemClass } from '#web/ui/Menu.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Answer = Output<'payments-received'>
type Row = Answer['rows'][number]

const aDay = /^\d{4}-\d{2}-\d{2}$/
const anId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The input of the list, from the address. */
const useAsked = () => {
  const [url] = useUrlState()
  const { since = '', until = '', method, by = '', search } = url
  return {
    ...(search && { search }),
    ...(aDay.test(since) && { from: since }),
    ...(aDay.test(until) && { to: until }),
    ...(isOne(paymentMethods, method ?? null) && { method: method as (typeof paymentMethods)[number] }),
    ...(anId.test(by) && { recordedBy: by }),
  }
}
type Asked = ReturnType<typeof useAsked>

const Filters = ({ asked, first, total }: { asked: Asked; first: Answer | undefined; total: number | undefined }) => {
  const t = useTranslations('received')
  const methodText = useMethodText()
  const firstName = useFirstName()
  const [, change] = useUrlState()
  const search = useUrlSearch()
  const set = (patch: Record<string, string>) => change(patch, { replace: true })
  const isWrong = asked.from !== undefined && asked.to !== undefined && asked.from > asked.to
  return (
    <div data-filters className="mb-4 flex flex-wrap items-end gap-3">
      <SearchBox search={search} label={t('search')} className="w-full sm:w-80" />
      <div className="grid w-full grid-cols-2 gap-3 sm:flex sm:w-auto">
        <Field label={t('from')} {...(isWrong && { error: t('wrong') })}>
          <Input
            type="date"
            value={asked.from ?? ''}
            max={asked.to}
            onChange={event => set({ since: event.target.value })}
          />
        </Field>
        <Field label={t('to')}>
          <Input
            type="date"
            value={asked.to ?? ''}
            min={asked.from}
            onChange={event => set({ until: event.target.value })}
          />
        </Field>
        <Field label={t('method')}>
          <Select value={asked.method ?? ''} onChange={event => set({ method: event.target.value })}>
            <option value="">{t('anyMethod')}</option>
            {paymentMethods.map(each => (
              <option key={each} value={each}>
                {methodText(each)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('recordedBy')}>
          <Select value={asked.recordedBy ?? ''} onChange={event => set({ by: event.target.value })}>
            <option value="">{t('anybody')}</option>
            {first?.recorders.map(recorder => (
              <option key={recorder.id} value={recorder.id}>
                {firstName(recorder)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Total total={total}>{n => t('count', { n })}</Total>
    </div>
  )
}

/** The totals of the filtered payments: by method, overall, and what became of the money. */
const Totals = ({ totals }: { totals: Answer['totals'] }) => {
  const t = useTranslations('received')
  const format = useFormat()
  const methodText = useMethodText()
  const { amountCents, count, openCents, refundedCents, undone } = totals
  const covers = amountCents - openCents - refundedCents
  const tile = (label: string, n: number, cents: number) => (
    <div key={label} className="min-w-32 flex-1 px-4 py-3">
      <dt className="text-sm text-ink-2">
        {label} · {t('count', { n })}
      </dt>
      <dd className="display text-xl tabular-nums">{format.money(cents)}</dd>
    </div>
  )
  return (
    <section aria-label={t('totals')} className="mb-5 rounded-lg border border-line bg-surface">
      <dl className="flex flex-wrap divide-x divide-line">
        {tile(t('inAll'), count, amountCents)}
        {totals.methods.map(each => tile(methodText(each.method), each.count, each.amountCents))}
      </dl>
      {(count > 0 || undone.count > 0) && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-ink-2">
          {format.sentences([
            count > 0 &&
              (openCents > 0
                ? t('covers', { covers: format.money(covers), credit: format.money(openCents) })
                : refundedCents === 0 && t('coversAll')),
            refundedCents > 0 && t('refunded', { amount: format.money(refundedCents) }),
            undone.count > 0 && t('undone', { n: undone.count, amount: format.money(undone.amountCents) }),
          ])}
        </p>
      )}
    </section>
  )
}

const useColumns = (): Column<Row>[] => {
  const t = useTranslations('received')
  const familyName = useFamilyName()
  const firstName = useFirstName()
  const entryText = useTranslations('payments.entry')
  const format = useFormat()
  const methodText = useMethodText()
  return [
    { key: 'receivedOn', header: t('day'), cell: row => format.day(row.receivedOn) },
    { key: 'number', header: t('number'), cell: row => <span className="whitespace-nowrap">{row.number}</span> },
    {
      key: 'household',
      header: t('family'),
      cell: row => (
        <span className="block">
          {familyName(row)}
          {row.payer !== '' && row.payer !== row.household && (
            <span className="block text-xs text-ink-2">
              {firstName({ name: row.payer, nativeName: row.payerNativeName })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'method',
      header: t('method'),
      cell: row => (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          {[methodText(row.method), row.reference].filter(Boolean).join(' ')}
          {row.status !== 'succeeded' && (
            <Badge tone={row.status === 'bounced' ? 'bad' : 'neutral'}>{entryText(row.status)}</Badge>
          )}
        </span>
      ),
    },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: row => (
        <span className={row.status === 'succeeded' ? 'font-semibold' : 'text-ink-2 line-through decoration-1'}>
          {format.money(row.amountCents)}
        </span>
      ),
    },
    {
      key: 'open',
      header: t('open'),
      align: 'end',
      cell: row => (row.openCents === 0 ? '' : format.money(row.openCents)),
    },
    {
      key: 'recordedBy',
      header: t('recordedBy'),
      hideOnTablet: true,
      cell: row =>
        firstName({ name: row.recordedBy, nativeName: row.recordedByNativeName }) ||
        (row.method === 'card' ? t('byProvider') : ''),
    },
  ]
}

type OfficeReceivedProps = {
  /** The family whose account is open. */
  openKey: string | undefined
  /** Renders the export menu for the current filter and its pages, with `more` as an additional item. */
  exportMenu: (query: Asked, pages: ReturnType<typeof usePages<'payments-received'>>, more: ReactNode) => ReactNode
}

/** The payments received, by day: filtered, with totals, and as documents for the bank and the bookkeeper. */
export const OfficeReceived = ({ openKey, exportMenu }: OfficeReceivedProps) => {
  const t = useTranslations('received')
  const officeText = useTranslations('officeWords')
  const familyName = useFamilyName()
  const format = useFormat()
  const language = useLocale()
  const [, change] = useUrlState()
  const asked = useAsked()
  const pages = usePages('payments-received', asked)
  const columns = useColumns()
  const { first } = pages
  const isFiltered = Object.keys(asked).length > 0
  const { from, to } = asked
  const query = (of: Record<string, string | undefined>) =>
    new URLSearchParams([
      ['lang', language],
      ...Object.entries(of).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ])
  const hasSlip = asked.method === undefined || isOne(depositedMethods, asked.method)
  return (
    <>
      <Filters asked={asked} first={first} total={pages.total} />
      {first && first.total > 0 && <Totals totals={first.totals} />}
      <div data-noprint className="mb-4 flex flex-wrap gap-3">
        {hasSlip && (
          <a
            href={`/files/deposit-slip.pdf?${query(asked)}`}
            target="_blank"
            rel="noopener"
            className={buttonClass('secondary')}
          >
            <FileText size={18} aria-hidden />
            {t('slip')}
            <span className="sr-only"> {t('slipHint')}</span>
          </a>
        )}
        {exportMenu(
          asked,
          pages,
          <a href={`/files/journal.csv?${query({ from, to })}`} download="journal.csv" className={menuItemClass}>
            <FileText size={18} aria-hidden />
            {t('journal')}
          </a>,
        )}
      </div>
      <PagedTable
        pages={pages}
        caption={t('title')}
        columns={first?.totals.openCents === 0 ? columns.filter(({ key }) => key !== 'open') : columns}
        rowKey={row => row.id}
        rowLabel={row => `${row.number}, ${familyName(row)}`}
        onOpen={row => change({ family: row.householdId })}
        openKey={openKey}
        {...(first &&
          first.totals.count > 1 && {
            totals: {
              receivedOn: t('sum', { n: first.totals.count }),
              amount: format.money(first.totals.amountCents),
              open: format.money(first.totals.openCents),
            },
          })}
        empty={
          isFiltered ? (
            <Empty
              action={
                <Button
                  onClick={() =>
                    change({ search: undefined, since: undefined, until: undefined, method: undefined, by: undefined })
                  }
                >
                  {officeText('clearFilters')}
                </Button>
              }
            >
              {t('noneMatch')}
            </Empty>
          ) : (
            <Empty>{t('none')}</Empty>
          )
        }
      />
    </>
  )
}
