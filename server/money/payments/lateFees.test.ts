import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let home = ''
beforeAll(async () => {
  s = await school()
  home = s.annRegistration.householdId
  // Ann has paid everything.
  const { balanceCents } = (await s.ida.call('payments-ledger', { householdId: home }))[0]!
  await s.ida.call('payments-record', {
    householdId: home,
    method: 'cash',
    amountCents: balanceCents,
    receivedOn: '2026-09-13',
    reference: '',
    payer: '',
  })
})
afterAll(() => s.drop())

describe('late fees', () => {
  // Bob has paid nothing: 325 dollars fell due on July 19.
  const late = { now: new Date('2026-08-12T16:00:00Z') }
  test('without a rule there are none', async () => {
    expect(await s.ida.call('payments-lateFees', {}, late)).toMatchObject({ rows: [], totalCents: 0 })
  })
  test('a run charges the families that the office chose once, for the amounts it showed', async () => {
    await s.ida.call('config-changeLateFees', {
      graceDays: 14,
      flatCents: 2500,
      percent: 0,
      perWeekCents: 1000,
      capCents: 7500,
    })
    const { rows: found, totalCents } = await s.ida.call('payments-lateFees', {}, late)
    expect(found.map(({ household, daysLate, feeCents }) => [household, daysLate, feeCents])).toEqual([
      ['Bob Li', 24, 3500],
    ])
    expect(totalCents).toBe(3500)
    const bob = found[0]!.householdId
    const charge = (agreedCount: number, agreedCents: number, householdIds = [bob]) =>
      s.ida.call('payments-chargeLateFees', { householdIds, agreedCount, agreedCents }, late)
    // Each family with its reason: which charges are overdue, and since when.
    const { openCents, charges } = found[0]!
    expect(charges.reduce((sum, each) => sum + each.openCents, 0)).toBe(openCents)
    expect(charges.map(({ kind, dueOn }) => [kind, dueOn])).toContainEqual(['tuition', '2026-07-19'])
    await expect(charge(1, 2500)).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED' } })
    // No one is charged who was not chosen or is not overdue.
    await expect(charge(0, 0, [])).rejects.toMatchObject({ details: { fields: [{ path: 'householdIds' }] } })
    await expect(charge(0, 0, [home])).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED' } })
    expect(await charge(1, 3500)).toMatchObject({ count: 1, totalCents: 3500 })
    expect((await s.ida.call('payments-lateFees', {}, late)).rows).toEqual([])
    expect((await s.ida.call('payments-runs', {}, late)).rows[0]).toMatchObject({ kind: 'late', totalCents: 3500 })
    // A week later only that week's fee is added.
    const week = { now: new Date('2026-08-19T16:00:00Z') }
    expect((await s.ida.call('payments-lateFees', {}, week)).rows).toMatchObject([
      { chargedCents: 3500, feeCents: 1000 },
    ])
    // A fee that the office waives isn't proposed again; a run that is undone is.
    const [fee] = (await s.ida.call('payments-ledger', { householdId: bob }, week))[0]!.open.filter(
      ({ kind }) => kind === 'late',
    )
    await s.ida.call('payments-reverse', { chargeId: fee!.id, reason: 'They were abroad' }, late)
    expect((await s.ida.call('payments-lateFees', {}, late)).rows).toEqual([])
    expect((await s.ida.call('payments-lateFees', {}, week)).rows).toMatchObject([
      { chargedCents: 0, waivedCents: 3500, feeCents: 1000 },
    ])
    await s.ida.call('payments-chargeLateFees', { householdIds: [bob], agreedCount: 1, agreedCents: 1000 }, week)
    const [run] = (await s.ida.call('payments-runs', {}, week)).rows
    await s.ida.call('payments-undoRun', { runId: run!.id }, week)
    expect((await s.ida.call('payments-lateFees', {}, week)).rows).toMatchObject([
      { chargedCents: 0, waivedCents: 3500, feeCents: 1000 },
    ])
    for (const who of [s.ann, s.tom])
      await expect(who.call('payments-lateFees', {})).rejects.toMatchObject({ code: 'permission-denied' })
  })
})

test('a family has the native name of the adult it is named after, in every list of money', async () => {
  const late = { now: new Date('2026-10-20T16:00:00Z') }
  const nativeNames = async () => {
    const { rows: owing } = await s.ida.call('payments-households', { search: 'Bob Li' }, late)
    const [bob] = owing
    const [ledger] = await s.ida.call('payments-ledger', { householdId: bob!.householdId }, late)
    const fees = (await s.ida.call('payments-lateFees', {}, late)).rows.find(({ household }) => household === 'Bob Li')
    const found = await s.ida.call('dashboard-list', { key: 'overdue' }, late)
    return [
      bob!.householdNativeName,
      ledger!.householdNativeName,
      fees!.householdNativeName,
      found.rows.find(({ name }) => name === 'Bob Li')!.nativeName,
    ]
  }
  expect(await nativeNames()).toEqual(['', '', '', ''])
  await s.database.db.execute(sql`update persons set native_name = '李博' where name = 'Bob Li'`)
  expect(await nativeNames()).toEqual(['李博', '李博', '李博', '李博'])
  // A family that is named after nobody has no native name.
  await s.database.db.execute(sql`update households set name = 'The Lis' where name = 'Bob Li'`)
  const [renamed] = (await s.ida.call('payments-households', { search: 'The Lis' }, late)).rows
  expect(renamed).toMatchObject({ household: 'The Lis', householdNativeName: '' })
  await s.database.db.execute(sql`update households set name = 'Bob Li' where name = 'The Lis'`)
})

test('families see how to pay, and receipt numbers start with the school’s prefix', async () => {
  const { paying } = await s.ida.call('config-rules', {})
  await s.ida.call('config-changePaying', {
    ...paying,
    payableTo: 'Lakeside School Inc.',
    cash: 'Sundays at the front desk',
    receiptPrefix: 'LCS',
  })
  expect(await s.ann.call('payments-ways', {})).toMatchObject({ payableTo: 'Lakeside School Inc.' })
  await expect(s.tom.call('payments-ways', {})).rejects.toMatchObject({ code: 'permission-denied' })
  const { receiptNumber } = await s.ida.call('payments-record', {
    householdId: home,
    method: 'cash',
    amountCents: 100,
    receivedOn: '2026-09-13',
    reference: '',
    payer: '',
  })
  expect(receiptNumber).toMatch(/^LCS-2026-0000\d$/)
})
