/** One line of the table of goals: the measurement, what it is compared with, and the goal. */
export type Line = {
  goal: string
  measured: string
  against?: string
  target: string
  /** The measured figure, for comparison with the last run. */
  value?: number
  isMet?: boolean
}

/**
 * A line whose figure has a limit: a maximum, an upper bound it must stay below, or a minimum. `tell` formats figures
 * with their unit; `more` replaces the measurement and adds what it is compared with.
 */
export const limitLine = (
  goal: string,
  value: number,
  limit: { most: number } | { below: number } | { least: number },
  tell: (value: number) => string,
  more: Partial<Pick<Line, 'measured' | 'against'>> = {},
): Line => {
  const line = { goal, measured: tell(value), value }
  if ('most' in limit) return { ...line, target: `≤ ${tell(limit.most)}`, isMet: value <= limit.most, ...more }
  if ('below' in limit) return { ...line, target: `< ${tell(limit.below)}`, isMet: value < limit.below, ...more }
  return { ...line, target: `≥ ${tell(limit.least)}`, isMet: value >= limit.least, ...more }
}

/** Prints lines as aligned columns, next to the figures of the last run. */
export const print = (title: string, lines: readonly Line[], before: Readonly<Record<string, number>> = {}): void => {
  const rows = [
    { goal: title, measured: 'measured', against: 'against', target: 'goal', verdict: '', before: 'last time' },
    ...lines.map(line => ({
      against: '',
      ...line,
      verdict: line.isMet === undefined ? '' : line.isMet ? 'met' : 'missed',
      before: line.value === undefined || !before[line.goal] ? '' : `× ${(line.value / before[line.goal]!).toFixed(2)}`,
    })),
  ]
  const columns = ['goal', 'measured', 'against', 'target', 'verdict', 'before'] as const
  const widths = columns.map(column => Math.max(...rows.map(row => row[column].length)))
  console.log()
  for (const row of rows)
    console.log(
      columns
        .map((column, index) => row[column].padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
}

/** The median; NaN for an empty list. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
