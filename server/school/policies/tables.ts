import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { policyAnswers } from '#contract/school/policies.ts'
import { id, instant } from '#server/platform/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** What the school asks families to sign; `kind` is a word that the school acts upon, or an id for its own. */
export const policies = pgTable('policies', {
  kind: text().primaryKey(),
  answer: text({ enum: policyAnswers }).notNull(),
  title: text().notNull(),
  nativeTitle: text().notNull().default(''),
  position: integer().notNull(),
  createdAt: instant().notNull(),
  archivedAt: instant(),
})

/** The text of a policy at a time. Rows are added, never changed, so that a signature always finds what was signed. */
export const policyVersions = pgTable(
  'policy_versions',
  {
    id: id(),
    kind: text()
      .notNull()
      .references(() => policies.kind),
    number: integer().notNull(),
    text: text().notNull(),
    nativeText: text().notNull().default(''),
    /** Whether families that signed an earlier version have to sign again. */
    asksAgain: boolean().notNull(),
    publishedBy: uuid().references(() => persons.id),
    publishedAt: instant().notNull(),
  },
  t => [
    uniqueIndex('policy_versions_number').on(t.kind, t.number.desc()),
    index('policy_versions_published_by').on(t.publishedBy),
  ],
)
