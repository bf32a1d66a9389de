import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { RecordEntry } from '#contract/people/confirmations.ts'
import { day, id, instant } from '#server/platform/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** A round in which every family is asked whether its record is still correct. At most one is open. */
export const confirmationRounds = pgTable(
  'confirmation_rounds',
  {
    id: id(),
    dueOn: day().notNull(),
    startedAt: instant().notNull(),
    startedBy: uuid().references(() => persons.id),
    endedAt: instant(),
  },
  t => [
    index('confirmation_rounds_started_at').on(t.startedAt.desc()),
    index('confirmation_rounds_started_by').on(t.startedBy),
    uniqueIndex('confirmation_rounds_open')
      .on(sql`(ended_at is null)`)
      .where(sql`ended_at is null`),
  ],
)

/** A family in a round: its record when asked, and when it was confirmed. */
export const confirmations = pgTable(
  'confirmations',
  {
    roundId: uuid()
      .notNull()
      .references(() => confirmationRounds.id, { onDelete: 'cascade' }),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    before: jsonb().$type<RecordEntry[]>().notNull(),
    after: jsonb().$type<RecordEntry[]>(),
    /** The number of entries that had changed when it was confirmed. */
    changes: integer().notNull().default(0),
    confirmedBy: uuid().references(() => persons.id),
    confirmedAt: instant(),
    remindedAt: instant(),
  },
  t => [
    primaryKey({ columns: [t.roundId, t.householdId] }),
    index('confirmations_household').on(t.householdId),
    index('confirmations_confirmed_by').on(t.confirmedBy),
  ],
)
