import { sql } from 'drizzle-orm'
import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { day, id, instant } from '#server/platform/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** Parents who help with one class, with first and last day in the school's calendar. Rows are ended, never removed. */
export const roomParents = pgTable(
  'room_parents',
  {
    id: id(),
    sectionId: uuid()
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    fromOn: day().notNull(),
    /** The last day; null if open-ended. */
    toOn: day(),
    appointedBy: uuid().references(() => persons.id),
    /** When the office ended it before its last day, or without one. */
    endedAt: instant(),
  },
  t => [
    uniqueIndex('room_parents_live')
      .on(t.sectionId, t.personId)
      .where(sql`ended_at is null`),
    index('room_parents_person').on(t.personId),
    index('room_parents_appointed_by').on(t.appointedBy),
  ],
)
