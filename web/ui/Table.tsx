import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { Checkbox } from './Choice.tsx'
import { classes } from './classes.ts'
import { Skeleton } from './States.tsx'
import { TableBody } from './TableBody.tsx'
import { TableCards } from './TableCards.tsx'
import type { Column, TableProps } from './tableProps.ts'
import { roomFor, stickyStart, useChoosing, useWayBack } from './tableParts.ts'
import { useNarrow } from './useNarrow.ts'
import { useUiText } from './text.tsx'

const SortHead = <Row,>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<TableProps<Row>, 'sort' | 'onSort'>) => {
  const text = useUiText()
  const by = column.sort
  if (by === undefined || !onSort) return column.header
  const active = sort?.by === by
  const down = active && sort.down
  const Arrow = down ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => onSort({ by, down: active && !down })}
      className={classes(
        'group inline-flex min-h-9 items-center gap-1 rounded-sm font-semibold hover:text-ink',
        column.align === 'end' && 'flex-row-reverse',
        active && 'text-ink',
      )}
    >
      {column.header}
      <Arrow size={14} aria-hidden className={active ? '' : 'opacity-0 group-hover:opacity-50'} />
      {active && <span className="sr-only">{down ? text.sortDown : text.sortUp}</span>}
    </button>
  )
}

/**
 * Shows rows and columns given as data. It neither fetches nor sorts, but reports what was requested. On phones each
 * row is a card unless `phone` is 'scroll'.
 */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { caption, columns, rows, rowKey, onOpen, selection, sort, onSort, empty, totals, total } = props
  const { phone = 'cards', skeletonRows = 14 } = props
  const text = useUiText()
  const choosing = useChoosing(props)
  const { toggle } = choosing
  const table = useRef<HTMLTableElement>(null)
  useWayBack(table, selection?.selected.size ?? 0)
  const head = useRef<HTMLTableRowElement>(null)
  const keysHint = useId()
  const isNarrow = useNarrow()
  if (rows?.length === 0 && empty) return empty
  const keys = (rows ?? []).map(rowKey)
  const chosen = selection ? keys.filter(key => selection.selected.has(key)).length : 0
  const end = (column: Column<Row>) => column.align === 'end' && 'text-end tabular-nums'
  return (
    <>
      {phone === 'cards' && isNarrow && <TableCards {...props} toggle={toggle} />}
      {onOpen && selection && rows && (
        <p id={keysHint} hidden>
          {text.rowKeys}
        </p>
      )}
      {/* If there is room, the header sticks to the top of the window; otherwise the table scrolls on its own. */}
      <div className={classes('@container', phone === 'cards' && 'max-sm:hidden print:block!')}>
        <div
          role="region"
          aria-label={phone === 'scroll' ? text.scrollTable : caption}
          tabIndex={0}
          className="relative overflow-x-auto rounded-lg border border-line bg-surface @min-[56rem]:overflow-clip print:overflow-visible print:border-0"
        >
          <table
            ref={table}
            aria-busy={rows === undefined}
            // Rows that are not loaded, or not rendered because they are far away, are counted for screen readers.
            aria-rowcount={rows && total !== undefined ? total + 1 : undefined}
            className="w-full border-separate border-spacing-0 text-sm"
          >
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr ref={head} aria-rowindex={1}>
                {selection && (
                  <th
                    scope="col"
                    data-noprint
                    className="sticky start-0 top-0 z-20 w-12 rounded-ss-lg border-b border-line bg-surface ps-2"
                  >
                    <Checkbox
                      label={text.selectAll}
                      hideLabel
                      checked={chosen > 0 && chosen === keys.length}
                      indeterminate={chosen > 0 && chosen < keys.length}
                      onChange={() => selection.onChange(new Set(chosen === keys.length ? [] : keys))}
                    />
                  </th>
                )}
                {columns.map((column, index) => (
                  <th
                    key={column.key}
                    scope="col"
                    aria-sort={sort && column.sort === sort.by ? (sort.down ? 'descending' : 'ascending') : undefined}
                    style={column.width === undefined ? undefined : { width: column.width }}
                    className={classes(
                      'sticky top-0 z-10 h-10 border-b border-line bg-surface px-3 text-xs font-semibold whitespace-nowrap text-ink-2',
                      'first:rounded-ss-lg first:ps-4 last:rounded-se-lg last:pe-4',
                      index === 0 && classes('z-20', stickyStart(selection !== undefined)),
                      column.align === 'end' ? 'text-end' : 'text-start',
                      roomFor(column),
                    )}
                  >
                    <SortHead column={column} sort={sort} {...(onSort && { onSort })} />
                  </th>
                ))}
              </tr>
            </thead>
            {rows === undefined && (
              <tbody>
                {Array.from({ length: skeletonRows }, (_, index) => (
                  <tr key={index} className="late">
                    {selection && <td className="h-row border-b border-line" />}
                    {columns.map(column => (
                      <td
                        key={column.key}
                        className={classes('h-row border-b border-line px-3 first:ps-4', roomFor(column))}
                      >
                        <Skeleton className="h-3.5 w-3/5" />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            )}
            {rows && <TableBody {...props} head={head} choosing={choosing} keysHint={keysHint} />}
            {totals && rows && (
              <tfoot>
                <tr>
                  {selection && <td data-noprint className="border-t-2 border-line" />}
                  {columns.map(column => (
                    <td
                      key={column.key}
                      className={classes(
                        'h-row border-t-2 border-line px-3 font-semibold first:ps-4 last:pe-4',
                        end(column),
                        roomFor(column),
                      )}
                    >
                      {totals[column.key]}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      </div>
    </>
  )
}
