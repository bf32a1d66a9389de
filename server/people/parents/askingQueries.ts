import { and, eq, sql } from 'drizzle-orm'
import { adultFields, type AdultInput } from '#contract/people/parents.record.ts'
import { type FieldIn, fieldsIn } from '#contract/studentFields.ts'
import type { Db } from '#server/platform/db.ts'
import { changeRequests } from './tables.ts'

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
 * Asks the office to correct a child's name or birthday if it differs from the record. An open request by the same
 * guardian for this child stays as it is.
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

/** Asks the office to change another guardian's name or phone number if it differs from the record. */
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

/** Asks the office to add a guardian, at most once per name while the request is open. */
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
