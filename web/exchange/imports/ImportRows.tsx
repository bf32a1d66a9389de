import { FileDown } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { Import, ImportRow } from '#contract/exchange/imports.ts'
import { rowOutcomes } from '#contract/exchange/imports.plain.ts'
import { usePages } from '#web/wire/call.ts'
import { Name } from '#web/words/Name.tsx'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge, Status } from '#web/ui/Marks.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { ImportRowPanel } from './ImportRowPanel.tsx'
import { outcomeTones, useNoteText, useRowText } from './importText.ts'

const mostNotes = 2

/** The number of rows of each outcome; pressing one shows those rows. */
const Outcomes = ({ counts }: Pick<Import, 'counts'>) => {
  const t = useTranslations('imports')
  const format = useFormat()
  const [url, change] = useUrlState()
  const all = rowOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const shown = rowOutcomes.filter(outcome => counts[outcome] > 0)
  const tile = (outcome: (typeof rowOutcomes)[number] | null, count: number) => {
    const isChosen = (url['outcome'] ?? '') === (outcome ?? '')
    return (
      <button
        key={outcome ?? 'all'}
        type="button"
        aria-pressed={isChosen}
        onClick={() => change({ outcome: outcome ?? undefined, row: undefined })}
        className={classes(
          'min-h-11 rounded-lg border px-4 py-2.5 text-start',
          isChosen ? 'border-primary bg-primary-soft' : 'border-line bg-surface hover:bg-sunken',
        )}
      >
        <span className="display block text-lg tabular-nums">{format.number(count)}</span>
        <span className="text-sm text-ink-2">
          {outcome === null ? t('all') : <Status tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</Status>}
        </span>
      </button>
    )
  }
  return (
    <div role="group" aria-label={t('outcomeLabel')} className="mb-5 flex flex-wrap gap-3">
      {tile(null, all)}
      {shown.map(outcome => tile(outcome, counts[outcome]))}
    </div>
  )
}

const useColumns = (): Column<ImportRow>[] => {
  const t = useTranslations('imports')
  const format = useFormat()
  const noteText = useNoteText()
  const rowText = useRowText()
  return [
    { key: 'n', header: t('row'), cell: row => <span className="tabular-nums">{row.n}</span> },
    {
      key: 'outcome',
      header: t('what'),
      cell: row => <Status tone={outcomeTones[row.outcome]}>{rowText(row)}</Status>,
    },
    {
      key: 'children',
      header: t('children'),
      width: '26%',
      cell: row =>
        row.outcome === 'ignored' ? (
          <span className="line-clamp-1 text-ink-2">{[...new Set(row.cells.filter(Boolean))].join(' · ')}</span>
        ) : (
          <ul>
            {row.children.map((child, index) => (
              <li key={index}>
                <span className="text-ink">
                  <Name {...child} />
                </span>{' '}
                <span className="text-xs whitespace-nowrap text-ink-2 tabular-nums">
                  {[child.birthOn && format.day(child.birthOn), child.grade && t('gradeShort', { grade: child.grade })]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        ),
    },
    {
      key: 'guardians',
      header: t('guardians'),
      width: '32%',
      cell: row => (
        <ul>
          {row.guardians.map((guardian, index) => (
            <li key={index}>
              <Name {...guardian} />{' '}
              {guardian.isNew && row.outcome === 'joined' && <Badge tone="good">{t('isNew')}</Badge>}
              {[guardian.email, guardian.phone]
                .filter(text => text !== '' && text !== guardian.name)
                .map(text => (
                  <span key={text} className="block text-xs text-ink-2 wrap-anywhere">
                    {text}
                  </span>
                ))}
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'notes',
      header: t('notes'),
      width: '26%',
      cell: row => {
        const notes = [...row.problems, ...row.warnings]
        return (
          <ul className="text-xs">
            {notes.slice(0, mostNotes).map((note, index) => (
              <li
                key={index}
                className={classes('break-words', index < row.problems.length && 'font-medium text-danger-ink')}
              >
                {noteText(note)}
              </li>
            ))}
            {notes.length > mostNotes && <li className="text-ink-2">{t('more', { n: notes.length - mostNotes })}</li>}
          </ul>
        )
      },
    },
  ]
}

/** The report of an import, row by row, with an open row beside it. */
export const ImportRows = ({ run, mayDecide }: { run: Import; mayDecide: boolean }) => {
  const t = useTranslations('imports')
  const language = useLocale()
  const [url, change] = useUrlState()
  const outcome = rowOutcomes.find(each => each === url['outcome'])
  const pages = usePages('imports-rows', { id: run.id, ...(outcome && { outcome }) })
  const open = pages.rows?.find(({ n }) => String(n) === url['row'])
  const out = run.counts.rejected + run.counts.doubtful
  return (
    <>
      <Outcomes counts={run.counts} />
      {out > 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
          {t('stay', { n: out })}
          <a
            href={`/files/import-rejected.csv?${new URLSearchParams({ id: run.id, lang: language })}`}
            download
            className={buttonClass('secondary', 'small')}
          >
            <FileDown size={16} aria-hidden />
            {t('rejectedFile')}
          </a>
        </p>
      )}
      <PagedTable
        pages={pages}
        caption={t('rowsCaption')}
        columns={useColumns()}
        rowKey={row => String(row.n)}
        rowLabel={row => t('rowN', { n: String(row.n) })}
        onOpen={row => change({ row: String(row.n) })}
        openKey={url['row']}
        empty={<Empty>{t('noRows')}</Empty>}
      />
      {open && (
        <ImportRowPanel
          key={open.n}
          run={run}
          row={open}
          mayDecide={mayDecide}
          onClose={() => change({ row: undefined })}
        />
      )}
    </>
  )
}
