import { sql } from 'drizzle-orm'
import type { Archived } from '#contract/archive.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { standing } from './tables.ts'

/** Archives those of the students who neither sit nor wait, and says who stays. */
export const archiveStudents = async (
  db: Db,
  seen: Scope<'students'>,
  ids: readonly string[],
  at: Date,
): Promise<Archived> => {
  const found = await rows<{ id: string; name: string; nativeName: string; isFree: boolean }>(
    db,
    sql`select students.id, p.name, p.native_name as "nativeName", ${standing} = 'left' as "isFree"
      from students join persons p on p.id = students.id
      where ${seen} and ${oneOf(sql`students.id`, ids)} and students.archived_at is null order by students.id for update of students`,
  )
  const archived = found.filter(({ isFree }) => isFree).map(({ id }) => id)
  await rows(
    db,
    sql`update students set archived_at = ${at.toISOString()}::timestamptz where ${oneOf(sql`students.id`, archived)}`,
  )
  const kept = found.filter(({ isFree }) => !isFree)
  return {
    archived,
    kept: kept.map(({ id, name, nativeName }) => ({ id, name, nativeName, reason: 'STUDENT_ENROLLED' })),
  }
}

/** Takes students out of the archive, and their family with them. */
export const restoreStudents = async (db: Db, seen: Scope<'students'>, ids: readonly string[]): Promise<string[]> => {
  const restored = await rows<{ id: string; householdId: string }>(
    db,
    sql`update students set archived_at = null where ${seen} and ${oneOf(sql`students.id`, ids)} and archived_at is not null
      returning id, household_id as "householdId"`,
  )
  const households = [...new Set(restored.map(({ householdId }) => householdId))]
  await rows(db, sql`update households set archived_at = null where ${oneOf(sql`households.id`, households)}`)
  return restored.map(({ id }) => id)
}
