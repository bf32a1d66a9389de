import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { approvalReasons, officeReasons, PriceLine } from './enrolments.ts'
import { enrolmentTypes } from '../values.plain.ts'
import { Placement } from './placements.ts'
import { applicationKinds, applicationStatuses } from './applications.plain.ts'
import { promoProblems } from '../money/prices.plain.ts'
import {
  Cents,
  Crayon,
  Day,
  Id,
  Instant,
  ListInput,
  Nothing,
  OptionalLine,
  page,
  Text,
  Time,
  Weekday,
} from '../values.ts'

export * from './applications.plain.ts'

export const ApplicationStatus = z.enum(applicationStatuses)
export type ApplicationStatus = z.infer<typeof ApplicationStatus>
const ApplicationKind = z.enum(applicationKinds)

const Named = z.object({ name: z.string(), nativeName: z.string() })

/** Something that waits for the school's word, with what is needed to decide. */
export const Application = z.object({
  /** Of the enrolment that waits, or of the visit. */
  id: Id,
  kind: ApplicationKind,
  status: ApplicationStatus,
  at: Instant,
  studentId: Id,
  student: z.string(),
  nativeName: z.string(),
  birthOn: z.nullable(Day),
  /** Whole years on the day that counts for the class. */
  age: z.nullable(z.int()),
  isOfAge: z.boolean(),
  ageFrom: z.nullable(z.int()),
  ageTo: z.nullable(z.int()),
  sectionId: Id,
  section: z.string(),
  sectionNativeName: z.string(),
  crayon: Crayon,
  courseId: Id,
  programmeId: Id,
  type: z.enum(enrolmentTypes),
  /** Why the office has a word in it, and whether that has been met since. A visit has none. */
  reasons: z.array(z.object({ reason: z.enum(officeReasons), isMet: z.boolean() })),
  /** What the course asks for before. */
  before: z.array(Named),
  beforeLevel: z.nullable(z.int()),
  /** Classes of this and earlier terms, the newest first. */
  studied: z.array(z.object({ ...Named.shape, term: z.string(), termNativeName: z.string(), isNow: z.boolean() })),
  placement: z.nullable(Placement),
  capacity: z.int(),
  /** Seats that are taken, this one among them. */
  seated: z.int(),
  waiting: z.int(),
  /** Of a visit: its day, and who else visits then. */
  onDay: z.nullable(Day),
  guests: z.int(),
  /** What a visit costs; an enrolment's price is shown before it is approved. */
  priceCents: z.nullable(Cents),
  note: z.string(),
  question: z.string(),
  answer: z.string(),
})
export type Application = z.infer<typeof Application>

/** A promo code that the office types; where it is empty, the one that each family typed with its application counts. */
const Code = z._default(OptionalLine, '')
const ids = z.array(Id).check(z.minLength(1, 'required'), z.maxLength(50, 'many'))

export const applications = {
  /** Everything that waits for the school's word, the oldest first. */
  'applications-list': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      kind: z.optional(ApplicationKind),
      state: z.optional(z.enum(['submitted', 'needs-info'])),
    }),
    output: z.object({
      ...page(Application).shape,
      counts: z.object({ class: z.int(), visit: z.int(), info: z.int() }),
    }),
  }),
  /** What approving these comes to, family by family, by the one pricing engine; changes nothing. */
  'applications-preview': read({
    by: ['admin'],
    input: z.object({ ids, promoCode: Code }),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          student: z.string(),
          nativeName: z.string(),
          section: z.string(),
          sectionNativeName: z.string(),
          priceCents: Cents,
          /** Reasons that are not met: approving says that they may pass. */
          unmet: z.array(z.enum(approvalReasons)),
          /** The code that was typed for it: it is in the price, or there is a reason why it takes nothing off. */
          promo: z.nullable(z.object({ code: z.string(), problem: z.nullable(z.enum(promoProblems)) })),
        }),
      ),
      /** Registration fees that come with it, once for each family. */
      feesCents: Cents,
      totalCents: Cents,
    }),
  }),
  /**
   * Approves: seats become the students', each family gets its invoice and a letter, all or nothing. `agreedCents` is
   * the sum of the preview; when it is not what would be asked for now, nothing happens (PREVIEW_CHANGED). A promo code
   * counts once with each registration; one that the office types and that does not hold is refused.
   */
  'applications-approve': write({
    by: ['admin'],
    input: z.object({ ids, agreedCents: Cents, note: z._default(OptionalLine, ''), promoCode: Code }),
    output: z.object({ count: z.int(), totalCents: Cents }),
  }),
  /** Declines with a word to the family: the seat goes to the next in line, and what was charged is taken back whole. */
  'applications-decline': write({ by: ['admin'], input: z.object({ id: Id, note: OptionalLine }), output: Nothing }),
  /** Asks the family by letter; the application waits for them until they answer. */
  'applications-ask': write({
    by: ['admin'],
    input: z.object({ id: Id, question: Text.check(z.minLength(1, 'empty')) }),
    output: Nothing,
  }),
  /** What of the caller's children waits for the school's word. */
  'applications-mine': read({
    by: ['parent'],
    input: Nothing,
    output: z.array(
      z.object({
        id: Id,
        status: ApplicationStatus,
        at: Instant,
        studentId: Id,
        student: z.string(),
        studentNativeName: z.string(),
        section: z.string(),
        nativeName: z.string(),
        crayon: Crayon,
        weekday: Weekday,
        startsAt: Time,
        endsAt: Time,
        reasons: z.array(z.enum(approvalReasons)),
        before: z.array(Named),
        beforeLevel: z.nullable(z.int()),
        note: z.string(),
        question: z.string(),
        answer: z.string(),
        /** What it comes to once it is approved. */
        lines: z.array(PriceLine),
        totalCents: Cents,
      }),
    ),
  }),
  /** A word of the family to an application that waits; an answer to a question brings it back to the office. */
  'applications-answer': write({
    by: ['parent'],
    input: z.object({ id: Id, text: Text.check(z.minLength(1, 'empty')) }),
    output: z.object({ status: ApplicationStatus }),
  }),
}
