import { sql } from 'drizzle-orm'
import { released } from '#rules/cancellations.ts'
import { allocate } from '#rules/ledger.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { insertAllocations, leftOf } from './queries.ts'
import { chargeCredits, netOf, openOf } from './tables.ts'

type Covered = { netCents: number; chargeId: string; covering: { paymentId: string; amountCents: number }[] }

/** Takes off charges what payments cover of them beyond what they are now, the last payment first. */
const releaseOver = async (db: Db, chargeIds: readonly string[], at: Date): Promise<void> => {
  const covered = await rows<Covered>(
    db,
    sql`
    select c.id as "chargeId", ${netOf('c')} as "netCents",
      json_agg(json_build_object('paymentId', l.payment_id, 'amountCents', l.amount) order by p.created_at, p.id) as covering
    from charges c join lateral (select payment_id, sum(amount_cents)::bigint as amount from allocations where charge_id = c.id group by payment_id having sum(amount_cents) > 0) l on true
      join payments p on p.id = l.payment_id
    where ${oneOf(sql`c.id`, chargeIds)} group by c.id order by c.id`,
  )
  await insertAllocations(
    db,
    covered.flatMap(({ chargeId, netCents, covering }) =>
      released(netCents, covering).map(({ paymentId, amountCents }) => ({
        chargeId,
        paymentId,
        amountCents: -amountCents,
        createdAt: at,
      })),
    ),
  )
}

type Open = { householdId: string; id: string; dueOn: string; outstandingCents: number }
type Credit = { householdId: string; paymentId: string; creditCents: number }

/** Covers what is open of locked accounts with the credit that each has, the oldest of both first. */
export const coverHouseholds = async (db: Db, householdIds: readonly string[], at: Date): Promise<void> => {
  const open = await rows<Open>(
    db,
    sql`select * from (select c.household_id as "householdId", c.id, c.due_on as "dueOn", ${openOf('c')} as "outstandingCents" from charges c
      where ${oneOf(sql`c.household_id`, householdIds)} order by c.due_on, c.created_at, c.id) o where "outstandingCents" > 0`,
  )
  const credits = await rows<Credit>(
    db,
    sql`select * from (select p.household_id as "householdId", p.id as "paymentId",
        ${leftOf} as "creditCents"
      from payments p where ${oneOf(sql`p.household_id`, householdIds)} and p.status = 'succeeded' order by p.created_at, p.id) o where "creditCents" > 0`,
  )
  const openOfHousehold = Map.groupBy(open, ({ householdId }) => householdId)
  await insertAllocations(
    db,
    credits.flatMap(({ householdId, paymentId, creditCents }) => {
      const rest = openOfHousehold.get(householdId) ?? []
      const made = allocate(creditCents, rest).allocations
      for (const { chargeId, amountCents } of made)
        rest.find(({ id }) => id === chargeId)!.outstandingCents -= amountCents
      return made.map(each => ({ ...each, paymentId, createdAt: at }))
    }),
  )
}

type Entry = { cancellationId: string; onDay: string; at: Date }

/**
 * Gives parts of charges back by credits that are linked to what was called off. A family that has not paid owes
 * less; one that has gets it as credit, which covers what else is open. The caller has locked the households.
 */
export const creditCharges = async (
  db: Db,
  credits: readonly { chargeId: string; householdId: string; amountCents: number }[],
  { cancellationId, onDay, at }: Entry,
): Promise<void> => {
  const given = credits.filter(({ amountCents }) => amountCents > 0)
  if (given.length === 0) return
  await db
    .insert(chargeCredits)
    .values(given.map(({ chargeId, amountCents }) => ({ chargeId, cancellationId, amountCents, onDay, createdAt: at })))
  await releaseOver(
    db,
    given.map(({ chargeId }) => chargeId),
    at,
  )
  await coverHouseholds(db, [...new Set(given.map(({ householdId }) => householdId))], at)
}

type CreditedHousehold = { chargeId: string; householdId: string; amountCents: number }
/** What stands of the credits of a cancellation, of charges that stand themselves. */
export const listCredited = (db: Db, cancellationId: string): Promise<CreditedHousehold[]> =>
  rows<CreditedHousehold>(
    db,
    sql`select g.charge_id as "chargeId", c.household_id as "householdId", sum(g.amount_cents)::bigint as "amountCents"
      from charge_credits g join charges c on c.id = g.charge_id
      where g.cancellation_id = ${cancellationId}::uuid and not exists (select 1 from charge_reversals v where v.charge_id = c.id)
      group by g.charge_id, c.household_id having sum(g.amount_cents) > 0 order by g.charge_id`,
  )

/**
 * Takes credits back by counter-entries; credit that a family has covers what is open again. The caller has locked the
 * households.
 */
export const takeCreditsBack = async (
  db: Db,
  credited: readonly CreditedHousehold[],
  { cancellationId, onDay, at }: Entry,
): Promise<void> => {
  if (credited.length === 0) return
  await db.insert(chargeCredits).values(
    credited.map(({ chargeId, amountCents }) => ({
      chargeId,
      cancellationId,
      amountCents: -amountCents,
      onDay,
      createdAt: at,
    })),
  )
  await coverHouseholds(db, [...new Set(credited.map(({ householdId }) => householdId))], at)
}
