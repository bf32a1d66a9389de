import { sql } from 'drizzle-orm'
import type { Archived } from '#contract/archive.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'

/** Archives those of the teachers whom no class of a current term needs, and says who stays. */
export const archiveTeachers = async (
  db: Db,
  seen: Scope<'teachers'>,
  ids: readonly string[],
  at: Date,
): Promise<Archived> => {
  const found = await rows<{ id: string; name: string; nativeName: string; isFree: boolean }>(
    db,
    sql`select teachers.id, p.name, p.native_name as "nativeName", not exists (
        select 1 from section_teachers st join sections s on s.id = st.section_id join terms t on t.id = s.term_id
        where st.teacher_id = teachers.id and t.status in ('draft','registration','active','grading') and s.status not in ('cancelled','ended')) as "isFree"
      from teachers join persons p on p.id = teachers.id
      where ${seen} and ${oneOf(sql`teachers.id`, ids)} and teachers.archived_at is null order by teachers.id for update of teachers`,
  )
  const archived = found.filter(({ isFree }) => isFree).map(({ id }) => id)
  await rows(
    db,
    sql`update teachers set archived_at = ${at.toISOString()}::timestamptz where ${oneOf(sql`teachers.id`, archived)}`,
  )
  const kept = found.filter(({ isFree }) => !isFree)
  return {
    archived,
    kept: kept.map(({ id, name, nativeName }) => ({ id, name, nativeName, reason: 'TEACHER_NEEDED' })),
  }
}

/** Takes teachers out of the archive. */
export const restoreTeachers = async (db: Db, seen: Scope<'teachers'>, ids: readonly string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`update teachers set archived_at = null where ${seen} and ${oneOf(sql`teachers.id`, ids)} and archived_at is not null returning id`,
    )
  ).map(({ id }) => id)
