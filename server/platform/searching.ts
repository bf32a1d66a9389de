import { sql, type SQL } from 'drizzle-orm'

/** A search of a list: `first` begins the relations of a statement, and `means` is whether a row is one that it finds. */
type Searching = { first: SQL; means(id: SQL): SQL }

/**
 * What a search finds is looked up once, for the page and for the count of all; `found` is a subquery of ids. An empty
 * search means every row. Rows are looked up in what was found and not joined with it, so that a page can be read in
 * the order of an index and end when it is full.
 */
export const searching = (search: string, found: (search: string) => SQL): Searching =>
  search === ''
    ? { first: sql.empty(), means: () => sql`true` }
    : {
        first: sql`found as materialized (${found(search)}),`,
        means: id => sql`(${id} in (select id from found)) is true`,
      }

/** What a statement answers that lists and counts at once: `total` is in every row, and an empty page is one row without an id. */
type Counted<Row> = (Row | { id: null }) & { total: number }
/** The rows of such an answer, and how many there are in all. */
export const counted = <Row extends { id: string }>(
  answered: readonly Counted<Row>[],
): { found: Row[]; total: number } => ({
  found: answered.filter((row): row is Row & { total: number } => row.id !== null),
  total: answered[0]!.total,
})
