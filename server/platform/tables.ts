import { sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  type PgTable,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { newId } from './ids.ts'

/** A primary key: UUID version 7 made here, so that a row's id is known before it is written. */
export const id = () => uuid().primaryKey().$defaultFn(newId)
/** An instant in UTC, to the millisecond, which is what JavaScript and the keys of pages can hold. */
export const instant = (column = '') => timestamp(column, { withTimezone: true, mode: 'date', precision: 3 })
/** An instant as a column of statements written in SQL, in the form that the contract's answers have (RFC 3339). */
export const asInstant = (column: SQL): SQL =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** A calendar day as 'YYYY-MM-DD'. */
export const day = customType<{ data: string }>({ dataType: () => 'date' })
/** Whole minor units. */
export const cents = customType<{ data: number; driverData: number }>({ dataType: () => 'bigint' })

const leftOut = new Map<PgTable, 'all' | readonly string[]>()

/**
 * Keeps a table out of batches, or some of its columns: no copy is made of what is written there, and undoing a batch
 * leaves it alone. Stands beside every table that holds keys or secrets, or what is only technical. A row with columns
 * that are left out can't be brought back once it is gone. `migrate` tells the database.
 */
export const unrecorded = <T extends PgTable>(
  table: T,
  ...columns: readonly (keyof T['_']['columns'] & string)[]
): void => {
  leftOut.set(table, columns.length > 0 ? columns.map(toSnakeCase) : 'all')
}
/** What of a table takes no part in batches: all of it, or some columns by their names in the database. */
export const leftOutOf = (table: PgTable): 'all' | readonly string[] | undefined => leftOut.get(table)

/** One row per write that was answered: the same operation id gets the first answer again. */
export const operations = pgTable(
  'operations',
  {
    caller: text().notNull(),
    operationId: uuid().notNull(),
    name: text().notNull(),
    inputHash: text().notNull(),
    answer: jsonb(),
    at: instant().notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.caller, t.operationId] }), index('operations_at').on(t.at)],
)
unrecorded(operations)

/** Written by the door for every write, in the same transaction. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    at: instant().notNull(),
    accountId: uuid(),
    personId: uuid(),
    actor: text().notNull(),
    action: text().notNull(),
    input: jsonb().notNull(),
    outcome: text().notNull(),
    operationId: uuid(),
    address: text().notNull().default(''),
    /** Every id in the input: the records that it was about. */
    about: uuid()
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /** The seal that covers it (audit/jobs.ts), null until then, and the SHA-256 of the entry as it was sealed. */
    seal: integer(),
    digest: text(),
    /** When the input was taken out, since it spoke of somebody who was erased. */
    erasedAt: instant(),
  },
  t => [
    index('audit_entries_open')
      .on(t.at)
      .where(sql`seal is null`),
    index('audit_entries_seal').on(t.seal),
    index('audit_entries_about').using('gin', t.about),
    index('audit_entries_at').on(t.at.desc(), t.id.desc()),
    // Readings of notes are most of what a school logs, and not among its changes.
    index('audit_entries_changes')
      .on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`outcome <> 'read'`),
    index('audit_entries_account').on(t.accountId, t.at.desc()),
  ],
)
unrecorded(auditEntries)

/** What was done to many records at once and can be taken back as a whole (batches.ts). */
export const batches = pgTable(
  'batches',
  {
    id: id(),
    /** The function that did it. */
    kind: text().notNull(),
    /** How many things it was about. */
    n: integer().notNull(),
    detail: text().notNull(),
    /** Which slices read otherwise once it is undone. */
    slices: jsonb().$type<readonly string[]>().notNull(),
    accountId: uuid(),
    actor: text().notNull(),
    at: instant().notNull(),
    undoneAt: instant(),
    undoneBy: text(),
  },
  t => [index('batches_at').on(t.at.desc(), t.id.desc())],
)
unrecorded(batches)

/** Each row that a batch wrote, in order; filled by triggers alone, and emptied when the time to undo is over. */
export const batchChanges = pgTable(
  'batch_changes',
  {
    seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    batchId: uuid()
      .notNull()
      .references(() => batches.id, { onDelete: 'cascade' }),
    tableName: text().notNull(),
    act: text({ enum: ['insert', 'update', 'delete'] }).notNull(),
    /** The primary key as it is after the change. */
    key: jsonb().notNull(),
    /** Whole rows, and of an update the columns that it changed; generated columns are left out. */
    before: jsonb(),
    after: jsonb(),
  },
  t => [index('batch_changes_batch').on(t.batchId, t.seq)],
)
unrecorded(batchChanges)

/** The outbox. Without an SMTP server mails are `kept`, and demo and tests read them here. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** `sending` while a mail server is being handed it. */
    status: text({ enum: ['queued', 'sending', 'sent', 'failed', 'kept'] }).notNull(),
    error: text(),
    /** The large sending that it is part of: one notice to many, one round of invitations or reminders. */
    sendingId: uuid(),
    /** Mails that hold a secret link are not shown to the office. */
    isSecret: boolean().notNull().default(false),
    queuedAt: instant()
      .notNull()
      .default(sql`now()`),
    sentAt: instant(),
  },
  t => [
    index('mails_queued_at').on(t.queuedAt.desc(), t.id.desc()),
    index('mails_to').on(t.to),
    index('mails_sending')
      .on(t.sendingId)
      .where(sql`sending_id is not null`),
  ],
)
unrecorded(mails)

/** Background work that was tried as often as it may be and waits for the office (jobs.ts). */
export const jobFailures = pgTable(
  'job_failures',
  {
    id: id(),
    name: text().notNull(),
    /** What to do it with again. */
    data: jsonb().$type<object>().notNull(),
    /** What went wrong, in one line. */
    error: text().notNull(),
    failedAt: instant().notNull(),
  },
  t => [index('job_failures_failed_at').on(t.failedAt.desc(), t.id.desc())],
)
unrecorded(jobFailures)
