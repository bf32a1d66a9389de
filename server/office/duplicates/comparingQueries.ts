import { sql, type SQL } from 'drizzle-orm'
import type { Comparison, DuplicateKind, DuplicateSide, MergeField } from '#contract/office/duplicates.ts'
import { isOf, partsOf, type StudentFact, studentFacts } from '#contract/studentFields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Scope } from '#server/platform/scope.ts'
import { dueOf } from '#server/money/payments/tables.ts'
import { factAsText } from '#server/people/students/tables.ts'
import { isLive } from '#server/access/users/tables.ts'
import { isOnWaitlist, takesSeat } from '#server/enrolment/enrolments/tables.ts'
import type { Pair } from './joiningQueries.ts'
import { sidesOf } from './sideQueries.ts'

/** Facts about any person, and those about students only. */
const ofPerson = (fact: StudentFact): boolean => partsOf(fact).every(field => isOf('persons', field))
const personFacts = studentFacts.filter(ofPerson)
const learnerFacts = studentFacts.filter(fact => !ofPerson(fact))
const facts = (which: readonly StudentFact[]): Partial<Record<MergeField, SQL>> =>
  Object.fromEntries(which.map(fact => [fact, factAsText(fact, 's')]))
const person: Partial<Record<MergeField, SQL>> = {
  ...facts(personFacts),
  email: sql`p.email`,
  phone: sql`p.phone`,
}
/** The fields of each kind, as text. */
const fieldsOf: Record<DuplicateKind, Partial<Record<MergeField, SQL>>> = {
  household: { name: sql`h.name`, address: sql`h.address` },
  student: {
    ...person,
    household: sql`h.name`,
    ...facts(learnerFacts),
  },
  adult: { ...person, language: sql`p.language` },
}

const source: Record<DuplicateKind, SQL> = {
  household: sql`households h where h.id`,
  student: sql`persons p join students s on s.id = p.id join households h on h.id = s.household_id where p.id`,
  adult: sql`persons p where p.id`,
}

/** The fields by which two records are compared. */
export const comparedFields = (of: DuplicateKind): MergeField[] => Object.keys(fieldsOf[of]) as MergeField[]

type Values = Record<MergeField, string>
const valuesOf = (of: DuplicateKind, id: string): SQL => {
  const members = Object.entries(fieldsOf[of]).map(([key, by]) => sql`${key}::text, ${by}`)
  return sql`(select json_build_object(${sql.join(members, sql`, `)}) from ${source[of]} = ${id}::uuid)`
}

type Found = {
  values: [Values, Values]
  accounts: [string | null, string | null]
  isMine: [boolean, boolean]
  /** True where both students belong to the same household, compared by id because households may share a name. */
  isOneHome: boolean
  classes: string | null
  isKin: boolean
  unseen: string | null
  /**
   * True where one of them is an administrator, or a teacher without an account, which the other's account could take
   * over.
   */
  isGuarded: boolean
  notes: Record<Comparison['notes'][number], boolean>
}

const findings = (of: DuplicateKind, { keepId, dropId }: Pair, actor: Actor): SQL => {
  const keep = sql`${keepId}::uuid`
  const drop = sql`${dropId}::uuid`
  const isHousehold = of === 'household'
  const account = (id: SQL) =>
    isHousehold
      ? sql`null`
      : sql`(select a.email from persons p join accounts a on a.id = p.account_id where p.id = ${id})`
  const both = (from: SQL, on: SQL) => sql`exists (select 1 from ${from} k join ${from} d on ${on})`
  const differ = sql`(k.has_data_access <> d.has_data_access or k.may_pick_up <> d.may_pick_up)`
  return sql`
    select json_build_array(${valuesOf(of, keepId)}, ${valuesOf(of, dropId)}) as values, json_build_array(${account(keep)}, ${account(drop)}) as accounts,
      json_build_array(${actor.personId}::uuid is not distinct from ${keep}, ${actor.personId}::uuid is not distinct from ${drop}) as "isMine",
      coalesce((select a.household_id = b.household_id from students a, students b where a.id = ${keep} and b.id = ${drop}), true) as "isOneHome",
      (select string_agg(c.name, ', ') from enrolments k join enrolments d on d.section_id = k.section_id join sections c on c.id = k.section_id
        where k.student_id = ${keep} and d.student_id = ${drop} and ${takesSeat('k')} and ${takesSeat('d')}) as classes,
      exists (select 1 from guardianships g where (g.student_id, g.guardian_id) in ((${keep}, ${drop}), (${drop}, ${keep}))) as "isKin",
      (select string_agg(p.name, ', ') from guardianships k join guardianships d on d.student_id = k.student_id join persons p on p.id = k.student_id
        where k.guardian_id = ${keep} and d.guardian_id = ${drop} and k.has_data_access <> d.has_data_access
          and not exists (select 1 from guardianships o where o.student_id = k.student_id and o.has_data_access and o.guardian_id not in (${keep}, ${drop}))) as unseen,
      exists (select 1 from role_grants g join persons p on p.id = g.person_id where p.id in (${keep}, ${drop}) and ${isLive('g')}
        and (g.role = 'admin' or (g.role = 'teacher' and p.account_id is null))) as "isGuarded",
      json_build_object(
        'rights', ${both(sql`guardianships`, sql`k.guardian_id = ${keep} and d.guardian_id = ${drop} and d.student_id = k.student_id and ${differ}`)}
          or ${both(sql`guardianships`, sql`k.student_id = ${keep} and d.student_id = ${drop} and d.guardian_id = k.guardian_id and ${differ}`)}
          or ${both(sql`household_members`, sql`k.household_id = ${keep} and d.household_id = ${drop} and d.person_id = k.person_id and ${differ}`)},
        'roles', ${both(sql`role_grants`, sql`k.person_id = ${keep} and d.person_id = ${drop} and d.role = k.role and k.ends_at is null and d.ends_at is null`)},
        'signUps', ${both(sql`slot_signups`, sql`k.person_id = ${keep} and d.person_id = ${drop} and d.slot_id = k.slot_id and k.status <> 'cancelled' and d.status <> 'cancelled'`)},
        'places', ${both(sql`waitlist_entries`, sql`k.student_id = ${keep} and d.student_id = ${drop} and d.section_id = k.section_id and ${isOnWaitlist('k')} and ${isOnWaitlist('d')}`)},
        'answers', ${both(sql`rsvps`, sql`k.household_id = ${keep} and d.household_id = ${drop} and d.event_id = k.event_id`)}) as notes`
}

/** Both records as they are shown; a record that doesn't exist is left out. */
export const findSides = (db: Db, seen: Scope<'records'>, of: DuplicateKind, pair: Pair): Promise<DuplicateSide[]> =>
  rows<DuplicateSide>(db, sql`${sidesOf(of, sql`${seen} and r.id in (${pair.keepId}::uuid, ${pair.dropId}::uuid)`)}`)

/** The values of two records, the obstacles to merging them, and what would be combined. */
export const findFacts = async (db: Db, of: DuplicateKind, pair: Pair, actor: Actor): Promise<Found> =>
  (await rows<Found>(db, findings(of, pair, actor)))[0]!

/** The balances of two families. */
export const findBalances = async (db: Db, pair: Pair): Promise<[number, number]> => {
  const owed = (id: string) => dueOf(sql`${id}::uuid`)
  const [found] = await rows<{ of: [number, number] }>(
    db,
    sql`select json_build_array(${owed(pair.keepId)}, ${owed(pair.dropId)}) as of`,
  )
  return found!.of
}
