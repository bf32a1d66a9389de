import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Checkbox } from './Choice.tsx'
import { classes } from './classes.ts'
import type { TableProps } from './tableProps.ts'
import { bulkMark, type Choosing, roomFor, stickyStart } from './tableParts.ts'
import { useUiText } from './text.tsx'

type RowsProps<Row> = Omit<TableProps<Row>, 'caption' | 'rows' | 'selection'> & {
  rows: readonly Row[]
  /** The index of the first of these rows among all rows. */
  from: number
  /** True if the last of these rows is the table's last. */
  isEnd: boolean
  hasBoxes: boolean
  selected: ReadonlySet<string> | undefined
  choosing: Choosing
  keysHint: string
}

/**
 * The keys of the rows. Arrow keys, Home and End move between records; Space selects one, Shift+Space all from the last
 * selected one to this; Shift with an arrow extends the selection. Escape clears it, and Shift+Enter moves to the bulk
 * actions.
 */
const useRowKeys = (hasBoxes: boolean, { toggle, add, clear }: Choosing, hasChoice: boolean) => {
  const keyDown = (event: KeyboardEvent<HTMLButtonElement>, key: string): void => {
    if (hasBoxes && event.key === ' ') {
      event.preventDefault()
      toggle(key, event.shiftKey)
      return
    }
    if (hasChoice && event.key === 'Escape') {
      event.preventDefault()
      clear()
      return
    }
    if (hasChoice && event.key === 'Enter' && event.shiftKey) {
      event.preventDefault()
      document.querySelector<HTMLElement>(`[${bulkMark}] button`)?.focus()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const rows = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.indexOf(event.currentTarget) + step
    const to = rows[Math.max(0, Math.min(rows.length - 1, at))]
    to?.focus()
    if (hasBoxes && event.shiftKey && Number.isFinite(step) && to?.dataset['row'] !== undefined)
      add(key, to.dataset['row'])
  }
  // A button would be pressed when Space is released.
  const keyUp = (event: KeyboardEvent<HTMLButtonElement>): void => {
    if (hasBoxes && event.key === ' ') event.preventDefault()
  }
  return { keyDown, keyUp }
}

const Rows = <Row,>(props: RowsProps<Row>) => {
  const { rows, from, isEnd, columns, rowKey, rowLabel, onOpen, openKey, hasBoxes, selected, choosing, keysHint } =
    props
  const text = useUiText()
  const { toggle } = choosing
  const { keyDown, keyUp } = useRowKeys(hasBoxes, choosing, (selected?.size ?? 0) > 0)
  const end = isEnd && 'group-last/row:border-0'
  return rows.map((row, at) => {
    const key = rowKey(row)
    const isChosen = selected?.has(key) === true
    return (
      <tr
        key={key}
        aria-rowindex={from + at + 2}
        // Opening by mouse is a convenience; the button in the first cell serves everyone else.
        onClick={event => {
          if (!onOpen || (event.target as HTMLElement).closest('a, button, input, select, label')) return
          if (hasBoxes && event.shiftKey) {
            getSelection()?.removeAllRanges()
            toggle(key, true)
          } else {
            // The focus returns here when the record is closed.
            event.currentTarget.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
            onOpen(row)
          }
        }}
        className={classes(
          'group/row',
          isChosen || key === openKey ? 'bg-primary-soft' : classes('bg-surface', onOpen && 'hover:bg-sunken'),
          onOpen && 'cursor-pointer',
        )}
      >
        {hasBoxes && (
          <td data-noprint className={classes('sticky start-0 z-1 h-row border-b border-line bg-inherit ps-2', end)}>
            <Checkbox
              label={`${text.selectRow} ${rowLabel(row)}`}
              hideLabel
              checked={isChosen}
              onChange={event => toggle(key, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          </td>
        )}
        {columns.map((column, index) => (
          <td
            key={column.key}
            className={classes(
              // Longer words break, so that a name never makes the table scroll.
              'h-row max-w-80 border-b border-line px-3 py-1 break-words first:ps-4 last:pe-4',
              end,
              index === 0 ? classes('sticky z-1 bg-inherit font-medium text-ink', stickyStart(hasBoxes)) : 'text-ink-2',
              column.align === 'end' && 'text-end tabular-nums',
              roomFor(column),
            )}
          >
            {index === 0 && onOpen ? (
              <button
                type="button"
                data-row={key}
                aria-expanded={key === openKey || undefined}
                aria-describedby={hasBoxes ? keysHint : undefined}
                onClick={() => onOpen(row)}
                onKeyDown={event => keyDown(event, key)}
                onKeyUp={keyUp}
                className="-mx-1 inline-flex min-h-7 max-w-full items-center rounded-sm px-1 text-start group-hover/row:underline *:min-w-0"
              >
                {column.cell(row)}
              </button>
            ) : (
              column.cell(row)
            )}
          </td>
        ))}
      </tr>
    )
  })
}

/** The number of rows in a page of a list; a chunk is rendered or removed as a whole. */
const chunkSize = 50
/** The distance from the window within which rows are rendered, so that neither keys nor quick scrolling meet a gap. */
const nearby = '1200px 0px'

/** The estimated height of a row, in pixels, until it is measured. */
const rowHeight = 45

type ChunkProps<Row> = RowsProps<Row> & { keepWidths: () => void }

/** Some rows of a long table. Far from the window, an empty element of the same height replaces them. */
const Chunk = <Row,>({ keepWidths, ...rows }: ChunkProps<Row>) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const [away, setAway] = useState<number | null>(rows.from < 2 * chunkSize ? null : rows.rows.length * rowHeight)
  useEffect(() => {
    const element = body.current
    if (!element) return
    const observer = new IntersectionObserver(
      entries => {
        // On a busy device, several changes arrive at once; the last one counts.
        const entry = entries.at(-1)
        if (!entry) return
        if (entry.isIntersecting) return setAway(null)
        // Rows that hold the focus stay, however far they are scrolled away.
        if (element.contains(document.activeElement)) return
        keepWidths()
        setAway(known => known ?? entry.boundingClientRect.height)
      },
      { rootMargin: nearby },
    )
    observer.observe(element)
    // Printing needs all rows.
    const beforePrint = () => flushSync(() => setAway(null))
    const afterPrint = () => {
      observer.unobserve(element)
      observer.observe(element)
    }
    addEventListener('beforeprint', beforePrint)
    addEventListener('afterprint', afterPrint)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', beforePrint)
      removeEventListener('afterprint', afterPrint)
    }
  }, [keepWidths])
  return (
    <tbody ref={body} aria-hidden={away === null ? undefined : true}>
      {away === null ? (
        <Rows {...rows} />
      ) : (
        <tr>
          <td colSpan={rows.columns.length + (rows.hasBoxes ? 1 : 0)} style={{ height: away }} />
        </tr>
      )}
    </tbody>
  )
}

type TableBodyProps<Row> = TableProps<Row> & {
  head: RefObject<HTMLTableRowElement | null>
  choosing: Choosing
  keysHint: string
}

/** Fixes the columns at their current width; `free` lets them adapt again. */
const keepWidths = (row: HTMLTableRowElement | null): void => {
  for (const cell of row?.cells ?? []) cell.style.minWidth = `${cell.offsetWidth}px`
}
const free = (row: HTMLTableRowElement | null): void => {
  for (const cell of row?.cells ?? []) cell.style.minWidth = ''
}

/** The rows of a table. A long table is split into chunks, of which only those near the window are rendered. */
export const TableBody = <Row,>({ head, choosing, keysHint, ...table }: TableBodyProps<Row>) => {
  const { rows = [], selection } = table
  // Columns would jump when the rows that set their width are removed.
  const keep = useCallback(() => keepWidths(head.current), [head])
  const { columns } = table
  const shape = columns.map(({ key }) => key).join()
  useEffect(() => {
    const row = head.current
    const onResize = () => free(row)
    onResize()
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [head, shape])
  const common = { ...table, hasBoxes: selection !== undefined, selected: selection?.selected, keysHint }
  if (rows.length <= chunkSize)
    return (
      <tbody>
        <Rows {...common} rows={rows} from={0} isEnd choosing={choosing} />
      </tbody>
    )
  const chunks = Math.ceil(rows.length / chunkSize)
  return Array.from({ length: chunks }, (_, at) => (
    <Chunk
      key={at}
      {...common}
      rows={rows.slice(at * chunkSize, (at + 1) * chunkSize)}
      from={at * chunkSize}
      isEnd={at === chunks - 1}
      choosing={choosing}
      keepWidths={keep}
    />
  ))
}
