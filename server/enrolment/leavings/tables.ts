import { sql, type SQL } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { enrolmentTypes } from '#contract/values.plain.ts'
import { askedKinds, leavingKinds, leavingRequestStatuses, moneyWays } from '#contract/enrolment/leavings.ts'
import type { RefundPolicy } from '#contract/settings.ts'
import { cents, day, id, instant } from '#server/platform/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { persons } from '#server/access/users/tables.ts'

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
    /** Of it, asked for as a refund to the person who paid. */
    refundCents: cents().notNull().default(0),
    madeBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
  },
  t => [index('settled_withdrawals_made_by').on(t.madeBy), index('settled_withdrawals_to').on(t.toEnrolmentId)],
)

/** That a student came to take part in a class in another way, and what that came to. */
export const typeChanges = pgTable(
  'type_changes',
  {
    id: id(),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id),
    toType: text({ enum: enrolmentTypes }).notNull(),
    onDay: day().notNull(),
    /** What the family paid more; less than nothing where money came free. */
    differenceCents: cents().notNull(),
    /** Of it, asked for as a refund to the person who paid. */
    refundCents: cents().notNull(),
    madeBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
  },
  t => [index('type_changes_enrolment').on(t.enrolmentId, t.createdAt), index('type_changes_made_by').on(t.madeBy)],
)

/** A family's wish to leave or to change a class that the office has the word in. */
export const leavingRequests = pgTable(
  'leaving_requests',
  {
    id: id(),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id),
    kind: text({ enum: askedKinds }).notNull(),
    toSectionId: uuid().references(() => sections.id, { onDelete: 'cascade' }),
    /** Places that are left with it. */
    leaves: uuid()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The day that counts. */
    onDay: day().notNull(),
    back: text({ enum: moneyWays }).notNull(),
    leavesWaits: boolean().notNull(),
    note: text().notNull(),
    /** What was shown to the person who asked. */
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

/**
 * Whether the office was asked for the seat that is on offer to the place in line with this alias, as a condition: it
 * stays kept until the office has answered, unless the place that would be changed for it has ended.
 */
export const isAskedFor = (entry: string): SQL =>
  sql.raw(`exists (select 1 from leaving_requests q join enrolments qe on qe.id = q.enrolment_id
    where q.status = 'asked' and q.to_section_id = ${entry}.section_id and qe.student_id = ${entry}.student_id and qe.status in ('held','approval','active'))`)
