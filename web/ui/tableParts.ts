import { useEffect, useRef, type RefObject } from 'react'
import { hasNoFocus } from './keptFocus.ts'
import type { TableProps } from './tableProps.ts'

/** The sticky position of the first column while the others scroll under it: beside the checkboxes, or at the edge. */
export const stickyStart = (isBesideBoxes: boolean): string => (isBesideBoxes ? 'start-12' : 'start-0')

/** Hides a column where the window has no room for it. */
export const roomFor = ({ hideOnTablet }: { hideOnTablet?: boolean }): string | false =>
  hideOnTablet === true && 'max-xl:hidden print:table-cell'

/**
 * Selects rows: `toggle` changes one, or with Shift all from the last toggled one to this; `add` adds several to the
 * selection; `clear` empties it.
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

/** The attribute of the bulk actions' element, to which a row's key moves the focus. */
export const bulkMark = 'data-bulk'

/**
 * Returns the keyboard focus to the table when the bulk actions disappear: to the row where it was, or to the first.
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
