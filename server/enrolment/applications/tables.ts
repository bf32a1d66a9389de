import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { applicationStatuses } from '#contract/enrolment/applications.ts'
import { officeReasons } from '#contract/enrolment/enrolments.ts'
import { instant } from '#server/platform/tables.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** What is said about an enrolment that waits for the office's word, from the registration to the decision. */
export const applications = pgTable(
  'applications',
  {
    enrolmentId: uuid()
      .primaryKey()
      .references(() => enrolments.id, { onDelete: 'cascade' }),
    status: text({ enum: applicationStatuses }).notNull(),
    /** Why it came before the office, by the rules that held then. */
    reasons: text({ enum: officeReasons }).array().notNull().default([]),
    /** The promo code that was typed with it and took nothing off yet: it is priced and counted with the approval. */
    promoCode: text().notNull().default(''),
    /** The family's own word. */
    note: text().notNull().default(''),
    question: text().notNull().default(''),
    askedBy: uuid().references(() => persons.id),
    askedAt: instant(),
    answer: text().notNull().default(''),
    answeredAt: instant(),
    decidedBy: uuid().references(() => persons.id),
    decidedAt: instant(),
  },
  t => [index('applications_asked_by').on(t.askedBy), index('applications_decided_by').on(t.decidedBy)],
)
