import { useRef, useSyncExternalStore } from 'react'
import type { TableProps } from './Table.tsx'

/** Where the first column stays while the others scroll under it: beside the boxes, or at the edge. */
export const stickyStart = (isBesideBoxes: boolean): string => (isBesideBoxes ? 'start-12' : 'start-0')

const phoneWide = '(max-width: 39.99rem)'
const watch = (tell: () => void) => {
  const query = matchMedia(phoneWide)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
/** Whether there is room for cards only. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    watch,
    () => matchMedia(phoneWide).matches,
    () => false,
  )

/** Toggles one row, or with Shift all from the last toggled one to this. */
export const useToggle = <Row>({
  rows = [],
  rowKey,
  selection,
}: Pick<TableProps<Row>, 'rows' | 'rowKey' | 'selection'>) => {
  const last = useRef<string | null>(null)
  return (key: string, shift: boolean): void => {
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
  }
}
