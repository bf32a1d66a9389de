import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AdultInput } from '#contract/people/parents.record.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/platform/db.ts'
import { changeAccount } from '#server/access/identity/acts.ts'
import { isStaff, persons } from './tables.ts'

type Facts = Partial<typeof persons.$inferInsert>

/** Inserts a person and returns their id. */
export const insertPerson = async (db: Db, person: typeof persons.$inferInsert): Promise<string> =>
  (await db.insert(persons).values(person).returning({ id: persons.id }))[0]!.id

/** Inserts people whose ids are known. */
export const insertPersons = async (
  db: Db,
  people: readonly (typeof persons.$inferInsert & { id: string })[],
): Promise<void> => {
  if (people.length > 0) await db.insert(persons).values([...people])
}

/** Changes a person's data. */
export const changePerson = async (db: Db, id: string, values: Facts): Promise<void> => {
  await db.update(persons).set(values).where(eq(persons.id, id))
}

/** Changes a person and the language of their account. Returns false if there is no such person. */
export const changePersonAndAccount = async (
  db: Db,
  id: string,
  values: Facts & { language: Language },
): Promise<boolean> => {
  const [changed] = await db
    .update(persons)
    .set(values)
    .where(eq(persons.id, id))
    .returning({ accountId: persons.accountId })
  if (changed?.accountId) await changeAccount(db, changed.accountId, { language: values.language })
  return changed !== undefined
}

/** Changes a person's data. The email address of a person with an account stays, since only they may change it. */
export const changeContact = async (db: Db, id: string, { email, ...values }: AdultInput): Promise<void> => {
  await db
    .update(persons)
    .set({ ...values, email: sql`case when ${persons.accountId} is null then ${email} else ${persons.email} end` })
    .where(eq(persons.id, id))
}

/**
 * Links an account to a person who has none yet, and gives them its address if they have none. Returns false if the
 * person has an account.
 */
export const joinPerson = async (db: Db, id: string, accountId: string, email: string): Promise<boolean> => {
  const [joined] = await db
    .update(persons)
    .set({ accountId, email: sql`case when ${persons.email} = '' then ${email} else ${persons.email} end` })
    .where(and(eq(persons.id, id), isNull(persons.accountId)))
    .returning({ id: persons.id })
  return joined !== undefined
}

/**
 * Links an account to a person with its address who has no account and doesn't work for the school, and changes their
 * data. Returns the person's id, or null if there is none.
 */
export const takeByAddress = async (
  db: Db,
  { accountId, email }: { accountId: string; email: string },
  values: Facts,
): Promise<string | null> => {
  const [known] = await db
    .update(persons)
    .set({ ...values, accountId })
    .where(
      eq(
        persons.id,
        sql`(select id from persons where email = ${email} and account_id is null and not ${isStaff(sql`persons.id`)} order by id limit 1)`,
      ),
    )
    .returning({ id: persons.id })
  return known?.id ?? null
}

/** Stores further phone numbers of a person who has none stored. */
export const noteOtherPhones = async (db: Db, id: string, otherPhones: string): Promise<void> => {
  if (otherPhones === '') return
  await db
    .update(persons)
    .set({ otherPhones })
    .where(and(eq(persons.id, id), eq(persons.otherPhones, '')))
}
