import * as z from 'zod/mini'
import { read } from '../callable.ts'

import { Term } from '../school/terms.ts'
import { Crayon, Day, Id, Nothing, page, SumCents, Time, Weekday } from '../values.ts'
import { attentionKeys, cellKeys, figureKeys, listTargets } from './dashboard.plain.ts'

export * from './dashboard.plain.ts'

export const AttentionKey = z.enum(attentionKeys)
export type AttentionKey = z.infer<typeof AttentionKey>

export const FigureKey = z.enum(figureKeys)
export type FigureKey = z.infer<typeof FigureKey>
export const ListKey = z.enum([...attentionKeys, ...figureKeys, ...cellKeys])
export type ListKey = z.infer<typeof ListKey>

export const DashboardRow = z.object({
  /** The id of the row; `targetId` is the id of what it links to. */
  id: Id,
  target: z.enum(listTargets),
  targetId: Id,
  /** For two likely duplicates, the second record; for a class's lesson, the school day it is on. */
  otherId: z.nullable(Id),
  name: z.string(),
  nativeName: z.string(),
  /** The subject besides the name: a class, an address, an email's subject. */
  about: z.string(),
  aboutNativeName: z.string(),
  crayon: z.nullable(Crayon),
  onDay: z.nullable(Day),
  /** The row's contribution to the sum: 1, a number of seats, or minor units. */
  amount: SumCents,
})
export type DashboardRow = z.infer<typeof DashboardRow>

const Figure = z.object({ key: FigureKey, now: z.int(), before: z.nullable(z.int()) })

export const dashboard = {
  /**
   * What waits for the office, most urgent first. Finished items disappear. Only includes what the caller's area
   * reaches.
   */
  'dashboard-attention': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      items: z.array(
        z.object({
          key: AttentionKey,
          n: z.int(),
          /** The amount owed, for lists about money. */
          cents: z.nullable(SumCents),
          /** The day of the oldest item. */
          since: z.nullable(Day),
        }),
      ),
    }),
  }),
  /** The figures of a term, with those of the term before; of the running term without an id. */
  'dashboard-figures': read({
    by: ['admin'],
    input: z.object({ termId: z.optional(Id) }),
    output: z.object({
      term: z.nullable(Term),
      before: z.nullable(z.object({ id: Id, name: z.string(), nativeName: z.string() })),
      figures: z.array(Figure),
      classes: z.array(
        z.object({
          id: Id,
          name: z.string(),
          nativeName: z.string(),
          crayon: Crayon,
          programme: z.string(),
          programmeNativeName: z.string(),
          weekday: Weekday,
          startsAt: Time,
          endsAt: Time,
          /** Empty while it has none. */
          room: z.string(),
          enrolled: z.int(),
          capacity: z.int(),
          minimum: z.int(),
          waiting: z.int(),
        }),
      ),
      /** The next term while it is being prepared: its number of classes, and whether a promotion leads into it. */
      next: z.nullable(
        z.object({
          id: Id,
          name: z.string(),
          nativeName: z.string(),
          startsOn: Day,
          classes: z.int(),
          promotion: z.nullable(z.enum(['draft', 'reviewed', 'applied', 'undone'])),
          promotionId: z.nullable(Id),
        }),
      ),
    }),
  }),
  /**
   * The two charts that read many rows, for the same term as the figures: attendance by week, and by month the money
   * received against what was due.
   */
  'dashboard-charts': read({
    by: ['admin'],
    input: z.object({ termId: z.optional(Id) }),
    output: z.object({
      /** By week, oldest first, identified by its first school day; empty for callers who may not see it. */
      attendance: z.array(z.object({ week: Day, present: z.int(), marked: z.int() })),
      /** By month, oldest first, identified by its first day: the amount due, and the amount received for the term. */
      money: z.array(z.object({ month: Day, dueCents: SumCents, paidCents: SumCents })),
    }),
  }),
  /**
   * The rows behind one number: their `sum` over all pages equals the number. Work that waits is listed by its day,
   * oldest first, everything else by name.
   */
  'dashboard-list': read({
    by: ['admin'],
    input: z.object({
      key: ListKey,
      /** The term of a figure, or of `absent`, `due` or `received`. */
      termId: z.optional(Id),
      /** The class, for `class`. */
      sectionId: z.optional(Id),
      /** A day in the week, for `absent`; the month, for `due` and `received`. */
      from: z.optional(Day),
      after: z.optional(z.string().check(z.maxLength(500))),
    }),
    output: z.object({ ...page(DashboardRow).shape, sum: z.int() }),
  }),
}
