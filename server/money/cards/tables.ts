import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { checkoutFailures, checkoutStatuses } from '#contract/money/cards.ts'
import { cents, id, instant } from '#server/platform/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { charges, payments, refunds } from '#server/money/payments/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** A payment by card from the press of the button to the money. */
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
    /** ISO 4217, as it was asked for: the school's own at that time. */
    currency: text().notNull(),
    /** The provider's names of the session and of the payment within it; null until it has told them. */
    sessionId: text(),
    intentId: text(),
    /** The provider's page. */
    url: text().notNull().default(''),
    failure: text({ enum: checkoutFailures }),
    /** What the provider said of a failure. */
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

/** What the family chose to pay; none where it pays all that is due. */
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

/** How the provider names a refund that it was asked for. */
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

/** News of the provider that was taken in: each counts once, however often it comes. */
export const cardNews = pgTable(
  'card_news',
  { id: text().primaryKey(), type: text().notNull(), at: instant().notNull() },
  t => [index('card_news_at').on(t.at.desc())],
)

/** When news last came that were not signed with the kept secret; one row at most. */
export const refusedNews = pgTable('refused_news', { id: text().primaryKey(), at: instant().notNull() })
