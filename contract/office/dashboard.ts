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
  /** Of the row; `targetId` is what it leads to. */
  id: Id,
  target: z.enum(listTargets),
  targetId: Id,
  /** The second record, of two that are probably one; of a class's lesson, the school day on which it is. */
  otherId: z.nullable(Id),
  name: z.string(),
  nativeName: z.string(),
  /** What it is about beside the name: a class, an address, a subject. */
  about: z.string(),
  aboutNativeName: z.string(),
  crayon: z.nullable(Crayon),
  onDay: z.nullable(Day),
  /** What it counts for: 1, seats, or minor units. */
  amount: SumCents,
})
export type DashboardRow = z.infer<typeof DashboardRow>

const Figure = z.object({ key: FigureKey, now: z.int(), before: z.nullable(z.int()) })

export const dashboard = {
  /** What waits for the office, the most urgent first; what is done is gone. Only what the caller's area reaches. */
  'dashboard-attention': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      items: z.array(
        z.object({
          key: AttentionKey,
          n: z.int(),
          /** What is owed, of those that are about money. */
          cents: z.nullable(SumCents),
          /** The day of the oldest. */
          since: z.nullable(Day),
        }),
      ),
    }),
  }),
  /** The state of a term, beside the term before; the running one without an id. */
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
      /**
       * The term that comes next, while it is prepared: how many classes it has, and whether a promotion leads into it.
       */
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
   * The two charts that look through many rows, of the same term as the figures: attendance by week, and cash in against
   * what was expected by month.
   */
  'dashboard-charts': read({
    by: ['admin'],
    input: z.object({ termId: z.optional(Id) }),
    output: z.object({
      /** By week, oldest first, named by its first school day; empty for who may not see it. */
      attendance: z.array(z.object({ week: Day, present: z.int(), marked: z.int() })),
      /** By month, oldest first, named by its first day: what fell due, and what came in for the term. */
      money: z.array(z.object({ month: Day, dueCents: SumCents, paidCents: SumCents })),
    }),
  }),
  /** The rows behind one number: `sum` over all pages is the number. */
  'dashboard-list': read({
    by: ['admin'],
    input: z.object({
      key: ListKey,
      /** The term of a figure, of `absent`, `due` or `received`. */
      termId: z.optional(Id),
      /** The class of `class`. */
      sectionId: z.optional(Id),
      /** A day of the week of `absent`, the month of `due` and `received`. */
      from: z.optional(Day),
      after: z.optional(z.string().check(z.maxLength(500))),
    }),
    output: z.object({ ...page(DashboardRow).shape, sum: z.int() }),
  }),
}
