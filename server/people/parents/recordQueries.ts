import { and, eq, isNull, sql } from 'drizzle-orm'
import { mailCategories } from '#contract/people/parents.record.ts'
import type { Output } from '#contract/index.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { notificationPreferences } from '#server/access/push/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { barredInHousehold } from './pickUpQueries.ts'
import { consents, emergencyContacts, pickUps } from './tables.ts'

type Place = { householdId: string; barred: string[]; isWhole: boolean }
/**
 * A household in the scope, with the requested child if one is given, and the facts needed for changing its record: also
 * whether it is one of `whole`.
 */
export const findPlace = async (
  db: Db,
  seen: Scope<'households'>,
  whole: Scope<'households'>,
  children: Scope<'students'>,
  householdId: string,
  studentId: string | null,
  today: string,
): Promise<Place | null> =>
  (
    await rows<Place>(
      db,
      sql`
      select households.id as "householdId", ${whole} as "isWhole",
        ${barredInHousehold(studentId, today)} as barred
      from households where ${seen} and households.id = ${householdId}::uuid
        and ${studentId ? sql`exists (select 1 from students where students.id = ${studentId}::uuid and students.household_id = households.id and ${children})` : sql`true`}`,
    )
  )[0] ?? null

/** The people whose screens show a household: guardians with data access to one of its children, and their teachers. */
export const listHouseholdPeople = async (db: Db, householdId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select g.guardian_id as id from guardianships g join students s on s.id = g.student_id where s.household_id = ${householdId}::uuid and g.has_data_access
      union select t.teacher_id from students s join enrolments e on e.student_id = s.id join section_teachers t on t.section_id = e.section_id
        where s.household_id = ${householdId}::uuid and ${isEnrolled('e')}`,
    )
  ).map(({ id }) => id)

type ContactValues = { name: string; phone: string; relationship: string }
export const insertContact = async (db: Db, householdId: string, values: ContactValues): Promise<string> =>
  (
    await db
      .insert(emergencyContacts)
      .values({ householdId, ...values })
      .returning({ id: emergencyContacts.id })
  )[0]!.id

/** Each of these functions returns the id of the household, or null if nothing was found. */
export const updateContact = async (
  db: Db,
  kept: Scope<'emergency_contacts'>,
  id: string,
  values: ContactValues,
): Promise<string | null> =>
  (
    await db
      .update(emergencyContacts)
      .set(values)
      .where(and(kept, eq(emergencyContacts.id, id)))
      .returning({ householdId: emergencyContacts.householdId })
  )[0]?.householdId ?? null

export const deleteContact = async (db: Db, kept: Scope<'emergency_contacts'>, id: string): Promise<string | null> =>
  (
    await db
      .delete(emergencyContacts)
      .where(and(kept, eq(emergencyContacts.id, id)))
      .returning({ householdId: emergencyContacts.householdId })
  )[0]?.householdId ?? null

export const endPickUp = async (db: Db, kept: Scope<'pick_ups'>, id: string, at: Date): Promise<string | null> =>
  (
    await db
      .update(pickUps)
      .set({ removedAt: at })
      .where(and(kept, eq(pickUps.id, id), isNull(pickUps.removedAt)))
      .returning({ householdId: pickUps.householdId })
  )[0]?.householdId ?? null

export const insertConsent = async (db: Db, values: typeof consents.$inferInsert): Promise<string> =>
  (await db.insert(consents).values(values).returning({ id: consents.id }))[0]!.id

/** Every category in order; the default is to send at once. */
export const listPreferences = async (
  db: Db,
  mine: Scope<'notification_preferences'>,
): Promise<Output<'parents-preferences'>> => {
  const chosen = await db.select().from(notificationPreferences).where(mine)
  return mailCategories.map(category => ({
    category,
    mail: chosen.find(each => each.category === category)?.mail ?? 'instant',
  }))
}

/** The names on file of the person who signs. */
export const findSigner = async (
  db: Db,
  personId: string | null,
): Promise<{ name: string; nativeName: string } | null> =>
  (
    await rows<{ name: string; nativeName: string }>(
      db,
      sql`select name, native_name from persons where id = ${personId}::uuid`,
    )
  )[0] ?? null
