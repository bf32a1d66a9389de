import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AdultInput } from '#contract/people/parents.record.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/platform/db.ts'
import { changeAccount } from '#server/access/identity/acts.ts'
import { isStaff, persons } from './tables.ts'

type Facts = Partial<typeof persons.$inferInsert>

/** Makes a person, and says who it is. */
export const insertPerson = async (db: Db, person: typeof persons.$inferInsert): Promise<string> =>
  (await db.insert(persons).values(person).returning({ id: persons.id }))[0]!.id

/** Writes what is said of a person. */
export const changePerson = async (db: Db, id: string, values: Facts): Promise<void> => {
  await db.update(persons).set(values).where(eq(persons.id, id))
}

/** Changes a person, and the language of their account with it; false when there is none. */
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

/** Changes what the school knows of somebody; the address of a person who signs in is theirs to change. */
export const changeContact = async (db: Db, id: string, { email, ...values }: AdultInput): Promise<void> => {
  await db
    .update(persons)
    .set({ ...values, email: sql`case when ${persons.accountId} is null then ${email} else ${persons.email} end` })
    .where(eq(persons.id, id))
}

/** Makes an account that of a person who has none yet, and its address theirs where they have none. */
export const joinPerson = async (db: Db, id: string, accountId: string, email: string): Promise<boolean> => {
  const [joined] = await db
    .update(persons)
    .set({ accountId, email: sql`case when ${persons.email} = '' then ${email} else ${persons.email} end` })
    .where(and(eq(persons.id, id), isNull(persons.accountId)))
    .returning({ id: persons.id })
  return joined !== undefined
}

/**
 * Makes an account that of a person with its address who has none and doesn't work for the school, and writes what is
 * said of them; null when there is none.
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

/** Notes further telephone numbers of somebody of whom none are noted. */
export const noteOtherPhones = async (db: Db, id: string, otherPhones: string): Promise<void> => {
  if (otherPhones === '') return
  await db
    .update(persons)
    .set({ otherPhones })
    .where(and(eq(persons.id, id), eq(persons.otherPhones, '')))
}
