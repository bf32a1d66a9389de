import type { Cell } from '#contract/teaching/grades.ts'

/** The content of a cell, apart from its note. */
export type Entry = Pick<Cell, 'points' | 'isExcused'>

const excusedWords = new Set(['x', 'ex', 'exc', 'excused', '免', '免计', '免考', '请假'])

/** The text of a cell: points, the text for excused, or nothing. */
export const textOf = (entry: Entry | undefined, excused: string): string =>
  entry?.isExcused ? excused : entry === undefined || entry.points === null ? '' : String(entry.points)

/**
 * Parses what was typed into a cell. Returns `number` for text that is neither points nor an excuse, and `max` for more
 * than the maximum. Full-width digits and a decimal comma are accepted.
 */
export const readEntry = (typed: string, maxPoints: number): Entry | 'number' | 'max' => {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  if (text === '' || text === '-' || text === '–') return { points: null, isExcused: false }
  if (excusedWords.has(text)) return { points: null, isExcused: true }
  if (!/^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(text)) return 'number'
  const points = Math.round(Number(text.replace(',', '.')) * 100) / 100
  return points > maxPoints ? 'max' : { points, isExcused: false }
}

/** Splits text copied from a spreadsheet into rows and columns; null for a single value, which needs no spreading. */
export const readTable = (copied: string): string[][] | null => {
  const lines = copied.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  const table = lines.map(line => line.split('\t').map(text => text.trim()))
  return table.length > 1 || (table[0]?.length ?? 0) > 1 ? table : null
}
