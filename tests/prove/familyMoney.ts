import { expect } from 'vitest'
import type { Ledger } from '#contract/money/payments.ts'
import {
  paidOutRefunds,
  returningRefunds,
  type PaymentStatus,
  type RefundStatus,
} from '#contract/money/payments.plain.ts'

/** A charge to a family. */
export type Asked = {
  kind: string
  amountCents: number
  /** The credits for canceled lessons, by the id of the cancellation. */
  credits: Map<string, number>
  onDay: string
  isReversed: boolean
  /** For a charge that recovers a refund: the payment that did not hold. */
  repays?: string
}
type Paid = { amountCents: number; status: PaymentStatus }
type GivenBack = { paymentId: string; amountCents: number; status: RefundStatus }
/** A charge that a call must have made in addition to the known ones. */
type NewCharge = { kind: string; amountCents: number; repays?: string }

/** The amount of a charge that is still valid. */
export const netOf = ({ amountCents, credits, isReversed }: Asked): number =>
  isReversed ? 0 : amountCents - sumOf(credits.values())
const sumOf = (cents: Iterable<number>): number => [...cents].reduce((sum, each) => sum + each, 0)
const centsOf = (list: readonly { amountCents: number }[]): number => sumOf(list.map(({ amountCents }) => amountCents))

/**
 * A model of a family's money as it would be kept on paper, independent of Lantern's code: charges, payments and
 * refunds in whole cents. It ignores which payment covers which charge, because the balance does not depend on it.
 */
export class FamilyMoney {
  readonly asked = new Map<string, Asked>()
  readonly paid = new Map<string, Paid>()
  readonly givenBack = new Map<string, GivenBack>()
  /** The new charges that the ledger must show. */
  #due: NewCharge[] = []
  #dueBackCents = 0
  #duePayments: number[] = []
  /** The total, in cents, of charges that recovered a refund and were then reversed. */
  #forgivenCents = 0

  /** The balance owed; negative for credit. */
  balance(): number {
    const asked = [...this.asked.values()].filter(({ repays }) => !repays)
    const came = [...this.paid.values()].filter(({ status }) => status === 'succeeded')
    const gone = [...this.givenBack.values()].filter(({ status }) => paidOutRefunds.includes(status))
    return sumOf(asked.map(netOf)) - centsOf(came) + centsOf(gone) - this.#forgivenCents
  }
  /** Refunds that were requested and have not left the school. */
  returning(): number {
    return centsOf([...this.givenBack.values()].filter(({ status }) => returningRefunds.includes(status)))
  }
  /** The part of a freed amount that could be refunded. */
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
  /** Records a payment. Its id is learned from the ledger. */
  pay(amountCents: number): void {
    this.#duePayments.push(amountCents)
  }
  /** Undoes a payment. Refunds of it that have been paid out are charged again, and pending ones are dropped. */
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
  /** Records a refund request. Lantern chooses which payments it comes from. */
  askBack(cents: number): void {
    this.#dueBackCents += cents
  }
  move(id: string, to: RefundStatus): void {
    const back = this.givenBack.get(id)!
    const hadGone = paidOutRefunds.includes(back.status)
    back.status = to
    if (to !== 'failed' || !hadGone || this.paid.get(back.paymentId)!.status === 'succeeded') return
    // The refund never arrived, so there is nothing to recover and nothing that was waived.
    const [asked] = [...this.asked]
      .filter(([, each]) => each.repays === back.paymentId && !each.isReversed && each.amountCents === back.amountCents)
      .toSorted(([a], [b]) => a.localeCompare(b))
    if (asked) asked[1].isReversed = true
    else this.#forgivenCents -= back.amountCents
  }

  /** Compares the model with the ledger, and learns the ids of new entries. */
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
