import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { day, id, instant } from '#server/platform/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/**
 * Families that the office exempted from duty, from the first day of one duty year to the last day of one, or
 * indefinitely.
 */
export const dutyExemptions = pgTable(
  'duty_exemptions',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    fromOn: day().notNull(),
    /** The last day; null if indefinite. */
    toOn: day(),
    reason: text().notNull(),
    madeBy: uuid().references(() => persons.id),
    madeAt: instant().notNull(),
    /** When it was revoked before it covered a whole year. It then applies to no year. */
    takenBackAt: instant(),
  },
  t => [index('duty_exemptions_household').on(t.householdId, t.fromOn), index('duty_exemptions_made_by').on(t.madeBy)],
)
