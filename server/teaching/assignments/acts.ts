import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { isCutShort, isOfOver, standing } from './tables.ts'

const follow = async (db: Db, theirs: SQL, now: Date): Promise<void> => {
  const at = sql`${now.toISOString()}::timestamptz`
  await Promise.all([
    db.execute(sql`
    update assignments set
      status = case when assignments.status = 'scheduled' and assignments.publish_at > ${at} then 'draft' else assignments.status end,
      publish_at = case when assignments.status = 'scheduled' and assignments.publish_at > ${at} then null else assignments.publish_at end,
      closes_at = case when assignments.status in ('draft','closed') or ${standing(now)} = 'scheduled' or assignments.due_at <= ${at} or assignments.closes_at <= ${at} then assignments.closes_at else ${at} end
    where ${theirs} and ${isOfOver}`),
    db.execute(sql`update assignments set closes_at = null where ${theirs} and ${isCutShort} and not ${isOfOver}`),
  ])
}

/**
 * Adjusts the homework of a term whose state has changed. Where classes are over, what is still to be published becomes
 * a draft, and what isn't due yet closes without being missing. Where they go on, the latter is due again; drafts stay,
 * as their time may have passed.
 */
export const followTerm = (db: Db, termId: string, now: Date): Promise<void> =>
  follow(db, sql`assignments.section_id in (select x.id from sections x where x.term_id = ${termId}::uuid)`, now)

/** The same for a class whose state has changed. */
export const followClass = (db: Db, sectionId: string, now: Date): Promise<void> =>
  follow(db, sql`assignments.section_id = ${sectionId}::uuid`, now)
