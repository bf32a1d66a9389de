import { sql, type SQL } from 'drizzle-orm'
import { receivedStatuses } from '#contract/money/payments.plain.ts'
import type { ReceivedFilter, ReceivedRow } from '#contract/money/payments.received.ts'
import type { Output } from '#contract/index.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, limitTo, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { hasStatus } from '#server/platform/tables.ts'
import { familyMatches, nativeHousehold } from '#server/people/parents/tables.ts'
import { paidOutOf, unallocatedOf } from './tables.ts'

type Totals = Output<'payments-received'>['totals']

const isReceived = hasStatus('payments', receivedStatuses)

/** The condition for payments in the ledger that match the filter. */
const matching = (seen: Scope<'payments'>, { search = '', from, to, method, recordedBy }: ReceivedFilter): SQL => {
  const found = sql`fold(${containing(search)})`
  return sql`${seen} and ${isReceived}
    and ${from ? sql`payments.received_on >= ${from}::date` : sql`true`} and ${to ? sql`payments.received_on <= ${to}::date` : sql`true`}
    and ${method ? sql`payments.method = ${method}` : sql`true`} and ${recordedBy ? sql`payments.recorded_by = ${recordedBy}::uuid` : sql`true`}
    and ${
      search === ''
        ? sql`true`
        : sql`(fold(payments.number) like ${found} or fold(payments.reference) like ${found} or fold(payments.payer) like ${found}
      or ${familyMatches(sql`payments.household_id`, search)})`
    }`
}

/** Payments after the given key, one more than a page, newest first and within a day by receipt number. */
export const listReceived = (
  db: Db,
  seen: Scope<'payments'>,
  only: ReceivedFilter,
  after: readonly unknown[] | null,
  limit: number | null = pageSize + 1,
): Promise<ReceivedRow[]> =>
  rows<ReceivedRow>(
    db,
    sql`
    select payments.id, payments.number, payments.received_on, payments.household_id, h.name as household, ${nativeHousehold(sql`h.id`, sql`h.name`)} as "householdNativeName", payments.payer, ${nativeHousehold(sql`h.id`, sql`payments.payer`)} as "payerNativeName", payments.method, payments.reference,
      payments.amount_cents, ${unallocatedOf('payments')} as "openCents", payments.status, coalesce(p.name, '') as "recordedBy", coalesce(p.native_name, '') as "recordedByNativeName"
    from payments join households h on h.id = payments.household_id left join persons p on p.id = payments.recorded_by
    where ${matching(seen, only)}
      and ${after ? sql`(payments.received_on, payments.number) < (${after[0]}::date, ${after[1]}::text)` : sql`true`}
    order by payments.received_on desc, payments.number desc ${limitTo(limit)}`,
  )

/** The number of matching payments, and their totals. */
export const sumReceived = async (
  db: Db,
  seen: Scope<'payments'>,
  only: ReceivedFilter,
): Promise<{ total: number; totals: Totals }> =>
  (
    await rows<{ total: number; totals: Totals }>(
      db,
      sql`
      with found as (
        select payments.method, payments.amount_cents, payments.status = 'succeeded' as stands, ${unallocatedOf('payments')} as open, ${paidOutOf('payments')} as refunded
        from payments join households h on h.id = payments.household_id where ${matching(seen, only)}
      ), by_method as (
        select method, count(*) as n, sum(amount_cents) as amount from found where stands group by method
      )
      select count(*)::int as total, json_build_object(
        'count', count(*) filter (where stands), 'amountCents', coalesce(sum(amount_cents) filter (where stands), 0),
        'methods', coalesce((select json_agg(json_build_object('method', method, 'count', n, 'amountCents', amount) order by amount desc, method) from by_method), '[]'),
        'refundedCents', coalesce(sum(refunded) filter (where stands), 0), 'openCents', coalesce(sum(open), 0),
        'undone', json_build_object('count', count(*) filter (where not stands), 'amountCents', coalesce(sum(amount_cents) filter (where not stands), 0))) as totals
      from found`,
    )
  )[0]!

/** The people who have recorded payments, by name. */
export const listRecorders = (
  db: Db,
  seen: Scope<'payments'>,
): Promise<{ id: string; name: string; nativeName: string }[]> =>
  rows(
    db,
    sql`select p.id, p.name, p.native_name from persons p where p.id in (select payments.recorded_by from payments where ${seen}) order by p.name, p.id`,
  )
