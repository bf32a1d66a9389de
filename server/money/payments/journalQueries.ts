import { sql } from 'drizzle-orm'
import type { Booked } from '#rules/journal.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'
import { entriesOf, type StatementEntry } from './ledgerQueries.ts'
import { isRepayment } from './tables.ts'

export type JournalEntry = Omit<StatementEntry, 'balanceCents' | keyof Booked> &
  Booked & {
    householdId: string
    household: string
    householdNativeName: string
    /** The number of the invoice or the receipt, or a reference for a charge that is on no invoice. */
    document: string
  }

/** Every entry of the families' ledgers between two days, by day, with what a journal needs. */
export const listJournal = (
  db: Db,
  seen: Scope<'households'>,
  { from, to }: { from: string; to: string },
): Promise<JournalEntry[]> =>
  rows<JournalEntry>(
    db,
    sql`
    with ${entriesOf(seen)}, named as materialized (select house.id, ${nativeHousehold(sql`house.id`, sql`house.name`)} as native_name from house)
    select house.id as "householdId", house.name as household, named.native_name as "householdNativeName", e.on_day, e.kind, e.charge_kind, e.rule, e.method, e.description, e.native_name as "nativeDescription", e.reference, e.cause,
      e.receipt_number, e.amount::bigint as "amountCents", coalesce(p.name, '') as student, coalesce(p.native_name, '') as "studentNativeName", taken.of_cents, taken.percent,
      coalesce(i.number, e.receipt_number, 'C-' || upper(right(e.group_id::text, 8))) as document,
      exists (select 1 from payment_reversals v join payments y on y.id = v.payment_id where y.household_id = c.household_id and ${isRepayment}) as "isRepayment",
      coalesce(c.amount_cents, 0)::bigint as "grossCents", coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = c.id), 0)::bigint as "discountCents",
      coalesce((select sum(g.amount_cents) from charge_credits g where g.charge_id = c.id), 0)::bigint as "creditCents", coalesce(y.amount_cents, 0)::bigint as "paymentCents"
    from entries e join house on house.id = e.household_id join named on named.id = house.id left join charges c on c.id = e.group_id left join invoices i on i.id = c.invoice_id
      left join payments y on y.id = e.group_id left join persons p on p.id = e.student_id left join discounts taken on e.kind = 'discount' and taken.id = e.id
    where e.on_day between ${from}::date and ${to}::date
    order by e.on_day, e.at, e.group_id, e.step, e.id`,
  )
