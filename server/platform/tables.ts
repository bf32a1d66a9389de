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

/** A primary key: a UUID version 7 made here, so that a row's id is known before it is written. */
export const id = () => uuid().primaryKey().$defaultFn(newId)
/** An instant in UTC with millisecond precision, which is what JavaScript and page keys can hold. */
export const instant = (column = '') => timestamp(column, { withTimezone: true, mode: 'date', precision: 3 })
/** An instant as a column of an SQL statement, in the format of the contract's answers (RFC 3339). */
export const asInstant = (column: SQL): SQL =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/**
 * A condition: true if the row with this alias has one of these statuses, which are constants. They are written into the
 * statement, so that the planner knows how many rows have them.
 */
export const hasStatus = (alias: string, statuses: readonly string[]): SQL<boolean> =>
  sql.raw(`${alias}.status in ('${statuses.join("','")}')`) as SQL<boolean>
/** A calendar day as 'YYYY-MM-DD'. */
export const day = customType<{ data: string }>({ dataType: () => 'date' })
/** An amount in whole minor units. */
export const cents = customType<{ data: number; driverData: number }>({ dataType: () => 'bigint' })

const leftOut = new Map<PgTable, 'all' | readonly string[]>()

/**
 * Excludes a table or some of its columns from batches: writes there are not recorded, and undoing a batch leaves them
 * alone. Call it beside every table that holds keys, secrets or purely technical data. A deleted row with excluded
 * columns can't be restored. `migrate` passes this on to the database.
 */
export const unrecorded = <T extends PgTable>(
  table: T,
  ...columns: readonly (keyof T['_']['columns'] & string)[]
): void => {
  leftOut.set(table, columns.length > 0 ? columns.map(toSnakeCase) : 'all')
}
/** The part of a table that is excluded from batches: all of it, or some columns by their database names. */
export const leftOutOf = (table: PgTable): 'all' | readonly string[] | undefined => leftOut.get(table)

/** One row per answered write: the same operation id gets the first answer again. */
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
    /** Every id in the input: the records that the write was about. */
    about: uuid()
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /**
     * The number of the seal that covers the entry (audit/jobs.ts), null until then. `digest` is the SHA-256 of the
     * entry as it was sealed.
     */
    seal: integer(),
    digest: text(),
    /** When the input was removed because it mentioned a person who was erased. */
    erasedAt: instant(),
  },
  t => [
    index('audit_entries_open')
      .on(t.at)
      .where(sql`seal is null`),
    index('audit_entries_seal').on(t.seal),
    index('audit_entries_about').using('gin', t.about),
    index('audit_entries_at').on(t.at.desc(), t.id.desc()),
    // Most entries record readings of notes, which are not among the school's changes.
    index('audit_entries_changes')
      .on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`outcome <> 'read'`),
    index('audit_entries_account').on(t.accountId, t.at.desc()),
  ],
)
unrecorded(auditEntries)

/** Changes to many records at once that can be undone as a whole (batches.ts). */
export const batches = pgTable(
  'batches',
  {
    id: id(),
    /** The function that made the changes. */
    kind: text().notNull(),
    /** The number of things that were changed. */
    n: integer().notNull(),
    detail: text().notNull(),
    /** The slices to read again once the batch is undone. */
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

/** Each row that a batch wrote, in order. Only triggers write here; rows are deleted when the time to undo is over. */
export const batchChanges = pgTable(
  'batch_changes',
  {
    seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    batchId: uuid()
      .notNull()
      .references(() => batches.id, { onDelete: 'cascade' }),
    tableName: text().notNull(),
    act: text({ enum: ['insert', 'update', 'delete'] }).notNull(),
    /** The primary key after the change. */
    key: jsonb().notNull(),
    /** Whole rows, and for an update the changed columns. Generated columns are left out. */
    before: jsonb(),
    after: jsonb(),
  },
  t => [index('batch_changes_batch').on(t.batchId, t.seq)],
)
unrecorded(batchChanges)

/** The outbox. Without an SMTP server mails are `kept`; the demo and tests read them here. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** `sending` while it is being handed to a mail server. */
    status: text({ enum: ['queued', 'sending', 'sent', 'failed', 'kept'] }).notNull(),
    error: text(),
    /** The large sending that it belongs to: one notice to many, one round of invitations or reminders. */
    sendingId: uuid(),
    /** True for mails with a secret link, which the office can't see. */
    isSecret: boolean().notNull().default(false),
    queuedAt: instant()
      .notNull()
      .default(sql`now()`),
    sentAt: instant(),
  },
  t => [
    index('mails_queued_at').on(t.queuedAt.desc(), t.id.desc()),
    index('mails_to').on(t.to),
    index('mails_failed')
      .on(t.queuedAt)
      .where(sql`status = 'failed'`),
    index('mails_sending')
      .on(t.sendingId)
      .where(sql`sending_id is not null`),
  ],
)
unrecorded(mails)

/** Background jobs that have used up their retries and wait for the office (jobs.ts). */
export const jobFailures = pgTable(
  'job_failures',
  {
    id: id(),
    name: text().notNull(),
    /** The job's data, for running it again. */
    data: jsonb().$type<object>().notNull(),
    /** The error, in one line. */
    error: text().notNull(),
    failedAt: instant().notNull(),
  },
  t => [index('job_failures_failed_at').on(t.failedAt.desc(), t.id.desc())],
)
unrecorded(jobFailures)
