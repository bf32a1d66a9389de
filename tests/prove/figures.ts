import { appendFileSync } from 'node:fs'

/** Notes what was measured, for the table of `npm run prove`. */
export const note = (figure: string): void => {
  const file = process.env['FIGURES']
  if (file) appendFileSync(file, `${figure}\n`)
  else process.stdout.write(`${figure}\n`)
}

/** The value below which this part of the sample lies; of an empty one, none. */
export const quantile = (sample: readonly number[], part: number): number =>
  sample.toSorted((a, b) => a - b)[Math.min(sample.length - 1, Math.floor(sample.length * part))] ?? Number.NaN
