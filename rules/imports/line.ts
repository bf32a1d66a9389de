import type { ColumnTarget, ImportField, RowNote } from '#contract/exchange/imports.ts'
import { isNothing, oneLine, plain } from './cells.ts'
import type { ColumnOrder } from './dates.ts'
import type { SoundsAlike } from './people.ts'
import type { Relationship } from './words.ts'

export type SheetColumn = ColumnTarget & { header: string; relationship: Relationship | null }
export type Rules = {
  columns: readonly SheetColumn[]
  order: Pick<ColumnOrder, 'slash' | 'dot'>
  /** The same, for submission times. */
  timeOrder: Pick<ColumnOrder, 'slash' | 'dot'>
  today: string
  /** Reads a phone number by the countries' numbering plans; null if it isn't one. */
  phone: (text: string) => string | null
  /** True if a Latin name and a Chinese one may belong to the same person. */
  mayBeOne: SoundsAlike
  /** The pronunciation of a Chinese name, syllable by syllable. */
  romanise: (han: string) => string[]
  isAmerican: boolean
  /** True if nothing in the file shows in which order it writes day and month. */
  isOrderGuessed: boolean
  /** Sentences about custody that a form prints on most of its lines. */
  boilerplate: ReadonlySet<string>
}

export type Cell = { text: string; column: number }
export type Cells = (field: ImportField, n?: number) => Cell[]
/** The cells of a line by their field, without those that have no content. */
const cellsOf = (row: readonly string[], columns: readonly SheetColumn[]): Cells => {
  const held = new Map<string, Cell[]>()
  for (const [column, { field, n }] of columns.entries()) {
    const value = row[column] ?? ''
    if (field === 'ignore' || isNothing(value)) continue
    const cells = held.get(`${field}:${n}`)
    const cell = { text: plain(value), column }
    if (cells) cells.push(cell)
    else held.set(`${field}:${n}`, [cell])
  }
  return (field, n = 1) => held.get(`${field}:${n}`) ?? []
}
export const textOf = (cells: readonly Cell[], join = ' '): string => cells.map(({ text }) => oneLine(text)).join(join)
/** A number from another system, without the decimals that spreadsheets add. */
export const numberOf = (cells: readonly Cell[]): string => textOf(cells).replace(/\.0$/, '')
/** Cuts a text to the length limit of a name or another short text. */
export const line = (text: string): string => text.slice(0, 200)

/** A line being read, with its problems and notes. */
export type Row = {
  cells: Cells
  rules: Rules
  problems: RowNote[]
  notes: RowNote[]
  note(code: string, cell: Cell | null, text?: string): void
  problem(code: string, cell: Cell | null, text?: string): void
}
/** Starts reading a line. */
export const rowOf = (values: readonly string[], rules: Rules): Row => {
  const cells = cellsOf(values, rules.columns)
  const problems: RowNote[] = []
  const notes: RowNote[] = []
  const to =
    (list: RowNote[]) =>
    (code: string, cell: Cell | null, text = cell?.text ?? '') =>
      void list.push({ code, column: cell?.column ?? null, text: oneLine(text).slice(0, 200) })
  return { cells, rules, problems, notes, note: to(notes), problem: to(problems) }
}
