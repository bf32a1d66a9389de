import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { recordFaultKinds } from '#contract/office/dashboard.plain.ts'
import { id, instant } from '#server/platform/tables.ts'

/** The faults of seats, invoices, files and references that the last nightly check found. */
export const recordFaults = pgTable('record_faults', {
  id: id(),
  kind: text({ enum: recordFaultKinds }).notNull(),
  /** The kind of page that the row links to, and the record there. */
  target: text({ enum: ['class', 'student', 'account', 'jobs'] }).notNull(),
  targetId: uuid().notNull(),
  name: text().notNull(),
  foundAt: instant().notNull(),
})
