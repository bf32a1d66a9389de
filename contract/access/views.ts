import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, Line, Nothing } from '../values.ts'
import { viewLists } from './views.plain.ts'

export * from './views.plain.ts'

export const ViewList = z.enum(viewLists)
export type ViewList = (typeof viewLists)[number]

/** The state of a list (search, filters, sort and columns) as a query string without its question mark. */
const Address = z.string().check(z.maxLength(2000, 'long'), z.regex(/^[^\p{Cc}#?]*$/u, 'control'))
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  isShared: z.boolean(),
  /** True when the caller created the view and may change it. */
  isOwn: z.boolean(),
  /** The name of its owner. */
  by: z.string(),
  byNativeName: z.string(),
  /** True when the list opens with this view for the caller. */
  isDefault: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

export const views = {
  /** The caller's own views of a list and those shared by the office, by name. */
  'views-list': read({ by: ['admin'], input: z.object({ list: ViewList }), output: z.array(SavedView) }),
  /** Saves a new view, or changes one of the caller's own. Names are unique among one's own views of a list. */
  'views-save': write({
    by: ['admin'],
    input: z.object({
      id: z.optional(Id),
      list: ViewList,
      name: Line,
      address: Address,
      isShared: z.boolean(),
      /** True when the list opens with this view for the caller; unchanged when left out. */
      isDefault: z.optional(z.boolean()),
    }),
    output: z.object({ id: Id }),
  }),
  /** Deletes one of the caller's own views. */
  'views-remove': write({ by: ['admin'], input: z.object({ id: Id }), output: Nothing }),
  /** Sets which view a list opens with for the caller; null for the list without a view. */
  'views-setDefault': write({
    by: ['admin'],
    input: z.object({ list: ViewList, id: z.nullable(Id) }),
    output: Nothing,
  }),
}
