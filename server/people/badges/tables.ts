import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#server/access/identity/tables.ts'
import { instant, unrecorded } from '#server/platform/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/**
 * A student's badge: a printed code that signs in to the student's own view, without an email address. A new badge
 * replaces the old one in the same row. The account stays, so that work handed in still belongs to the student.
 */
export const badges = pgTable(
  'badges',
  {
    studentId: uuid()
      .primaryKey()
      .references(() => students.id),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code. Only the printed badge has the code itself. */
    codeHash: text().notNull(),
    madeBy: uuid().references(() => persons.id),
    madeAt: instant().notNull(),
    /** From this time on it signs nobody in. */
    endedAt: instant(),
  },
  t => [
    uniqueIndex('badges_account').on(t.accountId),
    uniqueIndex('badges_code').on(t.codeHash),
    index('badges_made_by').on(t.madeBy),
  ],
)
unrecorded(badges, 'codeHash')
