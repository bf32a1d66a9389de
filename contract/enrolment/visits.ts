import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { PriceLine } from './enrolments.ts'
import { writtenIn } from '../studentFields.ts'
import { attendanceCodes, visitKinds } from '../attendance.plain.ts'
import { visitStatuses } from './visits.plain.ts'
import {
  Cents,
  Crayon,
  Day,
  Id,
  Instant,
  Line,
  ListInput,
  Nothing,
  OptionalLine,
  OptionalPhone,
  page,
  Text,
  Time,
} from '../values.ts'

export * from './visits.plain.ts'

export const VisitStatus = z.enum(visitStatuses)
export type VisitStatus = z.infer<typeof VisitStatus>
const VisitKind = z.enum(visitKinds)

export const Visit = z.object({
  id: Id,
  kind: VisitKind,
  status: VisitStatus,
  studentId: Id,
  student: z.string(),
  studentNativeName: z.string(),
  sectionId: Id,
  termId: Id,
  section: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  room: z.string(),
  onDay: Day,
  startsAt: Time,
  endsAt: Time,
  priceCents: Cents,
  /** The mark on the day's roll. */
  code: z.nullable(z.enum(attendanceCodes)),
  note: z.string(),
  /** The school's note with its decision. */
  answer: z.string(),
  askedAt: Instant,
  /** True when its day or class is canceled: the family chooses another day, or its money is returned. */
  isCalledOff: z.boolean(),
  /** Why its day is canceled, as families are told; empty where it isn't. */
  reason: z.string(),
  nativeReason: z.string(),
  /** The last day to choose another one; null when there is nothing to choose. */
  choosesUntil: z.nullable(Day),
  /** True when the family can still cancel: until the lesson begins, or while the visit's day is canceled. */
  mayCancel: z.boolean(),
  /** True when the class still accepts students, so that the visit can become an enrolment. */
  mayConvert: z.boolean(),
  /** True when the family has not agreed to the school's policies yet and so must enroll by registering. */
  needsRegistration: z.boolean(),
})
export type Visit = z.infer<typeof Visit>

export const visits = {
  /** The coming days of a class with the number of places for guests, and the price of a visit. */
  'visits-days': read({
    by: ['guest'],
    input: z.object({ sectionId: Id }),
    output: z.object({
      trialCents: z.nullable(Cents),
      trialNeedsApproval: z.boolean(),
      dayCents: z.nullable(Cents),
      days: z.array(z.object({ onDay: Day, places: z.int() })),
    }),
  }),
  /** The caller's own children, as choices for a visit of a class. */
  'visits-children': read({
    by: ['newcomer'],
    input: z.object({ sectionId: z.optional(Id) }),
    output: z.object({
      children: z.array(
        z.object({
          id: Id,
          name: z.string(),
          nativeName: z.string(),
          birthOn: z.nullable(Day),
          /** True for a child who is in the class or on its waitlist already. */
          isInClass: z.boolean(),
        }),
      ),
      /** What the school knows of the caller; empty where it must be asked. */
      name: z.string(),
      phone: z.string(),
    }),
  }),
  /**
   * Requests a visit for one day, for a child the school knows or one that is new. It is confirmed at once where the
   * class says so. `agreedCents` is the price that was shown.
   */
  'visits-ask': write({
    by: ['newcomer'],
    attestation: 'once',
    input: z.object({
      sectionId: Id,
      onDay: Day,
      kind: VisitKind,
      studentId: z.nullable(Id),
      /** For a child that the school does not know yet. */
      child: z.optional(z.object(writtenIn('visit'))),
      /** For a guardian whom the school does not know yet. */
      guardian: z.optional(z.object({ name: Line, phone: OptionalPhone })),
      note: Text,
      agreedCents: Cents,
    }),
    output: z.object({ id: Id, status: VisitStatus }),
  }),
  /** Visits of the caller's children: upcoming ones, and those of the last `recentDays`. */
  'visits-mine': read({ by: ['parent'], input: Nothing, output: z.array(Visit) }),
  'visits-list': read({
    by: ['admin'],
    input: z.object({ ...ListInput.shape, when: z._default(z.enum(['coming', 'past']), 'coming') }),
    output: page(Visit),
  }),
  /** Approves or declines a requested visit and emails the family. The visit is charged when it is approved. */
  'visits-decide': write({
    by: ['admin'],
    input: z.object({ id: Id, to: z.enum(['approved', 'declined']), note: OptionalLine }),
    output: z.object({ id: Id, status: VisitStatus }),
  }),
  /** Cancels a visit: a family until the lesson begins, the office at any time. All charges are reversed. */
  'visits-cancel': write({
    by: ['admin', 'parent'],
    input: z.object({ id: Id }),
    output: z.object({ id: Id, status: VisitStatus }),
  }),
  /** Moves a visit whose day was canceled to another day of the class, with the same price and status. */
  'visits-move': write({
    by: ['admin', 'parent'],
    input: z.object({ id: Id, onDay: Day }),
    output: z.object({ id: Id, onDay: Day }),
  }),
  /** The outcome of converting a visit into an enrolment, and its price. Changes nothing. */
  'visits-price': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ id: Id }),
    output: z.object({
      outcome: z.enum(['seat', 'waitlist', 'approval']),
      lines: z.array(PriceLine),
      totalCents: Cents,
      /** The charge for the trial, which is reversed. */
      creditCents: Cents,
    }),
  }),
  /**
   * Converts a visit into an enrolment by the usual rules: a seat with its invoice, a waitlist entry, or an
   * application. `agreedCents` is the total that was shown; if it has changed, the call is refused (PREVIEW_CHANGED).
   */
  'visits-convert': write({
    by: ['admin', 'parent'],
    input: z.object({ id: Id, agreedCents: Cents }),
    output: z.object({
      outcome: z.enum(['seat', 'waitlist', 'approval']),
      invoiceNumber: z.nullable(z.string()),
      totalCents: Cents,
    }),
  }),
}
