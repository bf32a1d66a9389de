import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { StoredFile } from '#contract/access/files.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import type { Attachments } from './policy.ts'
import { files } from './tables.ts'

type FoundFile = StoredFile & {
  bytes: Buffer
  /** The students that the file is about: whose document it is, or whose work. */
  studentIds: string[]
}

/** A file with its content. */
export const findFile = async (
  db: Db,
  attachments: readonly Attachments[],
  seen: Scope<'files'>,
  id: string,
): Promise<FoundFile | null> => {
  const students = sql.join(
    attachments.map(each => each.students(files.id)),
    sql` union `,
  )
  const [found] = await db
    .select({
      id: files.id,
      name: files.name,
      type: files.type,
      size: files.size,
      bytes: files.bytes,
      studentIds: sql<string[]>`array(${students})`,
    })
    .from(files)
    .where(and(seen, eq(files.id, id)))
  return found ?? null
}

/**
 * Deletes files that were uploaded before an instant and are attached to nothing. Skips files that are being attached
 * at the moment.
 */
export const clearUnattached = async (
  db: Db,
  attachments: readonly Attachments[],
  mine: Scope<'files'>,
  before: Date,
): Promise<void> => {
  const isAttached = or(...attachments.map(each => each.hold(files.id)))!
  await db.execute(sql`
    delete from files where id in (
      select files.id from files where ${mine} and files.created_at < ${before.toISOString()}::timestamptz and not (${isAttached}) for update skip locked)`)
}

/** The total size of these files in bytes. */
export const sumSizes = async (db: Db, mine: Scope<'files'>): Promise<number> => {
  const [sum] = await rows<{ bytes: number }>(
    db,
    sql`select coalesce(sum(files.size), 0)::bigint as bytes from files where ${mine}`,
  )
  return sum!.bytes
}

export const insertFile = async (db: Db, values: typeof files.$inferInsert): Promise<StoredFile> => {
  const [stored] = await db
    .insert(files)
    .values(values)
    .returning({ id: files.id, name: files.name, type: files.type, size: files.size })
  return stored!
}

/** The ids among these that the actor may attach. The files are locked, so that none is deleted in the meantime. */
export const holdFiles = async (db: Db, mine: Scope<'files'>, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: files.id })
    .from(files)
    .where(and(mine, inArray(files.id, [...ids])))
    .for('key share')
  return new Set(found.map(({ id }) => id))
}
