import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/platform/tables.ts'
import { accounts } from '#server/access/identity/tables.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Uploaded files. Who may open one depends on where it is attached. */
export const files = pgTable(
  'files',
  {
    id: id(),
    name: text().notNull(),
    type: text().notNull(),
    size: integer().notNull(),
    bytes: bytea().notNull(),
    /** SHA-256 of the bytes as uploaded, by which the nightly check detects disk corruption. */
    sha256: text()
      .notNull()
      .generatedAlwaysAs(sql`encode(sha256(bytes), 'hex')`),
    uploadedBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
  },
  t => [index('files_uploaded_by').on(t.uploadedBy, t.createdAt)],
)
