type KeyedRow = { key: unknown }

const isKeyed = (row: unknown): row is KeyedRow => typeof row === 'object' && row !== null && 'key' in row

/** A row's content as text. Its `key` identifies it only on this screen, so it doesn't count. */
const contentOf = (row: unknown): string => JSON.stringify(isKeyed(row) ? { ...row, key: undefined } : row)

/** True if two lists have the same content in the same order. */
export const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((row, at) => contentOf(row) === contentOf(other[at]))

/** Gives every row a unique key; the result is the same each time. */
const withOwnKeys = <Row>(list: readonly Row[]): Row[] => {
  const taken = new Set<unknown>()
  return list.map(row => {
    if (!isKeyed(row)) return row
    let { key } = row
    while (taken.has(key)) key = typeof key === 'number' ? key + 1 : `${String(key)}+`
    taken.add(key)
    return key === row.key ? row : { ...row, key }
  })
}

/**
 * Merges a list that a person has edited, starting at `from`, with the changes that others have made to it since. Rows
 * that others added come after the rest, and rows that they removed are gone unless they were changed here. Rows are
 * compared by content.
 */
export const mergedList = <Row>(from: readonly Row[], to: readonly Row[], now: readonly Row[]): Row[] => {
  const contents = (list: readonly Row[]) => new Set(list.map(contentOf))
  const [before, here, there] = [contents(from), contents(to), contents(now)]
  const kept = to.filter(row => !before.has(contentOf(row)) || there.has(contentOf(row)))
  const added = now.filter(row => !before.has(contentOf(row)) && !here.has(contentOf(row)))
  return withOwnKeys([...kept, ...added])
}
