import { and, eq, sql, type SQL } from 'drizzle-orm'
import { adultFields, type AdultInput, type MailCategory } from '#contract/people/parents.record.ts'
import { type FieldIn, fieldsIn } from '#contract/studentFields.ts'
import type { Db } from '#server/platform/db.ts'
import { changeRequests, holdsOn } from './tables.ts'

/**
 * Whether somebody gets letters of a category, as a condition for the `where` of statements that write them.
 * Emergencies ask nobody, and the application shows everything anyway.
 */
export const wantsMail = (category: MailCategory, person: SQL): SQL =>
  sql`not exists (select 1 from notification_preferences np where np.person_id = ${person} and np.category = ${category} and np.mail = 'off')`

/** Who must not pick up a child on a day, as JSON: guardians who may not, and those whom the office has blocked. */
export const barredNames = (
  student: SQL,
  household: SQL,
  day: SQL,
): SQL => sql`coalesce((select json_agg(b.name order by b.name) from (
  select g.name from guardianships gs join persons g on g.id = gs.guardian_id where gs.student_id = ${student} and not gs.may_pick_up
  union select u.name from pick_ups u where u.household_id = ${household} and (u.student_id is null or u.student_id = ${student}) and u.rule = 'deny' and ${holdsOn(day)}
) b), '[]')`

type Reviewed = Record<FieldIn<'review'>, string>
type Correction = {
  householdId: string
  studentId: string
  requestedBy: string
  before: Reviewed
  after: Reviewed
  at: Date
}
/**
 * Puts a correction of a child's name or birthday before the office, where it says something else than the record; the
 * same guardian's open request for the child stays as it is.
 */
export const askToCorrect = async (db: Db, correction: Correction): Promise<void> => {
  const { studentId, before, after, at, ...asked } = correction
  if (fieldsIn('review').every(field => before[field] === after[field])) return
  await db
    .insert(changeRequests)
    .values({ ...asked, kind: 'child', subjectId: studentId, before, after, status: 'filed', createdAt: at })
    .onConflictDoNothing()
}

type AboutGuardian = { householdId: string; requestedBy: string; at: Date }

/** Puts another guardian's new name or telephone before the office, where it says something else than the record. */
export const askToChangeGuardian = async (
  db: Db,
  guardianId: string,
  before: AdultInput,
  after: AdultInput,
  { at, ...asked }: AboutGuardian,
): Promise<void> => {
  if (adultFields.every(key => before[key] === after[key])) return
  await db
    .insert(changeRequests)
    .values({ ...asked, kind: 'guardian', subjectId: guardianId, before, after, status: 'filed', createdAt: at })
    .onConflictDoNothing()
}

/** Asks the office to add a guardian, once for each name as long as it waits. */
export const askToAddGuardian = async (
  db: Db,
  guardian: AdultInput & { relationship: string; hasDataAccess: boolean; mayPickUp: boolean },
  { at, ...asked }: AboutGuardian,
): Promise<void> => {
  const open = and(
    eq(changeRequests.householdId, asked.householdId),
    eq(changeRequests.kind, 'guardian-add'),
    eq(changeRequests.status, 'filed'),
    sql`lower(${changeRequests.after}->>'name') = lower(${guardian.name})`,
  )
  if ((await db.$count(changeRequests, open)) > 0) return
  await db
    .insert(changeRequests)
    .values({ ...asked, kind: 'guardian-add', before: {}, after: guardian, status: 'filed', createdAt: at })
}
