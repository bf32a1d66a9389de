import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  handMethods,
  type Ledger,
  officePaymentMoves,
  officeRefundMoves,
  paymentMethods,
} from '#contract/money/payments.ts'
import type { FunctionName, Input, Output } from '#contract/index.ts'
import { daysAfter } from '#rules/days.ts'
import { toPay } from '#rules/cards.ts'
import { journalLines } from '#rules/journal.ts'
import { type CardProvider, hookSecret, startCardProvider, stripeKey } from '#server/demo/cardProvider.ts'
import { askCardsAt } from '#server/money/cards/provider.ts'
import { findFaults } from '#server/money/payments/checkQueries.ts'
import { listJournal } from '#server/money/payments/journalQueries.ts'
import { everyLedger } from '#server/money/payments/policy.ts'
import { rows } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import { newId } from '#server/platform/ids.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served } from '#tests/served.ts'
import { FamilyMoney, netOf } from './familyMoney.ts'
import { note } from './figures.ts'

// Random histories of families' money, one family each, through the functions that the office and families use. They
// are compared with an independent model (familyMoney.ts).

const histories = Number(process.env['HISTORIES'] ?? '10000')
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
/** The families of one school: enough for lists to have several pages, few enough to check all of them quickly. */
const atOnce = 250
const steps = 10

// Odd amounts, so that shares don't divide evenly.
const prices = { 'Grade 1': { tuition: 26_031, books: 2_500 }, Chess: { tuition: 15_017, books: 0 } }
type ClassName = keyof typeof prices
const registrationFee = 4_000
const leavingFee = 3_000
const changingFee = 500
const late = { graceDays: 5, flatCents: 1_500, percent: 3, perWeekCents: 300, capCents: 4_000 }
const firstDay = '2026-09-13'
const lessonsOfTerm = 14

/** Actions that are possible at any time, and actions that depend on earlier ones. */
const beginnings = ['pay', 'pay', 'charge', 'enrol'] as const
const consequences = [
  'card',
  'bounce',
  'void',
  'dispute',
  'reverse',
  'apply',
  'unapply',
  'refund',
  'askBack',
  'askBack',
  'moveRefund',
  'moveRefund',
  'moveRefund',
  'withdraw',
  'transfer',
] as const
type Kind = (typeof beginnings | typeof consequences)[number]
const step = fc.record({
  /** The first of these that is possible is done. */
  kinds: fc.tuple(fc.constantFrom(...consequences), fc.constantFrom(...consequences), fc.constantFrom(...beginnings)),
  which: fc.nat(60),
  amountCents: fc.oneof(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(50, 2_500, 26_031, 32_531)),
  toPayer: fc.boolean(),
})
type Step = { kinds: readonly Kind[]; which: number; amountCents: number; toPayer: boolean }
const commonKinds = ['chargeClass', 'undoRun', 'lateFees', 'snow', 'thaw'] as const
/** A bulk action after a round, if any, and whether the next round is a week later. */
const round = fc.record({
  common: fc.option(fc.constantFrom(...commonKinds), { freq: 4 }),
  isNextWeek: fc.boolean(),
  amountCents: fc.integer({ min: 1, max: 9_000 }),
})

let stripe: CardProvider
beforeAll(async () => {
  stripe = await startCardProvider()
  askCardsAt(stripe.origin)
})
afterAll(() => stripe.close())

const done = new Map<string, number>()
let calls = 0

type Place = { enrolmentId: string; className: ClassName; tuitionId: string; week: number }
/** A family with a child, and the model of its money. */
class Family {
  readonly money = new FamilyMoney()
  readonly history: Step[]
  readonly householdId = newId()
  readonly parentId = newId()
  readonly accountId = newId()
  readonly studentId = newId()
  /** The actions it has taken, with their weeks. */
  readonly log: string[] = []
  /** The child's current class place. */
  place: Place | null = null
  hasRegistered = false
  /** Card payments, by the provider's id. */
  readonly intents = new Map<string, string>()
  constructor(history: Step[]) {
    this.history = history
  }
  /** Runs `work` and adds the history to any error it throws. */
  tell(work: () => void): void {
    try {
      work()
    } catch (cause) {
      const { message } = cause as Error
      if (message.startsWith('SEED=')) throw cause
      throw new Error(`SEED=${seed}, after ${this.log.join(', ')}: ${message}`, { cause })
    }
  }
}

/** A share, with half a cent rounded up in the family's favor. */
const share = (cents: number, percent: number): number => Math.floor((cents * percent + 50) / 100)
const payer = { reference: '', payer: '' }

/** One school with its families, which go through their histories in parallel. */
class Town {
  week = 0
  fees = 0
  /** The charges made to the class, while they can still be undone as a whole. */
  run: { id: string; week: number; charges: Map<Family, string> } | null = null
  /** The canceled lessons, by day. */
  readonly off = new Map<string, string>()
  admin!: Actor
  readonly s: SmallSchool
  readonly families: readonly Family[]
  constructor(s: SmallSchool, families: readonly Family[]) {
    this.s = s
    this.families = families
  }

  today(): string {
    return daysAfter(firstDay, 7 * this.week)
  }
  async office<N extends FunctionName>(name: N, input: Input<N>): Promise<Output<N>> {
    calls += 1
    return this.s.callAs(this.admin, name, input)
  }
  parentOf(family: Family): Actor {
    const { accountId, parentId: personId } = family
    const is = { signInId: null, signedInAt: new Date(), isVerified: true, roles: ['parent'], area: null } as const
    return { ...is, accountId, personId, email: '', name: 'Parent', language: 'en' }
  }
  async ledgerOf({ householdId }: Family): Promise<Ledger> {
    return (await this.office('payments-ledger', { householdId }))[0]!
  }
  /** Reads the ledger and compares it with the model. */
  async compare(family: Family): Promise<Ledger> {
    const ledger = await this.ledgerOf(family)
    family.tell(() => family.money.compare(ledger))
    return ledger
  }

  /** Creates the families' records in one step: what is tested begins after that. */
  async settle(): Promise<void> {
    const people = JSON.stringify(
      this.families.map(({ householdId, parentId, accountId, studentId }, n) => {
        const name = `Family ${n + 1}`
        return { household_id: householdId, parent_id: parentId, account_id: accountId, student_id: studentId, name }
      }),
    )
    const made = sql`jsonb_to_recordset(${people}::jsonb) as x(household_id uuid, parent_id uuid, account_id uuid, student_id uuid, name text)`
    const { db } = this.s.database
    for (const statement of [
      sql`insert into households (id, name, created_at) select household_id, name, now() from ${made}`,
      sql`insert into accounts (id, email, is_verified) select account_id, account_id || '@home.example', true from ${made}`,
      sql`insert into persons (id, name, account_id) select parent_id, 'Parent of ' || name, account_id from ${made}`,
      sql`insert into persons (id, name, birth_on) select student_id, 'Child of ' || name, '2019-03-01' from ${made}`,
      sql`insert into students (id, household_id, created_at) select student_id, household_id, now() from ${made}`,
      sql`insert into household_members (household_id, person_id) select household_id, parent_id from ${made}`,
      sql`insert into guardianships (student_id, guardian_id, relationship) select student_id, parent_id, 'mother' from ${made}`,
      sql`update rooms set capacity = 100000`,
      sql`update sections set capacity = 10000`,
      ...Object.entries(prices).map(
        ([name, { tuition, books }]) =>
          sql`update sections set tuition_cents = ${tuition}, books_cents = ${books} where name = ${name}`,
      ),
    ])
      await db.execute(statement)
  }

  /** Takes a step if it is possible now. Returns whether it was. */
  async take(
    family: Family,
    kind: Kind,
    { which, amountCents, toPayer }: Omit<Step, 'kinds'>,
    ledger: Ledger,
  ): Promise<boolean> {
    const { money, householdId } = family
    const pick = <T>(list: readonly T[]): T | undefined => list[which % Math.max(1, list.length)]
    const payments = ledger.entries.filter(each => each.kind === 'payment')
    const standing = payments.filter(({ status }) => status === 'succeeded')
    const withCredit = pick(standing.filter(each => each.openCents! - each.returningCents! > 0))
    const creditOf = (each: Ledger['entries'][number]) => each.openCents! - each.returningCents!
    const back = toPayer ? ('payer' as const) : ('credit' as const)
    switch (kind) {
      case 'pay': {
        const answer = await this.office('payments-record', {
          householdId,
          method: handMethods[which % handMethods.length]!,
          amountCents,
          receivedOn: this.today(),
          ...payer,
        })
        money.pay(amountCents)
        expect(answer.allocatedCents).toBeLessThanOrEqual(amountCents)
        return true
      }
      case 'card': {
        const some = ledger.open.filter((_charge, at) => (which >> (at % 5)) % 2 === 1).map(({ id }) => id)
        const due = toPay(ledger.open, ledger.creditCents - ledger.returningCents, some)
        if (due < 50) return false
        const before = new Set(payments.map(({ id }) => id))
        calls += 1
        await this.s.callAs(this.parentOf(family), 'cards-start', { householdId, chargeIds: some, agreedCents: due })
        // Webhook events may be repeated, or report the same payment in another form.
        const { id } = stripe.latest()
        await stripe.pay(id)
        if (which % 3 === 0) await stripe.settle(id, true)
        money.pay(due)
        const paid = (await this.compare(family)).entries.find(each => each.kind === 'payment' && !before.has(each.id))!
        family.intents.set(paid.id, stripe.sessions.get(id)!.payment_intent!)
        return true
      }
      case 'dispute': {
        const paid = pick(payments.filter(each => family.intents.has(each.id) && each.status !== 'voided'))
        if (!paid) return false
        const intent = family.intents.get(paid.id)!
        const news = { payment_intent: intent, amount: -paid.amountCents, reason: 'fraudulent' }
        const isBack = paid.status === 'bounced'
        await stripe.tell(isBack ? 'charge.dispute.funds_reinstated' : 'charge.dispute.funds_withdrawn', news)
        if (!isBack) {
          money.undo(paid.id, 'bounced')
          return true
        }
        money.pay(-paid.amountCents)
        const known = new Set(payments.map(({ id }) => id))
        const again = (await this.compare(family)).entries.find(each => each.kind === 'payment' && !known.has(each.id))!
        family.intents.delete(paid.id)
        family.intents.set(again.id, intent)
        return true
      }
      case 'bounce':
      case 'void': {
        const status = kind === 'bounce' ? ('bounced' as const) : ('voided' as const)
        const method = (each: Ledger['entries'][number]) => paymentMethods.find(other => other === each.method)!
        const paid = pick(
          standing.filter(each => officePaymentMoves({ status: each.status!, method: method(each) }).includes(status)),
        )
        if (!paid) return false
        await this.office(`payments-${kind}`, { paymentId: paid.id, reason: 'It was not' })
        money.undo(paid.id, status)
        return true
      }
      case 'charge': {
        await this.charge({ kind: 'households', householdIds: [householdId] }, 'household', amountCents, 1)
        money.charge({ kind: 'other', amountCents })
        return true
      }
      case 'reverse': {
        const found = pick(ledger.entries.filter(each => each.chargeStatus && each.chargeStatus !== 'reversed'))
        if (!found) return false
        await this.office('payments-reverse', { chargeId: found.id, reason: 'Not due' })
        money.reverse(found.id)
        return true
      }
      case 'apply': {
        const open = pick(ledger.open)
        if (!withCredit || !open) return false
        const part = Math.min(amountCents, open.openCents, creditOf(withCredit))
        const to = which % 2 === 0 ? { to: [{ chargeId: open.id, amountCents: part }] } : {}
        const answer = await this.office('payments-apply', { paymentId: withCredit.id, ...to })
        expect(answer.allocatedCents + answer.creditCents).toBe(creditOf(withCredit))
        return true
      }
      case 'unapply': {
        const kept = (id: string, cents: number) =>
          cents -
          [...money.givenBack.values()]
            .filter(each => each.paymentId === id && ['sent', 'settled'].includes(each.status))
            .reduce((sum, each) => sum + each.amountCents, 0)
        const using = pick(standing.filter(each => kept(each.id, -each.amountCents) > each.openCents!))
        if (!using) return false
        const covered = await this.office('payments-covered', { paymentId: using.id })
        const one = which % 2 === 0 ? { chargeId: covered[0]!.id } : {}
        await this.office('payments-unapply', { paymentId: using.id, ...one })
        return true
      }
      case 'refund': {
        if (!withCredit) return false
        const cents = Math.min(amountCents, creditOf(withCredit))
        const { refundId } = await this.office('payments-refund', {
          paymentId: withCredit.id,
          amountCents: cents,
          method: handMethods[which % handMethods.length]!,
          onDay: this.today(),
          reference: '',
          reason: 'Paid twice',
        })
        money.giveBack(refundId, withCredit.id, cents)
        return true
      }
      case 'askBack': {
        const free = -money.balance() - money.returning()
        if (free <= 0) return false
        const cents = Math.min(amountCents, free)
        calls += 1
        await this.s.callAs(this.parentOf(family), 'payments-requestRefund', { householdId, amountCents: cents })
        money.askBack(cents)
        return true
      }
      case 'moveRefund': {
        const refund = pick(ledger.refunds.filter(each => officeRefundMoves(each).length > 0))
        if (!refund) return this.takeBackByCard(family, ledger)
        const moves = officeRefundMoves(refund)
        // Most refunds are sent, and some of those are returned.
        const to = moves[which % (refund.status === 'sent' ? 2 : 5) === 0 ? moves.length - 1 : 0]! as
          | 'approved'
          | 'sent'
          | 'settled'
          | 'failed'
        const method = to === 'sent' && refund.paidBy === 'card' && which % 3 !== 0 ? 'card' : 'cheque'
        // A bank may delay it.
        stripe.state.refund = which % 2 === 0 ? 'succeeded' : 'pending'
        await this.office('payments-moveRefund', { id: refund.id, to, method, reference: '', note: 'As it is' })
        money.move(refund.id, to)
        if (method === 'card' && stripe.state.refund === 'succeeded') money.move(refund.id, 'settled')
        return true
      }
      case 'enrol': {
        if (family.place) return false
        const className = which % 3 === 0 ? 'Chess' : 'Grade 1'
        const { tuition, books } = prices[className]
        const fee = family.hasRegistered ? 0 : registrationFee
        const { totalCents } = await this.office('enrolments-enrol', {
          studentId: family.studentId,
          sectionId: this.sectionOf(className),
        })
        expect(totalCents).toBe(tuition + books + fee)
        family.hasRegistered = true
        money.charge(
          { kind: 'tuition', amountCents: tuition },
          { kind: 'books', amountCents: books },
          { kind: 'registration', amountCents: fee },
        )
        const [found] = await rows<{ id: string }>(
          this.s.database.db,
          sql`select id from enrolments where student_id = ${family.studentId}::uuid and status = 'active'`,
        )
        await this.sit(family, found!.id, className)
        return true
      }
      case 'withdraw': {
        const { place } = family
        if (!place) return false
        const percent = this.week < 3 ? 100 : this.week < 6 ? 50 : 0
        const net = netOf(money.asked.get(place.tuitionId)!)
        const given = share(net, percent)
        const fee = Math.min(leavingFee, given)
        const agreedCents = given - fee
        const agreedFreeCents = money.freeOf(agreedCents)
        const { enrolmentId } = place
        await this.office('leavings-withdraw', { enrolmentId, agreedCents, agreedFreeCents, back, note: '' })
        if (given > 0) money.reverse(place.tuitionId)
        money.charge({ kind: 'tuition', amountCents: given > 0 ? net - given : 0 }, { kind: 'other', amountCents: fee })
        if (toPayer) money.askBack(agreedFreeCents)
        family.place = null
        return true
      }
      case 'transfer': {
        const { place } = family
        if (!place) return false
        const className = place.className === 'Chess' ? 'Grade 1' : 'Chess'
        const { tuition, books } = prices[className]
        const given = netOf(money.asked.get(place.tuitionId)!)
        const fee = Math.min(changingFee, given)
        const agreedCents = tuition + books - given + fee
        const agreedFreeCents = agreedCents < 0 ? money.freeOf(-agreedCents) : 0
        const { enrolmentId } = await this.office('leavings-transfer', {
          enrolmentId: place.enrolmentId,
          toSectionId: this.sectionOf(className),
          agreedCents,
          agreedFreeCents,
          back,
          note: '',
          leavesWaits: true,
        })
        if (given > 0) money.reverse(place.tuitionId)
        money.charge(
          { kind: 'other', amountCents: fee },
          { kind: 'tuition', amountCents: tuition },
          { kind: 'books', amountCents: books },
        )
        if (toPayer) money.askBack(agreedFreeCents)
        await this.sit(family, enrolmentId, className)
        return true
      }
    }
  }

  /** The bank returns a card refund, possibly weeks later. */
  async takeBackByCard(family: Family, ledger: Ledger): Promise<boolean> {
    const refund = ledger.refunds.find(
      ({ method, status }) => method === 'card' && ['sent', 'settled'].includes(status),
    )
    const known = refund && stripe.refunds.find(({ metadata }) => metadata['refund'] === refund.id)
    if (!refund || !known) return false
    await stripe.tell('refund.failed', { ...known, status: 'failed' })
    family.money.move(refund.id, 'failed')
    return true
  }

  sectionOf(className: ClassName): string {
    return className === 'Chess' ? this.s.chess.id : this.s.grade1.id
  }
  /** Sets the child's current place, with the new charge for its lessons. */
  async sit(family: Family, enrolmentId: string, className: ClassName): Promise<void> {
    const before = new Set(family.money.asked.keys())
    const { entries } = await this.compare(family)
    const { tuition } = prices[className]
    const found = entries.find(
      each =>
        each.chargeKind === 'tuition' && each.kind === 'charge' && each.amountCents === tuition && !before.has(each.id),
    )!
    family.place = { enrolmentId, className, tuitionId: found.id, week: this.week }
  }

  async charge(
    audience: Input<'payments-charge'>['audience'],
    per: 'student' | 'household',
    amountCents: number,
    count: number,
  ): Promise<string> {
    const description = `Fee ${++this.fees}`
    const of = { audience, per, kind: 'other' as const, description, amountCents, again: [], without: [] }
    const { runId } = await this.office('payments-charge', {
      ...of,
      nativeDescription: '',
      dueOn: daysAfter(this.today(), 3),
      agreedCount: count,
      agreedCents: count * amountCents,
    })
    return runId
  }

  /** Applies a bulk action of the office. Returns whether it was possible. */
  async together(kind: (typeof commonKinds)[number], amountCents: number): Promise<boolean> {
    const seated = this.families.filter(({ place }) => place?.className === 'Grade 1')
    switch (kind) {
      case 'chargeClass': {
        // Three children of the small school are in this class, too.
        const audience = { kind: 'sections' as const, sectionIds: [this.s.grade1.id] }
        for (const family of seated) await this.compare(family)
        const id = await this.charge(audience, 'student', amountCents, seated.length + 3)
        const charges = new Map<Family, string>()
        for (const family of seated) {
          const before = new Set(family.money.asked.keys())
          family.money.charge({ kind: 'other', amountCents })
          await this.compare(family)
          charges.set(
            family,
            [...family.money.asked.keys()].find(each => !before.has(each))!,
          )
        }
        this.run = { id, week: this.week, charges }
        return true
      }
      case 'undoRun': {
        const { run } = this
        if (run?.week !== this.week) return false
        this.run = null
        await this.office('payments-undoRun', { runId: run.id })
        for (const [family, chargeId] of run.charges) family.money.reverse(chargeId)
        return true
      }
      case 'lateFees': {
        const owed: { family: Family; cents: number }[] = []
        for (const family of this.families) {
          const cents = this.lateFeeOf(family, await this.compare(family))
          if (cents > 0) owed.push({ family, cents })
        }
        if (owed.length === 0) return false
        const agreedCents = owed.reduce((sum, { cents }) => sum + cents, 0)
        const householdIds = owed.map(({ family }) => family.householdId)
        await this.office('payments-chargeLateFees', { householdIds, agreedCount: owed.length, agreedCents })
        for (const { family, cents } of owed) family.money.charge({ kind: 'late', amountCents: cents })
        return true
      }
      case 'snow': {
        const onDay = daysAfter(this.today(), 7)
        if (this.off.has(onDay)) return false
        const { sessionDates } = await this.office('terms-get', { id: this.s.term.id })
        const sessionDateId = sessionDates.find(each => each.onDay === onDay)!.id
        const of = { sessionDateId, sectionId: this.s.grade1.id }
        const { creditCents: agreedCents } = await this.office('cancellations-previewDay', of)
        const { id } = await this.office('cancellations-cancelDay', {
          ...of,
          reason: 'Snow',
          nativeReason: '',
          remedy: 'credit',
          makeUpOn: null,
          eventIds: [],
          tell: false,
          agreedCents,
        })
        this.off.set(onDay, id)
        for (const { money, place } of seated) this.giveLessonBack(money, place!, id)
        return true
      }
      case 'thaw': {
        const [last] = [...this.off].filter(([onDay]) => onDay > this.today())
        if (!last) return false
        const [onDay, id] = last
        this.off.delete(onDay)
        await this.office('cancellations-restore', { id })
        for (const { money } of this.families)
          for (const asked of money.asked.values()) if (!asked.isReversed) asked.credits.delete(id)
        return true
      }
    }
  }
  /** Credits a canceled lesson. All canceled lessons so far are added up and rounded once. */
  giveLessonBack(money: FamilyMoney, place: Place, id: string): void {
    const tuition = money.asked.get(place.tuitionId)!
    if (tuition.isReversed) return
    const lessons = lessonsOfTerm - place.week
    const before = [...tuition.credits.values()].reduce((sum, cents) => sum + cents, 0)
    const whole = (2 * tuition.amountCents * (tuition.credits.size + 1) + lessons) / (2 * lessons)
    tuition.credits.set(id, Math.floor(whole) - before)
  }
  /**
   * The late fee by the policy above, on charges that are overdue, except late fees. One that was waived counts as
   * charged.
   */
  lateFeeOf({ money }: Family, { open }: Ledger): number {
    const today = this.today()
    const overdue = open.filter(({ kind, dueOn }) => kind !== 'late' && dueOn < today)
    if (overdue.length === 0) return 0
    const since = overdue.map(({ dueOn }) => dueOn).toSorted()[0]!
    const beyond = Math.round((Date.parse(today) - Date.parse(since)) / 86_400_000) - late.graceDays
    if (beyond <= 0) return 0
    const cents = overdue.reduce((sum, { openCents }) => sum + openCents, 0)
    const fee = late.flatCents + share(cents, late.percent) + late.perWeekCents * Math.floor((beyond - 1) / 7)
    const before = [...money.asked.values()].filter(({ kind, onDay }) => kind === 'late' && onDay >= since)
    return Math.max(0, Math.min(late.capCents, fee) - before.reduce((sum, { amountCents }) => sum + amountCents, 0))
  }

  /** Checks the whole school as its other screens, the journal and the nightly check see it. */
  async compareAll(): Promise<void> {
    const shown = new Map<string, Output<'payments-households'>['rows'][number]>()
    let after: string | null = null
    do {
      const page: Output<'payments-households'> = await this.office('payments-households', after ? { after } : {})
      for (const row of page.rows) shown.set(row.householdId, row)
      after = page.next
    } while (after)
    const entries = await listJournal(this.s.database.db, everyLedger, { from: '2026-01-01', to: '2026-12-31' })
    const booked = new Map<string, number>()
    for (const entry of entries)
      for (const { account, debitCents, creditCents } of journalLines(entry))
        if (account === 'receivables')
          booked.set(entry.householdId, (booked.get(entry.householdId) ?? 0) + debitCents - creditCents)
    for (const family of this.families) {
      await this.compare(family)
      const row = shown.get(family.householdId)!
      const balance = family.money.balance()
      const due = balance + family.money.returning()
      expect(row.balanceCents).toBe(due)
      expect(row.chargedCents - row.paidCents).toBe(balance)
      expect(row.current + row.days30 + row.days60 + row.older - row.creditCents).toBe(due)
      expect(booked.get(family.householdId) ?? 0).toBe(balance)
      calls += 1
      const [own] = await this.s.callAs(this.parentOf(family), 'payments-ledger', {})
      expect(own!.balanceCents).toBe(balance)
    }
    expect(await findFaults(this.s.database.db)).toEqual([])
  }
}

const live = async (
  town: Town,
  rounds: { common: (typeof commonKinds)[number] | null; isNextWeek: boolean; amountCents: number }[],
) => {
  const { s, families } = town
  const count = (kind: string) => done.set(kind, (done.get(kind) ?? 0) + 1)
  for (const [n, { common, isNextWeek, amountCents }] of rounds.entries()) {
    town.admin = await s.ida.actor()
    for (const family of families) {
      const next = family.history[n]
      if (!next) continue
      const ledger = await town.compare(family)
      const act = async () => {
        for (const kind of next.kinds) {
          family.log.push(JSON.stringify({ week: town.week, ...next, kinds: [kind] }))
          if (await town.take(family, kind, next, ledger)) return count(kind)
          family.log.pop()
        }
      }
      await act().catch((error: Error) =>
        family.tell(() => {
          throw error
        }),
      )
    }
    if (common) {
      for (const family of families) family.log.push(JSON.stringify({ week: town.week, common, amountCents }))
      if (await town.together(common, amountCents)) count(common)
    }
    if (isNextWeek) {
      town.week += 1
      s.clock.now = new Date(s.clock.now.getTime() + 7 * 86_400_000)
    }
  }
  town.admin = await s.ida.actor()
  await town.compareAll()
}

const openTown = async (histories: Step[][]): Promise<{ town: Town; served: Served }> => {
  const s = await school()
  const served = await serve(s)
  stripe.state.hookUrl = `${served.origin}/hooks/stripe`
  stripe.sessions.clear()
  await s.ida.call('cards-keepKey', { name: 'secretKey', secret: stripeKey })
  await s.ida.call('cards-keepKey', { name: 'webhookSecret', secret: hookSecret })
  await s.ida.call('cards-switch', { isOn: true })
  await s.ida.call('config-changeLateFees', late)
  await s.ida.call('config-changeRefunds', {
    tiers: [
      { until: 'week', number: 4, percent: 100 },
      { until: 'week', number: 7, percent: 50 },
    ],
    processingFeeCents: leavingFee,
    refundsBooks: false,
    transferFeeCents: changingFee,
  })
  const town = new Town(
    s,
    histories.map(history => new Family(history)),
  )
  await town.settle()
  return { town, served }
}

test(
  `${histories} random family accounts match an independent model to the cent (SEED=${seed})`,
  { timeout: 60_000 + histories * 1_000 },
  async () => {
    const lives = fc.sample(fc.array(step, { minLength: 3, maxLength: steps }), { numRuns: histories, seed })
    const towns = Math.ceil(histories / atOnce)
    const common = fc.sample(fc.array(round, { minLength: steps, maxLength: steps }), { numRuns: towns, seed })
    const begun = performance.now()
    for (let n = 0; n < towns; n += 1) {
      const { town, served } = await openTown(lives.slice(n * atOnce, (n + 1) * atOnce))
      await live(town, common[n]!)
      await served.close()
      await town.s.drop()
    }
    const seconds = Math.round((performance.now() - begun) / 1000)
    const acts = [...done.values()].reduce((sum, n) => sum + n, 0)
    // Each kind must have happened more than once. With fewer histories, chance may leave out the rarest.
    if (histories >= 5_000)
      for (const kind of [...beginnings, ...consequences, ...commonKinds])
        expect([kind, (done.get(kind) ?? 0) > 1]).toEqual([kind, true])
    note(
      `${histories} histories (SEED=${seed}), ${acts} acts of ${done.size} kinds, ${calls} calls in ${seconds} s, 0 cents off`,
    )
  },
)
