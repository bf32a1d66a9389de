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
import { id, instant, unrecorded } from '#server/platform/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { terms } from '#server/school/terms/tables.ts'

/** A draw for seats. What it is drawn from is fixed step by step and never rewritten: secret, list, result. */
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
    /** The school's priorities as they were when entries closed. */
    priorities: text({ enum: waitingPriorities }).array().notNull().default([]),
    publicSource: text().notNull().default(''),
    /** Made when it opens, published with the draw. */
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
    /** Its letter in everything that is published. */
    code: text().notNull(),
    /** The seats that were drawn for; null before the draw. */
    seats: integer(),
  },
  t => [
    primaryKey({ columns: [t.lotteryId, t.sectionId] }),
    uniqueIndex('lottery_sections_code').on(t.lotteryId, t.code),
    index('lottery_sections_section').on(t.sectionId),
  ],
)

/** A family in a lottery: one ticket, however many children. */
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
    /** Stands for the family in everything that is published; says nothing of when it came. */
    number: integer().notNull(),
    together: text({ enum: togethers }).notNull(),
    /** By the school's priorities, once entries are closed. */
    priority: integer().notNull().default(0),
    /** The place in the drawn order, from 1. */
    turn: integer(),
  },
  t => [
    uniqueIndex('lottery_tickets_number').on(t.lotteryId, t.number),
    // Of a draw that is over two tickets may have become one family's.
    uniqueIndex('lottery_tickets_family')
      .on(t.lotteryId, t.householdId)
      .where(sql`turn is null`),
    index('lottery_tickets_household').on(t.householdId),
  ],
)

/** A child in a lottery with its wishes, the dearest first. */
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
    /** Its place among the children of the ticket, from 1. */
    place: integer().notNull(),
    /** Classes, the dearest first; once entries are closed those that count. */
    ranks: uuid().array().notNull(),
    /** Wishes that did not fit any more when entries closed. */
    leftOut: jsonb().$type<{ sectionId: string; reason: (typeof leftOutReasons)[number] }[]>().notNull().default([]),
    enteredAt: instant().notNull(),
    withdrawnAt: instant(),
    wonSectionId: uuid().references(() => sections.id),
    /** The line of each class that it would rather have, as it was drawn. */
    lines: jsonb().$type<{ sectionId: string; place: number }[]>().notNull().default([]),
  },
  t => [
    uniqueIndex('lottery_entries_place').on(t.ticketId, t.place),
    index('lottery_entries_student').on(t.studentId),
    index('lottery_entries_won').on(t.wonSectionId),
  ],
)

const undrawn = sql.raw(undrawnLotteries.map(status => `'${status}'`).join(', '))

/** How the class with the alias `section` stands in a draw that is to come, as a column: `open` to enter, `shut`, or null. */
export const drawOf = (section: string, now: Date): SQL<'open' | 'shut' | null> => sql`(
  select case when l.status = 'open' and ${now.toISOString()}::timestamptz >= l.opens_at and ${now.toISOString()}::timestamptz < l.closes_at then 'open' else 'shut' end
  from lottery_sections d join lotteries l on l.id = d.lottery_id
  where d.section_id = ${sql.raw(section)}.id and l.status in (${undrawn}) limit 1)`

/** When one enters the published draw that gives the seats of the class with the alias `section`, as a JSON column; null where none does. */
export const drawDatesOf = (section: string): SQL => sql`(
  select json_build_object('opensAt', to_char(l.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closesAt', to_char(l.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from lottery_sections d join lotteries l on l.id = d.lottery_id
  where d.section_id = ${sql.raw(section)}.id and l.status in ('open','closed') limit 1)`

/** Classes of a draw to come that the student `student` (an SQL column) has wished for, as rows of one column `section_id`. */
export const wishedIn = (student: SQL): SQL => sql`(
  select unnest(n.ranks) as section_id from lottery_entries n join lottery_tickets k on k.id = n.ticket_id join lotteries l on l.id = k.lottery_id
  where n.student_id = ${student} and n.withdrawn_at is null and l.status in (${undrawn}))`
