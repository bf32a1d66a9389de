import { and, eq, sql } from 'drizzle-orm'
import {
  adultFields,
  type ChangeKind,
  type ChangeRequest,
  type ChangeStatus,
  type ChangeValues,
} from '#contract/people/parents.record.ts'
import { type FieldIn, fieldsIn } from '#contract/studentFields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { insertGuardianships } from '#server/people/students/acts.ts'
import { guardianships, selected, students } from '#server/people/students/tables.ts'
import { insertPerson } from '#server/access/users/acts.ts'
import { persons } from '#server/access/users/tables.ts'
import { changeRequests, householdMembers, households, nativeHousehold } from './tables.ts'

const adultColumns = Object.fromEntries(adultFields.map(field => [field, persons[field]])) as Pick<
  typeof persons,
  (typeof adultFields)[number]
>

/** The household of a child in the scope; null if there is none. */
export const findHouseholdOf = async (db: Db, seen: Scope<'students'>, studentId: string): Promise<string | null> =>
  (
    await db
      .select({ householdId: students.householdId })
      .from(students)
      .where(and(seen, eq(students.id, studentId)))
  )[0]?.householdId ?? null

/** True if a household is in the scope and, if a guardian is given, they belong to it. */
export const hasHousehold = async (
  db: Db,
  seen: Scope<'households'>,
  householdId: string,
  guardianId: string | null,
): Promise<boolean> =>
  (
    await rows(
      db,
      sql`
      select 1 from households where ${seen} and households.id = ${householdId}::uuid and ${
        guardianId
          ? sql`exists (select 1 from household_members m join guardianships g on g.guardian_id = m.person_id join students s on s.id = g.student_id and s.household_id = m.household_id
              where m.household_id = households.id and m.person_id = ${guardianId}::uuid)`
          : sql`true`
      }`,
    )
  ).length > 0

/** Locks a household until the transaction ends. */
export const lockHousehold = async (db: Db, householdId: string): Promise<void> => {
  await db.select({ id: households.id }).from(households).where(eq(households.id, householdId)).for('update')
}

/** The current values on record for the subject of a request. Rights that differ between children are null. */
export const findValues = async (
  db: Db,
  kind: ChangeKind,
  householdId: string,
  subjectId: string | null,
): Promise<ChangeValues | null> => {
  if (kind === 'guardian-add') return {}
  if (kind === 'household')
    return (
      (await db.select({ name: households.name }).from(households).where(eq(households.id, householdId)))[0] ?? null
    )
  if (subjectId === null) return null
  if (kind === 'guardian')
    return (await db.select(adultColumns).from(persons).where(eq(persons.id, subjectId)).for('update'))[0] ?? null
  if (kind === 'child')
    return (
      (
        await rows<Record<FieldIn<'review'>, string | null>>(
          db,
          sql`select ${selected(fieldsIn('review'))} from persons p join students on students.id = p.id where p.id = ${subjectId}::uuid for update`,
        )
      )[0] ?? null
    )
  const [found] = await rows<{ relationship: string; hasDataAccess: boolean | null; mayPickUp: boolean | null }>(
    db,
    sql`
    select min(g.relationship) as relationship, case when bool_and(g.has_data_access) = bool_or(g.has_data_access) then bool_or(g.has_data_access) end as "hasDataAccess",
      case when bool_and(g.may_pick_up) = bool_or(g.may_pick_up) then bool_or(g.may_pick_up) end as "mayPickUp"
    from guardianships g join students s on s.id = g.student_id where s.household_id = ${householdId}::uuid and g.guardian_id = ${subjectId}::uuid having count(*) > 0`,
  )
  if (!found) return null
  const { relationship, ...rights } = found
  return kind === 'rights' ? rights : { relationship, ...rights }
}

const selectRequests = (personId: string | null) => sql`
  select change_requests.id, change_requests.household_id, h.name as household, ${nativeHousehold(sql`h.id`, sql`h.name`)} as "householdNativeName", change_requests.kind,
    case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name) end as subject,
    json_build_object('name', a.name, 'nativeName', a.native_name) as "askedBy", change_requests.requested_by is not distinct from ${personId}::uuid as "isMine",
    change_requests.before, change_requests.after, change_requests.status, change_requests.note, to_json(change_requests.created_at) as "askedAt", to_json(change_requests.answered_at) as "answeredAt"
  from change_requests join households h on h.id = change_requests.household_id join persons a on a.id = change_requests.requested_by left join persons p on p.id = change_requests.subject_id`

export const findRequest = async (
  db: Db,
  seen: Scope<'change_requests'>,
  personId: string | null,
  id: string,
): Promise<ChangeRequest | null> =>
  (
    await rows<ChangeRequest>(db, sql`${selectRequests(personId)} where ${seen} and change_requests.id = ${id}::uuid`)
  )[0] ?? null

type Filter = { status?: ChangeStatus | undefined; householdId?: string | undefined }
const matching = (seen: Scope<'change_requests'>, { status, householdId }: Filter) =>
  and(
    seen,
    status ? eq(changeRequests.status, status) : undefined,
    householdId ? eq(changeRequests.householdId, householdId) : undefined,
  )

/** Requests: open ones oldest first, the others newest first; one row more than a page. */
export const listRequests = (
  db: Db,
  seen: Scope<'change_requests'>,
  personId: string | null,
  filter: Filter,
  after: readonly unknown[] | null,
): Promise<ChangeRequest[]> => {
  const isQueue = filter.status === 'filed'
  const key = sql`(change_requests.created_at, change_requests.id)`
  const last = after && sql`(${after[0]}::timestamptz, ${after[1]}::uuid)`
  return rows<ChangeRequest>(
    db,
    sql`${selectRequests(personId)}
    where ${matching(seen, filter)} and ${last ? (isQueue ? sql`${key} > ${last}` : sql`${key} < ${last}`) : sql`true`}
    order by ${isQueue ? sql`change_requests.created_at, change_requests.id` : sql`change_requests.created_at desc, change_requests.id desc`} ${onePage}`,
  )
}

export const countRequests = (db: Db, seen: Scope<'change_requests'>, filter: Filter): Promise<number> =>
  db.$count(changeRequests, matching(seen, filter))

export const insertRequest = async (db: Db, values: typeof changeRequests.$inferInsert): Promise<string> =>
  (await db.insert(changeRequests).values(values).returning({ id: changeRequests.id }))[0]!.id

export const lockRequest = async (db: Db, seen: Scope<'change_requests'>, id: string) =>
  (
    await db
      .select()
      .from(changeRequests)
      .where(and(seen, eq(changeRequests.id, id)))
      .for('update')
  )[0] ?? null
export type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>

export const updateRequest = async (
  db: Db,
  id: string,
  values: Partial<typeof changeRequests.$inferInsert>,
): Promise<void> => {
  await db.update(changeRequests).set(values).where(eq(changeRequests.id, id))
}

export const updateHouseholdName = async (db: Db, id: string, name: string): Promise<void> => {
  await db.update(households).set({ name }).where(eq(households.id, id))
}

const childrenOf = (db: Db, householdId: string) =>
  db.select({ id: students.id }).from(students).where(eq(students.householdId, householdId))

type NewGuardian = {
  hasDataAccess: boolean
  mayPickUp: boolean
  name: string
  nativeName: string
  email: string
  phone: string
  language: string
  relationship: typeof guardianships.$inferInsert.relationship
}
/**
 * Adds a guardian for all of the household's children. A person with the same email is used if there is one. Null if
 * they belong to the household already.
 */
export const insertGuardian = async (
  db: Db,
  householdId: string,
  { relationship, hasDataAccess, mayPickUp, ...person }: NewGuardian,
): Promise<{ id: string; hasAccount: boolean } | null> => {
  const [known] = person.email
    ? await db
        .select({ id: persons.id, accountId: persons.accountId })
        .from(persons)
        .where(eq(persons.email, person.email))
        .orderBy(persons.id)
        .limit(1)
    : []
  const id = known?.id ?? (await insertPerson(db, person))
  const [joined] = await db
    .insert(householdMembers)
    .values({
      householdId,
      personId: id,
      contactOrder: sql`(select coalesce(max(m.contact_order), 0) + 1 from household_members m where m.household_id = ${householdId}::uuid)`,
    })
    .onConflictDoNothing()
    .returning({ contactOrder: householdMembers.contactOrder })
  if (!joined) return null
  const children = await childrenOf(db, householdId)
  await insertGuardianships(
    db,
    children.map(child => ({
      studentId: child.id,
      guardianId: id,
      relationship,
      hasDataAccess,
      mayPickUp,
      contactOrder: joined.contactOrder,
    })),
  )
  return { id, hasAccount: (known?.accountId ?? null) !== null }
}

/** True if a guardian is the only one who may see the record of a child of this household. */
export const isOnlyOneWithAccess = async (db: Db, householdId: string, guardianId: string): Promise<boolean> =>
  (
    await rows(
      db,
      sql`select 1 from guardianships g join students s on s.id = g.student_id and s.household_id = ${householdId}::uuid
        where g.guardian_id = ${guardianId}::uuid and g.has_data_access and not exists (select 1 from guardianships o
          where o.student_id = s.id and o.has_data_access and o.guardian_id <> g.guardian_id) limit 1`,
    )
  ).length > 0

/** True if a guardian may see the record of any child, in this household or another. */
export const hasAnyAccess = async (db: Db, guardianId: string): Promise<boolean> =>
  (
    await db
      .select({ id: guardianships.studentId })
      .from(guardianships)
      .where(and(eq(guardianships.guardianId, guardianId), eq(guardianships.hasDataAccess, true)))
      .limit(1)
  ).length > 0

export type Asker = { email: string; name: string; nativeName: string; language: 'en' | 'zh'; hasAccess: boolean }
/** The person who made the request, and whether they still have access to the household. */
export const findAsker = async (db: Db, personId: string, householdId: string): Promise<Asker> =>
  (
    await rows<Asker>(
      db,
      sql`
      select p.email, p.name, p.native_name, p.language, exists (select 1 from guardianships g join students s on s.id = g.student_id
        where g.guardian_id = p.id and s.household_id = ${householdId}::uuid and g.has_data_access) as "hasAccess"
      from persons p where p.id = ${personId}::uuid`,
    )
  )[0]!
