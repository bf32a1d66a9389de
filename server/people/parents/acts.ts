import { sql, type SQL } from 'drizzle-orm'
import type { MailCategory } from '#contract/people/parents.record.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'

export { type FamilyOnRecord, twinOf, writeFamily } from './familyQueries.ts'
export { barredNames, contactsToCall, insertDenials, settlePickUps } from './pickUpQueries.ts'

/**
 * Whether somebody gets letters of a category, as a condition for the `where` of statements that write them.
 * Emergencies ask nobody, and the application shows everything anyway.
 */
export const wantsMail = (category: MailCategory, person: SQL): SQL =>
  sql`not exists (select 1 from notification_preferences np where np.person_id = ${person} and np.category = ${category} and np.mail = 'off')`

/** Holds a household while a child is added to it, and takes it out of the archive; false when there is none. */
export const openHousehold = async (db: Db, seen: Scope<'households'>, id: string): Promise<boolean> =>
  (
    await rows(
      db,
      sql`update households set archived_at = null where ${seen} and households.id = ${id}::uuid returning households.id`,
    )
  ).length === 1

/** Who comes back from the archive brings the family along. */
export const restoreFamilies = async (db: Db, studentIds: readonly string[]): Promise<void> => {
  await rows(
    db,
    sql`update households set archived_at = null where archived_at is not null and id in (select household_id from students where ${oneOf(sql`id`, studentIds)})`,
  )
}
