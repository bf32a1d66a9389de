import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool, sunday } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

type Asked = Input<'payments-previewCharges'>
const contest = (over: Partial<Asked> = {}): Asked => ({
  audience: { kind: 'sections', sectionIds: [s.grade1.id] },
  per: 'student',
  kind: 'other',
  description: 'Speech contest',
  amountCents: 500,
  again: [],
  without: [],
  ...over,
})
const charge = (asked: Asked, agreed: { count: number; totalCents: number }, who = s.ida) =>
  who.call('payments-charge', {
    ...asked,
    nativeDescription: '演讲比赛',
    dueOn: '2026-09-30',
    agreedCount: agreed.count,
    agreedCents: agreed.totalCents,
  })
const ledgerOf = async (householdId: string) => (await s.ida.call('payments-ledger', { householdId }))[0]!
const houses = () => [s.annRegistration.householdId, s.bobRegistration.householdId] as const

describe('charging a class', () => {
  test('the preview names who would be charged, and charges no one', async () => {
    const preview = await s.ida.call('payments-previewCharges', contest())
    expect(preview).toMatchObject({ count: 3, households: 2, totalCents: 1500, duplicates: 0 })
    expect(preview.rows.map(({ student, household }) => [student, household])).toEqual([
      ['Leo Wang', 'Ann Wang'],
      ['Mia Wang', 'Ann Wang'],
      ['Zoe Li', 'Bob Li'],
    ])
    expect((await ledgerOf(houses()[0])).entries.filter(({ description }) => description === 'Speech contest')).toEqual(
      [],
    )
  })
  test('per family, it is one charge each, and families can be left out', async () => {
    const byFamily = contest({ per: 'household' })
    expect(await s.ida.call('payments-previewCharges', byFamily)).toMatchObject({ count: 2, totalCents: 1000 })
    const rest = { ...byFamily, without: [houses()[1]] }
    expect(await s.ida.call('payments-previewCharges', rest)).toMatchObject({ count: 1, totalCents: 500 })
  })
  test('the audience can also be a term, a program or selected families', async () => {
    const of = async (audience: Asked['audience']) =>
      (await s.ida.call('payments-previewCharges', contest({ audience }))).count
    expect(await of({ kind: 'term', termId: s.term.id })).toBe(3)
    expect(await of({ kind: 'programme', termId: s.term.id, programmeId: s.programme.id })).toBe(3)
    expect(await of({ kind: 'programme', termId: crypto.randomUUID(), programmeId: s.programme.id })).toBe(0)
    expect(await of({ kind: 'households', householdIds: [houses()[1], crypto.randomUUID()] })).toBe(1)
  })
  test('a stale preview is refused with the current count and total', async () => {
    await expect(charge(contest(), { count: 4, totalCents: 2000 })).rejects.toMatchObject({
      details: { reason: 'PREVIEW_CHANGED', count: 3, totalCents: 1500 },
    })
    await expect(charge(contest({ without: [] }), { count: 3, totalCents: 1400 })).rejects.toMatchObject({
      details: { reason: 'PREVIEW_CHANGED' },
    })
  })
  test('the charge is in the families’ ledgers with both names and its due date', async () => {
    expect(await charge(contest(), { count: 3, totalCents: 1500 })).toMatchObject({ count: 3, totalCents: 1500 })
    const [ledger] = await s.ann.call('payments-ledger', {})
    const made = ledger!.entries.filter(({ description }) => description === 'Speech contest')
    expect(made).toMatchObject([
      { kind: 'charge', nativeDescription: '演讲比赛', amountCents: 500, chargeStatus: 'open', openCents: 500 },
      { kind: 'charge', amountCents: 500 },
    ])
    expect(ledger!.open.at(-1)).toMatchObject({
      description: 'Speech contest',
      dueOn: '2026-09-30',
      invoiceNumber: null,
    })
  })
  test('anyone charged already is left out unless asked for, whichever audience names them', async () => {
    const preview = await s.ida.call('payments-previewCharges', contest())
    expect(preview).toMatchObject({ count: 0, duplicates: 3 })
    expect(preview.rows[0]).toMatchObject({ chargedOn: '2026-09-13' })
    const again = contest({ description: 'speech CONTEST', again: [preview.rows[0]!.key] })
    expect(await s.ida.call('payments-previewCharges', again)).toMatchObject({ count: 1, duplicates: 3 })
    const byName = contest({ audience: { kind: 'households', householdIds: [houses()[1]] } })
    expect(await s.ida.call('payments-previewCharges', byName)).toMatchObject({ count: 0, duplicates: 1 })
    await expect(charge(contest(), { count: 0, totalCents: 0 })).rejects.toMatchObject({
      details: { fields: [{ path: 'audience', message: 'nocharge' }] },
    })
  })
  test('charging twice at the same time charges once', async () => {
    const asked = contest({ description: 'Picnic' })
    const agreed = { count: 3, totalCents: 1500 }
    const answers = await Promise.allSettled([charge(asked, agreed), charge(asked, agreed)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
  test('a run can be undone as a whole for a day; what was paid becomes credit', async () => {
    const { runId } = await charge(contest({ description: 'Trip' }), { count: 3, totalCents: 1500 })
    const [annHouse] = houses()
    const before = await ledgerOf(annHouse)
    await s.ida.call('payments-record', {
      householdId: annHouse,
      method: 'cash',
      amountCents: before.balanceCents,
      receivedOn: '2026-09-13',
      reference: '',
      payer: '',
    })
    expect((await ledgerOf(annHouse)).creditCents).toBe(0)
    const [run] = (await s.ida.call('payments-runs', {})).rows
    expect(run).toMatchObject({
      id: runId,
      description: 'Trip',
      count: 3,
      totalCents: 1500,
      by: 'Ida Office',
      reversedAt: null,
    })
    await expect(
      s.ida.call('payments-undoRun', { runId }, { now: new Date(sunday.getTime() + 24 * 3_600_000) }),
    ).rejects.toMatchObject({ details: { reason: 'UNDO_TOO_LATE' } })
    expect(await s.ida.call('payments-undoRun', { runId })).toEqual({ count: 3, creditCents: 1000 })
    expect(await ledgerOf(annHouse)).toMatchObject({ balanceCents: -1000, creditCents: 1000, owedCents: 0 })
    await expect(s.ida.call('payments-undoRun', { runId })).rejects.toMatchObject({
      details: { reason: 'ALREADY_REVERSED' },
    })
    expect((await s.ida.call('payments-runs', {})).rows[0]).toMatchObject({ undoUntil: null })
  })
  test('a due date in the past is refused, and so is anyone outside the office', async () => {
    await expect(
      s.ida.call('payments-charge', {
        ...contest({ description: 'Late' }),
        nativeDescription: '',
        dueOn: '2026-09-12',
        agreedCount: 3,
        agreedCents: 1500,
      }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'dueOn', message: 'past' }] } })
    for (const who of [s.ann, s.tom]) {
      const refused = { details: { reason: 'ROLE_NEEDED' } }
      await expect(charge(contest(), { count: 3, totalCents: 1500 }, who)).rejects.toMatchObject(refused)
      await expect(who.call('payments-previewCharges', contest())).rejects.toMatchObject(refused)
      await expect(who.call('payments-runs', {})).rejects.toMatchObject(refused)
    }
  })
})

describe('corrections', () => {
  const pay = (householdId: string, amountCents: number) =>
    s.ida.call('payments-record', {
      householdId,
      method: 'cheque',
      amountCents,
      receivedOn: '2026-09-13',
      reference: '#7',
      payer: '',
    })

  test('a reversed charge leaves a counter-entry, and its money becomes credit', async () => {
    const [, bobHouse] = houses()
    const before = await ledgerOf(bobHouse)
    await pay(bobHouse, before.balanceCents)
    const books = (await ledgerOf(bobHouse)).entries.find(({ chargeKind }) => chargeKind === 'books')!
    expect(books).toMatchObject({ chargeStatus: 'settled', openCents: 0, netCents: 2500 })
    const answer = await s.ida.call('payments-reverse', { chargeId: books.id, reason: 'Has the book' })
    expect(answer).toMatchObject({ creditCents: 2500, balanceCents: -2500 })
    const after = (await s.bob.call('payments-ledger', {}))[0]!
    expect(after.entries.find(({ kind }) => kind === 'cancellation')).toMatchObject({
      amountCents: -2500,
      reference: 'Has the book',
      cause: null,
    })
    expect(after.entries.find(({ id, kind }) => id === books.id && kind === 'charge')).toMatchObject({
      chargeStatus: 'reversed',
    })
    expect(after.invoices[0]).toMatchObject({ reversedCents: 2500, status: 'paid' })
    await expect(s.ida.call('payments-reverse', { chargeId: books.id, reason: 'x' })).rejects.toMatchObject({
      details: { reason: 'ALREADY_REVERSED' },
    })
    await expect(s.bob.call('payments-reverse', { chargeId: books.id, reason: 'x' })).rejects.toMatchObject({
      details: { reason: 'ROLE_NEEDED' },
    })
  })
  test('credit can be refunded by hand, up to what there is', async () => {
    const [, bobHouse] = houses()
    const payment = (await ledgerOf(bobHouse)).entries.find(
      ({ kind, openCents }) => kind === 'payment' && openCents! > 0,
    )!
    const refund = {
      paymentId: payment.id,
      amountCents: 2501,
      method: 'cheque' as const,
      onDay: '2026-09-13',
      reference: '#88',
      reason: 'Book returned',
    }
    await expect(s.ida.call('payments-refund', refund)).rejects.toMatchObject({
      details: { reason: 'AMOUNT_TOO_LARGE', fields: [{ path: 'amountCents', message: 'toomuch' }] },
    })
    await expect(s.ida.call('payments-refund', { ...refund, onDay: '2026-09-14' })).rejects.toMatchObject({
      details: { fields: [{ path: 'onDay', message: 'future' }] },
    })
    expect(await s.ida.call('payments-refund', { ...refund, amountCents: 2000 })).toMatchObject({
      creditCents: 500,
      balanceCents: -500,
    })
    expect((await s.bob.call('payments-ledger', {}))[0]!.entries.find(({ kind }) => kind === 'refund')).toMatchObject({
      amountCents: 2000,
      receiptNumber: payment.receiptNumber,
    })
    // The check is returned afterwards: what was refunded of it is owed.
    const { balanceCents } = await s.ida.call('payments-bounce', { paymentId: payment.id, reason: 'No cover' })
    const after = await ledgerOf(bobHouse)
    expect(after).toMatchObject({ balanceCents, creditCents: 0, owedCents: balanceCents })
    expect(after.open).toContainEqual(
      expect.objectContaining({ description: `Refund of ${payment.receiptNumber} to repay`, openCents: 2000 }),
    )
    await expect(s.ida.call('payments-refund', { ...refund, amountCents: 1 })).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
  })
  test('a payment can be unapplied and applied to other charges', async () => {
    const [, bobHouse] = houses()
    const { paymentId } = await pay(bobHouse, 3000)
    const covered = await s.ida.call('payments-covered', { paymentId })
    expect(covered.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(3000)
    expect(await s.ida.call('payments-unapply', { paymentId })).toMatchObject({ creditCents: 3000 })
    expect(await s.ida.call('payments-covered', { paymentId })).toEqual([])
    await expect(s.ida.call('payments-unapply', { paymentId })).rejects.toMatchObject({
      details: { reason: 'NOTHING_TO_APPLY' },
    })
    const { open } = await ledgerOf(bobHouse)
    const contestFee = open.find(({ description }) => description === 'Speech contest')!
    const to = (amountCents: number) => ({ paymentId, to: [{ chargeId: contestFee.id, amountCents }] })
    await expect(s.ida.call('payments-apply', to(501))).rejects.toMatchObject({
      details: { reason: 'AMOUNT_TOO_LARGE', fields: [{ path: 'to.0.amountCents', message: 'toomuch' }] },
    })
    expect(await s.ida.call('payments-apply', to(500))).toMatchObject({ allocatedCents: 500, creditCents: 2500 })
    // A charge of another family is not one that it can cover.
    const foreign = (await ledgerOf(houses()[0])).entries.find(({ kind }) => kind === 'charge')!
    await expect(
      s.ida.call('payments-apply', { paymentId, to: [{ chargeId: foreign.id, amountCents: 1 }] }),
    ).rejects.toMatchObject({ code: 'not-found' })
    expect(await s.ida.call('payments-apply', { paymentId })).toMatchObject({ allocatedCents: 2500, creditCents: 0 })
    await expect(s.bob.call('payments-covered', { paymentId })).rejects.toMatchObject({
      details: { reason: 'ROLE_NEEDED' },
    })
  })
  test('a payment recorded by mistake can be voided, once', async () => {
    const [, bobHouse] = houses()
    const before = await ledgerOf(bobHouse)
    const { paymentId } = await pay(bobHouse, 100)
    const { balanceCents } = await s.ida.call('payments-void', { paymentId, reason: 'Typed twice' })
    expect(balanceCents).toBe(before.balanceCents)
    expect((await ledgerOf(bobHouse)).entries.find(({ id }) => id === paymentId)).toMatchObject({ status: 'voided' })
    for (const name of ['payments-void', 'payments-bounce'] as const)
      await expect(s.ida.call(name, { paymentId, reason: 'x' })).rejects.toMatchObject({
        details: { reason: 'ALREADY_REVERSED' },
      })
  })
})

describe('the list of balances', () => {
  test('names the guardians in both scripts', async () => {
    await s.database.db.execute(sql`update persons set native_name = '安娜' where name = 'Ann Wang'`)
    const { rows: found } = await s.ida.call('payments-households', { search: 'ann' })
    expect(found[0]!.guardians).toEqual([{ name: 'Ann Wang', nativeName: '安娜' }])
  })
  test('splits open charges by age, which add up to the balance', async () => {
    const at = (day: string) => ({ now: new Date(`${day}T18:00:00Z`) })
    const rowOf = async (day: string) => (await s.ida.call('payments-households', { search: 'bob' }, at(day))).rows[0]!
    const row = await rowOf('2026-09-13')
    expect(row.current + row.days30 + row.days60 + row.older - row.creditCents).toBe(row.balanceCents)
    // The registration was due on July 19, 14 days after its invoice; the fees are due on September 30.
    expect(row.days60).toBeGreaterThan(0)
    expect(row).toMatchObject({ dueOn: '2026-07-19' })
    const later = await rowOf('2026-12-31')
    expect(later).toMatchObject({
      current: 0,
      balanceCents: row.balanceCents,
      older: row.balanceCents + row.creditCents,
    })
    const { rows: none } = await s.ida.call('payments-households', { age: 'current' }, at('2026-12-31'))
    expect(none).toEqual([])
  })
  test('shows as due those who are overdue, or if no one is, those who owe', async () => {
    const at = (day: string) => ({ now: new Date(`${day}T18:00:00Z`) })
    const due = await s.ida.call('payments-households', { view: 'due' }, at('2026-12-31'))
    expect(due).toEqual(await s.ida.call('payments-households', { view: 'overdue' }, at('2026-12-31')))
    expect([due.view, due.rows.every(({ balanceCents }) => balanceCents > 0)]).toEqual(['overdue', true])
    const before = await s.ida.call('payments-households', { view: 'due' }, at('2026-07-10'))
    expect([before.view, before.total]).toEqual(['owing', due.total])
  })
  test('can be sorted by amount, due date or name', async () => {
    const names = async (sort: 'balance' | 'due' | 'name', down: boolean) =>
      (await s.ida.call('payments-households', { sort, down })).rows.map(({ household }) => household)
    expect(await names('balance', true)).toEqual(['Bob Li', 'Ann Wang'])
    expect(await names('balance', false)).toEqual(['Ann Wang', 'Bob Li'])
    expect(await names('due', false)).toEqual(['Bob Li', 'Ann Wang'])
    expect(await names('name', true)).toEqual(['Bob Li', 'Ann Wang'])
  })
})

describe('payment reminders', () => {
  const mailsTo = async (to: string) =>
    rows<{ subject: string; text: string }>(
      s.database.db,
      sql`select subject, text from mails where "to" = ${to} and text like '%/paymenthistory%' order by id`,
    )
  test('go to guardians in their language, once a day unless the office insists', async () => {
    await s.database.db.execute(sql`update persons set language = 'zh' where email = 'bob@home.example'`)
    const householdIds = [...houses()]
    expect(await s.ida.call('payments-remind', { householdIds, again: false })).toEqual({
      reminded: 1,
      mails: 1,
      recently: 0,
      withoutAddress: 0,
      owingNothing: 1,
    })
    const [mail] = await mailsTo('bob@home.example')
    expect(mail!.subject).toBe('湖畔缴费提醒')
    expect(mail!.text).toContain('尚有')
    const { rows: list } = await s.ida.call('payments-households', { search: 'bob' })
    expect(list[0]!.remindedAt).toBe(sunday.toISOString())
    expect(await s.ida.call('payments-remind', { householdIds, again: false })).toMatchObject({
      reminded: 0,
      recently: 1,
    })
    expect(await s.ida.call('payments-remind', { householdIds, again: true })).toMatchObject({ reminded: 1 })
    const nextDay = { now: new Date(sunday.getTime() + 25 * 3_600_000) }
    expect(await s.ida.call('payments-remind', { householdIds, again: false }, nextDay)).toMatchObject({ reminded: 1 })
    expect(await mailsTo('bob@home.example')).toHaveLength(3)
    expect(await mailsTo('ann@home.example')).toEqual([])
  })
  test('never go to a guardian without data access, or who turned such emails off', async () => {
    const bob = (await s.bob.actor()).personId
    await s.database.db.execute(sql`update guardianships set has_data_access = false where guardian_id = ${bob}::uuid`)
    const before = await mailsTo('bob@home.example')
    expect(await s.ida.call('payments-remind', { householdIds: [houses()[1]], again: true })).toMatchObject({
      reminded: 0,
      mails: 0,
      withoutAddress: 1,
    })
    expect(await mailsTo('bob@home.example')).toEqual(before)
    await s.database.db.execute(sql`update guardianships set has_data_access = true`)
    await s.bob.call('parents-changePreference', { category: 'payments', mail: 'off' })
    expect(await s.ida.call('payments-remind', { householdIds: [houses()[1]], again: true })).toMatchObject({
      mails: 0,
    })
  })
})
