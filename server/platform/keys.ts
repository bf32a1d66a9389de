import { sql, type SQL } from 'drizzle-orm'

/** The key of the next page, which clients send back unread. */
export const writeKey = (key: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** The key that a client sent back, or null if it is missing or not a key with `length` parts. */
export const readKey = (text: string | undefined, length: number): (string | number | null)[] | null => {
  if (text === undefined) return null
  try {
    const key: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(key) || key.length !== length) return null
    return key.every(part => part === null || typeof part === 'string' || typeof part === 'number') ? key : null
  } catch {
    return null
  }
}

/** Rows per page. Queries ask for one more, which tells whether there is a next page. */
export const pageSize = 50

/**
 * The end of a statement that returns at most `rows` rows, or all if null. The number is part of the text: with
 * a parameter, the planner can't know how few rows are read and plans for a tenth of the table.
 */
export const limitTo = (rows: number | null): SQL => (rows === null ? sql.empty() : sql.raw(`limit ${rows}`))

/** The end of a statement that reads one page. */
export const onePage = limitTo(pageSize + 1)

/** Cuts a page out of the rows that a query for `onePage` returned. */
export const cutPage = <T>(
  found: T[],
  keyOf: (row: T) => readonly (string | number | null)[],
): { rows: T[]; next: string | null } => {
  const shown = found.slice(0, pageSize)
  const last = shown.at(-1)
  return { rows: shown, next: found.length > pageSize && last !== undefined ? writeKey(keyOf(last)) : null }
}

/** The total number of rows. They are counted only if they don't all fit on the first page. */
export const totalOf = async (
  found: readonly unknown[],
  after: string | undefined,
  count: () => Promise<number>,
): Promise<number> => (after === undefined && found.length <= pageSize ? found.length : count())

/** A pattern for `like` that finds the text anywhere. */
export const containing = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, sign => `\\${sign}`)}%`

/** A condition that an id is in a list, which may be empty and of any length. */
export const oneOf = (id: SQL, ids: readonly string[]): SQL =>
  sql`${id} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
