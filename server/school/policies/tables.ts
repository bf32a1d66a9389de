import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { policyAnswers } from '#contract/school/policies.ts'
import { id, instant } from '#server/platform/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/**
 * The policies that families are asked to sign. `kind` is a word that Lantern acts on, or an id for the school's own.
 */
export const policies = pgTable('policies', {
  kind: text().primaryKey(),
  answer: text({ enum: policyAnswers }).notNull(),
  title: text().notNull(),
  nativeTitle: text().notNull().default(''),
  position: integer().notNull(),
  createdAt: instant().notNull(),
  archivedAt: instant(),
})

/**
 * A version of a policy's text. Rows are added, never changed, so that a signature always refers to the text that was
 * signed.
 */
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
    /** True if families that signed an earlier version have to sign again. */
    asksAgain: boolean().notNull(),
    publishedBy: uuid().references(() => persons.id),
    publishedAt: instant().notNull(),
  },
  t => [
    uniqueIndex('policy_versions_number').on(t.kind, t.number.desc()),
    index('policy_versions_published_by').on(t.publishedBy),
  ],
)
