import { ChevronRight } from 'lucide-react'
import { Checkbox } from './Choice.tsx'
import { classes } from './classes.ts'
import { Skeleton } from './States.tsx'
import type { TableProps } from './tableProps.ts'
import { useUiText } from './text.tsx'

/** A table on a phone: one card per row, with the first column as its title and the others as label and value. */
export const TableCards = <Row,>(props: TableProps<Row> & { toggle: (key: string, shift: boolean) => void }) => {
  const { caption, columns, rows, rowKey, rowLabel, onOpen, selection, totals, toggle } = props
  const text = useUiText()
  const [first, ...others] = columns
  if (!first) return null
  if (rows === undefined)
    return (
      <div key="shape" className="late grid gap-3 sm:hidden print:hidden" aria-hidden>
        {[0, 1, 2, 3].map(index => (
          <Skeleton key={index} className="h-28 rounded-xl" />
        ))}
      </div>
    )
  return (
    <div key="cards" className="sm:hidden print:hidden">
      <ul aria-label={caption} className="grid gap-3">
        {rows.map(row => {
          const key = rowKey(row)
          const chosen = selection?.selected.has(key) === true
          return (
            <li
              key={key}
              className={classes(
                'relative rounded-xl border bg-surface p-4 [contain-intrinsic-size:auto_10rem] [content-visibility:auto]',
                chosen ? 'border-primary bg-primary-soft' : 'border-line',
              )}
            >
              <div className="flex items-center gap-2">
                {selection && (
                  <Checkbox
                    label={`${text.selectRow} ${rowLabel(row)}`}
                    hideLabel
                    checked={chosen}
                    onChange={() => toggle(key, false)}
                    className="z-1 -ms-2"
                  />
                )}
                <div className="min-w-0 flex-1 font-semibold">
                  {onOpen ? (
                    <button
                      type="button"
                      onClick={() => onOpen(row)}
                      className="flex w-full items-center gap-2 text-start after:absolute after:inset-0 after:rounded-xl"
                    >
                      <span className="min-w-0 flex-1">{first.cell(row)}</span>
                      <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
                    </button>
                  ) : (
                    first.cell(row)
                  )}
                </div>
              </div>
              <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm">
                {others
                  .filter(column => column.hideOnPhone !== true)
                  .map(column => ({ column, content: column.cell(row) }))
                  // Omit labels that have no value.
                  .filter(
                    ({ content }) => content !== '' && content !== null && content !== undefined && content !== false,
                  )
                  .map(({ column, content }) => (
                    <div key={column.key} className="flex flex-wrap items-baseline justify-between gap-x-4">
                      <dt className="text-ink-2">{column.header}</dt>
                      <dd className="min-w-0 text-end tabular-nums wrap-anywhere">{content}</dd>
                    </div>
                  ))}
              </dl>
            </li>
          )
        })}
      </ul>
      {totals && (
        <dl className="mt-3 grid gap-1 rounded-xl border-2 border-line px-4 py-3 text-sm font-semibold">
          {columns
            .filter(column => totals[column.key] !== undefined)
            .map((column, index) => (
              <div key={column.key} className="flex justify-between gap-4">
                <dt>{index === 0 ? '' : column.header}</dt>
                <dd className="tabular-nums">{totals[column.key]}</dd>
              </div>
            ))}
        </dl>
      )}
    </div>
  )
}
