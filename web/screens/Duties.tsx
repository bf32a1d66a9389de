import { UserRoundCheck, UserRoundX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FamilyDuty } from '#contract/communication/duties.ts'
import { dutySorts, dutyViews } from '#contract/communication/duties.plain.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { usePages, useRead, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useChosen, useUrlSort } from '#web/lists/listParts.tsx'
import { useMay } from '#web/session/may.ts'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { useUndoBatch } from '#web/lists/useUndoBatch.ts'
import { ExportMenu } from '#web/access/views/ExportMenu.tsx'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const LetOff = withPage(() =>
  import('#web/communication/duties/office/OfficeLetOff.tsx').then(module => module.OfficeLetOff),
)
const FamilyPanel = withPage(() =>
  import('#web/communication/duties/office/OfficeFamilyDuty.tsx').then(module => module.OfficeFamilyDuty),
)

const useColumns = (): Column<FamilyDuty>[] => {
  const t = useTranslations('duties')
  const first = useFirstName()
  const format = useFormat()
  const number = (key: 'due' | 'worked' | 'planned' | 'missed', sort?: string): Column<FamilyDuty> => ({
    key,
    header: t(`list.${key}`),
    align: 'end',
    cell: row => (row[key] === 0 ? <span className="text-ink-3">–</span> : format.number(row[key])),
    ...(sort && { sort }),
  })
  return [
    { key: 'name', header: t('list.family'), sort: 'name', cell: first },
    number('due'),
    number('worked', 'worked'),
    number('planned', 'planned'),
    number('missed'),
    {
      key: 'owed',
      header: t('list.owed'),
      sort: 'owed',
      align: 'end',
      cell: row =>
        row.reason !== null ? (
          <Badge>{t('list.exempt')}</Badge>
        ) : (
          <span className={row.owed > 0 ? 'font-semibold text-marigold-ink' : 'text-ink-2'}>
            {format.number(row.owed)}
          </span>
        ),
    },
    {
      key: 'reason',
      header: t('list.exempt'),
      cell: row => row.reason && (row.note || t(`reason.${row.reason}`)),
      hideOnPhone: true,
    },
  ]
}

/** Each family's duty: required, worked and still owed. */
export default function Duties() {
  const t = useTranslations('duties.list')
  const of = useTranslations('duties')
  const failureText = useFailureText()
  const format = useFormat()
  const may = useMay()
  const undo = useUndoBatch()
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const years = useRead('duties-years', {})
  const year = years.find(({ from }) => from === url['year']) ?? years[0]
  const isNow = year === years[0]
  const view = dutyViews.find(each => each === url['owe'])
  const order = useUrlSort(dutySorts)
  const filter = {
    ...(view && { view }),
    ...(search.search && { search: search.search }),
    ...(year && !isNow && { year: year.from }),
  }
  const asked = { ...filter, ...order.asked }
  const pages = usePages('duties-list', asked)
  const columns = useColumns()
  const first = useFirstName()
  const chosen = useChosen(filter)
  const [isLettingOff, setLettingOff] = useState(false)
  const endExemption = useWrite('duties-endExemption')
  if (!year)
    return (
      <Empty
        action={
          may('config-changeDuties') === true && (
            <ButtonLink to="/adminconfig" search={{ subMenu: 'duties' }}>
              {t('toRule')}
            </ButtonLink>
          )
        }
      >
        {t('off')}
      </Empty>
    )
  const oweAgain = async () => {
    try {
      const { ended, batchId } = await endExemption.send({ ids: chosen.ids })
      chosen.clear()
      toast(t('wasEnded', { n: ended }), batchId === null ? undefined : () => void undo(batchId))
    } catch (error) {
      toast(failureText(error))
    }
  }
  const isFiltered = search.search !== '' || view !== undefined
  return (
    <>
      <p className="mb-4 max-w-[66ch] text-ink-2">{t('lead')}</p>
      <div data-filters className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox search={search} label={t('search')} className="w-full sm:w-80" />
        <Select
          aria-label={t('view')}
          className="w-40"
          value={view ?? ''}
          onChange={event => change({ owe: event.target.value })}
        >
          <option value="">{t('views.all')}</option>
          {dutyViews.map(each => (
            <option key={each} value={each}>
              {t(`views.${each}`)}
            </option>
          ))}
        </Select>
        {years.length > 1 && (
          <Field label={t('year')} hideLabel>
            <Select
              className="w-64"
              value={year.from}
              onChange={event => change({ year: event.target.value === years[0]?.from ? '' : event.target.value })}
            >
              {years.map(({ from, to }) => (
                <option key={from} value={from}>
                  {of('rule.year', { from: format.day(from), to: format.day(to) })}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
          {pages.total !== undefined && t('count', { n: pages.total })}
        </p>
        {pages.total !== undefined && pages.total > 0 && <ExportMenu file="duties" query={asked} printed={pages} />}
      </div>
      <PagedTable
        pages={pages}
        caption={of('tab')}
        columns={columns}
        rowKey={row => row.id}
        rowLabel={first}
        sort={order.sort}
        onSort={order.onSort}
        {...(isNow && may('duties-exempt') === true && { selection: chosen.selection })}
        onOpen={row => change({ family: row.id })}
        openKey={url['family']}
        empty={
          <Empty
            action={
              isFiltered && (
                <Button
                  onClick={() => {
                    search.type('')
                    change({ search: undefined, owe: undefined })
                  }}
                >
                  {t('clear')}
                </Button>
              )
            }
          >
            {t(isFiltered ? 'none' : 'nobody')}
          </Empty>
        }
      />
      <BulkBar count={chosen.ids.length} onClear={chosen.clear}>
        <BulkAction icon={UserRoundX} onClick={() => setLettingOff(true)}>
          {t('letOff')}
        </BulkAction>
        <BulkAction icon={UserRoundCheck} pending={endExemption.isPending} onClick={() => void oweAgain()}>
          {t('owesAgain')}
        </BulkAction>
      </BulkBar>
      <Suspense>
        {isLettingOff && (
          <LetOff
            ids={chosen.ids}
            onUndo={id => void undo(id)}
            onDone={chosen.clear}
            onClose={() => setLettingOff(false)}
          />
        )}
        {url['family'] && (
          <FamilyPanel
            key={url['family']}
            id={url['family']}
            {...(!isNow && { year: year.from })}
            onClose={() => change({ family: undefined })}
          />
        )}
      </Suspense>
    </>
  )
}
