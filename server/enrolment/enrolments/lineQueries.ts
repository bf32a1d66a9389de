import { sql } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import { priorityOf } from '#rules/waiting.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { clashesOf } from './seatQueries.ts'
import { freeSeatsIn, isOnWaitlist, priorityFacts, waitingOrder, waitingPosition, waitlistEntries } from './tables.ts'

type Joining = { studentId: string; sectionId: string }
type Facts = Joining & { sibling: boolean; returning: boolean; staff: boolean }

/**
 * The facts that a waitlist's order may depend on, as of the moment of joining (contract/settings.plain.ts explains
 * each).
 */
const factsOf = (db: Db, joining: readonly Joining[]): Promise<Facts[]> =>
  rows<Facts>(
    db,
    sql`
    select w."studentId", w."sectionId", ${priorityFacts.sibling(sql`w."studentId"`)} as sibling,
      ${priorityFacts.returning(sql`w."studentId"`)} as returning, ${priorityFacts.staff(sql`w."studentId"`)} as staff
    from jsonb_to_recordset(${JSON.stringify(joining)}::jsonb) as w("studentId" uuid, "sectionId" uuid)
      join sections s on s.id = w."sectionId" join courses c on c.id = s.course_id join terms t on t.id = s.term_id`,
  )

/**
 * Puts students on the waitlists of classes, ordered by the school's published rule: by what is true of them now, and
 * then by the time of joining.
 */
export const insertWaiting = async (
  db: Db,
  joining: readonly (Joining & { registrationId: string | null; joinedAt: Date })[],
): Promise<void> => {
  if (joining.length === 0) return
  const [policy, facts] = await Promise.all([
    findSetting(db, 'registration'),
    factsOf(
      db,
      joining.map(({ studentId, sectionId }) => ({ studentId, sectionId })),
    ),
  ])
  await db.insert(waitlistEntries).values(
    joining.map(each => {
      const of = facts.find(({ studentId, sectionId }) => studentId === each.studentId && sectionId === each.sectionId)!
      return { ...each, ...priorityOf(policy, of), status: 'waiting' as const }
    }),
  )
}

/** The waitlist positions of students who joined with a registration. */
export const listPositions = (db: Db, registrationId: string): Promise<(Joining & { position: number })[]> =>
  rows(
    db,
    sql`select w.student_id, w.section_id, ${waitingPosition} as position
      from waitlist_entries w where w.registration_id = ${registrationId}::uuid and ${isOnWaitlist('w')}`,
  )

/** The positions of waiting students, with the reasons for them. */
export const listLine = (db: Db, mine: Scope<'waitlist_entries'>): Promise<Output<'enrolments-line'>> =>
  rows(
    db,
    sql`
    with w as (select * from waitlist_entries where ${mine} and waitlist_entries.status = 'waiting')
    select w.id, p.name as student, p.native_name as "studentNativeName", s.name as section, s.native_name, s.crayon,
      s.weekday, s.starts_at, s.ends_at, ${waitingPosition} as position, w.reasons, w.joined_at
    from w join persons p on p.id = w.student_id join sections s on s.id = w.section_id order by w.joined_at, w.id`,
  )

/** Waitlist entries of a class that have ended. */
export const listPastLine = (
  db: Db,
  seen: Scope<'waitlist_entries'>,
  sectionId: string,
): Promise<Output<'enrolments-pastLine'>> =>
  rows(
    db,
    sql`
    select waitlist_entries.id, p.id as "studentId", p.name as student, p.native_name, waitlist_entries.status, waitlist_entries.reasons,
      waitlist_entries.joined_at, waitlist_entries.offered_at, waitlist_entries.answered_at
    from waitlist_entries join persons p on p.id = waitlist_entries.student_id
    where ${seen} and waitlist_entries.section_id = ${sectionId}::uuid and not ${isOnWaitlist('waitlist_entries')}
    order by coalesce(waitlist_entries.answered_at, waitlist_entries.joined_at) desc, waitlist_entries.id limit 200`,
  )

type WaitlistRow = Output<'enrolments-waitlist'>[number]
/** Everyone on the waitlists, including those with an offer, class by class in the order of the waitlist. */
export const listWaitlist = (
  db: Db,
  seen: Scope<'waitlist_entries'>,
  sectionId: string | undefined,
  now: Date,
): Promise<WaitlistRow[]> =>
  rows<WaitlistRow>(
    db,
    sql`
    select waitlist_entries.id, p.id as "studentId", p.name as student, p.native_name, s.id as "sectionId", s.name as section, s.native_name as "sectionNativeName", s.crayon, s.term_id, ${clashesOf(sql`waitlist_entries.student_id`, 's')} as clashes,
      ${freeSeatsIn('s', now)} as "freeSeats", waitlist_entries.status, waitlist_entries.reasons, waitlist_entries.joined_at, waitlist_entries.expires_at,
      row_number() over (partition by s.id order by ${waitingOrder('waitlist_entries')})::int as position
    from waitlist_entries join persons p on p.id = waitlist_entries.student_id join sections s on s.id = waitlist_entries.section_id
    where ${seen} and ${isOnWaitlist('waitlist_entries')} and ${sectionId ? sql`s.id = ${sectionId}::uuid` : sql`true`}
    order by s.name, position limit 1000`,
  )
