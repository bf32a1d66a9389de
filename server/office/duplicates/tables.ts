import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { duplicateKinds } from '#contract/office/duplicates.ts'
import { instant } from '#server/platform/tables.ts'

/** Pairs of which somebody said that they are two; the smaller id is first. Either may be gone by now. */
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
