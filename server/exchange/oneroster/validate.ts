import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportReport, RosterFile, RowReason } from '#contract/exchange/oneroster.ts'
import { type Column, columns, type Version } from './format.ts'

/** A data row: its cells by column, and the line of the file on which it begins. */
export type Row = { readonly line: number; readonly cells: Readonly<Record<string, string>> }
export type Table = {
  readonly file: RosterFile
  readonly mode: 'bulk' | 'delta'
  readonly header: readonly string[]
  readonly rows: readonly Row[]
}
export type Package = {
  readonly version: Version
  readonly source: string
  readonly tables: readonly Table[]
  /** Files of the zip that are not part of the roster. */
  readonly others: readonly string[]
  /** Problems of the manifest: files that it names and that are missing, and values that it must not use. */
  readonly manifest: readonly Problem[]
}
export type Problem = {
  file: ImportReport['problems'][number]['file']
  line: number
  column: string
  reason: RowReason
  value: string
}

/** The members of a list in a cell (CSV Binding, section 2.5: comma separated inside the quoted cell). */
export const listOf = (cell: string | undefined): string[] =>
  (cell ?? '').split(',').flatMap(part => (part.trim() === '' ? [] : [part.trim()]))

const guid = /^[0-9A-Za-z./@_-]{1,255}$/
const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  new Date(`${text}T00:00:00Z`).toString() !== 'Invalid Date' &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
const fits: Record<Column['type'], (cell: string, column: Column) => boolean> = {
  text: () => true,
  texts: () => true,
  guid: cell => guid.test(cell),
  guids: cell => listOf(cell).every(each => guid.test(each)),
  date: isDate,
  dateTime: cell => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(cell) && !Number.isNaN(Date.parse(cell)),
  year: cell => /^\d{4}$/.test(cell),
  boolean: cell => cell === 'true' || cell === 'false',
  value: (cell, { values = [], isOpen }) => values.includes(cell) || (isOpen === true && /^ext:./.test(cell)),
}
const reasons: Partial<Record<Column['type'], RowReason>> = {
  guid: 'guid',
  guids: 'guid',
  date: 'date',
  dateTime: 'dateTime',
  year: 'year',
  boolean: 'boolean',
}

const longestCell = 4000

const problemsOf = (table: Table, known: readonly Column[], row: Row): Problem[] =>
  known.flatMap(column => {
    const cell = row.cells[column.name] ?? ''
    const found = (reason: RowReason): Problem[] => [
      { file: table.file, line: row.line, column: column.name, reason, value: cell.slice(0, 100) },
    ]
    const isDelta = table.mode === 'delta' && (column.name === 'status' || column.name === 'dateLastModified')
    if (cell === '') return column.isRequired || isDelta ? found('required') : []
    if (cell.length > longestCell) return found('long')
    return fits[column.type](cell, column) ? [] : found(reasons[column.type] ?? 'value')
  })

/** From this number of problems on, only one per row is reported. */
const manyProblems = 1000

/** The number of rows checked before other requests are served. */
const atOnce = 500

/**
 * The problems of a package by the published tables: missing columns, cells of the wrong type, duplicate sourcedIds,
 * and references to nothing. In a delta file a reference may also be `known` in the school.
 */
export const validate = async (
  { version, tables, manifest }: Package,
  known: (file: RosterFile, sourcedId: string) => boolean = () => false,
): Promise<Problem[]> => {
  const problems: Problem[] = [...manifest]
  const ids = new Map<RosterFile, Set<string>>()
  for (const table of tables) {
    const expected = columns[version][table.file] ?? []
    const missing = expected.filter(({ name, isRequired }) => isRequired && !table.header.includes(name))
    problems.push(
      ...missing.map(({ name }): Problem => ({
        file: table.file,
        line: 1,
        column: name,
        reason: 'columns',
        value: '',
      })),
    )
    const present = expected.filter(column => !missing.includes(column))
    const seen = new Set<string>()
    for (const [index, row] of table.rows.entries()) {
      if (index % atOnce === 0) await nextTurn()
      const found = problemsOf(table, present, row)
      problems.push(...(problems.length > manyProblems ? found.slice(0, 1) : found))
      const id = row.cells['sourcedId'] ?? ''
      if (id !== '' && seen.has(id))
        problems.push({ file: table.file, line: row.line, column: 'sourcedId', reason: 'duplicate', value: id })
      seen.add(id)
    }
    ids.set(table.file, seen)
  }
  for (const table of tables) {
    const references = (columns[version][table.file] ?? []).filter(({ of }) => of !== undefined)
    for (const [index, row] of table.rows.entries()) {
      if (index % atOnce === 0) await nextTurn()
      for (const { name, of } of references) {
        const lost = listOf(row.cells[name]).find(id => !ids.get(of!)?.has(id) && !known(of!, id))
        if (lost !== undefined)
          problems.push({
            file: table.file,
            line: row.line,
            column: name,
            reason: 'reference',
            value: lost.slice(0, 100),
          })
      }
    }
  }
  return problems
}
