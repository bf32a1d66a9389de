import { sql, type SQL } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { enrolmentTypes } from '#contract/values.plain.ts'
import { askedKinds, leavingKinds, leavingRequestStatuses, moneyWays } from '#contract/enrolment/leavings.ts'
import type { RefundPolicy } from '#contract/settings.ts'
import { cents, day, id, instant } from '#server/platform/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { hasSpot } from '#server/people/students/tables.ts'

/** What a family got back for leaving or changing a class, by the rules of that day. At most one row per enrolment. */
export const settledWithdrawals = pgTable(
  'settled_withdrawals',
  {
    enrolmentId: uuid()
      .primaryKey()
      .references(() => enrolments.id),
    kind: text({ enum: leavingKinds }).notNull().default('withdrawal'),
    /** The enrolment that a transfer led to. */
    toEnrolmentId: uuid().references(() => enrolments.id),
    onDay: day().notNull(),
    policy: jsonb().$type<RefundPolicy>().notNull(),
    feeCents: cents().notNull(),
    /** The net gain of the family in cents; negative where a transfer cost it more. */
    totalCents: cents().notNull(),
    /** The part of it requested as a refund to the payer. */
    refundCents: cents().notNull().default(0),
    madeBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
  },
  t => [index('settled_withdrawals_made_by').on(t.madeBy), index('settled_withdrawals_to').on(t.toEnrolmentId)],
)

/** A change of how a student takes part in a class, and its price. */
export const typeChanges = pgTable(
  'type_changes',
  {
    id: id(),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id),
    toType: text({ enum: enrolmentTypes }).notNull(),
    onDay: day().notNull(),
    /** What the family pays more, in cents; negative where money was freed. */
    differenceCents: cents().notNull(),
    /** The part of the freed money requested as a refund to the payer. */
    refundCents: cents().notNull(),
    madeBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
  },
  t => [index('type_changes_enrolment').on(t.enrolmentId, t.createdAt), index('type_changes_made_by').on(t.madeBy)],
)

/** A family's request to leave or change a class, which the office decides. */
export const leavingRequests = pgTable(
  'leaving_requests',
  {
    id: id(),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id),
    kind: text({ enum: askedKinds }).notNull(),
    toSectionId: uuid().references(() => sections.id, { onDelete: 'cascade' }),
    /** Other places that end with it. */
    leaves: uuid()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The effective day. */
    onDay: day().notNull(),
    back: text({ enum: moneyWays }).notNull(),
    leavesWaits: boolean().notNull(),
    note: text().notNull(),
    /** The amount shown to the person who asked. */
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

/** True where the office hasn't answered a request about one of the student's places yet, as a condition. */
export const hasAsked = (student: SQL): SQL =>
  sql`exists (select 1 from leaving_requests q join enrolments qe on qe.id = q.enrolment_id
    where q.status = 'asked' and qe.student_id = ${student} and ${hasSpot('qe')})`

/**
 * True where the office was asked about the seat on offer to the waitlist entry with this alias, as a condition. The
 * seat is kept until the office answers, unless the place to be changed for it has ended.
 */
export const isAskedFor = (entry: string): SQL =>
  sql`exists (select 1 from leaving_requests q join enrolments qe on qe.id = q.enrolment_id
    where q.status = 'asked' and q.to_section_id = ${sql.raw(entry)}.section_id and qe.student_id = ${sql.raw(entry)}.student_id and ${hasSpot('qe')})`
