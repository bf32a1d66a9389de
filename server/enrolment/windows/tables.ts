import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { audiences, namedAudiences } from '#contract/enrolment/windows.ts'
import { id, instant } from '#server/platform/tables.ts'
import { terms } from '#server/school/terms/tables.ts'

/** When registration for a term opens to an audience. */
export const registrationWindows = pgTable(
  'registration_windows',
  {
    id: id(),
    termId: uuid()
      .notNull()
      .references(() => terms.id, { onDelete: 'cascade' }),
    audience: text({ enum: audiences }).notNull(),
    opensAt: instant().notNull(),
  },
  t => [uniqueIndex('registration_windows_once').on(t.termId, t.audience)],
)

/**
 * People named as members of an audience of a term: room parents with the staff, or families from a list made before
 * Lantern.
 */
export const windowAddresses = pgTable(
  'window_addresses',
  {
    id: id(),
    termId: uuid()
      .notNull()
      .references(() => terms.id, { onDelete: 'cascade' }),
    audience: text({ enum: namedAudiences }).notNull(),
    email: text().notNull(),
  },
  t => [uniqueIndex('window_addresses_once').on(t.termId, t.email, t.audience)],
)
