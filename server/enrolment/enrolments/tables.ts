import { sql, type SQL } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { applicationStatuses } from '#contract/enrolment/applications.ts'
import {
  enrolmentStatuses,
  officeReasons,
  seatedEnrolments,
  standingEntries,
  waitlistStatuses,
  type Draft,
} from '#contract/enrolment/enrolments.ts'
import { enrolmentTypes } from '#contract/values.plain.ts'
import { waitingPriorities } from '#contract/settings.ts'
import { hasStatus, id, instant } from '#server/platform/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { isLive, persons } from '#server/access/users/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { terms } from '#server/school/terms/tables.ts'

/** The registration that an account has begun and not sent. */
export const drafts = pgTable(
  'drafts',
  {
    accountId: uuid()
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    draft: jsonb().$type<Draft>().notNull(),
    version: integer().notNull(),
    /** The open page that saved last; another page may not overwrite what it has not read. */
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
    /** Distinguishes a repeated submission of the same draft from a new one. */
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

/** A seat in the cart of someone who is registering. It is no longer counted once `expiresAt` has passed. */
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
    /** The child of the draft whose seat it is. */
    childKey: text().notNull(),
    heldAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** True once the family has asked for more time, which it can do once. */
    isExtended: boolean().notNull().default(false),
  },
  t => [
    uniqueIndex('seat_holds_once').on(t.accountId, t.sectionId, t.childKey),
    index('seat_holds_section').on(t.sectionId, t.expiresAt),
  ],
)

/**
 * The carts of the last day. A cart continues after it is emptied, so that emptying it doesn't start another period of
 * holding, and the school can limit how many an account begins.
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
    /** The network that the cart was begun from, for families that weren't on file; null for all others. */
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
    /** `audit` is taking part without marks. Guests of a day have no enrolment. */
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
    // They are few, and the settings count them.
    index('enrolments_audit')
      .on(t.sectionId)
      .where(sql`type = 'audit'`),
    index('enrolments_registration').on(t.registrationId),
  ],
)

/** The exchange about an enrolment that needs the office's approval, from registration to decision. */
export const applications = pgTable(
  'applications',
  {
    enrolmentId: uuid()
      .primaryKey()
      .references(() => enrolments.id, { onDelete: 'cascade' }),
    status: text({ enum: applicationStatuses }).notNull(),
    /** Why it needed approval, by the rules at that time. */
    reasons: text({ enum: officeReasons }).array().notNull().default([]),
    /** The promo code entered with it that has reduced nothing yet: it is priced and counted on approval. */
    promoCode: text().notNull().default(''),
    /** The family's own note. */
    note: text().notNull().default(''),
    question: text().notNull().default(''),
    askedBy: uuid().references(() => persons.id),
    askedAt: instant(),
    answer: text().notNull().default(''),
    answeredAt: instant(),
    /** The school's note to the family with its refusal. */
    refusal: text().notNull().default(''),
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
    /** Higher goes first; ties go by the time of joining. */
    priority: integer().notNull().default(0),
    /** The reasons for the priority, by the rule at that time. */
    reasons: text({ enum: waitingPriorities }).array().notNull().default([]),
    joinedAt: instant().notNull(),
    offeredAt: instant(),
    /** When an unanswered offer passes to the next on the waitlist; null where it does not expire. */
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

/** A condition: true if the enrolment with this alias takes a seat. */
export const takesSeat = (alias: string): SQL => hasStatus(alias, seatedEnrolments)
/** The same for the enrolment `e`. */
export const isSeated: SQL = takesSeat('e')
/** A condition: true while the waitlist entry with this alias waits or has an offer. */
export const isOnWaitlist = (alias: string): SQL => hasStatus(alias, standingEntries)

/** The order of a waitlist: entries with an offer, then by priority, then by the time of joining. */
export const waitingOrder = (entry: string): SQL =>
  sql.raw(`${entry}.status <> 'offered', -${entry}.priority, ${entry}.joined_at, ${entry}.id`)

/** The position of the waitlist entry `w`, which is waiting or offered a seat, as a column: 1 is next. */
export const waitingPosition: SQL<number> = sql<number>`(
  select 1 + count(*)::int from waitlist_entries o where o.section_id = w.section_id and ${isOnWaitlist('o')}
    and (${waitingOrder('o')}) < (${waitingOrder('w')}))`

/**
 * A condition: true if the student of the enrolment with this alias is in its class, or was until the class ended. After
 * a child has left, the family keeps reading published grades and homework that was turned in, and nothing is added.
 */
export const isEnrolled = (alias: string): SQL => hasStatus(alias, ['active', 'completed'])
/** A condition: true if a student is enrolled in a class or on its waitlist. */
export const isInOrWaits = (student: SQL, section: SQL): SQL<boolean> => sql<boolean>`(
  exists (select 1 from enrolments e where e.student_id = ${student} and e.section_id = ${section} and ${isSeated})
  or exists (select 1 from waitlist_entries w where w.student_id = ${student} and w.section_id = ${section} and ${isOnWaitlist('w')}))`

const countOf = (what: SQL): SQL<number> => sql<number>`(select count(*)::int from ${what})`

/** The number of seats of the class with the alias `section` that are taken, as a column. */
export const seatedIn = (section: string): SQL<number> =>
  countOf(sql`enrolments e where e.section_id = ${sql.raw(section)}.id and ${isSeated}`)

/** The number of waitlist entries of the class with the alias `section`, including those with an offer, as a column. */
export const waitingIn = (section: string): SQL<number> =>
  countOf(sql`waitlist_entries w where w.section_id = ${sql.raw(section)}.id and ${isOnWaitlist('w')}`)

/** The number of seats of the class with the alias `section` on offer, as a column. */
export const offeredIn = (section: string): SQL<number> =>
  countOf(sql`waitlist_entries w where w.section_id = ${sql.raw(section)}.id and w.status = 'offered'`)

/**
 * The number of seats of the class with the alias `section` in carts at an instant, except those of one account, as a
 * column.
 */
export const heldIn = (section: string, now: Date, exceptAccountId: string | null = null): SQL<number> => sql<number>`(
  select count(*)::int from seat_holds h where h.section_id = ${sql.raw(section)}.id and h.expires_at > ${now.toISOString()}::timestamptz
    and (${exceptAccountId}::uuid is null or h.account_id <> ${exceptAccountId}::uuid))`

/**
 * `seatsLeft` of the class with the alias `section`, as a column. `taken` is `seatedIn`, where a statement has counted
 * it already.
 */
export const seatsLeftIn = (section: string, now: Date, taken: SQL = seatedIn(section)): SQL<number> =>
  sql<number>`(${sql.raw(section)}.capacity - ${taken} - ${offeredIn(section)} - ${heldIn(section, now)})`

/**
 * The number of seats of the class with the alias `section` that are neither taken, nor offered, nor in a cart, as a
 * column. `taken` as above.
 */
export const freeSeatsIn = (section: string, now: Date, taken?: SQL): SQL<number> =>
  sql<number>`greatest(0, ${seatsLeftIn(section, now, taken)})`

/** Free seats of the class with the alias `section` beyond those that its waitlist will take, as a column. */
export const unclaimedSeatsIn = (section: string, now: Date): SQL<number> =>
  sql<number>`(${freeSeatsIn(section, now)} - (${waitingIn(section)} - ${offeredIn(section)}))`

/**
 * What each priority means for a student (contract/settings.plain.ts), as a condition in a statement that names the
 * class `s`, its course `c` and its term `t`. Waitlists and lotteries order by it.
 */
export const priorityFacts: Record<(typeof waitingPriorities)[number], (student: SQL) => SQL> = {
  sibling: student => sql`exists (
    select 1 from students me join students sib on sib.household_id = me.household_id and sib.id <> me.id
      join enrolments e on e.student_id = sib.id and (e.status = 'held' or ${isEnrolled('e')})
      join sections x on x.id = e.section_id and x.term_id = t.id join courses xc on xc.id = x.course_id
    where me.id = ${student} and (x.id = s.id or xc.programme_id = c.programme_id))`,
  returning: student => sql`exists (
    select 1 from enrolments e join sections x on x.id = e.section_id join terms xt on xt.id = x.term_id
    where e.student_id = ${student} and (e.status = 'transferred' or ${isEnrolled('e')}) and xt.starts_on < t.starts_on)`,
  staff: student => sql`exists (
    select 1 from guardianships g join role_grants r on r.person_id = g.guardian_id
    where g.student_id = ${student} and r.role in ('admin','teacher') and ${isLive('r')})`,
}
