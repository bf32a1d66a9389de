import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'
import { findFaults } from './checkQueries.ts'
import { listJournal } from './journalQueries.ts'
import { everyLedger } from './policy.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const householdId = () => s.bobRegistration.householdId
const ledger = async () => (await s.ida.call('payments-ledger', { householdId: householdId() }))[0]!
const standing = async () =>
  (await ledger()).entries
    .filter(
      ({ kind, description, chargeStatus }) =>
        kind === 'charge' && description.endsWith(' to repay') && chargeStatus !== 'reversed',
    )
    .map(({ amountCents }) => amountCents)

/** Records a check for more than is owed, sends these refunds of it, and then lets it bounce. */
const bouncedAfter = async (...refunds: number[]) => {
  const { balanceCents } = await ledger()
  const total = refunds.reduce((sum, cents) => sum + cents, 0)
  const { paymentId } = await s.ida.call('payments-record', {
    householdId: householdId(),
    method: 'cheque',
    amountCents: balanceCents + total,
    receivedOn: '2026-09-13',
    reference: '',
    payer: '',
  })
  const sent: string[] = []
  for (const amountCents of refunds) {
    await s.ida.call('payments-requestRefund', { householdId: householdId(), amountCents })
    const { id } = (await s.ida.call('payments-refunds', {})).rows[0]!
    for (const to of ['approved', 'sent'] as const)
      await s.ida.call('payments-moveRefund', { id, to, method: 'cheque', reference: '', note: '' })
    sent.push(id)
  }
  await s.ida.call('payments-bounce', { paymentId, reason: 'No cover' })
  return { sent, before: balanceCents }
}
const fail = (id: string) =>
  s.ida.call('payments-moveRefund', { id, to: 'failed', reference: '', note: 'The letter came back' })

test('a refund that never arrived doesn’t have to be repaid after its payment was returned', async () => {
  const { sent, before } = await bouncedAfter(2_000, 300)
  expect([await standing(), (await ledger()).balanceCents]).toEqual([[2_000, 300], before + 2_300])
  // The refund that arrived still has to be repaid.
  expect(await fail(sent[0]!)).toMatchObject({ status: 'failed', balanceCents: before + 300 })
  expect(await standing()).toEqual([300])
  const journal = await listJournal(s.database.db, everyLedger, { from: '2026-01-01', to: '2026-12-31' })
  expect(journal.filter(({ isRepayment }) => isRepayment).map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['charge', 2_000],
    ['cancellation', -2_000],
    ['charge', 300],
  ])
  expect(await fail(sent[1]!)).toMatchObject({ balanceCents: before })
  expect(await standing()).toEqual([])
  expect(await findFaults(s.database.db)).toEqual([])
})

test('a repayment that the office waived stays waived', async () => {
  const { sent, before } = await bouncedAfter(700)
  const { id } = (await ledger()).open.find(({ description }) => description.endsWith(' to repay'))!
  await s.ida.call('payments-reverse', { chargeId: id, reason: 'Let go' })
  expect((await ledger()).balanceCents).toBe(before)
  expect(await fail(sent[0]!)).toMatchObject({ balanceCents: before })
})
