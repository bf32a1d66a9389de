import { type SQL, sql } from 'drizzle-orm'
import { familyFirst } from '#rules/nameOrder.ts'
import { readKey } from './keys.ts'

/** A column that a list can be sorted by: its expression, its type, whether it may be null, and the join it needs. */
export type SortColumn = {
  by: SQL
  type: 'text' | 'date' | 'bigint' | 'timestamptz'
  isNullable?: boolean
  join?: SQL
}
/**
 * A computed value as a sort column. It is computed once for each row, even though both the order and the key use it.
 */
export const reckoned = (value: SQL): Pick<SortColumn, 'by' | 'join'> => ({
  by: sql`reckoned.value`,
  join: sql`cross join lateral (select ${value} as value offset 0) reckoned`,
})

export type Sorting = {
  /** The condition for the rows after the key. */
  where: SQL
  /** The value that is sorted by. */
  by: SQL
  /** The join that this value needs. */
  join: SQL
  order: SQL
  /** The same order for rows that were already selected and have the value under another name. */
  orderOf(by: SQL, id: SQL): SQL
  keyOf(value: unknown, id: string): (string | number | null)[]
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const shapes: Record<SortColumn['type'], (value: unknown) => boolean> = {
  text: value => typeof value === 'string',
  date: value => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  bigint: value => Number.isSafeInteger(Number(value)) && value !== '',
  timestamptz: value => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
}

/**
 * How a list is requested: the sort column, the direction, the key to continue after, and the search, by which some
 * rows match better than others.
 */
export type Ordered<Sort extends string> = {
  sort?: Sort | undefined
  down?: boolean | undefined
  after?: string | undefined
  search?: string | undefined
}

/**
 * Sorts a list by a column, ascending or `down`, and continues after a key. Rows with equal values are ordered by id,
 * and rows without a value come last in either direction, so that pages neither repeat nor miss a row. A key from
 * another sorting is ignored: the list starts from the beginning. `id` is a column of the same table as `by`, so that
 * an index on both finds the page.
 */
export const sorting = (
  name: string,
  { by, type, isNullable = false, join = sql.empty() }: SortColumn,
  id: SQL,
  down: boolean,
  after: string | undefined,
): Sorting => {
  const direction = sql.raw(down ? 'desc' : 'asc')
  const beyond = sql.raw(down ? '<' : '>')
  const tag = down ? `-${name}` : name
  const key = readKey(after, 3)
  const value = key?.[1]
  const isOurs =
    key !== null && key[0] === tag && uuid.test(String(key[2])) && (value === null ? isNullable : shapes[type](value))
  const typed = sql`${value}::${sql.raw(type)}`
  const following = () => {
    if (value === null) return sql`(${by} is null and ${id} ${beyond} ${key![2]}::uuid)`
    const row = sql`(${by}, ${id}) ${beyond} (${typed}, ${key![2]}::uuid)`
    return isNullable ? sql`(${row} or ${by} is null)` : row
  }
  // Nulls are mentioned only if there can be any: an index read backwards has them first.
  const orderOf = (sorted: SQL, rowId: SQL) =>
    sql`${sorted} ${direction}${isNullable ? sql.raw(' nulls last') : sql.empty()}, ${rowId} ${direction}`
  return {
    where: isOurs ? following() : sql`true`,
    by,
    join,
    order: orderOf(by, id),
    orderOf,
    keyOf: (last, lastId) => [tag, last as string | number | null, lastId],
  }
}

/** Sorts rows in the order in which people look for a name. */
export const byName = <Row extends { name: string }>(found: readonly Row[]): Row[] =>
  found.toSorted((a, b) => {
    const [one, other] = [familyFirst(a.name), familyFirst(b.name)]
    return one.family.localeCompare(other.family, 'en') || one.given.localeCompare(other.given, 'en')
  })
