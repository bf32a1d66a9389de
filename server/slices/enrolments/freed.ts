import { and, eq, inArray, sql } from 'drizzle-orm'
import { enrollableSections } from '#contract/classes.ts'
import { registrableTerms } from '#contract/terms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Job } from '#server/platform/jobs.ts'
import { post } from '#server/platform/mail.ts'
import { findSetting } from '#server/slices/config/acts.ts'
import { school } from '#server/slices/config/tables.ts'
import { type Decision, decisionLetter } from './letters.ts'
import { lockSections } from './queries.ts'
import { listReaders } from './seats.ts'
import { freeSeatsOf, waitlistEntries } from './tables.ts'

type Office = Pick<Context<unknown>, 'db' | 'now' | 'settings' | 'enqueue' | 'touch'>
type Named = { name: string; nativeName: string }
type Place = { id: string; studentId: string; student: Named; section: Named }

/** Writes to a student's guardians what became of a place in line, and has their open screens read it. */
const tellOf = async (context: Office, place: Place, decision: Decision): Promise<void> => {
  const { db, settings, touch } = context
  const readers = await listReaders(db, place.studentId)
  const [found] = await db.select({ name: school.name, nativeName: school.nativeName }).from(school)
  for (const reader of readers.filter(({ email }) => email !== ''))
    await post(context, decisionLetter(reader, found!, { ...place, decision }, `${settings.publicUrl}/dashboard/`))
  touch(
    ['enrolments', 'students', 'parents'],
    readers.map(({ id }) => id),
  )
}

const takeNext = (db: Db, sectionIds: readonly string[], now: Date, expiresAt: Date): Promise<Place[]> =>
  rows<Place>(
    db,
    sql`
    with free as (
      select s.id, s.name, s.native_name, ${freeSeatsOf('s', now)} as seats from sections s join terms t on t.id = s.term_id
      where ${inArray(sql`s.id`, [...sectionIds])} and ${inArray(sql`s.status`, [...enrollableSections])} and ${inArray(sql`t.status`, [...registrableTerms])}
    ), next as (
      select w.id, free.seats, free.name, free.native_name,
        row_number() over (partition by w.section_id order by w.priority desc, w.joined_at, w.id) as turn
      from waitlist_entries w join free on free.id = w.section_id where w.status = 'waiting'
    )
    update waitlist_entries set status = 'offered', offered_at = ${now.toISOString()}::timestamptz, expires_at = ${expiresAt.toISOString()}::timestamptz
    from next, persons p where next.id = waitlist_entries.id and next.turn <= next.seats and p.id = waitlist_entries.student_id
    returning waitlist_entries.id, waitlist_entries.student_id as "studentId", json_build_object('name', p.name, 'nativeName', p.native_name) as student,
      json_build_object('name', next.name, 'nativeName', next.native_name) as section`,
  )

/**
 * Offers the free seats of classes to whoever is first in line for them, until the school's deadline, and writes to
 * their families. Whatever frees a seat calls this in the same transaction, once it has locked the classes; where
 * nobody waits, or the office offers by hand, nothing happens. Says how many seats were offered.
 */
export const offerFreed = async (context: Office, sectionIds: readonly string[]): Promise<number> => {
  const { db, now, enqueue, touch } = context
  const { offersByItself, offerHours } = await findSetting(db, 'registration')
  if (!offersByItself || sectionIds.length === 0) return 0
  await lockSections(db, sectionIds)
  const expiresAt = new Date(now.getTime() + offerHours * 3_600_000)
  const offered = await takeNext(db, sectionIds, now, expiresAt)
  for (const place of offered) {
    await tellOf(context, place, 'offered')
    await enqueue(lapseOffer, { entryId: place.id }, expiresAt)
  }
  if (offered.length > 0) {
    touch(['enrolments', 'terms', 'dashboard'], [])
    touch(['classes'])
  }
  return offered.length
}

/** Takes an offer back that nobody has answered in time, and passes the seat on. */
export const lapseOffer: Job<{ entryId: string }> = {
  name: 'enrolments-lapse-offer',
  run: ({ entryId }, tools) =>
    tools.database.transaction(async (db, client) => {
      const touched: { slices: readonly string[]; people: readonly string[] }[] = []
      const context: Office = {
        db,
        now: tools.now,
        settings: tools.settings,
        enqueue: (job, data, at) => tools.enqueue(client, job, data, at),
        touch: (slices, people = []) => void touched.push({ slices, people }),
      }
      const [entry] = await db
        .select({ sectionId: waitlistEntries.sectionId })
        .from(waitlistEntries)
        .where(eq(waitlistEntries.id, entryId))
      if (!entry) return
      await lockSections(db, [entry.sectionId])
      const [lapsed] = await db
        .update(waitlistEntries)
        .set({ status: 'expired', answeredAt: tools.now })
        .where(
          and(
            eq(waitlistEntries.id, entryId),
            eq(waitlistEntries.status, 'offered'),
            sql`${waitlistEntries.expiresAt} <= ${tools.now.toISOString()}::timestamptz`,
          ),
        )
        .returning({
          id: waitlistEntries.id,
          studentId: waitlistEntries.studentId,
          student: sql<Named>`(select json_build_object('name', p.name, 'nativeName', p.native_name) from persons p where p.id = waitlist_entries.student_id)`,
          section: sql<Named>`(select json_build_object('name', s.name, 'nativeName', s.native_name) from sections s where s.id = waitlist_entries.section_id)`,
        })
      if (lapsed) {
        await tellOf(context, lapsed, 'expired')
        await offerFreed(context, [entry.sectionId])
      }
      for (const { slices, people } of touched) await tools.touch(client, slices, people)
    }),
}
