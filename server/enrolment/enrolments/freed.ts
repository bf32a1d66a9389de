import type { Context } from '#server/platform/functions.ts'
import type { Job } from '#server/platform/jobs.ts'
import { writeWith } from '#server/platform/writing.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { announceDecision } from './decisions.ts'
import { endHolds, endOffers, listDue, takeNext } from './freedQueries.ts'
import { lockSections } from './queries.ts'

/** The part of a context that offering freed seats needs; both a call and a job's transaction provide it. */
export type Office = Pick<Context<unknown>, 'db' | 'now' | 'settings' | 'enqueue' | 'touch'>

/**
 * The end of an offer made at `now`, rounded up to whole minutes, so that an offer never ends after the time in its
 * letter.
 */
export const offerEnds = (now: Date, offerHours: number): Date =>
  new Date(Math.ceil((now.getTime() + offerHours * 3_600_000) / 60_000) * 60_000)

/**
 * Offers the free seats of classes to the first on their waitlists, until the school's deadline, and writes to their
 * families. Call it in the transaction that frees a seat, at any point after the classes are locked. Does nothing where
 * the waitlist is empty or the office makes offers by hand. Returns the number of offers.
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

/** Ends the expired offers and holds of classes and passes their seats on: first to the waitlist, then to everyone. */
export const passOn = async (context: Office, sectionIds: readonly string[]): Promise<void> => {
  const { db, now, touch } = context
  await lockSections(db, sectionIds)
  await announceDecision(context, await endOffers(db, sectionIds, now), { decision: 'expired' })
  if (await endHolds(db, sectionIds, now)) touch(['classes'])
  await offerFreed(context, sectionIds)
}

/**
 * Frees expired seats of these classes when their time comes. Without classes, it covers all of them, which catches up
 * on what was missed while the server was down.
 */
export const freeLapsed: Job<{ sectionIds?: string[] }> = {
  name: 'enrolments-free-lapsed',
  cron: '*/5 * * * *',
  async run({ sectionIds }, tools) {
    const { db } = tools.database
    const { offersByItself } = await findSetting(db, 'registration')
    const due = await listDue(db, tools.now, sectionIds, offersByItself)
    // One transaction per class, so that no class stays locked while another is written.
    for (const id of due) await writeWith(tools, context => passOn(context, [id]))
  },
}
