import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { day, id, instant } from '#server/platform/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** Families that the office let off their duty, from the first day of one duty year to the last of one, or for good. */
export const dutyExemptions = pgTable(
  'duty_exemptions',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    fromOn: day().notNull(),
    /** Its last day; null for good. */
    toOn: day(),
    reason: text().notNull(),
    madeBy: uuid().references(() => persons.id),
    madeAt: instant().notNull(),
    /** When it was taken back before it counted for a whole year; it counts for none then. */
    takenBackAt: instant(),
  },
  t => [index('duty_exemptions_household').on(t.householdId, t.fromOn), index('duty_exemptions_made_by').on(t.madeBy)],
)
