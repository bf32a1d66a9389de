import { customType, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, unrecorded } from '#server/platform/tables.ts'
import { accounts } from '#server/access/identity/tables.ts'

export const rosterKinds = ['org', 'session', 'course', 'class', 'user', 'enrollment'] as const
export type RosterKind = (typeof rosterKinds)[number]

/** The record that a sourcedId of another system stands for, where it is not the record's own id. */
export const onerosterIds = pgTable(
  'oneroster_ids',
  {
    kind: text({ enum: rosterKinds }).notNull(),
    sourcedId: text().notNull(),
    ourId: uuid().notNull(),
  },
  t => [primaryKey({ columns: [t.kind, t.sourcedId] }), index('oneroster_ids_our').on(t.ourId)],
)

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Zips that were uploaded to be checked; they are deleted after a day. */
export const onerosterUploads = pgTable(
  'oneroster_uploads',
  {
    id: id(),
    name: text().notNull(),
    bytes: bytes().notNull(),
    createdAt: instant().notNull(),
  },
  t => [index('oneroster_uploads_created_at').on(t.createdAt)],
)

/**
 * Programs that may read the roster. Only the SHA-256 of a secret is stored, which is enough since secrets are long and
 * random.
 */
export const onerosterClients = pgTable(
  'oneroster_clients',
  {
    id: id(),
    name: text().notNull(),
    secretHash: text().notNull(),
    scopes: text({ enum: ['roster-core', 'roster', 'roster-demographics'] })
      .array()
      .notNull(),
    createdBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
    revokedAt: instant(),
  },
  t => [index('oneroster_clients_created_by').on(t.createdBy)],
)
unrecorded(onerosterClients)

/** Access tokens of programs, stored as their SHA-256. */
export const onerosterTokens = pgTable(
  'oneroster_tokens',
  {
    tokenHash: text().primaryKey(),
    clientId: uuid()
      .notNull()
      .references(() => onerosterClients.id, { onDelete: 'cascade' }),
    scopes: text({ enum: ['roster-core', 'roster', 'roster-demographics'] })
      .array()
      .notNull(),
    expiresAt: instant().notNull(),
  },
  t => [index('oneroster_tokens_client').on(t.clientId), index('oneroster_tokens_expires').on(t.expiresAt)],
)
unrecorded(onerosterTokens)
