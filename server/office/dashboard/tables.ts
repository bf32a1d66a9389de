import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { recordFaultKinds } from '#contract/office/dashboard.plain.ts'
import { id, instant } from '#server/platform/tables.ts'

/** What the nightly check of seats, invoices, files and references found last. */
export const recordFaults = pgTable('record_faults', {
  id: id(),
  kind: text({ enum: recordFaultKinds }).notNull(),
  /** Where the row leads, and the record there. */
  target: text({ enum: ['class', 'student', 'account', 'jobs'] }).notNull(),
  targetId: uuid().notNull(),
  name: text().notNull(),
  foundAt: instant().notNull(),
})
