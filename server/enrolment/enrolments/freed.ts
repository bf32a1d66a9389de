import { and, inArray, sql } from 'drizzle-orm'
import { enrollableSections } from '#contract/enrolment/classes.ts'
import { registrableTerms } from '#contract/school/terms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Job } from '#server/platform/jobs.ts'
import { writeWith } from '#server/platform/writing.ts'
import { oneOf } from '#server/platform/keys.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { isAskedFor } from '#server/enrolment/leavings/tables.ts'
import { announceDecision, type DecidedPlace } from './decisions.ts'
import { lockSections } from './queries.ts'
import { freeSeatsIn, isSeated, seatHolds, waitingOrder } from './tables.ts'

/** What giving out freed seats needs: a call's context has it, and so has a job's transaction. */
export type Office = Pick<Context<unknown>, 'db' | 'now' | 'settings' | 'enqueue' | 'touch'>

const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`

const sectionNamed = sql`json_build_object('name', s.name, 'nativeName', s.native_name)`

const takeNext = (db: Db, sectionIds: readonly string[], now: Date, expiresAt: Date): Promise<DecidedPlace[]> =>
  rows<DecidedPlace>(
    db,
    sql`
    with free as (
      select s.id, ${sectionNamed} as named, ${freeSeatsIn('s', now)} as seats from sections s join terms t on t.id = s.term_id
      where ${inArray(sql`s.id`, [...sectionIds])} and ${inArray(sql`s.status`, [...enrollableSections])} and ${inArray(sql`t.status`, [...registrableTerms])}
    ), next as (
      select w.id, free.seats, free.named, row_number() over (partition by w.section_id order by ${waitingOrder('w')}) as turn
      from waitlist_entries w join free on free.id = w.section_id where w.status = 'waiting'
        and not exists (select 1 from enrolments e where e.student_id = w.student_id and e.section_id = w.section_id and ${isSeated})
    )
    update waitlist_entries set status = 'offered', offered_at = ${at(now)}, expires_at = ${at(expiresAt)}
    from next where next.id = waitlist_entries.id and next.turn <= next.seats
    returning waitlist_entries.id as "entryId", waitlist_entries.student_id as "studentId", next.named as section`,
  )

/** The end of an offer made now: whole minutes, so that what a letter names is not earlier than what holds. */
export const offerEnds = (now: Date, offerHours: number): Date =>
  new Date(Math.ceil((now.getTime() + offerHours * 3_600_000) / 60_000) * 60_000)

/**
 * Offers the free seats of classes to the first on their waitlists, until the school's deadline, and writes to their
 * families. Whatever frees a seat calls this in the same transaction, after it has locked the classes and before or
 * after anything else; where nobody waits, or the office offers by hand, nothing happens. Says how many were offered.
 */
export const offerFreed = async (context: Office, sectionIds: readonly string[]): Promise<number> => {
  const { db, now, enqueue } = context
  if (sectionIds.length === 0) return 0
  const { offersByItself, offerHours } = await findSetting(db, 'registration')
  if (!offersByItself) return 0
  await lockSections(db, sectionIds)
  const expiresAt = offerEnds(now, offerHours)
  const offered = await takeNext(db, sectionIds, now, expiresAt)
  await announceDecision(context, offered, { decision: 'offered', until: expiresAt })
  if (offered.length > 0) await enqueue(freeLapsed, { sectionIds: [...sectionIds] }, expiresAt)
  return offered.length
}

const endOffers = (db: Db, sectionIds: readonly string[], now: Date): Promise<DecidedPlace[]> =>
  rows<DecidedPlace>(
    db,
    sql`
    update waitlist_entries set status = 'expired', answered_at = ${at(now)} from sections s
    where s.id = waitlist_entries.section_id and ${oneOf(sql`waitlist_entries.section_id`, sectionIds)}
      and waitlist_entries.status = 'offered' and waitlist_entries.expires_at <= ${at(now)} and not ${isAskedFor('waitlist_entries')}
    returning waitlist_entries.id as "entryId", waitlist_entries.student_id as "studentId", ${sectionNamed} as section`,
  )

/**
 * Takes back the offers and the holds of classes whose time is over, and passes their seats on: first to the line, then
 * to everybody.
 */
export const passOn = async (context: Office, sectionIds: readonly string[]): Promise<void> => {
  const { db, now, touch } = context
  await lockSections(db, sectionIds)
  await announceDecision(context, await endOffers(db, sectionIds, now), { decision: 'expired' })
  const lapsed = await db
    .delete(seatHolds)
    .where(and(inArray(seatHolds.sectionId, [...sectionIds]), sql`${seatHolds.expiresAt} <= ${at(now)}`))
    .returning({ id: seatHolds.id })
  if (lapsed.length > 0) touch(['classes'])
  await offerFreed(context, sectionIds)
}

/**
 * Classes in which an offer or a hold has lapsed or, where the school offers by itself, somebody waits beside a free
 * seat: of these, or of all.
 */
const listDue = async (db: Db, now: Date, sectionIds: readonly string[] | undefined): Promise<string[]> => {
  const { offersByItself } = await findSetting(db, 'registration')
  const found = await rows<{ id: string }>(
    db,
    sql`
    select s.id from sections s where ${sectionIds ? oneOf(sql`s.id`, sectionIds) : sql`true`} and (
      exists (select 1 from waitlist_entries w where w.section_id = s.id and w.status = 'offered' and w.expires_at <= ${at(now)} and not ${isAskedFor('w')})
      or exists (select 1 from seat_holds h where h.section_id = s.id and h.expires_at <= ${at(now)})
      or (${offersByItself} and exists (select 1 from waitlist_entries w where w.section_id = s.id and w.status = 'waiting')
        and ${freeSeatsIn('s', now)} > 0)) order by s.id`,
  )
  return found.map(({ id }) => id)
}

/**
 * Frees what has lapsed in these classes, when its time has come; without classes, in all of them, which makes good
 * what was missed while the school's server was off.
 */
export const freeLapsed: Job<{ sectionIds?: string[] }> = {
  name: 'enrolments-free-lapsed',
  cron: '*/5 * * * *',
  async run({ sectionIds }, tools) {
    const due = await listDue(tools.database.db, tools.now, sectionIds)
    // Class by class, so that none is locked while another is written to.
    for (const id of due) await writeWith(tools, context => passOn(context, [id]))
  },
}
