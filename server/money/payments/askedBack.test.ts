import { afterAll, beforeAll, expect, test } from 'vitest'
import { dueOf } from '#rules/ledger.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const householdId = () => s.bobRegistration.householdId
const ledger = async () => (await s.ida.call('payments-ledger', { householdId: householdId() }))[0]!
const listed = async (view: 'all' | 'credit' | 'owing') => {
  const { rows, totals, sums } = await s.ida.call('payments-households', { view })
  return { row: rows.find(row => row.householdId === householdId()), totals, sums }
}
const record = async (amountCents: number) =>
  s.ida.call('payments-record', {
    householdId: householdId(),
    method: 'cash',
    amountCents,
    receivedOn: '2026-09-13',
    reference: '',
    payer: '',
  })

test('money in a requested refund counts neither as credit nor as paid, wherever a balance is shown', async () => {
  const { balanceCents } = await ledger()
  expect(await record(balanceCents + 5_000)).toMatchObject({ balanceCents: -5_000 })
  const before = await listed('credit')
  expect(before.row).toMatchObject({ balanceCents: -5_000, creditCents: 5_000, returningCents: 0 })

  await s.ida.call('payments-requestRefund', { householdId: householdId(), amountCents: 4_000 })
  const part = await listed('credit')
  expect(part.row).toMatchObject({ balanceCents: -1_000, creditCents: 1_000, returningCents: 4_000 })
  expect(part.totals.creditCents).toBe(before.totals.creditCents - 4_000)
  expect(part.sums.creditCents).toBe(before.sums.creditCents - 4_000)

  await s.ida.call('payments-requestRefund', { householdId: householdId(), amountCents: 1_000 })
  expect((await listed('credit')).row).toBeUndefined()
  expect((await listed('all')).row).toMatchObject({ balanceCents: 0, creditCents: 0, returningCents: 5_000 })
  const family = async () => (await s.ida.call('parents-get', { id: householdId() })).balanceCents
  expect(await family()).toBe(0)
  expect((await s.bob.call('parents-home', {})).balanceCents).toBe(0)

  // A charge made now is due in full: the ledger's balance is lower, since the school still holds the money.
  await s.ida.call('payments-charge', {
    audience: { kind: 'households', householdIds: [householdId()] },
    per: 'household',
    kind: 'books',
    description: 'Workbook',
    nativeDescription: '',
    amountCents: 1_500,
    dueOn: '2026-09-20',
    again: [],
    without: [],
    agreedCount: 1,
    agreedCents: 1_500,
  })
  const books = await ledger()
  expect([books.balanceCents, books.returningCents, dueOf(books)]).toEqual([-3_500, 5_000, 1_500])
  expect((await listed('owing')).row).toMatchObject({ balanceCents: 1_500, current: 1_500, creditCents: 0 })
  expect(await family()).toBe(1_500)
  expect((await s.bob.call('parents-home', {})).balanceCents).toBe(1_500)
  const overdue = await s.ida.call('dashboard-list', { key: 'overdue' }, { now: new Date('2026-10-20T17:00:00Z') })
  expect(JSON.stringify(overdue)).toContain(householdId())
  expect(await record(1_500)).toMatchObject({ allocatedCents: 1_500, creditCents: 0, balanceCents: 0 })
})
