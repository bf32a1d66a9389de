import { sql, type SQL } from 'drizzle-orm'
import { type Db, inPieces, rows } from '#server/platform/db.ts'
import { invalid } from '#server/platform/errors.ts'
import { among } from '#server/platform/scope.ts'
import { barredPeople, isBarredContact, isStanding, pickUps } from './tables.ts'

/** The people who must not pick up a child on a day, as JSON. */
export const barredNames = (student: SQL, household: SQL, day: SQL): SQL =>
  sql`coalesce((select json_agg(distinct b.name order by b.name) from ${barredPeople(student, household, day)} b), '[]')`

/**
 * The contacts to call about a child on a day if no guardian answers, as JSON: those of the household, and of the homes
 * of other guardians who may know about the child and pick it up; without people who must not.
 */
export const contactsToCall = (student: SQL, household: SQL, day: SQL): SQL =>
  sql`coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'phone', c.phone, 'relationship', c.relationship) order by c.name, c.id)
    from emergency_contacts c where ${among(
      sql`c.household_id`,
      sql`select ${household} union all select m.household_id from guardianships g
        join household_members m on m.person_id = g.guardian_id where g.student_id = ${student} and g.has_data_access and g.may_pick_up`,
    )} and not ${isBarredContact(student, household, day)}), '[]')`

/** The same for all children of `households`, or for one, as a JSON list of names in lower case. */
export const barredInHousehold = (
  studentId: string | null,
  today: string,
): SQL => sql`(select coalesce(json_agg(distinct lower(b.name)), '[]') from students cross join lateral json_array_elements_text(${barredNames(sql`students.id`, sql`households.id`, sql`${today}::date`)}) as b(name)
  where students.household_id = households.id and ${studentId ? sql`students.id = ${studentId}::uuid` : sql`true`})`

/** True if a name is among those from `barredInHousehold`. */
export const isBarred = (barred: readonly string[], name: string): boolean => barred.includes(name.toLowerCase())

export const insertPickUp = async (db: Db, values: typeof pickUps.$inferInsert): Promise<string> =>
  (await db.insert(pickUps).values(values).returning({ id: pickUps.id }))[0]!.id

/** Blocks people, by name, from picking up specific children of households, from `day` on. */
export const insertDenials = (
  db: Db,
  denials: readonly { householdId: string; studentId: string; name: string }[],
  { day, by, at }: { day: string; by: string | null; at: Date },
): Promise<void> =>
  inPieces(denials, piece =>
    db
      .insert(pickUps)
      .values(piece.map(denial => ({ ...denial, rule: 'deny' as const, fromDay: day, addedBy: by, createdAt: at }))),
  )

/** An emergency contact, with whether they may pick up all children of the family. */
type ContactOnRecord = { name: string; phone: string; relationship: string; mayPickUp: boolean }
type Settled = {
  householdId: string
  before: readonly ContactOnRecord[]
  contacts: readonly ContactOnRecord[]
  /** The person who submitted the contacts. */
  by: string
  today: string
  at: Date
}

/**
 * Updates the pick-up list from a family's emergency contacts: adds those who may pick up, and removes those that the
 * family no longer wants. Throws `invalid` at a contact whom the office has blocked. Entries made by the office stay.
 */
export const settlePickUps = async (
  db: Db,
  { householdId, before, contacts, by, today, at }: Settled,
): Promise<void> => {
  const [found] = await rows<{ barred: string[]; standing: string[] }>(
    db,
    sql`
    select ${barredInHousehold(null, today)} as barred,
      (select coalesce(json_agg(lower(u.name)), '[]') from pick_ups u where u.household_id = households.id and ${isStanding}) as standing
    from households where households.id = ${householdId}::uuid`,
  )
  const { barred, standing } = found!
  const wrong = contacts.flatMap(({ name, mayPickUp }, index) =>
    mayPickUp && isBarred(barred, name) ? [{ path: `contacts.${index}.mayPickUp`, message: 'barred' }] : [],
  )
  if (wrong.length > 0) throw invalid(wrong)
  const wanted = new Map(contacts.filter(each => each.mayPickUp).map(each => [each.name.toLowerCase(), each]))
  const missing = [...wanted].filter(([key]) => !standing.includes(key))
  if (missing.length > 0)
    await db.insert(pickUps).values(
      missing.map(([, { name, phone, relationship }]) => ({
        householdId,
        studentId: null,
        name,
        phone,
        relationship,
        rule: 'allow' as const,
        fromDay: today,
        toDay: null,
        addedBy: by,
        createdAt: at,
      })),
    )
  const unwanted = before.flatMap(({ name, mayPickUp }) =>
    mayPickUp && !wanted.has(name.toLowerCase()) ? [name.toLowerCase()] : [],
  )
  if (unwanted.length === 0) return
  await rows(
    db,
    sql`
    update pick_ups u set removed_at = ${at.toISOString()}::timestamptz
    where u.household_id = ${householdId}::uuid and ${isStanding} and lower(u.name) in (select jsonb_array_elements_text(${JSON.stringify(unwanted)}::jsonb))
      and u.added_by in (select m.person_id from household_members m where m.household_id = u.household_id)`,
  )
}
