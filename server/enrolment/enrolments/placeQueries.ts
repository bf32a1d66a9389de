import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { EnrolmentType } from '#contract/values.plain.ts'
import type { Db } from '#server/platform/db.ts'
import { hasSpot } from '#server/people/students/tables.ts'
import { drafts, enrolments, isOnWaitlist, waitlistEntries } from './tables.ts'

/** Ends every enrolment, waitlist entry and held seat of a class. */
export const endPlaces = async (db: Db, sectionId: string, at: Date): Promise<void> => {
  const now = sql`${at.toISOString()}::timestamptz`
  const of = sql`section_id = ${sectionId}::uuid`
  await db.execute(
    sql`update enrolments set status = 'dropped', ended_at = ${now} where ${of} and ${hasSpot('enrolments')}`,
  )
  await db.execute(
    sql`update waitlist_entries set status = 'removed', answered_at = ${now} where ${of} and ${isOnWaitlist('waitlist_entries')}`,
  )
  await db.execute(sql`delete from seat_holds where ${of}`)
}

/** Drops these enrolments. */
export const dropPlaces = async (db: Db, ids: readonly string[], at: Date): Promise<void> => {
  await db
    .update(enrolments)
    .set({ status: 'dropped', endedAt: at })
    .where(inArray(enrolments.id, [...ids]))
}

/** Changes how a student takes part from now on. */
export const updateType = async (db: Db, enrolmentId: string, type: EnrolmentType): Promise<void> => {
  await db.update(enrolments).set({ type }).where(eq(enrolments.id, enrolmentId))
}

/** Holds seats of other classes for students until a deadline, as waitlist offers. */
export const holdSeats = async (
  db: Db,
  offers: readonly { studentId: string; sectionId: string }[],
  at: Date,
  expiresAt: Date,
): Promise<void> => {
  await db.execute(sql`
    insert into waitlist_entries (id, student_id, section_id, status, joined_at, offered_at, expires_at)
    select gen_random_uuid(), o."studentId", o."sectionId", 'offered', ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as o("studentId" uuid, "sectionId" uuid)`)
}

/** How long an offer stays open after the office declines a change to it, in hours. */
const hoursAfterNo = 24

/** Extends an offer that the office was asked about, so that the family has time for another answer. */
export const prolongOffer = async (db: Db, studentId: string, sectionId: string, now: Date): Promise<void> => {
  const until = new Date(now.getTime() + hoursAfterNo * 3_600_000)
  await db
    .update(waitlistEntries)
    .set({ expiresAt: until })
    .where(
      and(
        eq(waitlistEntries.studentId, studentId),
        eq(waitlistEntries.sectionId, sectionId),
        eq(waitlistEntries.status, 'offered'),
        lt(waitlistEntries.expiresAt, until),
      ),
    )
}

type Place = Pick<typeof waitlistEntries.$inferInsert, 'studentId' | 'sectionId' | 'priority' | 'joinedAt'> &
  ({ status: 'waiting' } | { status: 'offered'; offeredAt: Date; expiresAt: Date })
/** Inserts the waitlist entries and offers that a lottery has drawn. */
export const insertPlaces = async (db: Db, places: readonly Place[]): Promise<void> => {
  if (places.length > 0)
    await db
      .insert(waitlistEntries)
      .values([...places])
      .onConflictDoNothing()
}

/** Deletes the registration draft of an account. */
export const forgetDraft = async (db: Db, accountId: string): Promise<void> => {
  await db.delete(drafts).where(eq(drafts.accountId, accountId))
}
