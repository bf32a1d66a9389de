import { useTranslations } from 'use-intl'
import type { Import, ImportRow } from '#contract/exchange/imports.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { CustodyQuestion } from './CustodyQuestion.tsx'
import { DoubtQuestion, NumberQuestion } from './PersonQuestion.tsx'
import { outcomeTones, useNoteText, useRowText, useTargetText } from './importText.ts'

type Props = { run: Import; row: ImportRow; mayDecide: boolean; onClose: () => void }

/** One row of a sheet: its outcome and why, what must be decided, and its cells. */
export const ImportRowPanel = ({ run, row, mayDecide, onClose }: Props) => {
  const t = useTranslations('imports')
  const failureText = useFailureText()
  const noteText = useNoteText()
  const rowText = useRowText()
  const targetText = useTargetText()
  const decide = useWrite('imports-decide')
  const wrong = new Set(row.problems.map(({ column }) => column))
  const cells = run.columns.flatMap(({ header, target }, index) => {
    const text = row.cells[index] ?? ''
    return header === '' && text === ''
      ? []
      : [{ index, name: header || t('noHeading', { n: String(index + 1) }), target, text }]
  })
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t('rowN', { n: String(row.n) })}
      {...(mayDecide &&
        row.outcome !== 'ignored' && {
          actions: (
            <Button
              pending={decide.isPending}
              onClick={() => decide.start({ id: run.id, n: row.n, isSkipped: !row.isSkipped })}
            >
              {t(row.isSkipped ? 'unskip' : 'skip')}
            </Button>
          ),
        })}
    >
      <div className="grid gap-5">
        <p>
          <Status tone={outcomeTones[row.outcome]}>{rowText(row)}</Status>
        </p>
        {decide.error !== null && (
          <Notice alert tone="danger">
            {failureText(decide.error)}
          </Notice>
        )}
        {[...new Set([...row.custodyAnswers, ...row.custody].map(({ child }) => child))].map(child => (
          <CustodyQuestion key={`${row.n} ${child}`} id={run.id} row={row} child={child} mayDecide={mayDecide} />
        ))}
        <NumberQuestion id={run.id} row={row} mayDecide={mayDecide} />
        <DoubtQuestion id={run.id} row={row} mayDecide={mayDecide} />
        {row.problems.length > 0 && (
          <Notice tone="danger">
            <ul className="grid gap-1">
              {row.problems.map((note, index) => (
                <li key={index}>{noteText(note)}</li>
              ))}
            </ul>
          </Notice>
        )}
        {row.warnings.length > 0 && (
          <ul className="grid list-disc gap-1 ps-5 text-sm text-ink-2">
            {row.warnings.map((note, index) => (
              <li key={index}>{noteText(note)}</li>
            ))}
          </ul>
        )}
        {cells.length > 0 && row.cells.length > 0 && (
          <section aria-label={t('sheetSays')}>
            <h3 className="mb-2 text-base">{t('sheetSays')}</h3>
            <dl className="grid text-sm">
              {cells.map(({ index, name, target, text }) => (
                <div
                  key={index}
                  className={classes(
                    'grid gap-x-4 border-b border-line py-2 last:border-0 sm:grid-cols-[12rem_minmax(0,1fr)]',
                    wrong.has(index) && 'bg-danger-soft px-2 text-danger-ink',
                  )}
                >
                  <dt>
                    <span className="font-medium break-words">{name}</span>
                    <span className={classes('block text-xs', !wrong.has(index) && 'text-ink-2')}>
                      {targetText(target)}
                    </span>
                  </dt>
                  <dd className="break-words whitespace-pre-line">
                    {text === '' ? <span className={wrong.has(index) ? '' : 'text-ink-2'}>{t('empty')}</span> : text}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
    </SidePanel>
  )
}
