import { sql, type SQL } from 'drizzle-orm'
import type { MailCategory } from '#contract/people/parents.record.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'

export { type FamilyOnRecord, twinOf, writeFamily } from './familyQueries.ts'
export { barredNames, contactsToCall, insertDenials, settlePickUps } from './pickUpQueries.ts'

/**
 * A condition for statements that enqueue email: true if a person wants email of this category. Emergency messages
 * ignore the preference, and the application shows everything regardless.
 */
export const wantsMail = (category: MailCategory, person: SQL): SQL =>
  sql`not exists (select 1 from notification_preferences np where np.person_id = ${person} and np.category = ${category} and np.mail = 'off')`

/** Locks a household while a child is added to it, and restores it from the archive; false if there is none. */
export const openHousehold = async (db: Db, seen: Scope<'households'>, id: string): Promise<boolean> =>
  (
    await rows(
      db,
      sql`update households set archived_at = null where ${seen} and households.id = ${id}::uuid returning households.id`,
    )
  ).length === 1

/** Restores the families of students who are restored from the archive. */
export const restoreFamilies = async (db: Db, studentIds: readonly string[]): Promise<void> => {
  await rows(
    db,
    sql`update households set archived_at = null where archived_at is not null and id in (select household_id from students where ${oneOf(sql`id`, studentIds)})`,
  )
}
