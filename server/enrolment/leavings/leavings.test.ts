import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { blankChild, type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
/** The week before the first tier ends, the second tier, and after the last one. */
const early = { now: new Date('2026-09-20T16:00:00Z') }
const later = { now: new Date('2026-10-05T16:00:00Z') }
const late = { now: new Date('2026-11-02T16:00:00Z') }

const students = new Map<string, string>()
const enrolmentOf = async (name: string, status = 'active', section = 'Grade 1') =>
  (
    await rows<{ id: string }>(
      s.database.db,
      sql`select e.id from enrolments e join persons p on p.id = e.student_id join sections x on x.id = e.section_id
        where p.name = ${name} and e.status = ${status} and x.name = ${section} order by e.created_at desc limit 1`,
    )
  )[0]!.id
const ledger = async (householdId: string) => (await s.ida.call('payments-ledger', { householdId }))[0]!
/** The reversed charges, with their causes and the office's notes. */
const reversals = async (who: Person) =>
  (await who.call('payments-ledger', {}))[0]!.entries
    .filter(({ kind }) => kind === 'cancellation')
    .map(({ description, cause, reference }) => `${description}: ${cause}${reference}`)
const pay = async (householdId: string, amountCents: number) =>
  s.ida.call('payments-record', {
    householdId,
    method: 'cheque',
    amountCents,
    receivedOn: '2026-09-13',
    reference: '',
    payer: '',
  })
const letters = async (to: string) =>
  (
    await rows<{ subject: string; text: string }>(
      s.database.db,
      sql`select subject, text from mails where "to" = ${to} order by id desc limit 1`,
    )
  )[0]
const leave = async (
  who: Person,
  enrolmentId: string,
  options: { now: Date },
  over: Partial<Input<'leavings-withdraw'>> = {},
) => {
  const shown = await who.call('leavings-preview', { enrolmentId }, options)
  return who.call(
    'leavings-withdraw',
    { enrolmentId, agreedCents: shown.totalCents, agreedFreeCents: shown.freeCents, back: 'credit', note: '', ...over },
    options,
  )
}

beforeAll(async () => {
  s = await school()
  await s.database.db.execute(sql`update school set email = 'office@school.example'`)
  await s.ida.call('config-changeRefunds', {
    tiers: [
      { until: 'week', number: 4, percent: 100 },
      { until: 'week', number: 7, percent: 50 },
    ],
    processingFeeCents: 3000,
    refundsBooks: false,
  })
  for (const { id, name } of await rows<{ id: string; name: string }>(
    s.database.db,
    sql`select p.id, p.name from persons p join students st on st.id = p.id`,
  ))
    students.set(name, id)
})
afterAll(() => s.drop())

describe('a withdrawal', () => {
  test('is previewed line by line with its refund tier and the next one, and changes nothing', async () => {
    const enrolmentId = await enrolmentOf('Mia Wang')
    const before = await ledger(s.annRegistration.householdId)
    expect(await s.ann.call('leavings-preview', { enrolmentId }, early)).toMatchObject({
      student: 'Mia Wang',
      tier: { percent: 100, lastDay: '2026-10-03' },
      next: { percent: 50, lastDay: '2026-10-24' },
      lines: [
        { kind: 'tuition', backCents: 26_000, keptCents: 0, why: null },
        { kind: 'books', backCents: 0, keptCents: 2500, why: 'books' },
      ],
      feeCents: 3000,
      totalCents: 23_000,
      // Nothing was paid, so there is nothing to give back.
      coversCents: 23_000,
      freeCents: 0,
      way: 'now',
      postedOn: null,
    })
    expect(await s.ann.call('leavings-preview', { enrolmentId }, later)).toMatchObject({
      tier: { percent: 50 },
      next: null,
      totalCents: 10_000,
      way: 'now',
    })
    expect(await s.ann.call('leavings-preview', { enrolmentId }, late)).toMatchObject({
      tier: null,
      totalCents: 0,
      way: 'ask',
    })
    expect(await s.ida.call('leavings-preview', { enrolmentId, onDay: '2026-10-01' }, late)).toMatchObject({
      totalCents: 23_000,
      way: 'now',
    })
    expect(await ledger(s.annRegistration.householdId)).toEqual(before)
  })

  test('is for the student’s own family and the office, and families can’t backdate it', async () => {
    const enrolmentId = await enrolmentOf('Mia Wang')
    const agreed = { enrolmentId, agreedCents: 23_000, agreedFreeCents: 0, back: 'credit' as const, note: '' }
    for (const call of [
      () => s.bob.call('leavings-preview', { enrolmentId }, early),
      () => s.bob.call('leavings-withdraw', agreed, early),
      () => s.bob.call('leavings-targets', { enrolmentId }, early),
    ])
      await expect(call()).rejects.toMatchObject({ details: { reason: 'NOT_FOUND' } })
    await expect(s.tom.call('leavings-preview', { enrolmentId })).rejects.toMatchObject({ code: 'permission-denied' })
    await expect(s.ann.call('leavings-withdraw', { ...agreed, onDay: '2026-09-14' }, early)).rejects.toMatchObject({
      code: 'permission-denied',
    })
    await expect(s.ida.call('leavings-preview', { enrolmentId, onDay: '2026-12-01' }, early)).rejects.toMatchObject({
      code: 'invalid-argument',
    })
  })

  test('moves exactly what was shown, and is refused if the tier has ended since', async () => {
    const { householdId } = s.annRegistration
    const enrolmentId = await enrolmentOf('Mia Wang')
    const { balanceCents } = await ledger(householdId)
    await pay(householdId, balanceCents)
    const shown = await s.ann.call('leavings-preview', { enrolmentId }, early)
    expect(shown).toMatchObject({ totalCents: 23_000, coversCents: 0, freeCents: 23_000, methods: ['cheque'] })
    const agreed = { enrolmentId, agreedCents: 23_000, agreedFreeCents: 23_000, back: 'credit' as const, note: '' }
    await expect(s.ann.call('leavings-withdraw', agreed, later)).rejects.toMatchObject({
      details: { reason: 'PREVIEW_CHANGED', totalCents: 10_000 },
    })
    await expect(s.ann.call('leavings-withdraw', agreed, late)).rejects.toMatchObject({
      details: { reason: 'ASK_OFFICE' },
    })
    expect((await ledger(householdId)).balanceCents).toBe(0)
    expect(await s.ann.call('leavings-withdraw', agreed, early)).toEqual({
      totalCents: 23_000,
      refundCents: 0,
      balanceCents: -23_000,
    })
    const { invoices, ...account } = await ledger(householdId)
    expect(account).toMatchObject({ balanceCents: -23_000, creditCents: 23_000, owedCents: 0 })
    // The processing fee is on the invoice, too, so that it counts in the term, which hasn't begun.
    expect(invoices.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(balanceCents - 23_000)
    expect(await reversals(s.ann)).toEqual(['Grade 1: left'])
    expect(await enrolmentOf('Mia Wang', 'withdrawn')).toBe(enrolmentId)
    expect((await letters('ann@home.example'))!.text).toContain('$230.00 is now credit')
    expect((await letters('office@school.example'))!.subject).toContain('Mia Wang has left Grade 1')
    await expect(s.ann.call('leavings-withdraw', agreed, early)).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
  })

  test('happens once when the family and the office do it at the same time', async () => {
    const enrolmentId = await enrolmentOf('Zoe Li')
    const shown = await s.bob.call('leavings-preview', { enrolmentId }, early)
    const agreed = {
      enrolmentId,
      agreedCents: shown.totalCents,
      agreedFreeCents: shown.freeCents,
      back: 'credit' as const,
      note: '',
    }
    const done = await Promise.allSettled([
      s.bob.call('leavings-withdraw', agreed, early),
      s.bob.call('leavings-withdraw', agreed, early),
      s.ida.call('leavings-withdraw', agreed, early),
      s.ida.call('enrolments-move', { id: enrolmentId, to: 'dropped', note: '' }, early),
    ])
    const settled = await rows(
      s.database.db,
      sql`select 1 from settled_withdrawals where enrolment_id = ${enrolmentId}::uuid`,
    )
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(settled.length).toBeLessThanOrEqual(1)
    for (const each of done)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
  })

  test('happens once when two guardians of the child do it at the same time: the other is told that it is done', async () => {
    const { householdId } = s.bobRegistration
    const { id: personId } = await s.ida.call('parents-addGuardian', {
      householdId,
      guardian: {
        name: 'Pat Li',
        nativeName: '',
        email: 'pat@home.example',
        phone: '',
        language: 'en',
        relationship: 'mother',
        hasDataAccess: true,
        mayPickUp: true,
      },
    })
    const pat = await s.newcomer('pat@home.example')
    await pat.call('claims-accept', { personId })
    await rejoin('Zoe Li')
    const enrolmentId = await enrolmentOf('Zoe Li')
    const shown = await s.bob.call('leavings-preview', { enrolmentId }, early)
    expect(await pat.call('leavings-preview', { enrolmentId }, early)).toEqual(shown)
    const agreed = {
      enrolmentId,
      agreedCents: shown.totalCents,
      agreedFreeCents: shown.freeCents,
      back: 'credit' as const,
      note: '',
    }
    const { balanceCents } = await ledger(householdId)
    // Both have begun, and wait for the class, before either of them can go on.
    const { both } = await s.database.transaction(async db => {
      await rows(db, sql`select 1 from sections where id = ${s.grade1.id}::uuid for update`)
      const both = Promise.allSettled([s.bob, pat].map(who => who.call('leavings-withdraw', agreed, early)))
      await expect
        .poll(() =>
          rows(
            s.database.db,
            sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        )
        .toHaveLength(2)
      return { both }
    })
    const done = await both
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const each of done)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
    expect((await ledger(householdId)).balanceCents).toBe(balanceCents - shown.totalCents)
    expect(await enrolmentOf('Zoe Li', 'withdrawn')).toBe(enrolmentId)
  })

  test('offers the seat to the first on the waitlist, with a deadline, and to no one else', async () => {
    const leo = await enrolmentOf('Leo Wang')
    const seats = await rows<{ n: number }>(
      s.database.db,
      sql`select count(*)::int as n from enrolments where section_id = ${s.grade1.id}::uuid and status = 'active'`,
    )
    await s.database.db.execute(sql`update sections set capacity = ${seats[0]!.n} where id = ${s.grade1.id}::uuid`)
    const sectionId = s.grade1.id
    await s.ida.call('enrolments-enrol', { studentId: students.get('Zoe Li')!, sectionId }, early)
    const soon = { now: new Date(early.now.getTime() + 60_000) }
    await s.ida.call('enrolments-enrol', { studentId: students.get('Mia Wang')!, sectionId }, soon)
    const line = () =>
      rows(
        s.database.db,
        sql`select p.name, w.status, w.expires_at is not null as deadline from waitlist_entries w join persons p on p.id = w.student_id
          where w.section_id = ${sectionId}::uuid order by w.joined_at`,
      )
    expect(await line()).toEqual([
      { name: 'Zoe Li', status: 'waiting', deadline: false },
      { name: 'Mia Wang', status: 'waiting', deadline: false },
    ])
    await leave(s.ann, leo, early)
    expect(await line()).toEqual([
      { name: 'Zoe Li', status: 'offered', deadline: true },
      { name: 'Mia Wang', status: 'waiting', deadline: false },
    ])
  })
})

describe('a refund after a withdrawal', () => {
  test('is requested by the method of the payment, for no more than was paid; the rest covers what is owed', async () => {
    // Zoe’s family has paid 200 of its balance.
    const { householdId } = s.bobRegistration
    await rejoin('Zoe Li')
    const { balanceCents } = await ledger(householdId)
    await pay(householdId, balanceCents - 6500)
    const enrolmentId = await enrolmentOf('Zoe Li')
    const shown = await s.bob.call('leavings-preview', { enrolmentId }, early)
    expect(shown.totalCents).toBe(23_000)
    expect(shown).toMatchObject({ coversCents: 6500, freeCents: 16_500, methods: ['cheque'] })
    const done = await leave(s.bob, enrolmentId, early, { back: 'payer' })
    expect(done).toEqual({ totalCents: 23_000, refundCents: 16_500, balanceCents: 0 })
    expect(await ledger(householdId)).toMatchObject({
      balanceCents: -16_500,
      creditCents: 16_500,
      returningCents: 16_500,
      refunds: [{ amountCents: 16_500, status: 'requested', method: 'cheque' }],
    })
    expect((await letters('bob@home.example'))!.text).toContain('Refund pending: $165.00')
  })

  test('covers nothing else once requested, and can’t be requested twice', async () => {
    const { householdId } = s.bobRegistration
    const of = await ledger(householdId)
    const paid = of.entries.find(({ returningCents }) => (returningCents ?? 0) > 0)!
    await expect(
      s.ida.call('payments-refund', {
        paymentId: paid.id,
        amountCents: 16_500,
        method: 'cash',
        onDay: '2026-09-13',
        reference: '',
        reason: 'Again',
      }),
    ).rejects.toMatchObject({ details: { reason: 'AMOUNT_TOO_LARGE' } })
    await expect(s.bob.call('payments-requestRefund', { householdId, amountCents: 100 })).rejects.toMatchObject({
      details: { reason: 'AMOUNT_TOO_LARGE' },
    })
    await expect(s.ida.call('payments-apply', { paymentId: paid.id })).rejects.toMatchObject({
      details: { reason: 'NOTHING_TO_APPLY' },
    })
  })

  test('goes from approved to sent to settled or failed, and is in the ledger once it is sent', async () => {
    const { householdId } = s.bobRegistration
    await s.database.pool.query(`update persons set native_name = '李波' where name = 'Bob Li'`)
    const { rows: queue, counts, openCents } = await s.ida.call('payments-refunds', {})
    expect([queue.length, counts.open, openCents]).toEqual([1, 1, 16_500])
    const { id, household, askedBy, askedByNativeName } = queue[0]!
    expect([household, askedBy, askedByNativeName]).toEqual(['Bob Li', 'Bob Li', '李波'])
    let hour = 17
    const move = (to: 'approved' | 'sent' | 'settled' | 'failed', over: object = {}) =>
      s.ida.call(
        'payments-moveRefund',
        { id, to, reference: '', note: '', ...over },
        { now: new Date(`2026-09-20T${hour++}:00:00Z`) },
      )
    await expect(move('sent', { method: 'cheque' })).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
    for (const who of [s.bob, s.tom])
      await expect(
        who.call('payments-moveRefund', { id, to: 'approved', reference: '', note: '' }),
      ).rejects.toMatchObject({ code: 'permission-denied' })
    // Money that is being refunded is no longer the family’s credit.
    expect(await move('approved')).toMatchObject({ status: 'approved', balanceCents: 0 })
    await expect(move('sent')).rejects.toMatchObject({ code: 'invalid-argument' })
    expect(await move('sent', { method: 'transfer', reference: 'T-1' })).toMatchObject({ balanceCents: 0 })
    const after = await ledger(householdId)
    expect(after).toMatchObject({ balanceCents: 0, creditCents: 0, returningCents: 0 })
    expect(after.entries.at(-1)).toMatchObject({
      kind: 'refund',
      method: 'transfer',
      reference: 'T-1',
      onDay: '2026-09-20',
    })
    expect((await letters('bob@home.example'))!.text).toContain('$165.00')
    // The bank returns it: both entries stay, and the money is credit again.
    await expect(move('failed')).rejects.toMatchObject({ code: 'invalid-argument' })
    expect(await move('failed', { note: 'Account closed' })).toMatchObject({ status: 'failed', balanceCents: -16_500 })
    const failed = await ledger(householdId)
    expect(failed.refunds[0]).toMatchObject({ status: 'failed', isDeclined: false })
    expect(failed.entries.slice(-2).map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['refund', 16_500],
      ['return', -16_500],
    ])
    expect(failed.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(failed.balanceCents)
    // The refund is requested again, and arrives.
    expect(await s.bob.call('payments-requestRefund', { householdId, amountCents: 16_500 }, early)).toMatchObject({
      count: 1,
      creditCents: 0,
    })
    const [again] = (await s.ida.call('payments-refunds', {})).rows
    for (const to of ['approved', 'sent', 'settled'] as const)
      await s.ida.call('payments-moveRefund', { id: again!.id, to, method: 'cash', reference: '', note: '' }, early)
    expect((await s.ida.call('payments-refunds', { view: 'over' })).rows.map(({ status }) => status)).toEqual([
      'settled',
      'failed',
    ])
    expect((await ledger(householdId)).balanceCents).toBe(0)
  })

  test('fails if the check that it comes from is returned', async () => {
    const { householdId } = s.bobRegistration
    await pay(householdId, 5000)
    await s.bob.call('payments-requestRefund', { householdId, amountCents: 5000 })
    const [asked] = (await s.ida.call('payments-refunds', {})).rows
    await s.ida.call('payments-bounce', { paymentId: asked!.paymentId, reason: 'No cover' })
    expect((await s.ida.call('payments-refunds', {})).rows).toEqual([])
    const after = await ledger(householdId)
    expect(after).toMatchObject({ balanceCents: 0, returningCents: 0 })
    // No one declined it.
    expect(after.refunds.find(({ id }) => id === asked!.id)).toMatchObject({ status: 'failed', isDeclined: false })
  })

  test('shows as declined, not as failed, if the office declines it', async () => {
    const { householdId } = s.bobRegistration
    await pay(householdId, 5000)
    await s.bob.call('payments-requestRefund', { householdId, amountCents: 5000 })
    const [asked] = (await s.ida.call('payments-refunds', {})).rows
    expect(asked).toMatchObject({ status: 'requested', isDeclined: false })
    const { balanceCents } = await s.ida.call('payments-moveRefund', {
      id: asked!.id,
      to: 'failed',
      reference: '',
      note: 'Please use it in spring',
    })
    const after = await ledger(householdId)
    expect([balanceCents, after.balanceCents, after.returningCents]).toEqual([-5000, -5000, 0])
    expect(after.refunds.find(({ id }) => id === asked!.id)).toMatchObject({
      status: 'failed',
      isDeclined: true,
      failure: 'Please use it in spring',
    })
    const letter = (await letters('bob@home.example'))!
    expect(letter.subject).toContain('Your refund of $50.00 was declined')
    expect(letter.text).toContain('stays as credit')
  })

  test('tells a guardian to whom the child is hidden the sums, but not that a child has left', async () => {
    const { householdId } = s.bobRegistration
    await s.ida.call('students-create', { ...blankChild, householdId, name: 'Ava Li', birthOn: '2017-05-05' })
    const setAccess = (has: boolean) =>
      s.database.db.execute(
        sql`update guardianships set has_data_access = ${has} where student_id = ${students.get('Zoe Li')!}::uuid`,
      )
    const before = await ledger(householdId)
    const told = ['"cause":"left"', 'Withdrawal or class change', '退班或转班']
    expect(told.filter(text => JSON.stringify(before).includes(text))).toEqual(told)
    await setAccess(false)
    const [seen] = await s.bob.call('payments-ledger', {})
    await setAccess(true)
    expect(told.filter(text => JSON.stringify(seen).includes(text))).toEqual([])
    expect(seen!.refunds[0]).toMatchObject({ reason: 'Refund of credit', nativeReason: '退还余款' })
    const sums = ({ entries, balanceCents }: typeof before) => [balanceCents, entries.map(each => each.amountCents)]
    expect(sums(seen!)).toEqual(sums(before))
  })
})

const rejoin = async (name: string, sectionId = s.grade1.id) => {
  await s.database.db.execute(sql`update sections set capacity = 9 where id = ${sectionId}::uuid`)
  await s.database.db.execute(sql`update waitlist_entries set status = 'removed' where section_id = ${sectionId}::uuid`)
  await s.ida.call('enrolments-enrol', { studentId: students.get(name)!, sectionId }, early)
}

describe('a transfer', () => {
  let chess2: string
  let enrolmentId: string
  beforeAll(async () => {
    // The same course on the same day at a higher price; and a class that is full.
    const made = await s.ida.call('classes-create', s.section({ name: 'Grade 1 B', tuitionCents: 32_000, capacity: 1 }))
    await s.ida.call('classes-move', { id: made.id, to: 'open' })
    chess2 = made.id
    await rejoin('Mia Wang')
    enrolmentId = await enrolmentOf('Mia Wang')
  })

  test('lists the classes that fit, each with its free seats and the price difference', async () => {
    const targets = await s.ann.call('leavings-targets', { enrolmentId }, early)
    expect(targets.map(({ name, free, differenceCents }) => [name, free, differenceCents])).toEqual([
      ['Grade 1 B', 1, 6000],
      // Chess has no books; those of Grade 1 stay with the family.
      ['Chess', 2, -11_000],
    ])
  })

  test('prorates the old class like the new one, and books carry over within a course', async () => {
    expect(await s.ann.call('leavings-previewTransfer', { enrolmentId, toSectionId: chess2 }, early)).toMatchObject({
      lines: [{ kind: 'tuition', netCents: 26_000, backCents: 26_000 }],
      feeCents: 0,
      keepsBooks: true,
      backCents: 26_000,
      price: [{ kind: 'tuition', netCents: 32_000 }],
      differenceCents: 6000,
      freeCents: 0,
      way: 'now',
    })
    expect(await s.ann.call('leavings-previewTransfer', { enrolmentId, toSectionId: s.chess.id }, early)).toMatchObject(
      {
        lines: [
          { kind: 'tuition', backCents: 26_000 },
          { kind: 'books', backCents: 0, why: 'books' },
        ],
        keepsBooks: false,
      },
    )
    // From week 7 on newcomers pay two thirds: that share of the old class is not used yet.
    await s.ida.call('config-changePricing', {
      registrationFeeCents: 4000,
      siblingPercent: 10,
      siblingProgrammeIds: [s.programme.id],
      staffPercent: 50,
      prorations: [{ fromWeek: 7, numerator: 2, denominator: 3 }],
      dueDays: 14,
    })
    const half = await s.ida.call('leavings-previewTransfer', { enrolmentId, toSectionId: chess2 }, late)
    expect(half).toMatchObject({ backCents: 17_333, priceCents: 21_333, differenceCents: 4000 })
    // By then a family has to ask the office.
    expect(await s.ann.call('leavings-previewTransfer', { enrolmentId, toSectionId: chess2 }, late)).toMatchObject({
      way: 'ask',
    })
  })

  test('moves seat and money together; the old class stays as history', async () => {
    const { householdId } = s.annRegistration
    const before = await ledger(householdId)
    const reversed = (await reversals(s.ann)).length
    const agreed = {
      enrolmentId,
      toSectionId: chess2,
      agreedCents: 6000,
      agreedFreeCents: 0,
      back: 'credit' as const,
      note: '',
      leavesWaits: false,
    }
    await expect(s.bob.call('leavings-transfer', agreed, early)).rejects.toMatchObject({
      details: { reason: 'NOT_FOUND' },
    })
    await expect(s.ann.call('leavings-transfer', { ...agreed, agreedCents: 5999 }, early)).rejects.toMatchObject({
      details: { reason: 'PREVIEW_CHANGED', totalCents: 6000 },
    })
    const done = await s.ann.call('leavings-transfer', agreed, early)
    expect(done).toMatchObject({ totalCents: -6000, refundCents: 0, balanceCents: before.balanceCents + 6000 })
    expect(done.invoiceNumber).not.toBeNull()
    expect(new Set((await reversals(s.ann)).slice(reversed))).toEqual(new Set(['Grade 1: transferred']))
    expect(await enrolmentOf('Mia Wang', 'transferred')).toBe(enrolmentId)
    expect(await enrolmentOf('Mia Wang', 'active', 'Grade 1 B')).toBe(done.enrolmentId)
    const ann = await letters('ann@home.example')
    expect(ann!.subject).toContain('Mia Wang is now in Grade 1 B')
    expect(ann!.text).toContain('$60.00 more')
  })

  test('is refused for a full class and a wrong age, and lists no class that clashes', async () => {
    await rejoin('Leo Wang')
    const leo = await enrolmentOf('Leo Wang')
    const shown = await s.ida.call('leavings-previewTransfer', { enrolmentId: leo, toSectionId: chess2 }, early)
    expect(shown.to.free).toBe(0)
    const agreed = {
      enrolmentId: leo,
      agreedCents: shown.differenceCents,
      agreedFreeCents: shown.freeCents,
      back: 'credit' as const,
      note: '',
      leavesWaits: false,
    }
    await expect(s.ida.call('leavings-transfer', { ...agreed, toSectionId: chess2 }, early)).rejects.toMatchObject({
      details: { reason: 'CLASS_FULL' },
    })
    await s.database.db.execute(sql`update sections set age_from = 10, age_to = 12 where id = ${s.chess.id}::uuid`)
    await expect(
      s.ida.call('leavings-previewTransfer', { enrolmentId: leo, toSectionId: s.chess.id }, early),
    ).rejects.toMatchObject({ details: { reason: 'AGE_RULE' } })
    await s.database.db.execute(sql`update sections set age_from = null, age_to = null where id = ${s.chess.id}::uuid`)
    await rejoin('Leo Wang', s.chess.id)
    expect(await s.ida.call('leavings-targets', { enrolmentId: leo }, early)).toMatchObject([{ name: 'Grade 1 B' }])
  })

  test('gives the last seat to one of two who want it at once', async () => {
    await s.database.db.execute(sql`update sections set capacity = 2 where id = ${chess2}::uuid`)
    await rejoin('Zoe Li')
    const places = [await enrolmentOf('Leo Wang'), await enrolmentOf('Zoe Li')]
    const done = await Promise.allSettled(
      places.map(async id => {
        const shown = await s.ida.call('leavings-previewTransfer', { enrolmentId: id, toSectionId: chess2 }, early)
        return s.ida.call(
          'leavings-transfer',
          {
            enrolmentId: id,
            toSectionId: chess2,
            agreedCents: shown.differenceCents,
            agreedFreeCents: shown.freeCents,
            back: 'credit',
            note: '',
            leavesWaits: false,
          },
          early,
        )
      }),
    )
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const each of done)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ details: { reason: 'CLASS_FULL' } })
  })
})

describe('asking the office', () => {
  let enrolmentId: string
  beforeAll(async () => {
    enrolmentId = await enrolmentOf('Mia Wang', 'active', 'Grade 1 B')
  })
  const ask = async (over: object = {}) => {
    const shown = await s.ann.call('leavings-preview', { enrolmentId }, late)
    return s.ann.call(
      'leavings-ask',
      {
        enrolmentId,
        toSectionId: null,
        agreedCents: shown.totalCents,
        agreedFreeCents: shown.freeCents,
        back: 'credit',
        note: 'We move away',
        leavesWaits: false,
        ...over,
      },
      late,
    )
  }

  test('sends what was shown, one request at a time, which the family can withdraw', async () => {
    expect(await s.ann.call('leavings-mine', {}, late)).toContainEqual({
      enrolmentId,
      way: 'ask',
      toType: null,
      request: null,
    })
    await expect(ask({ agreedCents: 5 })).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED' } })
    const { requestId } = await ask()
    const shownTo = async (who: Person) =>
      (await who.call('parents-home', {}, late)).toDo.filter(({ kind }) => kind === 'leaving')
    expect(await shownTo(s.ann)).toMatchObject([{ id: students.get('Mia Wang'), of: 'Mia Wang' }])
    expect(await shownTo(s.bob)).toEqual([])
    await expect(ask()).rejects.toMatchObject({ details: { reason: 'ALREADY_ASKED' } })
    expect((await letters('office@school.example'))!.text).toContain('We move away')
    expect((await s.ann.call('leavings-mine', {}, late)).find(each => each.enrolmentId === enrolmentId)).toMatchObject({
      request: { id: requestId, kind: 'withdrawal', onDay: '2026-11-02' },
    })
    expect(await s.ida.call('leavings-requests', {}, late)).toMatchObject([
      { id: requestId, student: 'Mia Wang', note: 'We move away', requestedBy: 'Ann Wang' },
    ])
    await expect(s.bob.call('leavings-takeBack', { requestId })).rejects.toMatchObject({
      details: { reason: 'NOT_FOUND' },
    })
    await s.ann.call('leavings-takeBack', { requestId }, late)
    expect(await s.ida.call('leavings-requests', {}, late)).toEqual([])
    expect(await shownTo(s.ann)).toEqual([])
    await expect(s.ann.call('leavings-takeBack', { requestId })).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
  })

  test('is declined with a note, or carried out as of the day of the request', async () => {
    const first = await ask()
    const answer = (requestId: string, confirms: boolean, agreedCents = 0) =>
      s.ida.call(
        'leavings-answer',
        { requestId, confirms, agreedCents, agreedFreeCents: 0, note: confirms ? '' : 'Let us talk first' },
        { now: new Date('2026-11-09T16:00:00Z') },
      )
    await answer(first.requestId, false)
    expect((await letters('ann@home.example'))!.text).toContain('Let us talk first')
    const second = await ask()
    await expect(answer(second.requestId, true, 100)).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED' } })
    expect(await answer(second.requestId, true)).toMatchObject({ status: 'confirmed' })
    expect(await enrolmentOf('Mia Wang', 'withdrawn', 'Grade 1 B')).toBe(enrolmentId)
    await expect(answer(second.requestId, true)).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
    const [settled] = await rows<{ day: string }>(
      s.database.db,
      sql`select on_day as day from settled_withdrawals where enrolment_id = ${enrolmentId}::uuid`,
    )
    expect(settled!.day).toBe('2026-11-02')
  })
})

describe('an enrolment that the office ended by hand', () => {
  test('is settled afterwards, once, for what the preview says', async () => {
    await rejoin('Mia Wang')
    const enrolmentId = await enrolmentOf('Mia Wang')
    await s.ida.call('enrolments-move', { id: enrolmentId, to: 'dropped', note: '' }, later)
    const ended = await s.ida.call('leavings-ended', { studentId: students.get('Mia Wang')! }, late)
    const open = ended.find(each => each.enrolmentId === enrolmentId)!
    expect(open).toMatchObject({ onDay: '2026-10-05', totalCents: 10_000, postedOn: null })
    const settle = (agreedCents: number) =>
      s.ida.call(
        'leavings-settle',
        { enrolmentId, onDay: open.onDay, agreedCents, agreedFreeCents: open.freeCents, back: 'credit', note: '' },
        late,
      )
    await expect(settle(1)).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED', totalCents: 10_000 } })
    expect(await settle(10_000)).toMatchObject({ totalCents: 10_000 })
    await expect(settle(10_000)).rejects.toMatchObject({ details: { reason: 'ALREADY_REVERSED' } })
    await s.ida.call('config-changeRefunds', { tiers: [], processingFeeCents: 0, refundsBooks: true })
    expect(await s.ida.call('leavings-preview', { enrolmentId }, late)).toMatchObject({
      postedOn: '2026-10-05',
      totalCents: 10_000,
    })
  })
})

test('an unconfirmed enrolment ends at once, and everything charged for it is reversed', async () => {
  await s.database.db.execute(
    sql`update sections set needs_approval = true, capacity = 9 where id = ${s.chess.id}::uuid`,
  )
  const { householdId } = s.bobRegistration
  const before = (await ledger(householdId)).balanceCents
  await rejoin('Zoe Li', s.chess.id)
  const enrolmentId = await enrolmentOf('Zoe Li', 'active', 'Chess')
  await s.database.db.execute(sql`update enrolments set status = 'approval' where id = ${enrolmentId}::uuid`)
  const shown = await s.bob.call('leavings-preview', { enrolmentId }, late)
  expect(shown).toMatchObject({ isUnconfirmed: true, way: 'now', feeCents: 0, tier: null })
  await leave(s.bob, enrolmentId, late)
  expect(await enrolmentOf('Zoe Li', 'dropped', 'Chess')).toBe(enrolmentId)
  expect((await ledger(householdId)).balanceCents).toBe(before)
})
