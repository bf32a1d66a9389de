import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let mia = ''
let home = ''
let miaId = ''
beforeAll(async () => {
  s = await school()
  const [found] = await rows<{ id: string; home: string; student: string }>(
    s.database.db,
    sql`select e.id, st.household_id as home, st.id as student from enrolments e join persons p on p.id = e.student_id join students st on st.id = p.id where p.name = 'Mia Wang'`,
  )
  mia = found!.id
  home = found!.home
  miaId = found!.student
  await s.ida.call('config-changeRefunds', {
    tiers: [
      { until: 'week', number: 4, percent: 100 },
      { until: 'week', number: 7, percent: 50 },
    ],
    processingFeeCents: 3000,
    refundsBooks: false,
  })
})
afterAll(() => s.drop())

const balance = async () => (await s.ida.call('payments-ledger', { householdId: home }))[0]!.balanceCents
const october = { now: new Date('2026-10-04T16:00:00Z') }

describe('leaving a class', () => {
  test('the preview says what the tiers of that day give, line by line, and changes nothing', async () => {
    const before = await balance()
    const early = await s.ida.call('payments-refundPreview', { enrolmentId: mia, onDay: '2026-10-03' })
    expect(early).toMatchObject({
      student: 'Mia Wang',
      percent: 100,
      lastDay: '2026-10-03',
      feeCents: 3000,
      totalCents: 23_000,
    })
    expect(early.lines.map(({ kind, backCents, keptCents }) => [kind, backCents, keptCents])).toEqual([
      ['tuition', 26_000, 0],
      ['books', 0, 2500],
    ])
    expect(await s.ida.call('payments-refundPreview', { enrolmentId: mia }, october)).toMatchObject({
      onDay: '2026-10-04',
      percent: 50,
      totalCents: 10_000,
    })
    expect(await s.ida.call('payments-refundPreview', { enrolmentId: mia, onDay: '2026-11-01' })).toMatchObject({
      percent: null,
      lastDay: null,
      totalCents: 0,
    })
    expect(await balance()).toBe(before)
    for (const who of [s.ann, s.tom])
      await expect(who.call('payments-refundPreview', { enrolmentId: mia })).rejects.toMatchObject({
        code: 'permission-denied',
      })
  })

  test('what is posted is what was shown, once, and paid money covers what is still owed', async () => {
    const post = (agreedCents: number) =>
      s.ida.call('payments-postRefund', { enrolmentId: mia, onDay: '2026-10-04', agreedCents }, october)
    await expect(post(10_000)).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
    // The family has paid everything.
    const before = await balance()
    await s.ida.call(
      'payments-record',
      { householdId: home, method: 'cash', amountCents: before, receivedOn: '2026-09-13', reference: '', payer: '' },
      october,
    )
    await s.ida.call('enrolments-move', { id: mia, to: 'withdrawn', note: '' }, october)
    const [left] = await s.ida.call('payments-leavings', { studentId: miaId }, october)
    expect(left).toMatchObject({ enrolmentId: mia, onDay: '2026-10-04', totalCents: 10_000, postedOn: null })
    await expect(post(1)).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED', totalCents: 10_000 } })
    expect(await post(10_000)).toEqual({ totalCents: 10_000, balanceCents: -10_000 })
    const [ledger] = await s.ida.call('payments-ledger', { householdId: home })
    expect(ledger).toMatchObject({ balanceCents: -10_000, creditCents: 10_000, owedCents: 0 })
    await expect(post(0)).rejects.toMatchObject({ details: { reason: 'ALREADY_REVERSED' } })
    expect(await s.ida.call('payments-refundPreview', { enrolmentId: mia }, october)).toMatchObject({
      postedOn: '2026-10-04',
      totalCents: 10_000,
    })
  })

  test('a rule that changes afterwards changes nothing that was posted', async () => {
    await s.ida.call('config-changeRefunds', { tiers: [], processingFeeCents: 0, refundsBooks: true })
    expect(await balance()).toBe(-10_000)
    expect(await s.ida.call('payments-refundPreview', { enrolmentId: mia }, october)).toMatchObject({
      totalCents: 10_000,
    })
  })
})

describe('late fees', () => {
  // Bob has paid nothing: 325 dollars fell due on 19 July.
  const late = { now: new Date('2026-08-12T16:00:00Z') }
  test('without a rule there are none', async () => {
    expect(await s.ida.call('payments-lateFees', {}, late)).toMatchObject({ rows: [], totalCents: 0 })
  })
  test('a run charges what it showed, once; waiving leaves a family out', async () => {
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
    const charge = (agreedCount: number, agreedCents: number, without: string[] = []) =>
      s.ida.call('payments-chargeLateFees', { without, agreedCount, agreedCents }, late)
    await expect(charge(1, 2500)).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED' } })
    await expect(charge(0, 0, [bob])).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED' } })
    expect(await charge(1, 3500)).toMatchObject({ count: 1, totalCents: 3500 })
    expect((await s.ida.call('payments-lateFees', {}, late)).rows).toEqual([])
    expect((await s.ida.call('payments-runs', {}, late)).rows[0]).toMatchObject({ kind: 'late', totalCents: 3500 })
    // A week later only the week is added.
    const week = { now: new Date('2026-08-19T16:00:00Z') }
    expect((await s.ida.call('payments-lateFees', {}, week)).rows).toMatchObject([
      { chargedCents: 3500, feeCents: 1000 },
    ])
    for (const who of [s.ann, s.tom])
      await expect(who.call('payments-lateFees', {})).rejects.toMatchObject({ code: 'permission-denied' })
  })
})

test('families read how to pay, and numbers begin as the school has chosen', async () => {
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
