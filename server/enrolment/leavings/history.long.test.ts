import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundMoves } from '#contract/money/payments.ts'
import { dueOf } from '#rules/ledger.ts'
import { rows } from '#server/platform/db.ts'
import { findFaults } from '#server/money/payments/checkQueries.ts'
import { findRecordFaults } from '#server/office/dashboard/checkQueries.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
const students: string[] = []
beforeAll(async () => {
  s = await school()
  await s.ida.call('config-changeRefunds', {
    tiers: [
      { until: 'week', number: 4, percent: 100 },
      { until: 'week', number: 7, percent: 50 },
    ],
    processingFeeCents: 3000,
    refundsBooks: false,
    transferFeeCents: 500,
  })
  await s.ida.call('config-changePricing', {
    registrationFeeCents: 4000,
    siblingPercent: 10,
    siblingProgrammeIds: [s.programme.id],
    staffPercent: 50,
    classesPercent: 7,
    prorations: [
      { fromWeek: 3, numerator: 5, denominator: 6 },
      { fromWeek: 5, numerator: 2, denominator: 3 },
    ],
    dueDays: 14,
  })
  const other = await s.ida.call(
    'classes-create',
    s.section({ name: 'Grade 1 B', tuitionCents: 31_999, capacity: 3, auditCents: 7777 }),
  )
  await s.ida.call('classes-move', { id: other.id, to: 'open' })
  await s.database.db.execute(sql`update sections set audit_cents = 9001 where name = 'Chess'`)
  students.push(
    ...(await rows<{ id: string }>(s.database.db, sql`select id from students order by id`)).map(({ id }) => id),
  )
})
afterAll(() => s.drop())

/** Rows that break an invariant; there must be none, whatever has happened. */
const drift = async () =>
  rows(
    s.database.db,
    sql`
    select 'a class has more students than seats' as what from sections x
      where x.capacity < (select count(*) from enrolments e where e.section_id = x.id and e.status in ('held','approval','active','completed'))
    union all
    select 'more went back than was asked for a class' from settled_withdrawals w
      where w.kind = 'withdrawal' and w.total_cents > (select coalesce(sum(c.amount_cents), 0) from charges c where c.enrolment_id = w.enrolment_id)
    union all
    select 'a student sits in two classes at a time' from enrolments a join sections x on x.id = a.section_id
      join enrolments b on b.student_id = a.student_id and b.id > a.id and b.status = 'active' join sections y on y.id = b.section_id
      where a.status = 'active' and x.weekday = y.weekday and x.starts_at < y.ends_at and y.starts_at < x.ends_at`,
  )

const kinds = [
  'enrol',
  'enrol',
  'pay',
  'pay',
  'withdraw',
  'withdraw',
  'transfer',
  'type',
  'type',
  'refund',
  'refund',
] as const
type Kind = (typeof kinds)[number]
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(50),
  amountCents: fc.integer({ min: 1, max: 40_000 }),
  toPayer: fc.boolean(),
  week: fc.integer({ min: 0, max: 8 }),
})
type Step = { kind: Kind; which: number; amountCents: number; toPayer: boolean; week: number }
const done = new Map<Kind, number>()
const families = () => [s.annRegistration.householdId, s.bobRegistration.householdId]
const ledgerOf = async (householdId: string) => (await s.ida.call('payments-ledger', { householdId }))[0]!
const homeOf = async (enrolmentId: string) =>
  (
    await rows<{ home: string }>(
      s.database.db,
      sql`select st.household_id as home from enrolments e join students st on st.id = e.student_id where e.id = ${enrolmentId}::uuid`,
    )
  )[0]!.home

/** Takes a step if it is possible now. The amounts moved must equal the amounts previewed, to the cent. */
const take = async ({ kind, which, amountCents, toPayer, week }: Step): Promise<boolean> => {
  const pick = <T>(list: readonly T[]): T | undefined => list[which % Math.max(1, list.length)]
  const at = { now: new Date(Date.parse('2026-09-14T16:00:00Z') + week * 7 * 86_400_000) }
  const back = toPayer ? ('payer' as const) : ('credit' as const)
  const seated = await rows<{ id: string }>(
    s.database.db,
    sql`select id from enrolments where status = 'active' order by id`,
  )
  switch (kind) {
    case 'enrol': {
      const free = await rows<{ studentId: string; sectionId: string }>(
        s.database.db,
        sql`select st.id as "studentId", x.id as "sectionId" from students st cross join sections x
          where (select count(*) from enrolments e where e.section_id = x.id and e.status = 'active') < x.capacity
            and not exists (select 1 from enrolments e join sections o on o.id = e.section_id where e.student_id = st.id and e.status = 'active'
              and o.weekday = x.weekday and o.starts_at < x.ends_at and x.starts_at < o.ends_at) order by 1, 2`,
      )
      const place = pick(free)
      if (!place) return false
      await s.ida.call('enrolments-enrol', place, at)
      return true
    }
    case 'pay':
      await s.ida.call('payments-record', {
        householdId: pick(families())!,
        method: 'cash',
        amountCents: 2 * amountCents,
        receivedOn: '2026-09-13',
        reference: '',
        payer: '',
      })
      return true
    case 'withdraw': {
      const place = pick(seated)
      if (!place) return false
      const home = await homeOf(place.id)
      const before = await ledgerOf(home)
      const shown = await s.ida.call('leavings-preview', { enrolmentId: place.id }, at)
      expect(shown.coversCents + shown.freeCents).toBe(shown.totalCents)
      const moved = await s.ida.call(
        'leavings-withdraw',
        {
          enrolmentId: place.id,
          agreedCents: shown.totalCents,
          agreedFreeCents: shown.freeCents,
          back,
          note: '',
        },
        at,
      )
      expect(moved.totalCents).toBe(shown.totalCents)
      expect(moved.refundCents).toBe(toPayer ? shown.freeCents : 0)
      expect(moved.balanceCents).toBe(dueOf(before) - shown.totalCents + moved.refundCents)
      const after = await ledgerOf(home)
      expect(after.returningCents).toBe(before.returningCents + moved.refundCents)
      return true
    }
    case 'transfer': {
      const place = pick(seated)
      if (!place) return false
      const targets = await s.ida.call('leavings-targets', { enrolmentId: place.id }, at)
      const to = pick(targets.filter(({ free }) => free > 0))
      if (!to) return false
      const home = await homeOf(place.id)
      const before = await ledgerOf(home)
      const shown = await s.ida.call('leavings-previewTransfer', { enrolmentId: place.id, toSectionId: to.id }, at)
      expect(shown.differenceCents).toBe(to.differenceCents)
      expect(shown.priceCents - shown.backCents).toBe(shown.differenceCents)
      const moved = await s.ida.call(
        'leavings-transfer',
        {
          enrolmentId: place.id,
          toSectionId: to.id,
          agreedCents: shown.differenceCents,
          agreedFreeCents: shown.freeCents,
          back,
          note: '',
          leavesWaits: true,
        },
        at,
      )
      expect(moved.balanceCents).toBe(dueOf(before) + shown.differenceCents + moved.refundCents)
      expect(moved.refundCents).toBe(toPayer ? shown.freeCents : 0)
      return true
    }
    case 'type': {
      const place = pick(
        await rows<{ id: string }>(
          s.database.db,
          sql`select e.id from enrolments e join sections x on x.id = e.section_id where e.status = 'active' and x.audit_cents is not null order by e.id`,
        ),
      )
      if (!place) return false
      const home = await homeOf(place.id)
      const before = await ledgerOf(home)
      const shown = await s.ida.call('leavings-previewType', { enrolmentId: place.id }, at)
      expect(shown.priceCents - shown.backCents).toBe(shown.differenceCents)
      expect(shown.price.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(shown.priceCents)
      const agreed = { enrolmentId: place.id, toType: shown.toType, back, note: 'As they wish' }
      const { differenceCents: agreedCents, freeCents: agreedFreeCents } = shown
      await expect(
        s.ida.call('leavings-changeType', { ...agreed, agreedCents: agreedCents + 1, agreedFreeCents }, at),
      ).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED' } })
      const moved = await s.ida.call('leavings-changeType', { ...agreed, agreedCents, agreedFreeCents }, at)
      expect(moved.balanceCents).toBe(dueOf(before) + shown.differenceCents + moved.refundCents)
      expect(moved.refundCents).toBe(toPayer ? shown.freeCents : 0)
      return true
    }
    case 'refund': {
      const open = [
        ...(await s.ida.call('payments-refunds', {})).rows,
        ...(await s.ida.call('payments-refunds', { view: 'sent' })).rows,
      ]
      const refund = pick(open)
      if (!refund) return false
      const before = await ledgerOf(refund.householdId)
      const to = refundMoves[refund.status][amountCents % refundMoves[refund.status].length] as 'approved'
      const { balanceCents } = await s.ida.call(
        'payments-moveRefund',
        { id: refund.id, to, method: 'cheque', reference: '', note: 'As it is' },
        at,
      )
      // Money that is being refunded is no longer credit; it is again once the refund fails.
      expect(balanceCents).toBe(dueOf(before) - ((to as string) === 'failed' ? refund.amountCents : 0))
      return true
    }
  }
}

test(
  'no history of enrolling, paying, leaving, transferring and auditing loses or creates a cent',
  { timeout: 60_000 },
  async () => {
    const history = fc.sample(fc.array(step, { minLength: 26, maxLength: 26 }), { numRuns: 5, seed: 2611 }).flat()
    for (const each of history) {
      if (await take(each)) done.set(each.kind, (done.get(each.kind) ?? 0) + 1)
      for (const householdId of families()) {
        const ledger = await ledgerOf(householdId)
        expect(ledger.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(ledger.balanceCents)
        expect(ledger.balanceCents).toBe(ledger.owedCents - ledger.creditCents)
        expect(ledger.open.reduce((sum, { openCents }) => sum + openCents, 0)).toBe(ledger.owedCents)
        expect(ledger.creditCents).toBeGreaterThanOrEqual(ledger.returningCents)
        // The invoices and the fees for leaving and changing, which are on none, ask for what the statement does.
        const asked = ledger.invoices.reduce((sum, { totalCents, paidCents }) => sum + totalCents - paidCents, 0)
        const fees = ledger.open.filter(({ invoiceNumber }) => invoiceNumber === null)
        expect(fees.filter(({ kind }) => kind !== 'other')).toEqual([])
        expect(fees.reduce((sum, { openCents }) => sum + openCents, asked)).toBe(ledger.owedCents)
        const payments = ledger.entries.filter(({ kind }) => kind === 'payment')
        expect(payments.reduce((sum, { openCents }) => sum + openCents!, 0)).toBe(ledger.creditCents)
        expect(payments.reduce((sum, { returningCents }) => sum + returningCents!, 0)).toBe(ledger.returningCents)
      }
      expect(await drift()).toEqual([])
      expect(await findFaults(s.database.db)).toEqual([])
    }
    const faults = await s.database.db.transaction(findRecordFaults)
    expect(faults.filter(({ kind }) => kind === 'invoice-lines')).toEqual([])
    for (const kind of kinds) expect([kind, done.get(kind)! > 4]).toEqual([kind, true])
  },
)
