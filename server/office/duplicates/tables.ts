import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { duplicateKinds } from '#contract/office/duplicates.ts'
import { instant } from '#server/platform/tables.ts'

/** Pairs that were marked as different; the smaller id comes first. Either record may be gone by now. */
export const keptApart = pgTable(
  'kept_apart',
  {
    kind: text({ enum: duplicateKinds }).notNull(),
    oneId: uuid().notNull(),
    otherId: uuid().notNull(),
    at: instant().notNull(),
  },
  t => [primaryKey({ columns: [t.kind, t.oneId, t.otherId] })],
)
