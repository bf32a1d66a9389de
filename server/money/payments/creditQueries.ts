import { sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { leftOf } from './queries.ts'
import { chargeCredits, isStanding, netOf, openOf } from './tables.ts'

type Covered = { netCents: number; chargeId: string; covering: { paymentId: string; amountCents: number }[] }
/** Charges with the amounts that payments cover of them, oldest payment first. */
export const listCovering = (db: Db, chargeIds: readonly string[]): Promise<Covered[]> =>
  rows<Covered>(
    db,
    sql`
    select c.id as "chargeId", ${netOf('c')} as "netCents",
      json_agg(json_build_object('paymentId', l.payment_id, 'amountCents', l.amount) order by p.created_at, p.id) as covering
    from charges c join lateral (select payment_id, sum(amount_cents)::bigint as amount from allocations where charge_id = c.id group by payment_id having sum(amount_cents) > 0) l on true
      join payments p on p.id = l.payment_id
    where ${oneOf(sql`c.id`, chargeIds)} group by c.id order by c.id`,
  )

type Open = { householdId: string; id: string; dueOn: string; outstandingCents: number }
/** The open charges of accounts, earliest due date first. */
export const listOpenOf = (db: Db, householdIds: readonly string[]): Promise<Open[]> =>
  rows<Open>(
    db,
    sql`select * from (select c.household_id, c.id, c.due_on, ${openOf('c')} as "outstandingCents" from charges c
      where ${oneOf(sql`c.household_id`, householdIds)} order by c.due_on, c.created_at, c.id) o where "outstandingCents" > 0`,
  )

type Credit = { householdId: string; paymentId: string; creditCents: number }
/** The unused amounts of payments of accounts, oldest first. */
export const listCreditsOf = (db: Db, householdIds: readonly string[]): Promise<Credit[]> =>
  rows<Credit>(
    db,
    sql`select * from (select p.household_id, p.id as "paymentId",
        ${leftOf} as "creditCents"
      from payments p where ${oneOf(sql`p.household_id`, householdIds)} and p.status = 'succeeded' order by p.created_at, p.id) o where "creditCents" > 0`,
  )

export const insertCredits = (db: Db, values: (typeof chargeCredits.$inferInsert)[]) =>
  db.insert(chargeCredits).values(values)

export type CreditedHousehold = { chargeId: string; householdId: string; amountCents: number }
/** What remains of a cancellation's credits, for charges that are not reversed. */
export const listCredited = (db: Db, cancellationId: string): Promise<CreditedHousehold[]> =>
  rows<CreditedHousehold>(
    db,
    sql`select g.charge_id, c.household_id, sum(g.amount_cents)::bigint as "amountCents"
      from charge_credits g join charges c on c.id = g.charge_id
      where g.cancellation_id = ${cancellationId}::uuid and ${isStanding('c.id')}
      group by g.charge_id, c.household_id having sum(g.amount_cents) > 0 order by g.charge_id`,
  )
