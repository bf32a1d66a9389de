import { FileDown } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useActionText } from '#web/access/audit/shared/actionText.ts'
import { usePages, useReadLater } from '#web/wire/call.ts'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { PeopleLink } from '#web/lists/PeopleLink.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFirstName, useNameText } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/**
 * The log of changes, or of who read notes on health and custody, newest first; the kind, person, action and days are
 * in the address.
 */
export const OfficeAudit = () => {
  const t = useTranslations('adminConfig.audit')
  const filters = useTranslations('schoolRules.audit')
  const reads = useTranslations('readings')
  const language = useLocale()
  const format = useFormat()
  const search = useUrlSearch()
  const [url, change] = useUrlState()
  const { action, from, to } = url
  const kind = url['show'] === 'readings' ? ({ readings: true } as const) : {}
  const isOfReadings = 'readings' in kind
  const actions = useReadLater('audit-actions', kind).data ?? []
  const filtered = {
    ...(search.search && { search: search.search }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
  }
  const asked = { ...kind, ...filtered }
  const pages = usePages('audit-list', asked)
  const wordsOf = useActionText()
  const actionText = (action: string) =>
    isOfReadings && reads.has(`of.${action}` as 'of.students-get')
      ? reads(`of.${action}` as 'of.students-get')
      : wordsOf(action)
  const nameText = useNameText()
  const firstName = useFirstName()
  const isFiltered = Object.keys(filtered).length > 0
  const clear = () => {
    search.type('')
    change({ search: undefined, action: undefined, from: undefined, to: undefined })
  }
  const day = (key: 'from' | 'to') => (
    <Field label={filters(key)}>
      <Input
        type="date"
        className="w-44"
        value={url[key] ?? ''}
        onChange={event => change({ [key]: event.target.value || undefined }, { replace: true })}
      />
    </Field>
  )
  return (
    <div>
      <p className="mb-4 max-w-[60ch] text-ink-2">{isOfReadings ? reads('lead') : t('lead')}</p>
      <div data-filters className="mb-4 flex flex-wrap items-end gap-3">
        <Field label={reads('show')}>
          <Select
            className="w-full sm:w-64"
            value={isOfReadings ? 'readings' : ''}
            onChange={event => change({ show: event.target.value || undefined, action: undefined })}
          >
            <option value="">{reads('changes')}</option>
            <option value="readings">{reads('title')}</option>
          </Select>
        </Field>
        <SearchBox
          search={search}
          label={isOfReadings ? reads('whoOrWhose') : filters('who')}
          className="w-full sm:w-72"
        />
        <Field label={filters('action')}>
          <Select
            className="w-full sm:w-64"
            value={action ?? ''}
            onChange={event => change({ action: event.target.value || undefined })}
          >
            <option value="">{filters('anyAction')}</option>
            {actions.map(each => (
              <option key={each.action} value={each.action}>
                {`${actionText(each.action)}${format.aside(format.number(each.n))}`}
              </option>
            ))}
          </Select>
        </Field>
        {day('from')}
        {day('to')}
        {isFiltered && <Button onClick={clear}>{filters('clear')}</Button>}
        <PeopleLink
          href={`/files/audit.csv?${new URLSearchParams({ ...filtered, ...(isOfReadings && { readings: 'true' }), lang: language })}`}
          download="audit.csv"
          className={buttonClass()}
        >
          <FileDown size={18} aria-hidden />
          {filters('export')}
        </PeopleLink>
        <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
          {pages.total !== undefined && (isOfReadings ? reads : t)('count', { n: pages.total })}
        </p>
      </div>
      <PagedTable
        pages={pages}
        caption={isOfReadings ? reads('title') : t('caption')}
        rowKey={row => row.id}
        rowLabel={row => row.action}
        columns={[
          { key: 'what', header: t('what'), cell: row => actionText(row.action) },
          {
            key: 'who',
            header: t('who'),
            cell: row => (
              <>
                {firstName(row) || (row.actor === 'guest' ? t('nobody') : row.actor)}
                {row.name && <span className="block text-xs text-ink-2">{row.actor}</span>}
              </>
            ),
          },
          ...(isOfReadings
            ? [
                {
                  key: 'whose',
                  header: reads('whose'),
                  cell: (row: Output<'audit-list'>['rows'][number]) => format.list(row.students.map(nameText)),
                },
              ]
            : []),
          {
            key: 'at',
            header: t('at'),
            align: 'end',
            cell: row => <span className="whitespace-nowrap">{format.instant(row.at)}</span>,
          },
        ]}
        empty={
          isFiltered ? (
            <Empty action={<Button onClick={clear}>{filters('clear')}</Button>}>{filters('nothing')}</Empty>
          ) : (
            <Empty>{isOfReadings ? reads('none') : t('empty')}</Empty>
          )
        }
      />
    </div>
  )
}
