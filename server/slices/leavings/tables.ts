import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { leavingKinds, leavingRequestStatuses, moneyWays } from '#contract/leavings.ts'
import type { RefundPolicy } from '#contract/settings.ts'
import { cents, day, id, instant } from '#server/platform/tables.ts'
import { sections } from '#server/slices/classes/tables.ts'
import { enrolments } from '#server/slices/enrolments/tables.ts'
import { persons } from '#server/slices/users/tables.ts'

/** What a family got back that left or changed a class, by the rules of that day. Once for each enrolment. */
export const settledWithdrawals = pgTable(
  'settled_withdrawals',
  {
    enrolmentId: uuid()
      .primaryKey()
      .references(() => enrolments.id),
    kind: text({ enum: leavingKinds }).notNull().default('withdrawal'),
    /** The place that a transfer has led to. */
    toEnrolmentId: uuid().references(() => enrolments.id),
    onDay: day().notNull(),
    policy: jsonb().$type<RefundPolicy>().notNull(),
    feeCents: cents().notNull(),
    /** What the family was better off; of a transfer, what it paid more is less than nothing. */
    totalCents: cents().notNull(),
    /** Of it, asked for as a refund to whoever paid. */
    refundCents: cents().notNull().default(0),
    madeBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
  },
  t => [index('settled_withdrawals_made_by').on(t.madeBy), index('settled_withdrawals_to').on(t.toEnrolmentId)],
)

/** A family's wish to leave or to change a class that the office has the word in. */
export const leavingRequests = pgTable(
  'leaving_requests',
  {
    id: id(),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id),
    kind: text({ enum: leavingKinds }).notNull(),
    toSectionId: uuid().references(() => sections.id, { onDelete: 'cascade' }),
    /** The day that counts. */
    onDay: day().notNull(),
    back: text({ enum: moneyWays }).notNull(),
    leavesWaits: boolean().notNull(),
    note: text().notNull(),
    /** What was shown to whoever asked. */
    agreedCents: cents().notNull(),
    status: text({ enum: leavingRequestStatuses }).notNull(),
    requestedBy: uuid()
      .notNull()
      .references(() => persons.id),
    answeredBy: uuid().references(() => persons.id),
    answeredAt: instant(),
    answer: text().notNull().default(''),
    createdAt: instant().notNull(),
  },
  t => [
    uniqueIndex('leaving_requests_open')
      .on(t.enrolmentId)
      .where(sql`status = 'asked'`),
    index('leaving_requests_enrolment').on(t.enrolmentId),
    index('leaving_requests_status').on(t.status, t.createdAt, t.id),
    index('leaving_requests_to').on(t.toSectionId),
    index('leaving_requests_requested_by').on(t.requestedBy),
    index('leaving_requests_answered_by').on(t.answeredBy),
  ],
)
