import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Checkbox } from './Choice.tsx'
import { classes } from './classes.ts'
import type { TableProps } from './Table.tsx'
import { bulkMark, type Choosing, roomFor, stickyStart } from './tableParts.ts'
import { useUiText } from './text.tsx'

type RowsProps<Row> = Omit<TableProps<Row>, 'caption' | 'rows' | 'selection'> & {
  rows: readonly Row[]
  /** The place of the first of them among all rows. */
  from: number
  /** The last of them is the table's last. */
  isEnd: boolean
  hasBoxes: boolean
  selected: ReadonlySet<string> | undefined
  choosing: Choosing
  keysHint: string
}

/**
 * Arrow keys, Home and End go from record to record; Space chooses one, with Shift all from the last chosen to it; Shift
 * with an arrow takes the next one in. Escape lets all go, and Shift+Enter leads to what can be done with them.
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
  // A button would be pressed when the key is let go.
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
        // Opening by mouse is a convenience; the button in the first cell does it for everybody else.
        onClick={event => {
          if (!onOpen || (event.target as HTMLElement).closest('a, button, input, select, label')) return
          if (hasBoxes && event.shiftKey) {
            getSelection()?.removeAllRanges()
            toggle(key, true)
          } else {
            // Where the focus comes back to when what opens is closed.
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
              // A word longer than that breaks, so that a name never makes the table scroll.
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

/** As many rows as a page of a list has: they come and go together. */
const chunkSize = 50
/** How far from the window rows are still made, so that no key and no quick scroll meets a gap. */
const nearby = '1200px 0px'

/** What a row is taken to be high until it was seen. */
const rowHeight = 45

type ChunkProps<Row> = RowsProps<Row> & { keepWidths: () => void }

/** Some rows of a long table. Far from the window an empty place of their height stands for them. */
const Chunk = <Row,>({ keepWidths, ...rows }: ChunkProps<Row>) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const [away, setAway] = useState<number | null>(rows.from < 2 * chunkSize ? null : rows.rows.length * rowHeight)
  useEffect(() => {
    const element = body.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        if (entry.isIntersecting) return setAway(null)
        // Where somebody is working rows stay, however far they were scrolled.
        if (element.contains(document.activeElement)) return
        keepWidths()
        setAway(known => known ?? entry.boundingClientRect.height)
      },
      { rootMargin: nearby },
    )
    observer.observe(element)
    // Paper has no window.
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

/** Keeps a row's columns as wide as they are; `free` lets them be as wide as they like again. */
const keepWidths = (row: HTMLTableRowElement | null): void => {
  for (const cell of row?.cells ?? []) cell.style.minWidth = `${cell.offsetWidth}px`
}
const free = (row: HTMLTableRowElement | null): void => {
  for (const cell of row?.cells ?? []) cell.style.minWidth = ''
}

/** The rows of a table. A long one is made of parts, of which those near the window are there. */
export const TableBody = <Row,>({ head, choosing, keysHint, ...table }: TableBodyProps<Row>) => {
  const { rows = [], selection } = table
  // Columns would jump when the rows that made them so wide go away.
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
