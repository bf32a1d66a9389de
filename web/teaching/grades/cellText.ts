import type { Cell } from '#contract/teaching/grades.ts'

/** What a cell holds beside its note. */
export type Entry = Pick<Cell, 'points' | 'isExcused'>

const excusedWords = new Set(['x', 'ex', 'exc', 'excused', '免', '免计', '免考', '请假'])

/** What a cell shows: points, the word for excused, or nothing. */
export const textOf = (entry: Entry | undefined, excused: string): string =>
  entry?.isExcused ? excused : entry === undefined || entry.points === null ? '' : String(entry.points)

/**
 * What was typed into a cell, or what is wrong with it: `number` for what is neither points nor an excuse, `max` for
 * more than one can get. Full-width figures and a decimal comma are understood.
 */
export const readEntry = (typed: string, maxPoints: number): Entry | 'number' | 'max' => {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  if (text === '' || text === '-' || text === '–') return { points: null, isExcused: false }
  if (excusedWords.has(text)) return { points: null, isExcused: true }
  if (!/^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(text)) return 'number'
  const points = Math.round(Number(text.replace(',', '.')) * 100) / 100
  return points > maxPoints ? 'max' : { points, isExcused: false }
}

/** Rows and columns of what was copied from a spreadsheet; null for a single value, which needs no spreading. */
export const readTable = (copied: string): string[][] | null => {
  const lines = copied.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  const table = lines.map(line => line.split('\t').map(text => text.trim()))
  return table.length > 1 || (table[0]?.length ?? 0) > 1 ? table : null
}
