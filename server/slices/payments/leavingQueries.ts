import { sql, type SQL } from 'drizzle-orm'
import type { LateFeeRow } from '#contract/lateFees.ts'
import type { RefundPreview } from '#contract/leavings.ts'
import { allocate } from '#rules/ledger.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { insertAllocations, listCredits, listOpenCharges } from './queries.ts'
import { charges, netOf, openOf, settledWithdrawals } from './tables.ts'

export type Leaving = {
  enrolmentId: string
  householdId: string
  studentId: string
  status: string
  endedOn: string | null
  student: string
  studentNativeName: string
  section: string
  sectionNativeName: string
  startsOn: string
  lines: { chargeId: string; kind: RefundPreview['lines'][number]['kind']; description: string; netCents: number }[]
  postedOn: string | null
  postedCents: number | null
  postedFeeCents: number | null
}

/** Enrolments with what their classes were asked for, less what was taken back. */
const listWhere = (db: Db, seen: Scope<'enrolments'>, which: SQL): Promise<Leaving[]> =>
  rows<Leaving>(
    db,
    sql`
      select enrolments.id as "enrolmentId", s.household_id as "householdId", s.id as "studentId", enrolments.status,
        to_char(enrolments.ended_at at time zone school.zone, 'YYYY-MM-DD') as "endedOn", p.name as student, p.native_name as "studentNativeName",
        sec.name as section, sec.native_name as "sectionNativeName", t.starts_on as "startsOn",
        coalesce((select json_agg(json_build_object('chargeId', c.id, 'kind', c.kind, 'description', c.description, 'netCents', ${netOf('c')}) order by c.kind desc, c.id)
          from charges c where c.enrolment_id = enrolments.id and ${netOf('c')} > 0), '[]') as lines,
        w.on_day as "postedOn", w.total_cents as "postedCents", w.fee_cents as "postedFeeCents"
      from enrolments cross join school join students s on s.id = enrolments.student_id join persons p on p.id = s.id join sections sec on sec.id = enrolments.section_id
        join terms t on t.id = sec.term_id left join settled_withdrawals w on w.enrolment_id = enrolments.id
      where ${seen} and ${which} order by enrolments.ended_at desc, enrolments.id`,
  )

export const findLeaving = async (db: Db, seen: Scope<'enrolments'>, id: string): Promise<Leaving | null> =>
  (await listWhere(db, seen, sql`enrolments.id = ${id}::uuid`))[0] ?? null

/** The classes that a student has left, the latest first. */
export const listLeavings = (db: Db, seen: Scope<'enrolments'>, studentId: string): Promise<Leaving[]> =>
  listWhere(
    db,
    seen,
    sql`enrolments.student_id = ${studentId}::uuid and enrolments.status in ('withdrawn','dropped','transferred') and t.status <> 'archived'`,
  )

export const insertSettled = async (db: Db, values: typeof settledWithdrawals.$inferInsert): Promise<void> => {
  await db.insert(settledWithdrawals).values(values)
}

export const insertCharges = async (db: Db, values: (typeof charges.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(charges).values(values)
}

/** Covers what is open of a locked account with the credit that it has, the oldest of both first. */
export const coverOpen = async (db: Db, householdId: string, at: Date): Promise<void> => {
  const open = await listOpenCharges(db, householdId)
  const credits = await listCredits(db, householdId)
  await insertAllocations(
    db,
    credits.flatMap(({ paymentId, creditCents }) => {
      const made = allocate(creditCents, open).allocations
      for (const { chargeId, amountCents } of made)
        open.find(({ id }) => id === chargeId)!.outstandingCents -= amountCents
      return made.map(each => ({ ...each, paymentId, createdAt: at }))
    }),
  )
}

/** Families with something overdue, and the late fees that were charged on it: those since the oldest of it fell due. */
export const listLate = (db: Db, seen: Scope<'households'>, today: string): Promise<Omit<LateFeeRow, 'feeCents'>[]> =>
  rows(
    db,
    sql`
    with overdue as (
      select c.household_id, sum(${openOf('c')})::bigint as open, min(c.due_on) as due_on from charges c
      where c.due_on < ${today}::date and c.kind <> 'late' and ${openOf('c')} > 0 group by c.household_id
    )
    select households.id as "householdId", households.name as household, overdue.open as "openCents", overdue.due_on as "dueOn", ${today}::date - overdue.due_on as "daysLate",
      coalesce((select string_agg(p.name, ', ' order by m.contact_order, p.name) from household_members m join persons p on p.id = m.person_id where m.household_id = households.id), '') as guardians,
      (select coalesce(sum(${netOf('c')}), 0)::bigint from charges c where c.household_id = households.id and c.kind = 'late' and c.on_day >= overdue.due_on) as "chargedCents"
    from overdue join households on households.id = overdue.household_id where ${seen} order by households.name, households.id`,
  )
