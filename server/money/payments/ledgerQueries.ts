import { eq, sql, type SQL } from 'drizzle-orm'
import type { Ledger } from '#contract/money/payments.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { households, nativeHousehold } from '#server/people/parents/tables.ts'
import { isSeenWhole } from '#server/people/students/tables.ts'
import type { Setting } from '#contract/settings.ts'
import { newestSetting, settingOf } from '#server/school/config/acts.ts'
import { legal } from './queries.ts'
import { refundMembers } from './refundQueries.ts'
import {
  askedOf,
  coveredOf,
  isPaidOut,
  isReturning,
  mayBeOfUnseen,
  nativeDescription,
  netOf,
  paidOutOf,
  returningOf,
  unallocatedOf,
} from './tables.ts'

type FoundLedger = Omit<Ledger, 'invoices'> & { invoices: Omit<Ledger['invoices'][number], 'status'>[] }

const house = (which: SQL): SQL => sql`
  house as (select households.id, households.name, households.name_order, households.address from households where ${which})`

/**
 * The office's reason for the reversal `v`. Older reversals have no cause: a sentence in English stated it, followed by
 * the office's words where a class was canceled.
 */
const officeWords = sql`case when v.cause is null then v.reason when v.cause = 'class-canceled' then regexp_replace(v.reason, '^.* does not take place: ', '') else '' end`

/** The charges of `house` as of today, with the class's native name where the description is the name of a class. */
const standing = sql`
  standing as (
    select c.*, ${netOf('c')} as net, ${coveredOf('c')} as covered, v.on_day as reversed_on, v.cause as reversed_by, ${officeWords} as reversed_for, v.created_at as reversed_at,
      ${nativeDescription} as native_name
    from charges c join house on house.id = c.household_id left join charge_reversals v on v.charge_id = c.id
      left join enrolments en on en.id = c.enrolment_id left join sections sec on sec.id = en.section_id
  )`

/**
 * Every entry of `house` as one relation, with amounts owed as positive numbers. A reversed charge gets a counter-entry
 * for what its discounts and credits had left of it; discounts come in the order in which they were applied. A payment
 * that was undone gets a counter-entry for what had not been refunded of it.
 */
const entries = sql`
  entries as (
    select c.household_id, c.id, c.created_at as at, c.on_day, 'charge' as kind, 1 as step, c.kind as charge_kind, null::text as rule, null::text as method, c.student_id,
      c.description, c.native_name, '' as reference, c.amount_cents as amount, null::uuid as receipt_id, null::text as receipt_number, null::text as status, c.id as group_id,
      case when c.reversed_at is not null then 'reversed' when c.net <= c.covered then 'settled' else 'open' end as charge_status,
      ${askedOf('c')} as net, c.net - c.covered as open, null::bigint as returning_cents, null::text as cause
    from standing c
    union all
    select c.household_id, d.id, d.created_at, c.on_day, 'discount', 2 + row_number() over (partition by d.charge_id order by d.of_cents desc nulls last, d.id) / 1000.0, c.kind, d.rule, null, c.student_id, d.label, '', '', -d.amount_cents, null, null, null, c.id, null, null, null, null, null
    from discounts d join standing c on c.id = d.charge_id
    union all
    select c.household_id, g.id, g.created_at, g.on_day, 'credit', 3, c.kind, null, null, c.student_id, c.description, c.native_name, off.reason || ' (' || off.on_day || ')', -g.amount_cents, null, null, null, c.id, null, null, null, null, null
    from charge_credits g join standing c on c.id = g.charge_id join cancellations off on off.id = g.cancellation_id
    union all
    select c.household_id, c.id, c.reversed_at, c.reversed_on, 'cancellation', 4, c.kind, null, null, c.student_id, c.description, c.native_name, c.reversed_for,
      -${askedOf('c')}, null, null, null, c.id, null, null, null, null, c.reversed_by
    from standing c where c.reversed_at is not null
    union all
    select p.household_id, p.id, p.created_at, p.received_on, 'payment', 5, null, null, p.method, null, p.payer, ${nativeHousehold(sql`p.household_id`, sql`p.payer`)}, p.reference, -p.amount_cents, p.id, p.number, p.status, p.id, null, null,
      ${unallocatedOf('p')}, ${returningOf('p')}, null
    from payments p join house on house.id = p.household_id where p.status in ('succeeded','bounced','voided')
    union all
    select r.household_id, r.id, coalesce(r.sent_at, r.created_at), r.on_day, 'refund', 6, null, null, r.method, null, r.reason, r.native_reason, r.reference, r.amount_cents, null, p.number, null, p.id, null, null, null, null, null
    from refunds r join payments p on p.id = r.payment_id join house on house.id = r.household_id where ${isPaidOut} or r.sent_at is not null
    union all
    select r.household_id, r.id, r.moved_at, r.failed_on, 'return', 7, null, null, r.method, null, case when r.failure_cause is null then r.failure else '' end, '', r.reference, -r.amount_cents, null, p.number, null, p.id, null, null, null, null, r.failure_cause
    from refunds r join payments p on p.id = r.payment_id join house on house.id = r.household_id where r.status = 'failed' and r.sent_at is not null
    union all
    select p.household_id, v.payment_id, v.created_at, v.on_day, 'reversal', 8, null, null, p.method, null, case when v.cause is null then v.reason else '' end, '', p.reference,
      p.amount_cents - ${paidOutOf('p')}, null, p.number, p.status, p.id, null, null, null, null, v.cause
    from payment_reversals v join payments p on p.id = v.payment_id join house on house.id = p.household_id
  )`

/** The relations `house`, `standing` and `entries` of a statement, for the households of a condition. */
export const entriesOf = (which: SQL): SQL => sql`${house(which)}, ${standing}, ${entries}`

/** Joins the student of an entry, for readers who may see their record. */
const namedBy = (entry: string, children: Scope<'students'>): SQL =>
  sql`left join students on students.id = ${sql.raw(entry)}.student_id and ${children} left join persons p on p.id = students.id`
/** A text of an entry about a charge; empty where it may be about students whom the reader may not see. */
const shownText = (entry: string, column: string, charge: SQL, children: Scope<'students'>): SQL =>
  sql`case when students.id is not null or (${sql.raw(entry)}.student_id is null and not ${mayBeOfUnseen(charge, children)}) then ${sql.raw(entry)}.${sql.raw(column)} else '' end`
const entryNames = (children: Scope<'students'>): SQL => {
  const text = (column: string) =>
    sql`case when e.kind <> 'refund' or ${isSeenWhole(sql`e.household_id`, children)} then ${shownText('e', column, sql`e.group_id`, children)} else '' end`
  return sql`'student', coalesce(p.name, ''), 'studentNativeName', coalesce(p.native_name, ''), 'description', ${text('description')},
          'nativeDescription', ${text('native_name')}, 'reference', ${shownText('e', 'reference', sql`e.group_id`, children)},
          'cause', case when e.student_id is null or students.id is not null then e.cause end,
          'ofCents', taken.of_cents, 'percent', taken.percent`
}
/** Joins what a discount was calculated from. */
const takenBy = sql`left join discounts taken on e.kind = 'discount' and taken.id = e.id`

/**
 * Households' ledgers with running balances, oldest entry first, in one statement. Balance = charges not reversed −
 * what is kept of payments; owed = what allocations leave open of the charges; credit = what they leave of the
 * payments. A guardian sees the amounts of all children, and the names and classes of those whose record they may see.
 */
export const findLedgers = (
  db: Db,
  seen: Scope<'households'>,
  children: Scope<'students'>,
  householdId: string | undefined,
): Promise<FoundLedger[]> => {
  const openText = (column: string) => shownText('c', column, sql`c.id`, children)
  return rows<FoundLedger>(
    db,
    sql`
    with ${entriesOf(sql`${seen} and ${householdId ? eq(households.id, householdId) : sql`true`}`)}, running as (
      select entries.*, sum(amount) over (partition by household_id order by at, group_id, step, id)::bigint as balance from entries
    ), sums as (
      select house.id, coalesce((select sum(amount) from entries where household_id = house.id), 0)::bigint as balance,
        coalesce((select sum(net - covered) from standing where household_id = house.id), 0)::bigint as owed from house
    )
    select house.id as "householdId", house.name as household, ${nativeHousehold(sql`house.id`, sql`house.name`)} as "householdNativeName",
      coalesce((select json_agg(json_build_object('id', e.id, 'at', e.at, 'onDay', e.on_day, 'kind', e.kind, 'chargeKind', e.charge_kind, 'rule', e.rule, 'method', e.method,
          ${entryNames(children)}, 'amountCents', e.amount, 'balanceCents', e.balance, 'receiptId', e.receipt_id, 'receiptNumber', e.receipt_number, 'status', e.status,
          'chargeStatus', e.charge_status, 'netCents', e.net, 'openCents', e.open, 'returningCents', e.returning_cents) order by e.at, e.group_id, e.step, e.id)
        from running e ${namedBy('e', children)} ${takenBy} where e.household_id = house.id), '[]') as entries,
      coalesce((select json_agg(json_build_object('id', i.id, 'number', i.number, 'term', t.name, 'termNativeName', t.native_name, 'issuedOn', i.issued_on, 'dueOn', i.due_on,
          'totalCents', s.net, 'reversedCents', i.total_cents - s.net, 'paidCents', s.covered) order by i.created_at desc)
        from invoices i join terms t on t.id = i.term_id
          cross join lateral (select coalesce(sum(net), 0)::bigint as net, coalesce(sum(covered), 0)::bigint as covered from standing where standing.invoice_id = i.id) s
        where i.household_id = house.id), '[]') as invoices,
      coalesce((select json_agg(json_build_object('id', c.id, 'kind', c.kind, 'description', ${openText('description')}, 'nativeDescription', ${openText('native_name')}, 'student', coalesce(p.name, ''),
          'studentNativeName', coalesce(p.native_name, ''), 'invoiceNumber', i.number, 'dueOn', c.due_on, 'netCents', c.net, 'openCents', c.net - c.covered)
          order by c.due_on, c.created_at, c.id)
        from standing c ${namedBy('c', children)} left join invoices i on i.id = c.invoice_id
        where c.household_id = house.id and c.net > c.covered), '[]') as open,
      sums.balance as "balanceCents", sums.owed as "owedCents", sums.owed - sums.balance as "creditCents",
      (select coalesce(sum(r.amount_cents), 0)::bigint from refunds r where r.household_id = house.id and ${isReturning}) as "returningCents",
      coalesce((select json_agg(json_build_object(${refundMembers(isSeenWhole(sql`house.id`, children))}) order by r.created_at desc, r.id)
        from refunds r join payments p on p.id = r.payment_id where r.household_id = house.id), '[]') as refunds
    from house join sums on sums.id = house.id order by house.name_order, house.id`,
  )
}

export type StatementEntry = Pick<
  Ledger['entries'][number],
  | 'onDay'
  | 'kind'
  | 'chargeKind'
  | 'rule'
  | 'method'
  | 'student'
  | 'studentNativeName'
  | 'description'
  | 'nativeDescription'
  | 'reference'
  | 'cause'
  | 'receiptNumber'
  | 'amountCents'
  | 'balanceCents'
  | 'ofCents'
  | 'percent'
>
/** The school and the family, as printed on a document. */
type Heads = {
  school: string
  schoolNative: string
  schoolAddress: string
  legalName: string
  taxId: string
  paying: Setting<'paying'>
  zone: string
  currency: string
  household: string
  address: string
  /** Guardians and students, in both scripts. */
  family: { name: string; nativeName: string }[]
}
const heads = sql`school.name as school, school.native_name as "schoolNative", school.address as "schoolAddress", ${legal}, ${newestSetting('paying')} as paying, school.zone, school.currency, house.name as household, house.address,
      coalesce((select json_agg(json_build_object('name', p.name, 'nativeName', p.native_name) order by m.contact_order, p.name)
        from household_members m join persons p on p.id = m.person_id where m.household_id = house.id), '[]') as family`
const entryMembers = (children: Scope<'students'>): SQL =>
  sql`'onDay', e.on_day, 'kind', e.kind, 'chargeKind', e.charge_kind, 'rule', e.rule, 'method', e.method,
          ${entryNames(children)}, 'receiptNumber', e.receipt_number, 'amountCents', e.amount`

export type Statement = Heads & {
  openingCents: number
  closingCents: number
  entries: StatementEntry[]
}

/**
 * A household's entries between two days, by day, with the balance before and after them; null where it is not in
 * scope.
 */
export const findStatement = async (
  db: Db,
  seen: Scope<'households'>,
  children: Scope<'students'>,
  householdId: string,
  { from, to }: { from: string; to: string },
): Promise<Statement | null> => {
  const [statement] = await rows<Statement>(
    db,
    sql`
    with ${entriesOf(sql`${seen} and ${eq(households.id, householdId)}`)}, running as (
      select entries.*, sum(amount) over (order by on_day, at, group_id, step, id)::bigint as balance from entries where on_day <= ${to}::date
    )
    select ${heads},
      coalesce((select sum(amount) from entries where on_day < ${from}::date), 0)::bigint as "openingCents",
      coalesce((select sum(amount) from entries where on_day <= ${to}::date), 0)::bigint as "closingCents",
      coalesce((select json_agg(json_build_object(${entryMembers(children)}, 'balanceCents', e.balance) order by e.on_day, e.at, e.group_id, e.step, e.id)
        from running e ${namedBy('e', children)} ${takenBy} where e.on_day >= ${from}::date), '[]') as entries
    from house cross join school`,
  )
  return statement ? { ...statement, paying: settingOf('paying', statement.paying) } : null
}

export type Invoice = Heads & {
  number: string
  issuedOn: string
  dueOn: string
  /** The invoice's charges with their discounts and later credits. */
  entries: Omit<StatementEntry, 'balanceCents'>[]
  paidCents: number
}

/** An invoice as of today: its charges, what was taken off, and what is paid. */
export const findInvoice = async (
  db: Db,
  seen: Scope<'households'>,
  children: Scope<'students'>,
  id: string,
): Promise<Invoice | null> => {
  const [invoice] = await rows<Invoice>(
    db,
    sql`
    with ${entriesOf(sql`${seen} and exists (select 1 from invoices i where i.household_id = households.id and i.id = ${id}::uuid)`)}
    select ${heads}, i.number, i.issued_on as "issuedOn", i.due_on as "dueOn",
      coalesce((select sum(covered) from standing where standing.invoice_id = i.id), 0)::bigint as "paidCents",
      coalesce((select json_agg(json_build_object(${entryMembers(children)}) order by e.at, e.group_id, e.step, e.id)
        from entries e ${namedBy('e', children)} ${takenBy} where e.kind in ('charge','discount','credit','cancellation')
          and exists (select 1 from standing c where c.id = e.group_id and c.invoice_id = i.id)), '[]') as entries
    from house join invoices i on i.household_id = house.id and i.id = ${id}::uuid cross join school`,
  )
  return invoice ? { ...invoice, paying: settingOf('paying', invoice.paying) } : null
}
