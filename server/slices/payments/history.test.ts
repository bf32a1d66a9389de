import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const drift = async () =>
  rows(
    s.database.db,
    sql`
    select 'a charge is covered beyond what it is' as what from charges c
      where (select coalesce(sum(amount_cents), 0) from allocations l where l.charge_id = c.id)
        not between 0 and c.amount_cents - (select coalesce(sum(amount_cents), 0) from discounts d where d.charge_id = c.id)
    union all
    select 'a payment is allocated beyond what it is' from payments p
      where (select coalesce(sum(amount_cents), 0) from allocations l where l.payment_id = p.id)
        not between 0 and case when p.status = 'succeeded' then p.amount_cents else 0 end`,
  )

// Whatever happens, in whatever order: a payment of any size, or one of the earlier ones comes back.
const step = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    family: fc.boolean(),
    amountCents: fc.integer({ min: 1, max: 40_000 }),
  }),
  fc.record({ kind: fc.constant('bounce' as const), which: fc.nat(20) }),
)

test('no history of payments and bounced cheques loses or makes a cent', async () => {
  const history = fc.sample(fc.array(step, { minLength: 12, maxLength: 12 }), { numRuns: 6, seed: 7166 }).flat()
  const families = [s.annRegistration, s.bobRegistration]
  const open: string[] = []
  for (const each of history) {
    if (each.kind === 'pay') {
      const { householdId } = families[each.family ? 0 : 1]!
      const { paymentId, allocatedCents, creditCents, balanceCents } = await s.ida.call('payments-record', {
        householdId,
        method: 'cash',
        amountCents: each.amountCents,
        receivedOn: '2026-09-13',
        reference: '',
        payer: '',
      })
      open.push(paymentId)
      expect(allocatedCents).toBeLessThanOrEqual(each.amountCents)
      expect(creditCents > 0 ? balanceCents : 0).toBeLessThanOrEqual(0)
    } else if (open.length > 0) {
      const [paymentId] = open.splice(each.which % open.length, 1)
      await s.ida.call('payments-bounce', { paymentId: paymentId!, reason: 'No cover' })
    }
    for (const { householdId, totalCents } of families) {
      const [ledger] = await s.ida.call('payments-ledger', { householdId })
      const paid = ledger!.entries.filter(({ kind }) => kind === 'payment' || kind === 'reversal')
      expect(ledger!.balanceCents).toBe(totalCents + paid.reduce((sum, { amountCents }) => sum + amountCents, 0))
      expect(ledger!.balanceCents).toBe(ledger!.owedCents - ledger!.creditCents)
      expect(ledger!.entries.at(-1)!.balanceCents).toBe(ledger!.balanceCents)
    }
    expect(await drift()).toEqual([])
  }
  // The history was one: money came, and some of it went back.
  const [{ paid, bounced } = { paid: 0, bounced: 0 }] = await rows<{ paid: number; bounced: number }>(
    s.database.db,
    sql`select count(*)::int as paid, count(*) filter (where status = 'bounced')::int as bounced from payments`,
  )
  expect(paid).toBeGreaterThan(20)
  expect(bounced).toBeGreaterThan(10)
})
