import { and, eq, sql } from 'drizzle-orm'
import type { Care, GuardianInput } from '#contract/people/parents.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { invalid } from '#server/platform/errors.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { changeCallOrder, insertCareOf, removeCare } from '#server/people/students/acts.ts'
import { insertPerson, type Invitee } from '#server/access/users/acts.ts'
import { householdMembers, households } from './tables.ts'

/** Locks a household until the transaction ends, so that changes to its guardians run one after the other. */
export const lockHousehold = async (db: Db, seen: Scope<'households'>, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: households.id })
      .from(households)
      .where(and(seen, eq(households.id, id)))
      .for('update')
  ).length === 1

export const insertHousehold = async (db: Db, values: typeof households.$inferInsert): Promise<string> =>
  (await db.insert(households).values(values).returning({ id: households.id }))[0]!.id

export const updateHousehold = async (
  db: Db,
  seen: Scope<'households'>,
  id: string,
  values: { name: string; address: string },
): Promise<boolean> =>
  (
    await db
      .update(households)
      .set(values)
      .where(and(seen, eq(households.id, id)))
      .returning({ id: households.id })
  ).length === 1

/**
 * The person with this email address, or a new one. Their name must match the guardian's: otherwise a mistyped address
 * would let someone else see the family. Throws at the field `guardian.email`.
 */
export const personFor = async (db: Db, guardian: GuardianInput): Promise<string> => {
  const { name, nativeName, email, phone, otherPhones = '', language } = guardian
  const known =
    email === ''
      ? []
      : await rows<{ id: string; isNamedSo: boolean }>(
          db,
          sql`select p.id, fold(p.name) = fold(${name}) or p.native_name in (${name}, nullif(${nativeName}, '')) as "isNamedSo"
            from persons p where p.email = ${email} order by p.account_id is null, p.id`,
        )
  const person = known.find(({ isNamedSo }) => isNamedSo)
  if (person) return person.id
  if (known.length > 0) throw invalid([{ path: 'guardian.email', message: 'another' }])
  return insertPerson(db, { name, nativeName, email, phone, otherPhones, language })
}

/** Makes a person a guardian of a household and its children; false if they already are one. */
export const addMember = async (
  db: Db,
  householdId: string,
  personId: string,
  { relationship, hasDataAccess, mayPickUp }: GuardianInput,
): Promise<boolean> => {
  const [member] = await db
    .insert(householdMembers)
    .values({
      householdId,
      personId,
      relationship,
      hasDataAccess,
      mayPickUp,
      contactOrder: sql`(select coalesce(max(m.contact_order), 0) + 1 from household_members m where m.household_id = ${householdId}::uuid)`,
    })
    .onConflictDoNothing()
    .returning({ contactOrder: householdMembers.contactOrder })
  if (!member) return false
  const { contactOrder } = member
  await insertCareOf(db, householdId, personId, { relationship, hasDataAccess, mayPickUp, contactOrder })
  return true
}

export type Member = { email: string; hasAccount: boolean; hasDataAccess: boolean }
/** Locks a guardian of a household with their person; null if they don't belong to it. */
export const lockMember = async (db: Db, householdId: string, personId: string): Promise<Member | null> => {
  const [found] = await rows<Member>(
    db,
    sql`
    select p.email, p.account_id is not null as "hasAccount", coalesce((select bool_or(g.has_data_access) from guardianships g join students s on s.id = g.student_id
      where g.guardian_id = p.id and s.household_id = ${householdId}::uuid), m.has_data_access) as "hasDataAccess"
    from household_members m join persons p on p.id = m.person_id
    where m.household_id = ${householdId}::uuid and m.person_id = ${personId}::uuid for update of p`,
  )
  return found ?? null
}

/** The relationship of each guardian to each child of a household, ordered by child, then guardian. */
export const listCare = (db: Db, seen: Scope<'households'>, householdId: string): Promise<Care[]> =>
  rows<Care>(
    db,
    sql`
    select s.id as "studentId", p.name as student, p.native_name, g.guardian_id, g.relationship,
      g.has_data_access, g.may_pick_up
    from guardianships g join students s on s.id = g.student_id join persons p on p.id = s.id join households on households.id = s.household_id
    where ${seen} and households.id = ${householdId}::uuid order by p.birth_on, p.name, s.id, g.contact_order, g.guardian_id`,
  )

/** Moves a guardian to a position in a household's calling order. */
export const changeContactOrder = async (
  db: Db,
  householdId: string,
  personId: string,
  place: number,
): Promise<void> => {
  await rows(
    db,
    sql`
    with others as (
      select person_id, row_number() over (order by contact_order, person_id) as n from household_members
      where household_id = ${householdId}::uuid and person_id <> ${personId}::uuid
    ), placed as (
      select person_id, case when n < ${place}::int then n else n + 1 end as n from others
      union all
      select ${personId}::uuid, least(${place}::int, (select count(*) + 1 from others))
    )
    update household_members m set contact_order = placed.n from placed where m.household_id = ${householdId}::uuid and m.person_id = placed.person_id`,
  )
  await changeCallOrder(db, householdId)
}

/** Removes a guardian from a household and its children. */
export const removeMember = async (db: Db, householdId: string, personId: string): Promise<void> => {
  await removeCare(db, householdId, personId)
  await db
    .delete(householdMembers)
    .where(and(eq(householdMembers.householdId, householdId), eq(householdMembers.personId, personId)))
}

export const countMembers = (db: Db, householdId: string): Promise<number> =>
  db.$count(householdMembers, eq(householdMembers.householdId, householdId))

/** The people who may know about a household: its guardians with data access to a child. */
export const membersOf = async (db: Db, householdIds: readonly string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select distinct g.guardian_id as id from guardianships g join students s on s.id = g.student_id
        where g.has_data_access and ${oneOf(sql`s.household_id`, householdIds)}`,
    )
  ).map(({ id }) => id)

/** The guardians of these families as invitees. Those without data access to any child are marked as barred. */
export const inviteesOf = (db: Db, seen: Scope<'households'>, householdIds: readonly string[]): Promise<Invitee[]> =>
  rows(
    db,
    sql`
    select m.person_id, case when not bool_or(coalesce((select bool_or(g.has_data_access) from guardianships g join students s on s.id = g.student_id
        where g.guardian_id = m.person_id and s.household_id = households.id), m.has_data_access)) then 'NO_DATA_ACCESS' end as barred
    from households join household_members m on m.household_id = households.id
    where ${seen} and ${oneOf(sql`households.id`, householdIds)} and households.archived_at is null group by m.person_id`,
  )
