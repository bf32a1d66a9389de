import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { ChargeAudience } from '#contract/money/payments.ts'
import { duplicateDays } from '#contract/money/payments.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isSeated } from '#server/enrolment/enrolments/tables.ts'
import { chargeRuns, charges, isStanding } from './tables.ts'

const idsIn = (ids: readonly string[]): SQL =>
  sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`

const inAudience = (audience: Exclude<ChargeAudience, { kind: 'households' }>): SQL => {
  switch (audience.kind) {
    case 'sections':
      return sql`sec.id in ${idsIn(audience.sectionIds)}`
    case 'programme':
      return sql`sec.term_id = ${audience.termId}::uuid and co.programme_id = ${audience.programmeId}::uuid`
    case 'term':
      return sql`sec.term_id = ${audience.termId}::uuid`
  }
}

/**
 * Who is charged, as a subquery. `key_student` tells the students of a family apart where each is charged. A family's
 * one charge is stored with its student if it has only one in the audience, so that a guardian who may not know about
 * that student doesn't read what it is for.
 */
const payersOf = (seen: Scope<'households'>, audience: ChargeAudience, per: 'student' | 'household'): SQL => {
  if (audience.kind === 'households')
    return sql`select households.id as household_id, households.name as household, null::uuid as student_id, null::uuid as key_student
      from households where ${seen} and households.id in ${idsIn(audience.householdIds)}`
  const placed = sql`select distinct households.id as household_id, households.name as household, s.id as student_id
    from enrolments e join sections sec on sec.id = e.section_id join courses co on co.id = sec.course_id join students s on s.id = e.student_id
      join households on households.id = s.household_id
    where ${seen} and ${isSeated} and ${inAudience(audience)}`
  return per === 'student'
    ? sql`select placed.*, student_id as key_student from (${placed}) placed`
    : sql`select household_id, household, case when count(*) = 1 then min(student_id::text)::uuid end as student_id, null::uuid as key_student
      from (${placed}) placed group by household_id, household`
}

export type Payer = {
  key: string
  householdId: string
  household: string
  studentId: string | null
  student: string
  studentNativeName: string
  chargedOn: string | null
}

/**
 * The students or households of an audience, each once, and when they were charged for the same in the last weeks: with
 * the same description, and for the same student where each student is charged and the earlier charge names one.
 */
export const listPayers = (
  db: Db,
  seen: Scope<'households'>,
  of: { audience: ChargeAudience; per: 'student' | 'household'; description: string },
  today: string,
): Promise<Payer[]> =>
  rows<Payer>(
    db,
    sql`
    with payers as (${payersOf(seen, of.audience, of.per)})
    select * from (select coalesce(x.key_student, x.household_id) as key, x.household_id, x.household, x.student_id, coalesce(p.name, '') as student,
      coalesce(p.native_name, '') as "studentNativeName",
      (select max(c.on_day) from charges c where c.household_id = x.household_id and lower(c.description) = lower(${of.description}) and c.on_day > ${today}::date - ${duplicateDays}::int
        and (x.key_student is null or c.student_id is null or c.student_id = x.key_student)
        and ${isStanding('c.id')}) as "chargedOn"
    from payers x left join persons p on p.id = x.key_student) each
    order by "chargedOn" is null, coalesce(nullif(student, ''), household), household, key`,
  )

/** The accounts of an audience, as a subquery. */
export const payersIn = (seen: Scope<'households'>, audience: ChargeAudience): SQL =>
  sql`select payers.household_id from (${payersOf(seen, audience, 'household')}) payers`

type NewRun = {
  kind: (typeof charges.$inferInsert)['kind']
  description: string
  nativeDescription: string
  amountCents: number
  dueOn: string
  madeBy: string | null
  at: Date
}

/** Creates a run and its charges in two statements, however many there are; a payer may have their own amount. */
export const insertRun = async (
  db: Db,
  { at, ...run }: NewRun,
  payers: readonly (Pick<Payer, 'householdId' | 'studentId'> & { amountCents?: number })[],
  today: string,
): Promise<string> => {
  const id = newId()
  await db.insert(chargeRuns).values({ id, ...run, createdAt: at })
  const list = payers.map(({ householdId, studentId, amountCents = run.amountCents }) => ({
    id: newId(),
    householdId,
    studentId,
    amountCents,
  }))
  await rows(
    db,
    sql`
    insert into charges (id, household_id, student_id, run_id, kind, description, native_description, amount_cents, on_day, due_on, created_at)
    select x.id, x."householdId", x."studentId", ${id}::uuid, ${run.kind}, ${run.description}, ${run.nativeDescription}, x."amountCents",
      ${today}::date, ${run.dueOn}::date, ${at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as x(id uuid, "householdId" uuid, "studentId" uuid, "amountCents" bigint)`,
  )
  return id
}

export type FoundRun = {
  id: string
  description: string
  nativeDescription: string
  kind: (typeof charges.$inferSelect)['kind']
  amountCents: number
  count: number
  totalCents: number
  dueOn: string
  by: string
  byNativeName: string
  at: string
  reversedAt: string | null
}

const utc = (column: SQL): SQL => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Runs, newest first. */
export const listRuns = (db: Db, seen: Scope<'chargeRuns'>, after: readonly unknown[] | null): Promise<FoundRun[]> =>
  rows<FoundRun>(
    db,
    sql`
    select charge_runs.id, charge_runs.description, charge_runs.native_description, charge_runs.kind, charge_runs.amount_cents,
      n.count, n.total as "totalCents", charge_runs.due_on, coalesce(p.name, '') as by, coalesce(p.native_name, '') as "byNativeName",
      ${utc(sql`charge_runs.created_at`)} as at, ${utc(sql`charge_runs.reversed_at`)} as "reversedAt"
    from charge_runs left join persons p on p.id = charge_runs.made_by
      cross join lateral (select count(*)::int as count, coalesce(sum(c.amount_cents), 0)::bigint as total from charges c where c.run_id = charge_runs.id) n
    where ${seen} and ${after ? sql`(charge_runs.created_at, charge_runs.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by charge_runs.created_at desc, charge_runs.id desc ${onePage}`,
  )

export const countRuns = async (db: Db, seen: Scope<'chargeRuns'>): Promise<number> =>
  (await rows<{ n: number }>(db, sql`select count(*)::int as n from charge_runs where ${seen}`))[0]!.n

/** Locks a run and, in the usual order, the accounts that it charged. */
export const lockRun = async (
  db: Db,
  seen: Scope<'chargeRuns'>,
  id: string,
): Promise<{ createdAt: Date; reversedAt: Date | null } | null> => {
  const [run] = await db
    .select({ createdAt: chargeRuns.createdAt, reversedAt: chargeRuns.reversedAt })
    .from(chargeRuns)
    .where(and(seen, eq(chargeRuns.id, id)))
    .for('update')
  if (!run) return null
  await rows(
    db,
    sql`select id from households where id in (select household_id from charges where run_id = ${id}::uuid) order by id for update`,
  )
  return run
}

/** Marks a run as undone and returns the ids of its charges. */
export const closeRun = async (db: Db, id: string, at: Date): Promise<string[]> => {
  await db.update(chargeRuns).set({ reversedAt: at }).where(eq(chargeRuns.id, id))
  return (await db.select({ id: charges.id }).from(charges).where(eq(charges.runId, id))).map(each => each.id)
}

/** Locks the account of a charge and returns whether the charge is reversed. */
export const lockCharge = async (
  db: Db,
  seen: Scope<'charges'>,
  id: string,
): Promise<{ householdId: string; isReversed: boolean } | null> => {
  const [charge] = await rows<{ householdId: string }>(
    db,
    sql`select charges.household_id from charges join households h on h.id = charges.household_id where ${and(seen, eq(charges.id, id))} for update of h`,
  )
  if (!charge) return null
  // Read behind the lock: someone else may have reversed it since.
  const [reversed] = await rows(db, sql`select 1 from charge_reversals where charge_id = ${id}::uuid`)
  return { ...charge, isReversed: reversed !== undefined }
}
