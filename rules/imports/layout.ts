import type { ImportField } from '#contract/exchange/imports.ts'
import { oneLine } from './cells.ts'
import { headingKey, isHeading, readHeading } from './headers.ts'

export type Grid = readonly (readonly string[])[]
export type Layout = {
  /** The lines of the sheet that hold headings; empty if there are none. */
  headingRows: readonly number[]
  headings: readonly string[]
}
/** The kind of a line; only `data` lines hold people. */
export type LineKind = 'data' | 'blank' | 'heading' | 'total' | 'note'

const searchedLines = 40
const filled = (row: readonly string[] | undefined): string[] => (row ?? []).map(oneLine).filter(cell => cell !== '')
/** The different texts of a line: a merged title repeats one text in many cells. */
const distinct = (row: readonly string[] | undefined): string[] => [...new Set(filled(row))]

const scoreOf = (row: readonly string[]): number => {
  const cells = distinct(row).filter(cell => cell.length <= 200)
  return (
    cells.filter(isHeading).length -
    cells.filter(cell => /@\w|\d{3}[-.\s]\d{4}|^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(cell)).length * 2
  )
}

const isAllHeadings = (row: readonly string[] | undefined, least: number): boolean => {
  const cells = distinct(row)
  return (
    cells.length >= least &&
    cells.filter(isHeading).length / cells.length >= 0.6 &&
    !cells.some(cell => /@|\d{4}/.test(cell))
  )
}

/** Group labels over several columns, such as "Student" and "Parent 1". Each applies until the next one. */
const spread = (groups: readonly string[], below: readonly string[]): string[] => {
  let current = ''
  return Array.from({ length: Math.max(groups.length, below.length) }, (_, index) => {
    const group = oneLine(groups[index] ?? '')
    const own = oneLine(below[index] ?? '')
    if (group !== '') {
      // A text with nothing below it is a heading, not a group label.
      current = own === '' ? '' : group
      return group === own ? '' : group
    }
    return own === '' ? '' : current
  })
}

const isGroupRow = (row: readonly string[] | undefined): boolean =>
  distinct(row).length >= 2 && isAllHeadings(row, 2) && distinct(row).some(cell => readHeading(cell).who !== null)

const layoutFrom = (grid: Grid, at: number): Layout => {
  const width = Math.max(0, ...grid.map(row => row.length))
  const main = grid[at] ?? []
  const above = at > 0 && isGroupRow(grid[at - 1]) ? at - 1 : null
  const isSecondLine = isAllHeadings(grid[at + 1], Math.max(2, Math.ceil(distinct(main).length * 0.4)))
  const below = isSecondLine ? at + 1 : null
  const groups =
    above === null
      ? isSecondLine && isGroupOver(main, grid[at + 1]!)
        ? spread(main, grid[at + 1]!)
        : null
      : spread(grid[above]!, main)
  const headings = Array.from({ length: width }, (_, index) => {
    const own = [main[index] ?? '', below === null ? '' : (grid[below]![index] ?? '')].map(oneLine)
    const parts =
      above === null && groups !== null ? [groups[index] || own[0]!, own[1]!] : [groups?.[index] ?? '', ...own]
    return [...new Set(parts.filter(Boolean))].join(' ')
  })
  return { headingRows: [above, at, below].filter(row => row !== null), headings }
}
const isGroupOver = (upper: readonly string[], lower: readonly string[]): boolean =>
  filled(lower).length > distinct(upper).length

/**
 * Finds the headings: the line with the most of them, along with a line of group labels above it or a second heading
 * line below.
 */
export const findLayout = (grid: Grid, asked: number | null = null): Layout => {
  const width = Math.max(0, ...grid.map(row => row.length))
  const none = { headingRows: [], headings: Array.from({ length: width }, () => '') }
  if (asked !== null) return asked === 0 || asked > grid.length ? none : layoutFrom(grid, asked - 1)
  let best = { at: -1, score: 1 }
  for (const [at, row] of grid.slice(0, searchedLines).entries()) {
    const score = scoreOf(row)
    if (score > best.score) best = { at, score }
  }
  return best.at === -1 ? none : layoutFrom(grid, best.at)
}

/** The share of a sheet's lines that is enough to know their usual form. */
const usualShare = 0.8
/** The number of cells in a line without the empty ones at its end. */
const reach = (row: readonly string[]): number => row.findLastIndex(cell => oneLine(cell) !== '') + 1

/**
 * True if the headings of a text don't stand above their columns: nearly all lines below end before the last heading,
 * in the same place, or go on behind it. Then a heading or a column holds the delimiter without quotes, and cells would
 * get the headings of their neighbors.
 */
export const areHeadingsShifted = (grid: Grid): boolean => {
  const at = findLayout(grid).headingRows.at(-1)
  if (at === undefined) return false
  const headings = grid[at]!
  const lines = grid.slice(at + 1).filter(row => reach(row) > 0)
  const areMost = (some: readonly unknown[]) => some.length > 0 && some.length >= lines.length * usualShare
  const short = Map.groupBy(
    lines.filter(({ length }) => length < reach(headings)),
    ({ length }) => length,
  )
  return [...short.values()].some(areMost) || areMost(lines.filter(row => reach(row) > headings.length))
}

const total = /^(?:(?:grand |sub)?-?\s?totals?\b|count\b|sum\b|合计|合計|总计|總計|小计|共计|共\s?\d+|总人数|人数)/i
/** The words at the end of a cell that make it a total: "Class 1 subtotal", "一班 小计", "12 students". */
const totalBehind =
  /\b(?:sub-?)?total[:：]?$|[\s班级級组組](?:小计|小計|合计|合計|总计|總計)[:：]?$|^\d+\s?(?:children|students|kids|pupils|families|households|teachers|名(?:学生|老师)|个(?:学生|孩子|家庭)|户|人)$/i
const isTotalCell = (cell: string): boolean => total.test(cell) || totalBehind.test(cell)
const note =
  /^(?:\*|notes?\b:?|updated\b|printed\b|page \d|generated|exported|as of\b|last (?:updated|modified)|备注|注[:：]|说明|制表|更新|(?:mon|tues|wednes|thurs|fri|satur|sun)day,)/i
const sectionTitle = /\b(?:grade|class|room|teacher|section|level|group|families|students|roster)\b|班|年级|老师|名单/i

/** Returns a function that tells the kind of each line below the headings, from what its columns hold. */
export const lineReader = (
  layout: Layout,
  grid: Grid,
  fields: readonly ImportField[],
): ((row: readonly string[]) => LineKind) => {
  const headingRows = layout.headingRows.map(at => grid[at]!.map(headingKey))
  const isUsed = fields.map(field => field !== 'ignore')
  const isName = fields.map(field => /^child-(?:name|first|native)$/.test(field))
  const isWide = isUsed.filter(Boolean).length > 2
  return row => {
    const cells = row.map(oneLine)
    const texts = cells.filter(cell => cell !== '')
    const [first] = texts
    if (first === undefined) return 'blank'
    const repeats = headingRows.some(headings => {
      const same = cells.filter((cell, index) => cell !== '' && headings[index] === headingKey(cell)).length
      return same >= 2 && same / texts.length >= 0.6
    })
    if (repeats) return 'heading'
    const used = cells.filter((cell, index) => isUsed[index] === true && cell !== '')
    const isTotal = cells.some(isTotalCell)
    if (isTotal && used.filter(cell => /[@\p{L}]/u.test(cell) && !isTotalCell(cell)).length <= 1) return 'total'
    if (used.length === 0 || (note.test(first) && texts.length <= 3)) return 'note'
    // A single text is a title, unless it stands in a column of children's names.
    const isSingle = isWide && new Set(texts).size === 1
    const isNamed = cells.some((cell, index) => isName[index] === true && cell !== '')
    const isTitle = !isNamed || sectionTitle.test(first) || first.length > 40 || texts.length > 2
    return isSingle && isTitle ? 'note' : 'data'
  }
}
