import { sql } from 'drizzle-orm'
import type { Preview } from '#contract/archive.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isTermUnfinished } from '#server/school/terms/tables.ts'

/** Locks these teachers. Returns those whom no class of a current term needs, and the others with the reason. */
export const sortOutForArchive = async (
  db: Db,
  seen: Scope<'teachers'>,
  ids: readonly string[],
): Promise<{ ids: string[]; kept: Preview['kept'] }> => {
  const found = await rows<{ id: string; name: string; nativeName: string; isFree: boolean }>(
    db,
    sql`select teachers.id, p.name, p.native_name, not exists (
        select 1 from section_teachers st join sections s on s.id = st.section_id join terms t on t.id = s.term_id
        where st.teacher_id = teachers.id and ${isTermUnfinished('t')} and s.status not in ('cancelled','ended')) as "isFree"
      from teachers join persons p on p.id = teachers.id
      where ${seen} and ${oneOf(sql`teachers.id`, ids)} and teachers.archived_at is null order by teachers.id for update of teachers`,
  )
  const stays = found.filter(({ isFree }) => !isFree)
  return {
    ids: found.filter(({ isFree }) => isFree).map(({ id }) => id),
    kept: stays.map(({ id, name, nativeName }) => ({ id, name, nativeName, reason: 'TEACHER_NEEDED' })),
  }
}

/** Locks and returns the archived ones among these teachers. */
export const holdArchived = async (db: Db, seen: Scope<'teachers'>, ids: readonly string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select teachers.id from teachers where ${seen} and ${oneOf(sql`teachers.id`, ids)} and teachers.archived_at is not null order by teachers.id for update`,
    )
  ).map(({ id }) => id)

/** Archives locked teachers. */
export const archiveTeachers = async (db: Db, ids: readonly string[], at: Date): Promise<void> => {
  await rows(
    db,
    sql`update teachers set archived_at = ${at.toISOString()}::timestamptz where ${oneOf(sql`teachers.id`, ids)}`,
  )
}

/** Restores locked teachers from the archive. */
export const restoreTeachers = async (db: Db, ids: readonly string[]): Promise<void> => {
  await rows(db, sql`update teachers set archived_at = null where ${oneOf(sql`teachers.id`, ids)}`)
}
