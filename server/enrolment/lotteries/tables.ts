import { sql, type SQL } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type leftOutReasons, lotteryStatuses, togethers, undrawnLotteries } from '#contract/enrolment/lotteries.ts'
import { waitingPriorities } from '#contract/settings.ts'
import { hasStatus, id, instant, unrecorded } from '#server/platform/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { terms } from '#server/school/terms/tables.ts'

/** A lottery for seats. Secret, list and result are fixed step by step and never rewritten. */
export const lotteries = pgTable(
  'lotteries',
  {
    id: id(),
    termId: uuid()
      .notNull()
      .references(() => terms.id),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    status: text({ enum: lotteryStatuses }).notNull(),
    opensAt: instant().notNull(),
    closesAt: instant().notNull(),
    confirmHours: integer().notNull(),
    usesPriorities: boolean().notNull().default(false),
    /** The school's priorities at the time when entries closed. */
    priorities: text({ enum: waitingPriorities }).array().notNull().default([]),
    publicSource: text().notNull().default(''),
    /** Made when the lottery opens, and published with the drawing. */
    secret: text(),
    commitment: text(),
    fingerprint: text(),
    publicValue: text(),
    drawnAt: instant(),
    createdAt: instant().notNull(),
  },
  t => [
    index('lotteries_term').on(t.termId),
    index('lotteries_created').on(t.createdAt.desc(), t.id.desc()),
    check('lotteries_times', sql`${t.opensAt} < ${t.closesAt}`),
  ],
)
unrecorded(lotteries, 'secret')

export const lotterySections = pgTable(
  'lottery_sections',
  {
    lotteryId: uuid()
      .notNull()
      .references(() => lotteries.id, { onDelete: 'cascade' }),
    sectionId: uuid()
      .notNull()
      .references(() => sections.id),
    /** The class's letter in everything that is published. */
    code: text().notNull(),
    /** The number of seats drawn for; null before the drawing. */
    seats: integer(),
  },
  t => [
    primaryKey({ columns: [t.lotteryId, t.sectionId] }),
    uniqueIndex('lottery_sections_code').on(t.lotteryId, t.code),
    index('lottery_sections_section').on(t.sectionId),
  ],
)

/** A family in a lottery: one ticket for all of its children. */
export const lotteryTickets = pgTable(
  'lottery_tickets',
  {
    id: id(),
    lotteryId: uuid()
      .notNull()
      .references(() => lotteries.id, { onDelete: 'cascade' }),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    /** Identifies the family in everything that is published, without revealing when it entered. */
    number: integer().notNull(),
    together: text({ enum: togethers }).notNull(),
    /** The priority by the school's rules, set when entries close. */
    priority: integer().notNull().default(0),
    /** The position in the drawn order, from 1. */
    turn: integer(),
  },
  t => [
    uniqueIndex('lottery_tickets_number').on(t.lotteryId, t.number),
    // After the drawing, merging two families may leave one family with two tickets.
    uniqueIndex('lottery_tickets_family')
      .on(t.lotteryId, t.householdId)
      .where(sql`turn is null`),
    index('lottery_tickets_household').on(t.householdId),
  ],
)

/** A child in a lottery with its wishes, most wanted first. */
export const lotteryEntries = pgTable(
  'lottery_entries',
  {
    id: id(),
    ticketId: uuid()
      .notNull()
      .references(() => lotteryTickets.id, { onDelete: 'cascade' }),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    /** The child's number on the ticket, from 1. */
    place: integer().notNull(),
    /** Classes, most wanted first; once entries are closed, only those that count. */
    ranks: uuid().array().notNull(),
    /** Wishes that no longer fitted when entries closed. */
    leftOut: jsonb().$type<{ sectionId: string; reason: (typeof leftOutReasons)[number] }[]>().notNull().default([]),
    enteredAt: instant().notNull(),
    withdrawnAt: instant(),
    wonSectionId: uuid().references(() => sections.id),
    /** The drawn waitlist positions for classes that it wants more. */
    lines: jsonb().$type<{ sectionId: string; place: number }[]>().notNull().default([]),
  },
  t => [
    uniqueIndex('lottery_entries_place').on(t.ticketId, t.place),
    index('lottery_entries_student').on(t.studentId),
    index('lottery_entries_won').on(t.wonSectionId),
  ],
)

const isUndrawn = hasStatus('l', undrawnLotteries)

/**
 * The state of the class with the alias `section` in a lottery not drawn yet, as a column: `open` for entries, `shut`,
 * or null where it is in none.
 */
export const drawOf = (section: string, now: Date): SQL<'open' | 'shut' | null> => sql`(
  select case when l.status = 'open' and ${now.toISOString()}::timestamptz >= l.opens_at and ${now.toISOString()}::timestamptz < l.closes_at then 'open' else 'shut' end
  from lottery_sections d join lotteries l on l.id = d.lottery_id
  where d.section_id = ${sql.raw(section)}.id and ${isUndrawn} limit 1)`

/**
 * When entries open and close for the published lottery of the class with the alias `section`, as a JSON column; null
 * where there is none.
 */
export const drawDatesOf = (section: string): SQL => sql`(
  select json_build_object('opensAt', to_char(l.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closesAt', to_char(l.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from lottery_sections d join lotteries l on l.id = d.lottery_id
  where d.section_id = ${sql.raw(section)}.id and l.status in ('open','closed') limit 1)`

/**
 * Classes of lotteries not drawn yet that the student `student` (an SQL column) has wished for, as rows of one column
 * `section_id`.
 */
export const wishedIn = (student: SQL): SQL => sql`(
  select unnest(n.ranks) as section_id from lottery_entries n join lottery_tickets k on k.id = n.ticket_id join lotteries l on l.id = k.lottery_id
  where n.student_id = ${student} and n.withdrawn_at is null and ${isUndrawn})`

/**
 * A condition: true if the waitlist entry `w` was made by the drawing of the lottery with this alias. A class can be
 * drawn for again, and a child may have joined its waitlist without a lottery.
 */
export const isDrawnBy = (lottery: string): SQL => sql`w.joined_at = ${sql.raw(lottery)}.drawn_at`
