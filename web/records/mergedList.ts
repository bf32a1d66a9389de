type KeyedRow = { key: unknown }

const isKeyed = (row: unknown): row is KeyedRow => typeof row === 'object' && row !== null && 'key' in row

/** What a row says. Its `key` names it on this screen alone. */
const contentOf = (row: unknown): string => JSON.stringify(isKeyed(row) ? { ...row, key: undefined } : row)

/** Whether two lists say the same in the same order. */
export const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((row, at) => contentOf(row) === contentOf(other[at]))

/** The same rows, of which no two have one key; the same each time. */
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
 * A list as somebody makes it of `from`, with what others have made of it meanwhile: what they added comes after the
 * rest, what they removed is gone, unless it was changed here. Rows are told apart by what they say.
 */
export const mergedList = <Row>(from: readonly Row[], to: readonly Row[], now: readonly Row[]): Row[] => {
  const contents = (list: readonly Row[]) => new Set(list.map(contentOf))
  const [before, here, there] = [contents(from), contents(to), contents(now)]
  const kept = to.filter(row => !before.has(contentOf(row)) || there.has(contentOf(row)))
  const added = now.filter(row => !before.has(contentOf(row)) && !here.has(contentOf(row)))
  return withOwnKeys([...kept, ...added])
}
