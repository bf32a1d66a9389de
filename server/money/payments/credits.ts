import { released } from '#rules/cancellations.ts'
import { allocate } from '#rules/ledger.ts'
import type { Db } from '#server/platform/db.ts'
import { type CreditedHousehold, insertCredits, listCovering, listCreditsOf, listOpenOf } from './creditQueries.ts'
import { insertAllocations } from './queries.ts'

/** Releases allocations beyond the present amount of charges, last payment first. */
const releaseOver = async (db: Db, chargeIds: readonly string[], at: Date): Promise<void> => {
  const covered = await listCovering(db, chargeIds)
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

/** Covers the open charges of locked accounts with their credit, the oldest of both first. */
export const coverHouseholds = async (db: Db, householdIds: readonly string[], at: Date): Promise<void> => {
  const open = await listOpenOf(db, householdIds)
  const credits = await listCreditsOf(db, householdIds)
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
 * Credits parts of charges, linked to a cancellation. A family that has not paid owes less; one that has paid gets
 * credit, which covers its other open charges. The caller has locked the households.
 */
export const creditCharges = async (
  db: Db,
  credits: readonly { chargeId: string; householdId: string; amountCents: number }[],
  { cancellationId, onDay, at }: Entry,
): Promise<void> => {
  const given = credits.filter(({ amountCents }) => amountCents > 0)
  if (given.length === 0) return
  await insertCredits(
    db,
    given.map(({ chargeId, amountCents }) => ({ chargeId, cancellationId, amountCents, onDay, createdAt: at })),
  )
  await releaseOver(
    db,
    given.map(({ chargeId }) => chargeId),
    at,
  )
  await coverHouseholds(db, [...new Set(given.map(({ householdId }) => householdId))], at)
}

/**
 * Undoes credits by counter-entries; other credit of the families covers what is open again. The caller has locked the
 * households.
 */
export const takeCreditsBack = async (
  db: Db,
  credited: readonly CreditedHousehold[],
  { cancellationId, onDay, at }: Entry,
): Promise<void> => {
  if (credited.length === 0) return
  await insertCredits(
    db,
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
