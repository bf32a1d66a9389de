/** One row of a diff: an unchanged, removed or added part; a replacement is one row. */
export type Beside = { before: string | null; after: string | null; isSame: boolean }

/** Aligns two lists of parts by their longest common subsequence. */
export const layBeside = (before: readonly string[], after: readonly string[]): Beside[] => {
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  for (let a = before.length - 1; a >= 0; a -= 1)
    for (let b = after.length - 1; b >= 0; b -= 1)
      common[a * width + b] =
        before[a] === after[b]
          ? common[(a + 1) * width + b + 1]! + 1
          : Math.max(common[(a + 1) * width + b]!, common[a * width + b + 1]!)
  const rows: Beside[] = []
  let gone: string[] = []
  let come: string[] = []
  const settle = () => {
    for (let at = 0; at < Math.max(gone.length, come.length); at += 1)
      rows.push({ before: gone[at] ?? null, after: come[at] ?? null, isSame: false })
    gone = []
    come = []
  }
  let a = 0
  let b = 0
  while (a < before.length || b < after.length) {
    if (a < before.length && b < after.length && before[a] === after[b]) {
      settle()
      rows.push({ before: before[a]!, after: after[b]!, isSame: true })
      a += 1
      b += 1
    } else if (
      b === after.length ||
      (a < before.length && common[(a + 1) * width + b]! >= common[a * width + b + 1]!)
    ) {
      gone.push(before[a]!)
      a += 1
    } else {
      come.push(after[b]!)
      b += 1
    }
  }
  settle()
  return rows
}

/** Splits a text into paragraphs at empty lines. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(Boolean)

/** Splits a text into words, each with the space after it; every Han character is a word. */
export const wordsOf = (text: string): string[] => text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? []
