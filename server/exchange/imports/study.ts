import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import {
  type ColumnTarget,
  type ImportRow,
  isNumbered,
  type PhoneRegion,
  type RowOutcome,
  rowOutcomes,
} from '#contract/exchange/imports.ts'
import { accountFor } from '#rules/imports/account.ts'
import { fillFromAbove } from '#rules/imports/above.ts'
import { isLeftOpen, isNothing, oneLine, withoutOpenQuote } from '#rules/imports/cells.ts'
import { columnOrder, type DayOrder } from '#rules/imports/dates.ts'
import { proposeColumns } from '#rules/imports/columns.ts'
import { headingKey } from '#rules/imports/headers.ts'
import { adultsIn } from '#rules/imports/people.ts'
import { findLayout, type Layout, type LineKind, lineReader } from '#rules/imports/layout.ts'
import { keyReader } from '#rules/imports/names.ts'
import { isUnnamed, type KnownHousehold, type KnownPerson, schoolOf, type SourceKey } from '#rules/imports/matching.ts'
import { type Decision, type Plan, planImport, type RowReport } from '#rules/imports/plan.ts'
import { readRow, refuseWithoutNumber, type SheetRow } from '#rules/imports/reading.ts'
import { holdsStaff } from '#rules/imports/staff.ts'
import { isRomanisation } from '#rules/imports/sounds.ts'
import type { Rules } from '#rules/imports/line.ts'
import { newId } from '#server/platform/ids.ts'
import { phoneReader, withReadPhones } from './phones.ts'
import { romaniser } from '../shared/romanise.ts'
import type { Counts, DayExample, StoredColumn, Totals } from './tables.ts'

/** A line of a sheet with its number in the sheet, from 1. */
export type Line = { n: number; cells: string[] }
export type StudiedRow = Line & { outcome: RowOutcome; report: Omit<RowReport, 'outcome'> }

const rowsAtATime = 100
const sampleCount = 3

/** The number of columns of a sheet, ignoring lines that are far wider than all others. */
const widthOf = (lines: readonly Line[]): number => {
  const widths = lines.map(({ cells }) => cells.length).sort((a, b) => a - b)
  const usual = widths[Math.floor(widths.length * 0.9)] ?? 0
  return widths.findLast(width => width <= Math.max(usual * 3, 40)) ?? 0
}

/** Lines as a grid that includes the sheet's blank lines, as wide as the sheet. */
export const gridOf = (lines: readonly Line[]): string[][] => {
  const width = widthOf(lines)
  const grid: string[][] = Array.from({ length: lines.at(-1)?.n ?? 0 }, () => [])
  for (const { n, cells } of lines) grid[n - 1] = cells.length > width ? cells.slice(0, width) : cells
  return grid
}

/** The key under which a sheet's headings are remembered. */
export const headingsKey = (columns: readonly { header: string }[]): string =>
  createHash('sha256')
    .update(columns.map(({ header }) => headingKey(header)).join('\n'))
    .digest('hex')

const below = (grid: readonly string[][], { headingRows }: Layout): string[][] =>
  grid.slice((headingRows.at(-1) ?? -1) + 1)

export type Recognised = { headingRows: number[]; headerRow: number; columns: StoredColumn[] }
/** Finds the headings and proposes what the columns hold. `asked` is the row of the headings, if it is set. */
export const recognise = (lines: readonly Line[], asked: number | null): Recognised => {
  const grid = gridOf(lines)
  const layout = findLayout(grid, asked)
  const body = below(grid, layout).slice(0, 400)
  const cells = layout.headings.map((_, index) => body.map(row => oneLine(row[index] ?? '')))
  const columns = proposeColumns(layout.headings, cells).map((proposal, index): StoredColumn => ({
    header: layout.headings[index]!,
    ...proposal,
  }))
  return {
    headingRows: [...layout.headingRows],
    headerRow:
      layout.headingRows.length === 0
        ? 0
        : (layout.headingRows.length === 1 ? layout.headingRows[0]! : layout.headingRows.at(-1)!) + 1,
    columns,
  }
}

/** The columns with the chosen targets applied. */
export const withTargets = (
  columns: readonly StoredColumn[],
  targets: readonly ColumnTarget[],
  by: 'remembered' | 'chosen',
): StoredColumn[] =>
  columns.map((column, index) => {
    const wanted = targets[index]
    if (!wanted) return column
    const target = isNumbered(wanted.field) ? wanted : { ...wanted, n: 1 }
    const isSame = target.field === column.target.field && target.n === column.target.n
    return isSame ? column : { ...column, target, by }
  })

/** The first different cells of each column, as a help to decide what it holds. */
export const samplesOf = (lines: readonly Line[], headingRows: readonly number[], width: number): string[][] => {
  const body = lines.filter(({ n }) => n - 1 > (headingRows.at(-1) ?? -1)).slice(0, 60)
  return Array.from({ length: width }, (_, index) =>
    [
      ...new Set(body.map(({ cells }) => oneLine(cells[index] ?? '').slice(0, 80)).filter(cell => !isNothing(cell))),
    ].slice(0, sampleCount),
  )
}

export type Sheet = {
  lines: readonly Line[]
  headingRows: readonly number[]
  columns: readonly StoredColumn[]
  dayOrder: DayOrder | null
  region: PhoneRegion
}
export type Around = {
  persons: readonly KnownPerson[]
  households: readonly KnownHousehold[]
  keys: readonly SourceKey[]
  today: string
}
export type Study = { plan: Plan; rows: StudiedRow[]; counts: Counts; totals: Totals; dayExample: DayExample | null }

/**
 * The totals of a sheet that creates no families, without the counts of cells, which only mean something for families.
 */
export const uncounted = ({ cells: _cells, unused: _unused, ...totals }: Totals): Totals => totals

/** The report of a line that holds no person. */
export const ignored: Omit<RowReport, 'outcome'> = {
  children: [],
  guardians: [],
  family: '',
  problems: [],
  warnings: [],
  doubt: null,
  number: null,
  custody: [],
  group: null,
}
const isMonthFirst = (region: PhoneRegion): boolean => region === 'US'

/**
 * The cells that most lines share: forms repeat their rules next to every answer, which say nothing about one child.
 */
const boilerplateIn = (lines: readonly (readonly string[])[]): Set<string> => {
  const counts = new Map<string, number>()
  for (const cells of lines)
    for (const cell of new Set(cells.map(oneLine))) if (cell.length > 40) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  return new Set([...counts].flatMap(([cell, count]) => (count > 5 && count > lines.length * 0.6 ? [cell] : [])))
}

const isUnquoted = (cell: string): boolean => cell !== withoutOpenQuote(cell)

type Read = {
  rows: SheetRow[]
  dayExample: DayExample | null
  rules: Rules
  filled: Map<number, readonly string[]>
  headingLines: Set<number>
}
/** Reads the lines that hold people, in portions. */
const readRows = async (sheet: Sheet, today: string, romanise: (han: string) => string[]): Promise<Read> => {
  const { lines, columns, headingRows, region } = sheet
  const grid = gridOf(lines)
  const layout: Layout = { headingRows, headings: columns.map(({ header }) => header) }
  const fields = columns.map(({ target }) => target.field)
  const start = (headingRows.at(-1) ?? -1) + 1
  const kindOf = lineReader(layout, grid, fields)
  const isStaff = holdsStaff(columns.map(({ target }) => target))
  const kinds: LineKind[] = []
  for (const [index, row] of grid.entries()) {
    if (index % rowsAtATime === 0) await breathe()
    // People in a list of staff are no families (staff.ts).
    kinds.push(index < start ? 'heading' : isStaff ? 'note' : kindOf(row))
  }
  const targets = columns.map(({ target }) => target)
  const unquoted = new Set(lines.flatMap(({ n, cells }) => (cells.some(isUnquoted) ? [n] : [])))
  const headed = columns.findLastIndex(({ header }) => header !== '') + 1
  /** Where such a line has more cells than there are headings, a quoted cell was split. */
  const torn = new Set(
    lines.flatMap(({ n, cells }) => (unquoted.has(n) && cells.length > headed && cells.some(isLeftOpen) ? [n] : [])),
  )
  const filled = fillFromAbove(
    // A line with a split cell inherits nothing from the lines above it.
    grid.map((cells, index) => ({
      cells: unquoted.has(index + 1) ? cells.map(withoutOpenQuote) : cells,
      isData: kinds[index] === 'data' && !torn.has(index + 1),
    })),
    targets,
  )
  const data = filled.flatMap((cells, index) => (kinds[index] === 'data' ? [{ n: index + 1, cells }] : []))
  await breathe()
  const thisYear = Number(today.slice(0, 4))
  const births = columns.flatMap(({ target }, index) =>
    target.field === 'child-birth' ? data.map(({ cells }) => cells[index] ?? '') : [],
  )
  const order = columnOrder(births, thisYear)
  const times = columns.flatMap(({ target }, index) =>
    target.field === 'row-time' ? data.map(({ cells }) => (cells[index] ?? '').split(/[\sT]/, 1)[0] ?? '') : [],
  )
  await breathe()
  const sent = columnOrder(times, thisYear)
  const usual: DayOrder = isMonthFirst(region) ? 'month-first' : 'day-first'
  const isOpen = order.slash === null && order.example !== null
  const rules: Rules = {
    columns: columns.map(({ header, target, relationship }) => ({ ...target, header, relationship })),
    boilerplate: boilerplateIn(data.map(({ cells }) => cells)),
    order: { dot: order.dot, slash: sheet.dayOrder ?? order.slash ?? usual },
    timeOrder: { dot: sent.dot, slash: sent.slash ?? sheet.dayOrder ?? order.slash ?? usual },
    today,
    phone: phoneReader(region),
    mayBeOne: (latin: string, han: string) => isRomanisation(latin, han, romanise),
    romanise,
    isAmerican: region === 'US',
    isOrderGuessed: isOpen && sheet.dayOrder === null,
  }
  const tooWide = new Set(lines.flatMap(({ n, cells }) => (cells.length > columns.length ? [n] : [])))
  const adults = adultsIn(data.map(({ cells }) => cells))
  const rows: SheetRow[] = []
  for (const [index, { n, cells }] of data.entries()) {
    if (index % rowsAtATime === rowsAtATime - 1) await breathe()
    const row = readRow(n, cells, rules)
    if (tooWide.has(n)) row.problems.push({ code: 'too-wide', column: null, text: '' })
    if (unquoted.has(n)) (torn.has(n) ? row.problems : row.notes).push({ code: 'quote-open', column: null, text: '' })
    const adult = adults && cells[adults.column]?.trim()
    // In a line that also names a guardian, the adult is only the person who filled in the form.
    if (adult && adults.isAdult(adult) && row.guardians.every(isUnnamed))
      row.problems.push({ code: 'not-a-child', column: adults.column, text: adult })
    rows.push(row)
  }
  refuseWithoutNumber(rows, rules.columns)
  return {
    rows,
    dayExample: isOpen ? order.example : null,
    rules,
    filled: new Map(data.map(({ n, cells }) => [n, cells])),
    headingLines: new Set([
      ...headingRows.map(at => at + 1),
      ...kinds.flatMap((kind, index) => (index >= start && kind === 'heading' ? [index + 1] : [])),
    ]),
  }
}

/** Runs a generator that pauses, and lets the event loop serve other requests in the pauses. */
export const paused = async <T>(work: Generator<void, T>): Promise<T> => {
  let step = work.next()
  for (let count = 1; !step.done; count += 1) {
    if (count % rowsAtATime === 0) await breathe()
    step = work.next()
  }
  return step.value
}

/** Reads a sheet and determines the outcome of each line, pausing often enough for other requests to be served. */
export const study = async (sheet: Sheet, around: Around, decisions: ReadonlyMap<number, Decision>): Promise<Study> => {
  const romanise = await romaniser()
  const { rows, dayExample, ...reading } = await readRows(sheet, around.today, romanise)
  const keysOf = keyReader(romanise)
  await breathe()
  const persons = withReadPhones(around.persons, sheet.region)
  await breathe()
  const school = schoolOf(persons, around.households, keysOf, around.keys)
  await breathe()
  const plan = await paused(planImport(rows, school, decisions, { newId, keysOf }))
  const account = await paused(accountFor(sheet.lines, { ...reading, rows, headingRows: reading.headingLines }, plan))
  const counts = Object.fromEntries(rowOutcomes.map(outcome => [outcome, 0])) as Counts
  const studied = sheet.lines.map(({ n, cells }): StudiedRow => {
    const { outcome, ...report } = plan.reports.get(n) ?? { outcome: 'ignored' as const, ...ignored }
    counts[outcome] += 1
    return { n, cells, outcome, report }
  })
  const sum = (of: (family: Plan['families'][number]) => number) =>
    plan.families.reduce((total, family) => total + of(family), 0)
  const totals: Totals = {
    families: plan.families.length,
    children: new Set(plan.families.flatMap(({ children }) => children.map(({ id }) => id))).size,
    guardians: new Set(plan.families.flatMap(({ guardians }) => guardians.map(({ id }) => id))).size,
    ...account,
    newFamilies: sum(({ isNew }) => Number(isNew)),
    newChildren: sum(({ children }) => children.filter(({ isNew }) => isNew).length),
    newGuardians: new Set(
      plan.families.flatMap(({ guardians }) => guardians.filter(({ isNew }) => isNew).map(({ id }) => id)),
    ).size,
    custody: studied.filter(({ report }) => report.custody.length > 0).length,
  }
  return { plan, rows: studied, counts, totals, dayExample }
}

export type DecidedRow = StudiedRow & Pick<ImportRow, 'isSkipped' | 'answer' | 'numberAnswer' | 'custodyAnswers'>
/** True where lines may hold notes on a child's health or custody, since the cells of a sheet are free text. */
export const mayHoldNotes = (rows: readonly StudiedRow[]): boolean =>
  rows.some(({ cells, report }) => cells.length > 0 || report.custody.length > 0)
export const shownRow = ({ report, ...rest }: DecidedRow): ImportRow => ({
  ...rest,
  ...report,
  number: report.number ?? null,
})
