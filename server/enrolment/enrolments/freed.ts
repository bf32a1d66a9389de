import type { Context } from '#server/platform/functions.ts'
import type { Job } from '#server/platform/jobs.ts'
import { writeWith } from '#server/platform/writing.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { announceDecision } from './decisions.ts'
import { endHolds, endOffers, listDue, takeNext } from './freedQueries.ts'
import { lockSections } from './queries.ts'

/** What giving out freed seats needs: a call's context has it, and so has a job's transaction. */
export type Office = Pick<Context<unknown>, 'db' | 'now' | 'settings' | 'enqueue' | 'touch'>

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

/**
 * Takes back the offers and the holds of classes whose time is over, and passes their seats on: first to the line, then
 * to everybody.
 */
export const passOn = async (context: Office, sectionIds: readonly string[]): Promise<void> => {
  const { db, now, touch } = context
  await lockSections(db, sectionIds)
  await announceDecision(context, await endOffers(db, sectionIds, now), { decision: 'expired' })
  if (await endHolds(db, sectionIds, now)) touch(['classes'])
  await offerFreed(context, sectionIds)
}

/**
 * Frees what has lapsed in these classes, when its time has come; without classes, in all of them, which makes good
 * what was missed while the school's server was off.
 */
export const freeLapsed: Job<{ sectionIds?: string[] }> = {
  name: 'enrolments-free-lapsed',
  cron: '*/5 * * * *',
  async run({ sectionIds }, tools) {
    const { db } = tools.database
    const { offersByItself } = await findSetting(db, 'registration')
    const due = await listDue(db, tools.now, sectionIds, offersByItself)
    // Class by class, so that none is locked while another is written to.
    for (const id of due) await writeWith(tools, context => passOn(context, [id]))
  },
}
