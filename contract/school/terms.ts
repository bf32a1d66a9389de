import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Day, Id, Line, Nothing, OptionalLine, SumCents, Weekday } from '../values.ts'
import { sessionDateStatuses } from './terms.moves.plain.ts'
import { termStatuses } from './terms.plain.ts'

export * from './terms.moves.plain.ts'
export * from './terms.plain.ts'

export const TermStatus = z.enum(termStatuses)
export type TermStatus = z.infer<typeof TermStatus>

export const SessionDateStatus = z.enum(sessionDateStatuses)
export type SessionDateStatus = z.infer<typeof SessionDateStatus>

const SessionDate = z.object({
  id: Id,
  onDay: Day,
  status: SessionDateStatus,
  /** Why it is canceled, in both languages. */
  note: z.string(),
  nativeNote: z.string(),
  /** True for a day outside the term's plan, for make-up lessons. */
  isExtra: z.boolean(),
  /** True for a day on which only single lessons are made up. It isn't one of the term's school days. */
  isMakeUpOnly: z.boolean(),
  /** True for a scheduled day that is still ahead. It is canceled if the term ends now. */
  isAhead: z.boolean(),
})
export const Closure = z.object({ onDay: Day, reason: Line, nativeReason: z._default(OptionalLine, '') })
export const Term = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  startsOn: Day,
  endsOn: Day,
  weekdays: z.array(Weekday),
  earlyBirdOn: z.nullable(Day),
  status: TermStatus,
  sessionCount: z.int(),
})
export type Term = z.infer<typeof Term>
export const TermPlan = z.object({
  ...Term.shape,
  sessionDates: z.array(SessionDate),
  closures: z.array(z.object({ id: Id, ...Closure.shape })),
})
export type TermPlan = z.infer<typeof TermPlan>

/** A no-school day or, with a last day, all lesson days of a holiday. */
const ClosureInput = z.object({ ...Closure.shape, lastOn: z.optional(z.nullable(Day)) })

const TermInput = z.object({
  name: Line,
  nativeName: OptionalLine,
  startsOn: Day,
  endsOn: Day,
  weekdays: z.array(Weekday).check(z.minLength(1, 'required'), z.maxLength(7)),
  /** The registration fee is waived up to and including this day. */
  earlyBirdOn: z.nullable(Day),
  closures: z.array(ClosureInput).check(z.maxLength(400)),
})

export const terms = {
  /** Terms that the caller may see (drafts only for administrators), newest first. */
  'terms-list': read({ by: ['guest'], isShared: true, input: Nothing, output: z.array(Term) }),
  'terms-get': read({ by: ['guest'], isShared: true, input: z.object({ id: Id }), output: TermPlan }),
  /** Creates a term with a session date for each of its weekdays that is not a closure. */
  'terms-create': write({ by: ['admin'], input: TermInput, output: TermPlan }),
  /**
   * Changes name, dates and closures. Session dates that already have a roll stay. Of a closed term only the name changes,
   * of an archived one nothing.
   */
  'terms-change': write({ by: ['admin'], input: z.object({ id: Id, ...TermInput.shape }), output: TermPlan }),
  /** Adds a closed day, unless the term is over. A school day on it is removed from the term. */
  'terms-closeDay': write({
    by: ['admin'],
    input: z.object({ termId: Id, ...Closure.shape }),
    output: TermPlan,
  }),
  /** Removes a closed day, unless the term is over. A school day on its weekday returns. */
  'terms-openDay': write({
    by: ['admin'],
    input: z.object({ termId: Id, onDay: Day }),
    output: TermPlan,
  }),
  /** Moves a term to another state. With `opensClasses` its draft and published classes open for registration too. */
  'terms-move': write({
    by: ['admin'],
    input: z.object({ id: Id, to: TermStatus, opensClasses: z._default(z.boolean(), false) }),
    output: Term,
  }),
  /** What families of a term still wait for or may accept, which ending the term leaves undone. */
  'terms-unsettled': read({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({ applications: z.int(), visits: z.int(), offers: z.int() }),
  }),
  /** The office's first look at a term: counts, each with a list behind it. */
  'terms-figures': read({
    by: ['admin'],
    input: z.object({ termId: z.optional(Id) }),
    output: z.object({
      term: z.nullable(Term),
      students: z.int(),
      households: z.int(),
      enrolled: z.int(),
      places: z.int(),
      waiting: z.int(),
      /** Enrolments that wait for the office's approval. */
      approvals: z.int(),
      /** Money is null for an area that does not reach `payments-households`. */
      unpaidHouseholds: z.nullable(z.int()),
      owedCents: z.nullable(SumCents),
      chargedCents: z.nullable(SumCents),
      paidCents: z.nullable(SumCents),
      unverifiedAccounts: z.int(),
      missingRolls: z.array(
        z.object({ meetingId: Id, section: z.string(), crayon: z.string(), onDay: Day, teacher: z.string() }),
      ),
      /** The attendance of each meeting day of the term, oldest first; days without a roll are left out. */
      attendance: z.array(z.object({ onDay: Day, present: z.int(), marked: z.int() })),
      sections: z.array(
        z.object({
          id: Id,
          name: z.string(),
          nativeName: z.string(),
          crayon: z.string(),
          enrolled: z.int(),
          capacity: z.int(),
          waiting: z.int(),
        }),
      ),
    }),
  }),
}
