import { appendFileSync } from 'node:fs'

/** Notes a measured figure for the table of `npm run prove`. */
export const note = (figure: string): void => {
  const file = process.env['FIGURES']
  if (file) appendFileSync(file, `${figure}\n`)
  else process.stdout.write(`${figure}\n`)
}

/** The quantile of a sample; `part` is between 0 and 1. NaN for an empty sample. */
export const quantile = (sample: readonly number[], part: number): number =>
  sample.toSorted((a, b) => a - b)[Math.min(sample.length - 1, Math.floor(sample.length * part))] ?? Number.NaN
