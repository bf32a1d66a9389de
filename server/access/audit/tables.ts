import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, unrecorded } from '#server/platform/tables.ts'

/** Exports of people that full administrators were told of, by the id of their entry in the trail. */
export const toldExports = pgTable('told_exports', { entryId: uuid().primaryKey(), at: instant().notNull() })
unrecorded(toldExports)

/**
 * The chain over the trail: each seal covers the entries since the previous one, and the previous seal itself. The
 * chain's key is kept sealed among the school’s secrets.
 */
export const auditSeals = pgTable('audit_seals', {
  n: integer().primaryKey(),
  entries: integer().notNull(),
  hash: text().notNull(),
  sealedAt: instant().notNull(),
})
unrecorded(auditSeals)
