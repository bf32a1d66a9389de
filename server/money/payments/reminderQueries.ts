import { sql } from 'drizzle-orm'
import type { Language } from '#contract/values.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { wantsMail } from '#server/people/parents/acts.ts'
import { dueOf, openOf, paymentReminders } from './tables.ts'

export type Debtor = {
  householdId: string
  balanceCents: number
  /** The earliest due date of its open charges. */
  dueOn: string | null
  isRecent: boolean
  guardians: { name: string; email: string; language: Language }[]
}

/**
 * What families owe and whom to remind: guardians with an address and data access to one of their children, who accept
 * such mail.
 */
export const listDebtors = (
  db: Db,
  seen: Scope<'households'>,
  householdIds: readonly string[],
  since: Date,
): Promise<Debtor[]> =>
  rows<Debtor>(
    db,
    sql`
    select households.id as "householdId", ${dueOf(sql`households.id`)} as "balanceCents",
      (select min(c.due_on) from charges c where c.household_id = households.id and ${openOf('c')} > 0) as "dueOn",
      exists (select 1 from payment_reminders r where r.household_id = households.id and r.created_at > ${since.toISOString()}::timestamptz) as "isRecent",
      coalesce((select json_agg(json_build_object('name', case when p.language = 'zh' and p.native_name <> '' then p.native_name else p.name end, 'email', p.email, 'language', p.language)
          order by m.contact_order, p.name)
        from household_members m join persons p on p.id = m.person_id
        where m.household_id = households.id and p.email <> '' and ${wantsMail('payments', sql`p.id`)} and exists (select 1 from guardianships g join students s on s.id = g.student_id
          where g.guardian_id = p.id and s.household_id = households.id and g.has_data_access)), '[]') as guardians
    from households where ${seen} and households.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(householdIds)}::jsonb)) order by households.name_order`,
  )

export const insertReminders = async (db: Db, values: (typeof paymentReminders.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(paymentReminders).values(values)
}
