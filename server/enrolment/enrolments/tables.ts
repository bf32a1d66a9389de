import { sql, type SQL } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { applicationStatuses } from '#contract/enrolment/applications.ts'
import {
  enrolmentStatuses,
  officeReasons,
  seatedEnrolments,
  waitlistStatuses,
  type Draft,
} from '#contract/enrolment/enrolments.ts'
import { enrolmentTypes } from '#contract/values.plain.ts'
import { waitingPriorities } from '#contract/settings.ts'
import { id, instant } from '#server/platform/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { terms } from '#server/school/terms/tables.ts'

/** What a family has typed so far. */
export const drafts = pgTable(
  'drafts',
  {
    accountId: uuid()
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    draft: jsonb().$type<Draft>().notNull(),
    version: integer().notNull(),
    /** The open page that saved last: another one may not overwrite what it has not seen. */
    savedBy: text().notNull().default(''),
    startedAt: instant()
      .notNull()
      .default(sql`now()`),
    savedAt: instant().notNull(),
    /** When the office last asked whether the family wants help to finish. */
    remindedAt: instant(),
  },
  t => [index('drafts_saved_at').on(t.savedAt, t.accountId)],
)

/** A family's submitted registration for a term. */
export const registrations = pgTable(
  'registrations',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    termId: uuid()
      .notNull()
      .references(() => terms.id),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    status: text({ enum: ['submitted', 'completed'] }).notNull(),
    /** Tells a second submission of the same draft from a new one. */
    fingerprint: text().notNull(),
    answer: jsonb().notNull(),
    submittedAt: instant().notNull(),
  },
  t => [
    index('registrations_household').on(t.householdId),
    index('registrations_term').on(t.termId),
    uniqueIndex('registrations_fingerprint').on(t.accountId, t.termId, t.fingerprint),
  ],
)

/** A seat in the cart of somebody who is registering. It frees itself: past `expiresAt` nobody counts it any more. */
export const seatHolds = pgTable(
  'seat_holds',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    sectionId: uuid()
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    /** The child of the draft that it is for. */
    childKey: text().notNull(),
    heldAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** The family has asked for more time, which it can do once. */
    isExtended: boolean().notNull().default(false),
  },
  t => [
    uniqueIndex('seat_holds_once').on(t.accountId, t.sectionId, t.childKey),
    index('seat_holds_section').on(t.sectionId, t.expiresAt),
  ],
)

/**
 * The carts of the last day. A cart goes on after it has been emptied, so that emptying it doesn't begin another
 * fifteen minutes, and the school sees how many an account has begun.
 */
export const carts = pgTable(
  'carts',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    begunAt: instant().notNull(),
    expiresAt: instant().notNull(),
    isExtended: boolean().notNull().default(false),
    /** Whose family the school didn't know when it began: the network it came from; null for all others. */
    network: text(),
  },
  t => [index('carts_account').on(t.accountId, t.begunAt), index('carts_network').on(t.network, t.expiresAt)],
)

/** A student's place in a class. Rows move through their states and are never rewritten. */
export const enrolments = pgTable(
  'enrolments',
  {
    id: id(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    sectionId: uuid()
      .notNull()
      .references(() => sections.id),
    registrationId: uuid().references(() => registrations.id),
    /** `audit` is in the class without marks. Guests of a day have no enrolment. */
    type: text({ enum: enrolmentTypes }).notNull().default('regular'),
    status: text({ enum: enrolmentStatuses }).notNull(),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  t => [
    uniqueIndex('enrolments_seat')
      .on(t.studentId, t.sectionId)
      .where(sql`status in ('held','approval','active','completed')`),
    index('enrolments_student').on(t.studentId),
    index('enrolments_section').on(t.sectionId, t.status),
    // They are few, and the settings ask how many there are.
    index('enrolments_audit')
      .on(t.sectionId)
      .where(sql`type = 'audit'`),
    index('enrolments_registration').on(t.registrationId),
  ],
)

/** What is said about an enrolment that waits for the office's word, from the registration to the decision. */
export const applications = pgTable(
  'applications',
  {
    enrolmentId: uuid()
      .primaryKey()
      .references(() => enrolments.id, { onDelete: 'cascade' }),
    status: text({ enum: applicationStatuses }).notNull(),
    /** Why it came before the office, by the rules that held then. */
    reasons: text({ enum: officeReasons }).array().notNull().default([]),
    /** The promo code that was typed with it and took nothing off yet: it is priced and counted with the approval. */
    promoCode: text().notNull().default(''),
    /** The family's own word. */
    note: text().notNull().default(''),
    question: text().notNull().default(''),
    askedBy: uuid().references(() => persons.id),
    askedAt: instant(),
    answer: text().notNull().default(''),
    answeredAt: instant(),
    decidedBy: uuid().references(() => persons.id),
    decidedAt: instant(),
  },
  t => [index('applications_asked_by').on(t.askedBy), index('applications_decided_by').on(t.decidedBy)],
)

export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: id(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    sectionId: uuid()
      .notNull()
      .references(() => sections.id),
    registrationId: uuid().references(() => registrations.id),
    status: text({ enum: waitlistStatuses }).notNull(),
    /** Higher goes first; then who joined earlier. */
    priority: integer().notNull().default(0),
    /** Why it is so, by the rule that held then. */
    reasons: text({ enum: waitingPriorities }).array().notNull().default([]),
    joinedAt: instant().notNull(),
    offeredAt: instant(),
    /** An offer that is not answered by then passes to the next in line; null where it does not lapse. */
    expiresAt: instant(),
    answeredAt: instant(),
  },
  t => [
    uniqueIndex('waitlist_entries_live')
      .on(t.studentId, t.sectionId)
      .where(sql`status in ('waiting','offered')`),
    index('waitlist_entries_section').on(t.sectionId, t.status, t.priority.desc(), t.joinedAt),
    index('waitlist_entries_registration').on(t.registrationId),
  ],
)

/** The order of a waitlist: those with an offer, then by priority, then who joined earlier. */
export const waitingOrder = (entry: string): SQL =>
  sql.raw(`${entry}.status <> 'offered', -${entry}.priority, ${entry}.joined_at, ${entry}.id`)

/** The place in line of the waitlist entry `w`, which is waiting or offered a seat, as a column: 1 is next. */
export const waitingPosition: SQL<number> = sql<number>`(
  select 1 + count(*)::int from waitlist_entries o where o.section_id = w.section_id and o.status in ('waiting','offered')
    and (${waitingOrder('o')}) < (${waitingOrder('w')}))`

/** Whether the enrolment `e` takes a seat, as a condition. */
export const isSeated: SQL = sql.raw(`e.status in (${seatedEnrolments.map(status => `'${status}'`).join(', ')})`)

const countOf = (what: SQL): SQL<number> => sql<number>`(select count(*)::int from ${what})`

/** How many seats of the class with the alias `section` are taken, as a column. */
export const seatedIn = (section: string): SQL<number> =>
  countOf(sql`enrolments e where e.section_id = ${sql.raw(section)}.id and ${isSeated}`)

/** How many are in line for the class with the alias `section`, with those who have an offer, as a column. */
export const waitingIn = (section: string): SQL<number> =>
  countOf(sql`waitlist_entries w where w.section_id = ${sql.raw(section)}.id and w.status in ('waiting','offered')`)

/** How many seats of the class with the alias `section` are offered to somebody in line, as a column. */
export const offeredIn = (section: string): SQL<number> =>
  countOf(sql`waitlist_entries w where w.section_id = ${sql.raw(section)}.id and w.status = 'offered'`)

/**
 * How many seats of the class with the alias `section` lie in carts at an instant, but for those of one account, as a
 * column.
 */
export const heldIn = (section: string, now: Date, exceptAccountId: string | null = null): SQL<number> => sql<number>`(
  select count(*)::int from seat_holds h where h.section_id = ${sql.raw(section)}.id and h.expires_at > ${now.toISOString()}::timestamptz
    and (${exceptAccountId}::uuid is null or h.account_id <> ${exceptAccountId}::uuid))`

/** `seatsLeft` of the class with the alias `section`, as a column. */
export const seatsLeftIn = (section: string, now: Date): SQL<number> =>
  sql<number>`(${sql.raw(section)}.capacity - ${seatedIn(section)} - ${offeredIn(section)} - ${heldIn(section, now)})`

/** How many seats of the class with the alias `section` are neither taken, nor offered, nor in a cart, as a column. */
export const freeSeatsIn = (section: string, now: Date): SQL<number> =>
  sql<number>`greatest(0, ${seatsLeftIn(section, now)})`

/** Free seats of the class with the alias `section` beyond those that the people in line will take, as a column. */
export const unclaimedSeatsIn = (section: string, now: Date): SQL<number> =>
  sql<number>`(${freeSeatsIn(section, now)} - (${waitingIn(section)} - ${offeredIn(section)}))`
