import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** The sort key of this column; if omitted, the table can't be sorted by it. */
  sort?: string
  /** A CSS width; by default as wide as its content. */
  width?: string
  /** Omitted from the cards on a phone. */
  hideOnPhone?: boolean
  /** Omitted from the table unless the window is wide; print and cards have it. */
  hideOnTablet?: boolean
}

export type Sort = { by: string; down: boolean }

type Selection = { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void }

export type TableProps<Row> = {
  /** The accessible name of the table. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while loading: shows skeleton rows in the table's layout. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The row in words, for its checkbox and the button that opens it. */
  rowLabel: (row: Row) => string
  /** Opens a record: the first cell becomes a button, and the whole row can be clicked. */
  onOpen?: (row: Row) => void
  /** The key of the row whose record is open. */
  openKey?: string | undefined
  selection?: Selection
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Shown instead of rows if there are none: an `Empty`. */
  empty?: ReactNode
  /** A last row of totals, one cell per column key. */
  totals?: Readonly<Record<string, ReactNode>>
  /** The layout on a phone: a card per row, or the table with horizontal scrolling. */
  phone?: 'cards' | 'scroll'
  skeletonRows?: number
  /** The total number of rows, if not all are loaded. */
  total?: number | undefined
}
