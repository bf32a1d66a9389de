import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { cardKeys, cardTestOutcomes, checkoutFailures, checkoutStatuses, hookStates } from './cards.plain.ts'
import { Cents, Id, Instant, Nothing, PositiveCents, offRecord } from '../values.ts'

export * from './cards.plain.ts'

export const CheckoutStatus = z.enum(checkoutStatuses)
export type CheckoutStatus = z.infer<typeof CheckoutStatus>
export type CheckoutFailure = (typeof checkoutFailures)[number]
export type CardKey = (typeof cardKeys)[number]

/** A card payment in progress, as the family sees it. */
export const Checkout = z.object({
  id: Id,
  status: CheckoutStatus,
  amountCents: Cents,
  at: Instant,
  /** The provider's page; empty until it is open, and once it is no longer needed. */
  url: z.string(),
  failure: z.nullable(z.enum(checkoutFailures)),
  /** Set once the money has arrived: its receipt is at `/files/receipts/{id}.pdf`. */
  receiptId: z.nullable(Id),
  receiptNumber: z.nullable(z.string()),
})
export type Checkout = z.infer<typeof Checkout>

export const CardTest = z.object({
  outcome: z.enum(cardTestOutcomes),
  /** The provider's answer, for support. */
  detail: z.string(),
  /** The name of the account's owner. */
  account: z.string(),
  isTest: z.boolean(),
  currency: z.string(),
  /** True when the account has the school's currency; the provider charges a fee to convert others. */
  currencyFits: z.boolean(),
  /** True when the provider allows the account to take payments. */
  mayCharge: z.boolean(),
  hook: z.enum(hookStates),
})
export type CardTest = z.infer<typeof CardTest>

export const cards = {
  /** Whether families can pay by card, and the caller's card payments that are still open. */
  'cards-mine': read({
    by: ['parent'],
    isFresh: true,
    input: Nothing,
    output: z.object({
      isOn: z.boolean(),
      /** True with test keys: no money moves. */
      isTest: z.boolean(),
      waiting: z.array(Checkout),
      /**
       * The amount that can be paid by card in one payment, for each household that owes; empty while `isOn` is false.
       */
      due: z.array(z.object({ householdId: Id, amountCents: PositiveCents })),
    }),
  }),
  /** One card payment, to follow it to its receipt. */
  'cards-checkout': read({ by: ['admin', 'parent'], isFresh: true, input: z.object({ id: Id }), output: Checkout }),
  /**
   * Starts to pay what is due by card, or some of it. Refused when the amount differs from the one shown. The
   * provider's page opens after the commit, when the checkout gets its address. Nothing counts as paid before the
   * provider's signed webhook event.
   */
  'cards-start': write({
    by: ['parent'],
    input: z.object({
      householdId: Id,
      /** Empty for all that is due. */
      chargeIds: z.array(Id).check(z.maxLength(200, 'toomany')),
      agreedCents: PositiveCents,
    }),
    output: z.object({ id: Id }),
  }),
  /** The school's card settings. Of each key only the last characters are returned. */
  'cards-settings': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      isOn: z.boolean(),
      keys: z.object({ secretKey: z.nullable(z.string()), webhookSecret: z.nullable(z.string()) }),
      /** Null without a key. */
      isTest: z.nullable(z.boolean()),
      /** The address of the webhook. */
      hookUrl: z.string(),
      /** When the last webhook event came, and the last one whose signature did not match the stored secret. */
      heardAt: z.nullable(Instant),
      refusedAt: z.nullable(Instant),
    }),
  }),
  /** Turns card payments on or off. Payments in progress are still accepted. */
  'cards-switch': write({
    by: ['admin'],
    input: z.object({ isOn: z.boolean() }),
    output: z.object({ isOn: z.boolean() }),
  }),
  /** Stores a key, sealed, or deletes it. Families can't pay by card unless both keys are set. */
  'cards-keepKey': write({
    by: ['admin'],
    input: z.object({
      name: z.enum(cardKeys),
      secret: offRecord(z.nullable(z.string().check(z.maxLength(300, 'long')))),
    }),
    output: z.object({ ending: z.nullable(z.string()) }),
  }),
  /** Asks the provider which account the stored key opens. Changes nothing on either side. */
  'cards-test': read({ by: ['admin'], input: Nothing, output: CardTest }),
}
