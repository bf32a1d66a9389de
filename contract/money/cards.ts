import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { cardKeys, cardTestOutcomes, checkoutFailures, checkoutStatuses, hookStates } from './cards.plain.ts'
import { Cents, Id, Instant, Nothing, PositiveCents, offRecord } from '../values.ts'

export * from './cards.plain.ts'

export const CheckoutStatus = z.enum(checkoutStatuses)
export type CheckoutStatus = z.infer<typeof CheckoutStatus>
export type CheckoutFailure = (typeof checkoutFailures)[number]
export type CardKey = (typeof cardKeys)[number]

/** A payment by card on its way, as the family sees it. */
export const Checkout = z.object({
  id: Id,
  status: CheckoutStatus,
  amountCents: Cents,
  at: Instant,
  /** The provider's page; empty until it is open, and once it is not needed any more. */
  url: z.string(),
  failure: z.nullable(z.enum(checkoutFailures)),
  /** Set once the money is there: its receipt is at `/files/receipts/{id}.pdf`. */
  receiptId: z.nullable(Id),
  receiptNumber: z.nullable(z.string()),
})
export type Checkout = z.infer<typeof Checkout>

export const CardTest = z.object({
  outcome: z.enum(cardTestOutcomes),
  /** What the provider answered, for support. */
  detail: z.string(),
  /** Whose account it is. */
  account: z.string(),
  isTest: z.boolean(),
  currency: z.string(),
  /** The school's currency is the account's; other ones are converted by the provider for a fee. */
  currencyFits: z.boolean(),
  /** The provider lets the account take payments. */
  mayCharge: z.boolean(),
  hook: z.enum(hookStates),
})
export type CardTest = z.infer<typeof CardTest>

export const cards = {
  /** Whether families can pay by card, and their payments that nobody has settled yet. */
  'cards-mine': read({
    by: ['parent'],
    isFresh: true,
    input: Nothing,
    output: z.object({
      isOn: z.boolean(),
      /** With test keys no money moves. */
      isTest: z.boolean(),
      waiting: z.array(Checkout),
      /** What can be paid by card at once, for each household that owes; empty while `isOn` is false. */
      due: z.array(z.object({ householdId: Id, amountCents: PositiveCents })),
    }),
  }),
  /** One payment by card, to follow it to its receipt. */
  'cards-checkout': read({ by: ['admin', 'parent'], isFresh: true, input: z.object({ id: Id }), output: Checkout }),
  /**
   * Begins to pay what is due by card, or some of it; refuses another sum than was shown. The provider's page opens
   * after the commit: the checkout then has its address. Nothing counts as paid before the provider's signed news.
   */
  'cards-start': write({
    by: ['parent'],
    input: z.object({
      householdId: Id,
      /** Empty: all that is due. */
      chargeIds: z.array(Id).check(z.maxLength(200, 'toomany')),
      agreedCents: PositiveCents,
    }),
    output: z.object({ id: Id }),
  }),
  /** How the school stands with the provider. Of keys their last letters alone. */
  'cards-settings': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      isOn: z.boolean(),
      keys: z.object({ secretKey: z.nullable(z.string()), webhookSecret: z.nullable(z.string()) }),
      /** Null without a key. */
      isTest: z.nullable(z.boolean()),
      /** Where the provider sends its news. */
      hookUrl: z.string(),
      /** When its news last came, and when some came last that were not signed with the kept secret. */
      heardAt: z.nullable(Instant),
      refusedAt: z.nullable(Instant),
    }),
  }),
  /** Lets families pay by card, or no more; what is on its way is still taken in. */
  'cards-switch': write({
    by: ['admin'],
    input: z.object({ isOn: z.boolean() }),
    output: z.object({ isOn: z.boolean() }),
  }),
  /** Keeps a key, sealed, or forgets it; without both keys families can't pay by card. */
  'cards-keepKey': write({
    by: ['admin'],
    input: z.object({
      name: z.enum(cardKeys),
      secret: offRecord(z.nullable(z.string().check(z.maxLength(300, 'long')))),
    }),
    output: z.object({ ending: z.nullable(z.string()) }),
  }),
  /** Asks the provider whose account the kept key opens. Changes nothing there or here. */
  'cards-test': read({ by: ['admin'], input: Nothing, output: CardTest }),
}
