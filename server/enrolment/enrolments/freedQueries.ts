import { and, inArray, sql } from 'drizzle-orm'
import { enrollableSections } from '#contract/enrolment/classes.ts'
import { registrableTerms } from '#contract/school/terms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { isAskedFor } from '#server/enrolment/leavings/tables.ts'
import type { DecidedPlace } from './decisions.ts'
import { freeSeatsIn, isSeated, seatHolds, waitingOrder } from './tables.ts'
import { otherTermFor } from '#server/school/terms/tables.ts'

const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`

const sectionNamed = sql`json_build_object('name', s.name, 'nativeName', s.native_name, 'otherTerm', ${otherTermFor('s.term_id')})`

/**
 * Offers the free seats of classes to the first on their waitlists, and returns the offers. The caller has locked the
 * classes.
 */
export const takeNext = (db: Db, sectionIds: readonly string[], now: Date, expiresAt: Date): Promise<DecidedPlace[]> =>
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
    returning waitlist_entries.id as "entryId", waitlist_entries.student_id, next.named as section`,
  )

/** Ends the expired offers of these classes, except those about which the office was asked and has yet to answer. */
export const endOffers = (db: Db, sectionIds: readonly string[], now: Date): Promise<DecidedPlace[]> =>
  rows<DecidedPlace>(
    db,
    sql`
    update waitlist_entries set status = 'expired', answered_at = ${at(now)} from sections s
    where s.id = waitlist_entries.section_id and ${oneOf(sql`waitlist_entries.section_id`, sectionIds)}
      and waitlist_entries.status = 'offered' and waitlist_entries.expires_at <= ${at(now)} and not ${isAskedFor('waitlist_entries')}
    returning waitlist_entries.id as "entryId", waitlist_entries.student_id, ${sectionNamed} as section`,
  )

/** Deletes the expired holds of these classes; returns whether there were any. */
export const endHolds = async (db: Db, sectionIds: readonly string[], now: Date): Promise<boolean> =>
  (
    await db
      .delete(seatHolds)
      .where(and(inArray(seatHolds.sectionId, [...sectionIds]), sql`${seatHolds.expiresAt} <= ${at(now)}`))
      .returning({ id: seatHolds.id })
  ).length > 0

/**
 * Classes with an expired offer or hold or, where the school makes offers automatically, with both a free seat and a
 * waitlist: among the given ones, or among all.
 */
export const listDue = async (
  db: Db,
  now: Date,
  sectionIds: readonly string[] | undefined,
  offersByItself: boolean,
): Promise<string[]> => {
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
