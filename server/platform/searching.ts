import { sql, type SQL } from 'drizzle-orm'

/**
 * A search of a list: `first` begins the common table expressions of a statement, and `means` is the condition that a
 * row is found.
 */
type Searching = { first: SQL; means(id: SQL): SQL }

/**
 * Runs a search once, for both the page and the total count. `found` is a subquery of ids. An empty search matches
 * every row. Rows are checked against the result rather than joined with it, so that a page can be read in the order of
 * an index and end when it is full.
 */
export const searching = (search: string, found: (search: string) => SQL): Searching =>
  search === ''
    ? { first: sql.empty(), means: () => sql`true` }
    : {
        first: sql`found as materialized (${found(search)}),`,
        means: id => sql`(${id} in (select id from found)) is true`,
      }

/**
 * The rows of a statement that lists and counts at once: `total` is in every row, and an empty page is one row without
 * an id.
 */
type Counted<Row> = (Row | { id: null }) & { total: number }
/** Splits such a result into its rows and the total count. */
export const counted = <Row extends { id: string }>(
  answered: readonly Counted<Row>[],
): { found: Row[]; total: number } => ({
  found: answered.filter((row): row is Row & { total: number } => row.id !== null),
  total: answered[0]!.total,
})
