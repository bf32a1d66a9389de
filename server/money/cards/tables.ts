import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { checkoutFailures, checkoutStatuses } from '#contract/money/cards.ts'
import { cents, id, instant } from '#server/platform/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { charges, payments, refunds } from '#server/money/payments/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** A card payment, from the press of the button to the receipt of the money. */
export const cardCheckouts = pgTable(
  'card_checkouts',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    startedBy: uuid()
      .notNull()
      .references(() => persons.id),
    status: text({ enum: checkoutStatuses }).notNull(),
    amountCents: cents().notNull(),
    /** ISO 4217: the school's currency when the payment was started. */
    currency: text().notNull(),
    /** The provider's ids of the session and of its payment; null until the provider has told them. */
    sessionId: text(),
    intentId: text(),
    /** The address of the provider's page. */
    url: text().notNull().default(''),
    failure: text({ enum: checkoutFailures }),
    /** The provider's description of a failure. */
    detail: text().notNull().default(''),
    paymentId: uuid().references(() => payments.id),
    createdAt: instant().notNull(),
    movedAt: instant().notNull(),
  },
  t => [
    index('card_checkouts_household').on(t.householdId, t.createdAt),
    index('card_checkouts_started_by').on(t.startedBy),
    uniqueIndex('card_checkouts_session').on(t.sessionId),
    index('card_checkouts_intent').on(t.intentId),
    uniqueIndex('card_checkouts_payment').on(t.paymentId),
    check('card_checkouts_amount', sql`${t.amountCents} > 0`),
  ],
)

/** The charges that the family chose to pay; none where it pays everything due. */
export const checkoutCharges = pgTable(
  'checkout_charges',
  {
    checkoutId: uuid()
      .notNull()
      .references(() => cardCheckouts.id),
    chargeId: uuid()
      .notNull()
      .references(() => charges.id),
  },
  t => [primaryKey({ columns: [t.checkoutId, t.chargeId] }), index('checkout_charges_charge').on(t.chargeId)],
)

/** The provider's id of a refund that was requested. */
export const cardRefunds = pgTable(
  'card_refunds',
  {
    refundId: uuid()
      .primaryKey()
      .references(() => refunds.id),
    providerId: text().notNull(),
    createdAt: instant().notNull(),
  },
  t => [uniqueIndex('card_refunds_provider').on(t.providerId)],
)

/** Events of the provider that were processed, so that each counts once, however often it arrives. */
export const cardNews = pgTable(
  'card_news',
  { id: text().primaryKey(), type: text().notNull(), at: instant().notNull() },
  t => [index('card_news_at').on(t.at.desc())],
)

/** When an event last arrived that was not signed with the stored secret; one row at most. */
export const refusedNews = pgTable('refused_news', { id: text().primaryKey(), at: instant().notNull() })
