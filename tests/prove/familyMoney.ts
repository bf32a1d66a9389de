import { expect } from 'vitest'
import type { Ledger } from '#contract/money/payments.ts'
import {
  paidOutRefunds,
  returningRefunds,
  type PaymentStatus,
  type RefundStatus,
} from '#contract/money/payments.plain.ts'

/** What a family was asked for. */
export type Asked = {
  kind: string
  amountCents: number
  /** What was given back of it for lessons that were called off, by what called them off. */
  credits: Map<string, number>
  onDay: string
  isReversed: boolean
  /** The payment that didn't hold, where a refund of it is asked for again. */
  repays?: string
}
type Paid = { amountCents: number; status: PaymentStatus }
type GivenBack = { paymentId: string; amountCents: number; status: RefundStatus }
/** What a call must have charged beside what was known. */
type NewCharge = { kind: string; amountCents: number; repays?: string }

/** What stands of a charge. */
export const netOf = ({ amountCents, credits, isReversed }: Asked): number =>
  isReversed ? 0 : amountCents - sumOf(credits.values())
const sumOf = (cents: Iterable<number>): number => [...cents].reduce((sum, each) => sum + each, 0)
const centsOf = (list: readonly { amountCents: number }[]): number => sumOf(list.map(({ amountCents }) => amountCents))

/**
 * The money of a family as somebody would keep it on paper, without anything of Lantern's: what was asked for, what came
 * and what went back, in whole cents. It knows nothing of what covers what, as the balance doesn't depend on it.
 */
export class FamilyMoney {
  readonly asked = new Map<string, Asked>()
  readonly paid = new Map<string, Paid>()
  readonly givenBack = new Map<string, GivenBack>()
  /** What it must find new in the ledger. */
  #due: NewCharge[] = []
  #dueBackCents = 0
  #duePayments: number[] = []
  /** What was asked for again and then let go. */
  #forgivenCents = 0

  /** What is owed; less than nothing is credit. */
  balance(): number {
    const asked = [...this.asked.values()].filter(({ repays }) => !repays)
    const came = [...this.paid.values()].filter(({ status }) => status === 'succeeded')
    const gone = [...this.givenBack.values()].filter(({ status }) => paidOutRefunds.includes(status))
    return sumOf(asked.map(netOf)) - centsOf(came) + centsOf(gone) - this.#forgivenCents
  }
  /** What was asked back and is still at the school. */
  returning(): number {
    return centsOf([...this.givenBack.values()].filter(({ status }) => returningRefunds.includes(status)))
  }
  /** What could be paid back of an amount that comes free. */
  freeOf(cents: number): number {
    return Math.max(0, Math.min(cents, cents - this.balance() - this.returning()))
  }

  charge(...charges: NewCharge[]): void {
    this.#due.push(...charges.filter(({ amountCents }) => amountCents > 0))
  }
  reverse(id: string): void {
    const asked = this.asked.get(id)!
    asked.isReversed = true
    if (asked.repays) this.#forgivenCents += asked.amountCents
  }
  /** Money came; the ledger says under which id. */
  pay(amountCents: number): void {
    this.#duePayments.push(amountCents)
  }
  /** A payment didn't hold: what had gone back of it is asked for, and what was to go back stays. */
  undo(id: string, status: 'bounced' | 'voided'): void {
    this.paid.get(id)!.status = status
    for (const each of this.givenBack.values()) {
      if (each.paymentId !== id) continue
      if (returningRefunds.includes(each.status)) each.status = 'failed'
      if (paidOutRefunds.includes(each.status))
        this.charge({ kind: 'other', amountCents: each.amountCents, repays: id })
    }
  }
  giveBack(id: string, paymentId: string, amountCents: number): void {
    this.givenBack.set(id, { paymentId, amountCents, status: 'settled' })
  }
  /** Money was asked back; which payments it comes from is Lantern's choice. */
  askBack(cents: number): void {
    this.#dueBackCents += cents
  }
  move(id: string, to: RefundStatus): void {
    const back = this.givenBack.get(id)!
    const hadGone = paidOutRefunds.includes(back.status)
    back.status = to
    if (to !== 'failed' || !hadGone || this.paid.get(back.paymentId)!.status === 'succeeded') return
    // It never arrived, so there is nothing to repay, nor anything that was let go.
    const [asked] = [...this.asked]
      .filter(([, each]) => each.repays === back.paymentId && !each.isReversed && each.amountCents === back.amountCents)
      .toSorted(([a], [b]) => a.localeCompare(b))
    if (asked) asked[1].isReversed = true
    else this.#forgivenCents -= back.amountCents
  }

  /** Compares with what the ledger shows, and learns the ids of what is new in it. */
  compare(ledger: Ledger): void {
    const charges = ledger.entries.filter(({ kind }) => kind === 'charge')
    const fresh = charges.filter(({ id }) => !this.asked.has(id))
    const byWorth = (a: NewCharge, b: NewCharge) => a.kind.localeCompare(b.kind) || a.amountCents - b.amountCents
    const due = this.#due.splice(0).toSorted(byWorth)
    const found = fresh.map(each => ({ ...each, kind: each.chargeKind! })).toSorted(byWorth)
    expect(found.map(({ kind, amountCents }) => ({ kind, amountCents }))).toEqual(
      due.map(({ kind, amountCents }) => ({ kind, amountCents })),
    )
    for (const [at, { id, kind, amountCents, onDay }] of found.entries()) {
      const { repays } = due[at]!
      const asked: Asked = { kind, amountCents, onDay, credits: new Map(), isReversed: false }
      this.asked.set(id, repays ? { ...asked, repays } : asked)
    }
    const payments = ledger.entries.filter(({ kind }) => kind === 'payment')
    const came = payments.filter(({ id }) => !this.paid.has(id))
    expect(came.map(({ amountCents }) => -amountCents)).toEqual(this.#duePayments.splice(0))
    for (const { id, amountCents } of came) this.paid.set(id, { amountCents: -amountCents, status: 'succeeded' })
    const backs = ledger.refunds.filter(({ id }) => !this.givenBack.has(id))
    expect(centsOf(backs)).toBe(this.#dueBackCents)
    this.#dueBackCents = 0
    for (const { id, paymentId, amountCents, status } of backs)
      this.givenBack.set(id, { paymentId, amountCents, status })

    expect(Object.fromEntries(charges.map(({ id, chargeStatus }) => [id, chargeStatus === 'reversed']))).toEqual(
      Object.fromEntries([...this.asked].map(([id, { isReversed }]) => [id, isReversed])),
    )
    expect(Object.fromEntries(ledger.refunds.map(({ id, status }) => [id, status]))).toEqual(
      Object.fromEntries([...this.givenBack].map(([id, { status }]) => [id, status])),
    )
    expect(ledger.balanceCents).toBe(this.balance())
    expect(ledger.returningCents).toBe(this.returning())
    expect(ledger.owedCents - ledger.creditCents).toBe(this.balance())
    expect(sumOf(ledger.open.map(({ openCents }) => openCents))).toBe(ledger.owedCents)
    expect(centsOf(ledger.entries)).toBe(this.balance())
    expect(ledger.entries.at(-1)?.balanceCents ?? 0).toBe(this.balance())
    expect(Object.fromEntries(payments.map(({ id, status }) => [id, status]))).toEqual(
      Object.fromEntries([...this.paid].map(([id, { status }]) => [id, status])),
    )
    expect(sumOf(payments.map(({ openCents }) => openCents!))).toBe(ledger.creditCents)
    expect(ledger.creditCents).toBeGreaterThanOrEqual(ledger.returningCents)
  }
}
