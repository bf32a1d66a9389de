import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { viewLists } from '#contract/access/views.ts'
import { id, instant } from '#server/platform/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** A view of an office list that a person has saved under a name: what the address of the page says of it. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    personId: uuid()
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    list: text({ enum: viewLists }).notNull(),
    name: text().notNull(),
    address: text().notNull(),
    isShared: boolean().notNull().default(false),
    createdAt: instant().notNull(),
  },
  t => [uniqueIndex('saved_views_name').on(t.personId, t.list, t.name), index('saved_views_list').on(t.list)],
)

/** The view that a list opens with for a person. */
export const defaultViews = pgTable(
  'default_views',
  {
    personId: uuid()
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    list: text({ enum: viewLists }).notNull(),
    viewId: uuid()
      .notNull()
      .references(() => savedViews.id, { onDelete: 'cascade' }),
  },
  t => [primaryKey({ columns: [t.personId, t.list] }), index('default_views_view').on(t.viewId)],
)
