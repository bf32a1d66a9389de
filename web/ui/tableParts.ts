import { useEffect, useRef, type RefObject } from 'react'
import { hasNoFocus } from './keptFocus.ts'
import type { TableProps } from './Table.tsx'

/** Where the first column stays while the others scroll under it: beside the boxes, or at the edge. */
export const stickyStart = (isBesideBoxes: boolean): string => (isBesideBoxes ? 'start-12' : 'start-0')

/** Hides a column where the window has no room for it. */
export const roomFor = ({ hideOnTablet }: { hideOnTablet?: boolean }): string | false =>
  hideOnTablet === true && 'max-xl:hidden print:table-cell'

/**
 * How rows are chosen: `toggle` one, or with Shift all from the last toggled one to this; `add` several to those that
 * are chosen; `clear` all.
 */
export const useChoosing = <Row>({
  rows = [],
  rowKey,
  selection,
}: Pick<TableProps<Row>, 'rows' | 'rowKey' | 'selection'>): Choosing => {
  const last = useRef<string | null>(null)
  return {
    toggle(key, shift) {
      if (!selection) return
      const next = new Set(selection.selected)
      const on = !next.has(key)
      const keys = rows.map(rowKey)
      const from = shift && last.current !== null ? keys.indexOf(last.current) : -1
      const to = keys.indexOf(key)
      const range = from === -1 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1)
      for (const each of range) {
        if (on) next.add(each)
        else next.delete(each)
      }
      last.current = key
      selection.onChange(next)
    },
    add(...keys) {
      if (!selection) return
      last.current = keys.at(-1) ?? null
      selection.onChange(new Set([...selection.selected, ...keys]))
    },
    clear: () => selection?.onChange(new Set()),
  }
}

export type Choosing = {
  toggle: (key: string, shift: boolean) => void
  add: (...keys: string[]) => void
  clear: () => void
}

/** What marks the actions for the chosen rows, to which a row's key leads. */
export const bulkMark = 'data-bulk'

/**
 * Keyboard focus is lost when the actions on chosen rows disappear: then it goes back to the table,
 * where they were or at its first row.
 */
export const useWayBack = (table: RefObject<HTMLTableElement | null>, count: number): void => {
  const before = useRef({ count, row: '' })
  useEffect(() => {
    const element = table.current
    const isOver = before.current.count > 0 && count === 0
    before.current.count = count
    if (!element) return
    const note = (event: FocusEvent) => {
      const row = (event.target as HTMLElement).dataset['row']
      if (row !== undefined) before.current.row = row
    }
    element.addEventListener('focusin', note)
    if (isOver && hasNoFocus()) {
      const rows = [...element.querySelectorAll<HTMLElement>('[data-row]')]
      const row = rows.find(each => each.dataset['row'] === before.current.row) ?? rows[0]
      row?.focus({ preventScroll: true })
    }
    return () => element.removeEventListener('focusin', note)
  }, [table, count])
}
