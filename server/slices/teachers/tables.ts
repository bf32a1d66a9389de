import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { persons } from '#server/slices/users/tables.ts'
import { instant } from '#server/platform/tables.ts'

/** A person who teaches; the id is the person's. */
export const teachers = pgTable('teachers', {
  id: uuid()
    .primaryKey()
    .references(() => persons.id),
  createdAt: instant().notNull(),
  archivedAt: instant(),
})
