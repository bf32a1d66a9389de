import { sql, type SQL } from 'drizzle-orm'
import type { Preview } from '#contract/archive.ts'
import type { Reason } from '#contract/errors.ts'
import { byName } from '#server/platform/sorting.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isExpected } from './tables.ts'

/** An action on many students at once. */
export type StudentAct = { act: 'archive' } | { act: 'restore' } | { act: 'grade'; grade: string }

/** The students whom an action concerns, and the reason why some are left out. */
const conditions = (of: StudentAct): { among: SQL; keeps: SQL; reason: Reason } => {
  if (of.act === 'archive')
    return {
      among: sql`students.archived_at is null`,
      keeps: isExpected,
      reason: 'STUDENT_ENROLLED',
    }
  if (of.act === 'restore')
    return { among: sql`true`, keeps: sql`students.archived_at is null`, reason: 'IS_SO_ALREADY' }
  return { among: sql`true`, keeps: sql`students.grade = ${of.grade}`, reason: 'IS_SO_ALREADY' }
}

/**
 * Splits these students into those that the action applies to and those left out, with the reason. `hold` locks them
 * until the transaction ends.
 */
export const sortOut = async (
  db: Db,
  seen: Scope<'students'>,
  ids: readonly string[],
  of: StudentAct,
  { hold }: { hold: boolean },
): Promise<{ ids: string[]; kept: Preview['kept'] }> => {
  const { among, keeps, reason } = conditions(of)
  const found = await rows<{ id: string; name: string; nativeName: string; isKept: boolean }>(
    db,
    sql`select students.id, p.name, p.native_name, ${keeps} as "isKept"
      from students join persons p on p.id = students.id
      where ${seen} and ${oneOf(sql`students.id`, ids)} and ${among} order by students.id ${hold ? sql`for update of students` : sql.empty()}`,
  )
  return {
    ids: found.filter(({ isKept }) => !isKept).map(({ id }) => id),
    kept: byName(found.filter(({ isKept }) => isKept)).map(({ id, name, nativeName }) => ({
      id,
      name,
      nativeName,
      reason,
    })),
  }
}

/** Applies the action to locked students that `sortOut` returned. */
export const actOn = async (db: Db, ids: readonly string[], of: StudentAct, at: Date): Promise<void> => {
  const these = oneOf(sql`id`, ids)
  if (of.act === 'grade') await rows(db, sql`update students set grade = ${of.grade} where ${these}`)
  else if (of.act === 'archive')
    await rows(db, sql`update students set archived_at = ${at.toISOString()}::timestamptz where ${these}`)
  else await rows(db, sql`update students set archived_at = null where ${these}`)
}
