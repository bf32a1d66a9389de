import { sql, type SQL } from 'drizzle-orm'

/** The key of the following page as clients hand it back: opaque to them. */
export const writeKey = (key: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** The key that a client handed back, or null when it is none of ours with `length` parts. */
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

/** Rows of a page: one more is asked for than shown, which tells whether there is a next one. */
export const pageSize = 50

/** Cuts a page out of what a query for `pageSize + 1` rows returned. */
export const cutPage = <T>(
  found: T[],
  keyOf: (row: T) => readonly (string | number | null)[],
): { rows: T[]; next: string | null } => {
  const shown = found.slice(0, pageSize)
  const last = shown.at(-1)
  return { rows: shown, next: found.length > pageSize && last !== undefined ? writeKey(keyOf(last)) : null }
}

/** How many rows there are in all. Where the first page has room left, it holds them; else they are counted. */
export const totalOf = async (
  found: readonly unknown[],
  after: string | undefined,
  count: () => Promise<number>,
): Promise<number> => (after === undefined && found.length <= pageSize ? found.length : count())

/** A pattern for `like` that finds the text anywhere. */
export const containing = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, sign => `\\${sign}`)}%`

/** Whether an id is one of a list, which may be empty and of any length. */
export const oneOf = (id: SQL, ids: readonly string[]): SQL =>
  sql`${id} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
