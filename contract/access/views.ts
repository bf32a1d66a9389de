import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, Line, Nothing } from '../values.ts'
import { viewLists } from './views.plain.ts'

export * from './views.plain.ts'

export const ViewList = z.enum(viewLists)
export type ViewList = (typeof viewLists)[number]

/** What an address says of a list: search, filters, sort and columns, as a query string without its question mark. */
const Address = z.string().check(z.maxLength(2000, 'long'), z.regex(/^[^\p{Cc}#?]*$/u, 'control'))
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  isShared: z.boolean(),
  /** Whether the caller made it, and so may change it. */
  isOwn: z.boolean(),
  /** Whose it is. */
  by: z.string(),
  /** Whether the list opens with it for the caller. */
  isDefault: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

export const views = {
  /** The caller's own views of a list and those that the office shares, by name. */
  'views-list': read({ by: ['admin'], input: z.object({ list: ViewList }), output: z.array(SavedView) }),
  /** Keeps a view, or changes an own one. Names differ among one's own of a list. */
  'views-save': write({
    by: ['admin'],
    input: z.object({
      id: z.optional(Id),
      list: ViewList,
      name: Line,
      address: Address,
      isShared: z.boolean(),
      /** Whether the list opens with it for the caller; as before where it is not said. */
      isDefault: z.optional(z.boolean()),
    }),
    output: z.object({ id: Id }),
  }),
  /** Forgets an own view. */
  'views-remove': write({ by: ['admin'], input: z.object({ id: Id }), output: Nothing }),
  /** Says which view a list opens with for the caller; null for the list as it is. */
  'views-setDefault': write({
    by: ['admin'],
    input: z.object({ list: ViewList, id: z.nullable(Id) }),
    output: Nothing,
  }),
}
