import { sql } from 'drizzle-orm'
import type { LateFeeRow } from '#contract/money/payments.lateFees.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'
import { isStanding, nativeDescription, netOf, openOf } from './tables.ts'

/** Families with overdue charges, and the late fees charged and waived since the oldest of them fell due. */
export const listLate = (db: Db, seen: Scope<'households'>, today: string): Promise<Omit<LateFeeRow, 'feeCents'>[]> =>
  rows(
    db,
    sql`
    with overdue as (
      select c.household_id, sum(${openOf('c')})::bigint as open, min(c.due_on) as due_on from charges c
      where c.due_on < ${today}::date and c.kind <> 'late' and ${openOf('c')} > 0 group by c.household_id
    )
    select households.id as "householdId", households.name as household, ${nativeHousehold(sql`households.id`, sql`households.name`)} as "householdNativeName", overdue.open as "openCents",
      (select json_agg(json_build_object('kind', c.kind, 'description', c.description, 'nativeDescription', ${nativeDescription},
          'student', coalesce(p.name, ''), 'studentNativeName', coalesce(p.native_name, ''), 'openCents', ${openOf('c')}, 'dueOn', c.due_on) order by c.due_on, c.created_at, c.id)
        from charges c left join persons p on p.id = c.student_id left join enrolments en on en.id = c.enrolment_id left join sections sec on sec.id = en.section_id
        where c.household_id = households.id and c.due_on < ${today}::date and c.kind <> 'late' and ${openOf('c')} > 0) as charges,
      overdue.due_on, ${today}::date - overdue.due_on as "daysLate",
      charged.cents as "chargedCents", charged.waived as "waivedCents"
    from overdue join households on households.id = overdue.household_id cross join lateral (
        select coalesce(sum(${netOf('c')}), 0)::bigint as cents, coalesce(sum(c.amount_cents) filter (where not ${isStanding('c.id')} and r.reversed_at is null), 0)::bigint as waived
        from charges c left join charge_runs r on r.id = c.run_id where c.household_id = households.id and c.kind = 'late' and c.on_day >= overdue.due_on) charged
    where ${seen} order by households.name_order, households.id`,
  )
