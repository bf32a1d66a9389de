import { sql } from 'drizzle-orm'
import type { Extent, RosterFile } from '#contract/exchange/oneroster.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { roster } from './relationQueries.ts'

/**
 * The files that are written. User profiles are left out: they are accounts with other programs, which a school doesn't
 * keep.
 */
export const writtenFiles = [
  'orgs',
  'academicSessions',
  'courses',
  'classes',
  'users',
  'roles',
  'demographics',
  'enrollments',
] as const satisfies readonly RosterFile[]
export type WrittenFile = (typeof writtenFiles)[number]

/** A row of a relation. */
export type Found = Record<string, unknown>

/** The number of rows fetched and written before other requests are served. */
const atOnce = 500

/** The rows of a file, in pieces. Call it in a transaction. */
export async function* readRows(
  db: Db,
  extent: Extent,
  seen: Scope<'roster'>,
  file: WrittenFile,
): AsyncGenerator<Found[]> {
  await db.execute(
    sql`declare roster_rows no scroll cursor for with ${roster(extent, seen)} select * from ${sql.identifier(file)} order by "sourcedId"`,
  )
  for (;;) {
    const found = await rows<Found>(db, sql.raw(`fetch ${atOnce} from roster_rows`))
    if (found.length > 0) yield found
    if (found.length < atOnce) break
  }
  await db.execute(sql`close roster_rows`)
}

/** The number of rows that each file would have. */
export const countRoster = async (
  db: Db,
  extent: Extent,
  seen: Scope<'roster'>,
): Promise<{ file: RosterFile; rows: number }[]> => {
  const counts = writtenFiles.map(
    file => sql`(select count(*)::int from ${sql.identifier(file)}) as ${sql.identifier(file)}`,
  )
  const [found] = await rows<Record<WrittenFile, number>>(
    db,
    sql`with ${roster(extent, seen)} select ${sql.join(counts, sql`, `)}`,
  )
  return writtenFiles.map(file => ({ file, rows: found![file] }))
}
