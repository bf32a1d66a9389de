import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
const paid: Record<'check' | 'cash' | 'transfer' | 'voided', { paymentId: string; receiptNumber: string }> = {
  check: { paymentId: '', receiptNumber: '' },
  cash: { paymentId: '', receiptNumber: '' },
  transfer: { paymentId: '', receiptNumber: '' },
  voided: { paymentId: '', receiptNumber: '' },
}
let treasurer: SmallSchool['ida']
const october = { now: new Date('2026-10-10T16:00:00Z') }

beforeAll(async () => {
  s = await school()
  const ann = s.annRegistration.householdId
  const bob = s.bobRegistration.householdId
  treasurer = await s.officer('treasurer')
  const record = (who: typeof s.ida, over: Partial<Input<'payments-record'>>) =>
    who.call(
      'payments-record',
      {
        householdId: ann,
        method: 'cheque',
        amountCents: 10_000,
        receivedOn: '2026-10-01',
        reference: '',
        payer: '',
        ...over,
      },
      october,
    )
  paid.check = await record(s.ida, { reference: '1042', payer: 'Old Wang' })
  paid.cash = await record(s.ida, { householdId: bob, method: 'cash', amountCents: 2_500, receivedOn: '2026-10-02' })
  // More than Bob owes: 7,500 cents remain.
  const { balanceCents } = (await s.ida.call('payments-ledger', { householdId: bob }))[0]!
  paid.transfer = await record(treasurer, {
    householdId: bob,
    method: 'transfer',
    amountCents: balanceCents + 7_500,
    receivedOn: '2026-10-02',
    reference: 'ZELLE 77',
  })
  paid.voided = await record(treasurer, { amountCents: 999, receivedOn: '2026-09-30' })
  await s.ida.call('payments-void', { paymentId: paid.voided.paymentId, reason: 'Entered twice' }, october)
})
afterAll(() => s.drop())

const read = (input: Input<'payments-received'> = {}) => s.ida.call('payments-received', input)
const numbers = async (input: Input<'payments-received'>) => (await read(input)).rows.map(({ number }) => number)

describe('payments received', () => {
  test('are listed newest first, with who recorded them and what is unapplied', async () => {
    const { rows, total, next } = await read()
    expect([total, next]).toEqual([4, null])
    const named = async () => {
      const { rows: found, recorders } = await read()
      return [found[1], ...recorders].map(one => one && ('number' in one ? one.recordedByNativeName : one.nativeName))
    }
    expect(await named()).toEqual(['', '', ''])
    await s.database.pool.query(`update persons set native_name = '艾达' where name = 'Ida Office'`)
    expect(await named()).toEqual(['艾达', '艾达', ''])
    expect(rows.map(row => [row.receivedOn, row.number, row.method, row.status, row.recordedBy])).toEqual([
      ['2026-10-02', paid.transfer.receiptNumber, 'transfer', 'succeeded', 'treasurer'],
      ['2026-10-02', paid.cash.receiptNumber, 'cash', 'succeeded', 'Ida Office'],
      ['2026-10-01', paid.check.receiptNumber, 'cheque', 'succeeded', 'Ida Office'],
      ['2026-09-30', paid.voided.receiptNumber, 'cheque', 'voided', 'treasurer'],
    ])
    expect(rows.map(({ openCents }) => openCents)).toEqual([7_500, 0, 0, 0])
    expect(rows[2]).toMatchObject({ payer: 'Old Wang', reference: '1042', household: 'Ann Wang' })
  })
  test('can be found by day, method, recorder, receipt number, check number, payer and family', async () => {
    expect(await numbers({ from: '2026-10-01', to: '2026-10-01' })).toEqual([paid.check.receiptNumber])
    expect(await numbers({ method: 'cash' })).toEqual([paid.cash.receiptNumber])
    const { recorders } = await read()
    expect(recorders.map(({ name }) => name)).toEqual(['Ida Office', 'treasurer'])
    expect(await numbers({ recordedBy: recorders[1]!.id, method: 'transfer' })).toEqual([paid.transfer.receiptNumber])
    for (const search of ['1042', 'old wang', paid.check.receiptNumber.toLowerCase()])
      expect(await numbers({ search }), search).toEqual([paid.check.receiptNumber])
    expect(await numbers({ search: 'Bob' })).toEqual([paid.transfer.receiptNumber, paid.cash.receiptNumber])
    expect(await numbers({ search: 'nobody' })).toEqual([])
  })
  test('add up to the totals, which leave out voided payments', async () => {
    const { rows, totals } = await read({ from: '2026-09-01' })
    const standing = rows.filter(({ status }) => status === 'succeeded')
    const sum = (of: typeof rows) => of.reduce((all, { amountCents }) => all + amountCents, 0)
    expect(totals).toMatchObject({
      count: 3,
      amountCents: sum(standing),
      openCents: 7_500,
      refundedCents: 0,
      undone: { count: 1, amountCents: 999 },
    })
    expect(totals.methods.reduce((all, { amountCents }) => all + amountCents, 0)).toBe(totals.amountCents)
    for (const { method, count, amountCents } of totals.methods)
      expect([count, amountCents]).toEqual([
        standing.filter(row => row.method === method).length,
        sum(standing.filter(row => row.method === method)),
      ])
    // The balances give the same total for the month.
    const month = await s.ida.call('payments-households', {}, october)
    expect(month.totals).toMatchObject({ receivedFrom: '2026-10-01', receivedCents: totals.amountCents })
    expect(month.totals.receivedCents).toBe((await read({ from: month.totals.receivedFrom })).totals.amountCents)
  })
  test('continue on the next page where the last one ended', async () => {
    for (let at = 0; at < 60; at += 1)
      await s.ida.call('payments-record', {
        householdId: s.annRegistration.householdId,
        method: 'cash',
        amountCents: 100 + at,
        receivedOn: '2026-09-13',
        reference: 'Bake sale',
        payer: '',
      })
    const first = await read({ search: 'bake' })
    expect([first.rows.length, first.total]).toEqual([50, 60])
    const second = await read({ search: 'bake', after: first.next! })
    const ids = [...first.rows, ...second.rows].map(({ id }) => id)
    expect([ids.length, new Set(ids).size, second.next]).toEqual([60, 60, null])
    expect(second.totals).toEqual(first.totals)
  })
  test('are for the office only', async () => {
    for (const who of [s.ann, s.bob, s.tom])
      await expect(who.call('payments-received', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
  })
})

describe('a returned payment', () => {
  const bounce = (paymentId: string) => s.ida.call('payments-bounce', { paymentId, reason: 'Not covered' }, october)
  test('can be a check or a transfer, never cash', async () => {
    await expect(bounce(paid.cash.paymentId)).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
    await bounce(paid.check.paymentId)
    await bounce(paid.transfer.paymentId)
    await expect(bounce(paid.check.paymentId)).rejects.toMatchObject({ details: { reason: 'ALREADY_REVERSED' } })
    const { rows } = await read({ from: '2026-10-01' })
    expect(rows.map(({ method, status }) => [method, status])).toEqual([
      ['transfer', 'bounced'],
      ['cash', 'succeeded'],
      ['cheque', 'bounced'],
    ])
  })
})

test('a payer who is an adult of the family has a native name, in the list and in the ledger', async () => {
  await s.database.pool.query(`update persons set native_name = '王安' where name = 'Ann Wang'`)
  const householdId = s.annRegistration.householdId
  const payment = { householdId, method: 'cash' as const, amountCents: 100, receivedOn: '2026-10-03', reference: '' }
  await s.ida.call('payments-record', { ...payment, payer: 'Ann Wang' }, { now: new Date('2026-10-03T15:00:00Z') })
  const { rows } = await read({ search: 'Wang' })
  expect(rows.map(({ payer, payerNativeName }) => [payer, payerNativeName])).toEqual(
    expect.arrayContaining([
      ['Ann Wang', '王安'],
      ['Old Wang', ''],
    ]),
  )
  const [ledger] = await s.ann.call('payments-ledger', {})
  const paid = ledger!.entries.filter(({ kind }) => kind === 'payment')
  expect(paid.map(({ description, nativeDescription }) => [description, nativeDescription])).toContainEqual([
    'Ann Wang',
    '王安',
  ])
})
