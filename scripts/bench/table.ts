/** One line of the table of goals: what was measured, what it is compared to, and what is aimed at. */
export type Line = { goal: string; measured: string; against?: string; target: string }

/** Prints lines below each other in columns. */
export const print = (title: string, lines: readonly Line[]): void => {
  const rows = [
    { goal: title, measured: 'measured', against: 'against', target: 'goal' },
    ...lines.map(line => ({ against: '', ...line })),
  ]
  const columns = ['goal', 'measured', 'against', 'target'] as const
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

/** The middle one. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
