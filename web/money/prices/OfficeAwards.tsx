import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Award } from '#contract/money/prices.ts'
import { awardViews } from '#contract/money/prices.plain.ts'
import { usePages } from '#web/wire/call.ts'
import { useMay } from '#web/session/may.ts'
import { Name, useFamilyName, useFirstName } from '#web/words/Name.tsx'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { AwardForm } from './AwardForm.tsx'
import { useAwardedText, useEnding } from './ending.ts'
import { useWorthText } from './worth.ts'

const useColumns = (): Column<Award>[] => {
  const t = useTranslations('officePrices.awards')
  const format = useFormat()
  const firstName = useFirstName()
  const familyName = useFamilyName()
  const worth = useWorthText('awards')
  const mayEnd = useMay()('prices-endAward') === true
  const ending = useEnding()
  return [
    {
      key: 'who',
      header: t('who'),
      cell: row => (
        <>
          <span className="font-semibold sm:whitespace-nowrap">
            {row.studentId === null ? familyName(row) : <Name name={row.student} nativeName={row.studentNativeName} />}
          </span>
          <span className="block text-xs text-ink-2">{row.studentId === null ? t('family') : familyName(row)}</span>
        </>
      ),
    },
    {
      key: 'worth',
      header: t('worth'),
      cell: row => (
        <>
          {worth(row)}
          <span className="block text-xs text-ink-2">{t(`cover.${row.covers}`)}</span>
        </>
      ),
    },
    {
      key: 'term',
      header: t('termId'),
      cell: row => (row.termId === null ? t('always') : firstName({ name: row.term, nativeName: row.termNativeName })),
    },
    {
      key: 'reason',
      header: t('reason'),
      cell: row => (
        <>
          {row.reason}
          <span className="block text-xs text-ink-2">
            {t('by', {
              name: firstName({ name: row.by, nativeName: row.byNativeName }),
              day: format.instant(row.at, 'day'),
            })}
          </span>
        </>
      ),
    },
    {
      key: 'taken',
      header: t('taken'),
      align: 'end',
      cell: row => <span className="tabular-nums">{format.money(row.takenCents)}</span>,
    },
    {
      key: 'end',
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'end',
      cell: row => (
        <span className="flex flex-wrap items-center justify-end gap-2">
          {row.endedAt !== null && <Badge>{t('endedOn', { day: format.instant(row.endedAt, 'day') })}</Badge>}
          {mayEnd && (
            <Button
              size="small"
              variant="quiet"
              disabled={ending.isPending}
              onClick={() => ending.set(row, row.endedAt === null)}
            >
              {t(row.endedAt === null ? 'end' : 'goOn')}
            </Button>
          )}
        </span>
      ),
    },
  ]
}

/** All scholarships with their reasons, which only the office sees. */
export const OfficeAwards = () => {
  const t = useTranslations('officePrices.awards')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const mayGive = useMay()('prices-award') === true
  const view = awardViews.find(each => each === url['view']) ?? 'running'
  const pages = usePages('prices-awards', { view, ...(search.search && { search: search.search }) })
  const nameOf = useAwardedText()
  const columns = useColumns()
  const close = () => change({ action: undefined })
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => change({ action: 'add' })}>
      {t('add')}
    </Button>
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">{t('lead')}</p>
        {mayGive && add}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox search={search} label={t('search')} className="w-full sm:w-80" />
        <Segmented
          label={t('views')}
          value={view}
          onChange={next => change({ view: next === 'running' ? undefined : next })}
          options={awardViews.map(value => ({ value, label: t(`view.${value}`) }))}
        />
        <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
          {pages.total !== undefined && t('count', { n: pages.total })}
        </p>
      </div>
      <PagedTable
        pages={pages}
        caption={t('caption')}
        columns={columns}
        rowKey={row => row.id}
        rowLabel={nameOf}
        empty={
          <Empty>
            {search.search ? t('noMatch', { search: search.search }) : t(view === 'all' ? 'emptyAll' : 'empty')}
          </Empty>
        }
      />
      {mayGive && url['action'] === 'add' && (
        <AwardForm
          onGiven={award => {
            toast(t('given', { name: nameOf(award) }))
            close()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
