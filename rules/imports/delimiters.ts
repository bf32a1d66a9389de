import { sheetDelimiters } from '#contract/exchange/imports.plain.ts'

export type Delimiter = (typeof sheetDelimiters)[number]

/** The number of delimiters on each of the first lines, outside quotes. */
const countsOf = (text: string, delimiter: string): number[] => {
  const counts: number[] = []
  let [count, isQuoted, hasText] = [0, false, false]
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === delimiter) count += 1
    else if (!isQuoted && sign === '\n') {
      if (hasText) counts.push(count)
      ;[count, hasText] = [0, false]
    }
    hasText ||= sign.trim() !== ''
  }
  if (hasText) counts.push(count)
  return counts
}

/** The delimiter that separates cells most evenly. */
export const recogniseDelimiter = (text: string): Delimiter => {
  const named = /^sep=(.)\n/.exec(text)?.[1]
  const known = sheetDelimiters.find(each => each === named)
  if (known) return known
  const head = text.slice(0, 20_000)
  const scores = sheetDelimiters.map(delimiter => {
    const counts = countsOf(head, delimiter)
      .slice(0, 60)
      .filter(count => count > 0)
    const often = new Map<number, number>()
    for (const count of counts) often.set(count, (often.get(count) ?? 0) + 1)
    const [mode = 0, times = 0] = [...often].sort((a, b) => b[1] - a[1])[0] ?? []
    return { delimiter, score: times * Math.min(mode, 12) }
  })
  return scores.sort((a, b) => b.score - a.score)[0]!.delimiter
}
