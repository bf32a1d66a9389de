import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { glyphsOf, piecesOf } from '#tests/pdf.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { caredStudents } from '#server/people/students/policy.ts'
import { visiblePayments } from './policy.ts'
import { findReceipt } from './queries.ts'
import { drawReceipt } from './receipt.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const total = 58_400
const cheque = (householdId: string, amountCents: number) => ({
  householdId,
  method: 'cheque' as const,
  amountCents,
  receivedOn: '2026-09-13',
  reference: '#1042',
  payer: 'Ann Wang',
})
const sums = async () =>
  (
    await rows<{ charged: number; paid: number; allocated: number }>(
      s.database.db,
      sql`select (select coalesce(sum(amount_cents), 0) from charges)::bigint as charged, (select coalesce(sum(amount_cents), 0) from payments where status = 'succeeded')::bigint as paid,
        (select coalesce(sum(amount_cents), 0) from allocations)::bigint as allocated`,
    )
  )[0]!

describe('a check', () => {
  test('covers the oldest charges and leaves a ledger that balances to the cent', async () => {
    const answer = await s.ida.call('payments-record', cheque(s.annRegistration.householdId, 30_000))
    expect(answer).toMatchObject({
      receiptNumber: 'R-2026-00001',
      allocatedCents: 30_000,
      creditCents: 0,
      balanceCents: total - 30_000,
    })
    const [ledger] = await s.ann.call('payments-ledger', {})
    expect(ledger).toMatchObject({ balanceCents: total - 30_000, owedCents: total - 30_000, creditCents: 0 })
    expect(ledger!.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(ledger!.balanceCents)
    expect(ledger!.entries.at(-1)).toMatchObject({
      kind: 'payment',
      amountCents: -30_000,
      balanceCents: total - 30_000,
      reference: '#1042',
    })
    expect(ledger!.invoices[0]).toMatchObject({ paidCents: 30_000, status: 'overdue' })
  })
  test('for more than is owed leaves credit, and the answer says so', async () => {
    const answer = await s.ida.call('payments-record', cheque(s.annRegistration.householdId, 30_000))
    expect(answer).toMatchObject({
      allocatedCents: total - 30_000,
      creditCents: 60_000 - total,
      balanceCents: total - 60_000,
    })
    const { rows: credit } = await s.ida.call('payments-households', { view: 'credit' })
    expect(credit.map(({ household }) => household)).toEqual(['Ann Wang'])
  })
  test('that is returned is undone by counter-entries', async () => {
    const before = await sums()
    const [ledger] = await s.ann.call('payments-ledger', {})
    const last = ledger!.entries.at(-1)!
    const answer = await s.ida.call('payments-bounce', { paymentId: last.receiptId!, reason: 'No cover' })
    expect(answer.balanceCents).toBe(total - 30_000)
    const after = await sums()
    expect(after).toEqual({
      charged: before.charged,
      paid: before.paid - 30_000,
      allocated: before.allocated - (total - 30_000),
    })
    const [now] = await s.ann.call('payments-ledger', {})
    expect(now!.entries.at(-1)).toMatchObject({ kind: 'reversal', amountCents: 30_000, balanceCents: total - 30_000 })
    expect(now!.creditCents).toBe(0)
    await expect(s.ida.call('payments-bounce', { paymentId: last.receiptId!, reason: 'Again' })).rejects.toMatchObject({
      details: { reason: 'ALREADY_REVERSED' },
    })
  })
  test('recorded twice with the same operation id is one payment', async () => {
    const operationId = crypto.randomUUID()
    const input = cheque(s.bobRegistration.householdId, 1000)
    const [first, second] = await Promise.all([
      s.ida.call('payments-record', input, { operationId }),
      s.ida.call('payments-record', input, { operationId }),
    ])
    expect(second).toEqual(first)
    await expect(s.ida.call('payments-record', { ...input, amountCents: 2000 }, { operationId })).rejects.toMatchObject(
      { details: { reason: 'OPERATION_ID_REUSED' } },
    )
    expect((await s.bob.call('payments-ledger', {}))[0]!.entries.filter(({ kind }) => kind === 'payment')).toHaveLength(
      1,
    )
  })
  test('covers what is due first before what is due later, no matter which was charged first', async () => {
    const { householdId } = s.bobRegistration
    const charge = (description: string, dueOn: string) =>
      s.ida.call('payments-charge', {
        audience: { kind: 'households', householdIds: [householdId] },
        per: 'household',
        kind: 'other',
        description,
        nativeDescription: '',
        amountCents: 1000,
        dueOn,
        again: [],
        without: [],
        agreedCount: 1,
        agreedCents: 1000,
      })
    const pay = async (amountCents: number) => {
      const { paymentId } = await s.ida.call('payments-record', cheque(householdId, amountCents))
      return (await s.ida.call('payments-covered', { paymentId })).map(each => [each.description, each.amountCents])
    }
    // All that Bob owed before is due by now.
    const bobs = async () => (await s.bob.call('payments-ledger', {}))[0]!
    const { owedCents } = await bobs()
    await charge('Gala', '2026-12-01')
    await charge('Field trip', '2026-10-02')
    await charge('Picnic', '2026-10-01')
    await pay(owedCents)
    expect(await pay(1400)).toEqual([
      ['Picnic', 1000],
      ['Field trip', 400],
    ])
    expect(await pay(700)).toEqual([
      ['Field trip', 600],
      ['Gala', 100],
    ])
    expect((await bobs()).open.map(each => [each.description, each.openCents])).toEqual([['Gala', 900]])
  })
  test.each(['0226-09-01', '1926-09-01', '2024-09-12'])(
    'dated long ago (%s) is refused as a probable typo',
    async day => {
      await expect(
        s.ida.call('payments-record', { ...cheque(s.bobRegistration.householdId, 1), receivedOn: day }),
      ).rejects.toMatchObject({ details: { fields: [{ path: 'receivedOn', message: 'far' }] } })
    },
  )
  test('dated tomorrow, for nothing or from an unknown family is refused', async () => {
    await expect(
      s.ida.call('payments-record', { ...cheque(s.bobRegistration.householdId, 1), receivedOn: '2026-09-14' }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'receivedOn', message: 'future' }] } })
    await expect(s.ida.call('payments-record', cheque(s.bobRegistration.householdId, 0))).rejects.toMatchObject({
      details: { fields: [{ path: 'amountCents', message: 'amount' }] },
    })
    await expect(s.ida.call('payments-record', cheque(crypto.randomUUID(), 1))).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

describe('who sees money', () => {
  test('a family sees only its own ledger; the office sees them all', async () => {
    const [bobs] = await s.ida.call('payments-ledger', { householdId: s.bobRegistration.householdId })
    expect(bobs!.household).toBe('Bob Li')
    expect(await s.ann.call('payments-ledger', { householdId: s.bobRegistration.householdId })).toEqual([])
    expect((await s.ann.call('payments-ledger', {})).map(({ household }) => household)).toEqual(['Ann Wang'])
  })
  test('a teacher sees none, and neither a teacher nor a family records any', async () => {
    const input = cheque(s.annRegistration.householdId, 100)
    await s.ida.call('payments-record', input)
    const before = await sums()
    await expect(s.tom.call('payments-ledger', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
    for (const who of [s.tom, s.ann])
      await expect(who.call('payments-record', input)).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
    expect(await sums()).toEqual(before)
  })
  test('a guardian without data access sees nothing of the household', async () => {
    expect(await s.ann.call('parents-household', {})).toHaveLength(1)
    await s.database.db.execute(
      sql`update guardianships set has_data_access = false where guardian_id = ${(await s.ann.actor()).personId}::uuid`,
    )
    expect(await s.ann.call('parents-household', {})).toEqual([])
    expect(await s.ann.call('payments-ledger', {})).toEqual([])
    expect(await s.ann.call('students-mine', {})).toEqual([])
    expect(await s.ann.call('parents-home', {})).toMatchObject({ children: [], balanceCents: 0, meetings: [] })
    await s.database.db.execute(sql`update guardianships set has_data_access = true`)
  })
})

describe('a receipt', () => {
  test('is a PDF with a subset of the Chinese font, for anyone who can see the payment', async () => {
    const [ledger] = await s.ann.call('payments-ledger', {})
    const { receiptId } = ledger!.entries.find(({ kind }) => kind === 'payment')!
    const receipt = await findReceipt(
      s.database.db,
      visiblePayments(await s.ann.actor()),
      caredStudents(await s.ann.actor()),
      receiptId!,
    )
    expect(receipt).toMatchObject({
      number: 'R-2026-00001',
      amountCents: 30_000,
      allocations: expect.arrayContaining([expect.objectContaining({ nativeName: '王美雅' })]) as unknown,
    })
    expect(
      await findReceipt(
        s.database.db,
        visiblePayments(await s.bob.actor()),
        caredStudents(await s.bob.actor()),
        receiptId!,
      ),
    ).toBeNull()
    const pdf = await drawReceipt(receipt!, 'zh')
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.toString('latin1')).toContain('NotoSansSC')
    // The whole font would be megabytes.
    expect(pdf.length).toBeLessThan(200_000)
  })
  test('has a long payer and reference within the sheet, on lines of their own', async () => {
    const actor = await s.ida.actor()
    const payer = 'Maria Fernanda de los Ángeles Rodríguez-Montenegro y Featherstonehaugh-Cholmondeley'
    const payment = { ...cheque(s.bobRegistration.householdId, 2500), payer }
    const { paymentId } = await s.ida.call('payments-record', payment)
    const receipt = await findReceipt(s.database.db, visiblePayments(actor), caredStudents(actor), paymentId)
    const pieces = await piecesOf(await drawReceipt(receipt!, 'en'))
    for (const { text, x, width } of pieces) expect([text, x + width <= 396 - 39]).toEqual([text, true])
    expect(pieces.map(({ text }) => text).join(' ')).toContain('Cholmondeley')
    await s.ida.call('payments-void', { paymentId, reason: 'Typed twice' })
  })
  test('of a voided or returned payment says what it was and when it was undone, without an empty table', async () => {
    const { householdId } = s.bobRegistration
    const drawn = async (paymentId: string, language: 'en' | 'zh' = 'en') => {
      const actor = await s.ida.actor()
      const receipt = await findReceipt(s.database.db, visiblePayments(actor), caredStudents(actor), paymentId)
      return glyphsOf(await drawReceipt(receipt!, language))
        .map(({ text }) => text)
        .join('')
    }
    const paid = async () => (await s.ida.call('payments-record', cheque(householdId, 2500))).paymentId
    const reversed = { now: new Date('2026-10-05T15:00:00Z') }
    const voided = await paid()
    expect(await drawn(voided)).toContain('Total received$25.00')
    await s.ida.call('payments-void', { paymentId: voided, reason: 'Typed twice' }, reversed)
    const text = await drawn(voided)
    expect(text).toContain('This payment of $25.00 was voided on October 5, 2026.')
    expect(text).not.toContain('Total received')
    expect(await drawn(voided, 'zh')).toContain('此笔 $25.00 的缴费已于2026年10月5日作废')
    const returned = await paid()
    await s.ida.call('payments-bounce', { paymentId: returned, reason: 'No cover' }, reversed)
    expect(await drawn(returned)).toContain('This payment of $25.00 was returned unpaid on October 5, 2026.')
  })
})

test('payments recorded at the same moment never cover more of a charge than is open', async () => {
  const { householdId } = s.annRegistration
  const [ledger] = await s.ida.call('payments-ledger', { householdId })
  await s.ida.call('payments-record', cheque(householdId, ledger!.owedCents))
  for (let turn = 0; turn < 5; turn += 1) {
    await s.ida.call('payments-charge', {
      audience: { kind: 'households', householdIds: [householdId] },
      per: 'household',
      kind: 'other',
      description: `Recital ${turn}`,
      nativeDescription: '',
      amountCents: 1000,
      dueOn: '2026-10-01',
      again: [],
      without: [],
      agreedCount: 1,
      agreedCents: 1000,
    })
    await Promise.all([1, 2, 3].map(() => s.ida.call('payments-record', cheque(householdId, 1000))))
  }
  const over = await rows(
    s.database.db,
    sql`select c.description from charges c join allocations a on a.charge_id = c.id group by c.id having sum(a.amount_cents) > c.amount_cents`,
  )
  expect(over).toEqual([])
  const { paid, allocated } = await sums()
  expect(allocated).toBeLessThanOrEqual(paid)
})
