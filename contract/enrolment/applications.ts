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

/** An enrolment or visit that waits for approval, with what is needed to decide. */
export const Application = z.object({
  /** The id of the enrolment or visit that waits. */
  id: Id,
  kind: ApplicationKind,
  status: ApplicationStatus,
  at: Instant,
  studentId: Id,
  student: z.string(),
  nativeName: z.string(),
  birthOn: z.nullable(Day),
  /** The age in whole years on the day that counts for the class. */
  age: z.nullable(z.int()),
  isOfAge: z.boolean(),
  ageFrom: z.nullable(z.int()),
  ageTo: z.nullable(z.int()),
  sectionId: Id,
  section: z.string(),
  sectionNativeName: z.string(),
  /** True once the term of the class is over, so that it can only be declined. */
  isOver: z.boolean(),
  crayon: Crayon,
  courseId: Id,
  programmeId: Id,
  type: z.enum(enrolmentTypes),
  /** Why the office must approve, and whether each reason has been met since. Empty for a visit. */
  reasons: z.array(z.object({ reason: z.enum(officeReasons), isMet: z.boolean() })),
  /** The courses that the course requires. */
  before: z.array(Named),
  beforeLevel: z.nullable(z.int()),
  /** The student's classes of this and earlier terms, newest first. */
  studied: z.array(z.object({ ...Named.shape, term: z.string(), termNativeName: z.string(), isNow: z.boolean() })),
  placement: z.nullable(Placement),
  capacity: z.int(),
  /** Seats taken, including this one. */
  seated: z.int(),
  waiting: z.int(),
  /** For a visit: its day, and the number of other visitors that day. */
  onDay: z.nullable(Day),
  guests: z.int(),
  /** The price of a visit. An enrolment's price is shown before it is approved. */
  priceCents: z.nullable(Cents),
  note: z.string(),
  question: z.string(),
  answer: z.string(),
})
export type Application = z.infer<typeof Application>

/** A promo code entered by the office; when empty, the code that each family entered with its application counts. */
const Code = z._default(OptionalLine, '')
const ids = z.array(Id).check(z.minLength(1, 'required'), z.maxLength(50, 'many'))

export const applications = {
  /** Everything that waits for approval, oldest first. */
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
  /** What approving these applications would cost each family, by the one pricing engine. Changes nothing. */
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
          /** Reasons that are not met, and which approving overrides. */
          unmet: z.array(z.enum(approvalReasons)),
          /**
           * The promo code entered with it: it is included in the price, or `problem` says why it takes nothing off.
           */
          promo: z.nullable(z.object({ code: z.string(), problem: z.nullable(z.enum(promoProblems)) })),
        }),
      ),
      /** Registration fees that approving adds, once per family. */
      feesCents: Cents,
      totalCents: Cents,
    }),
  }),
  /**
   * Approves applications, all or nothing: the students get their seats, and each family an invoice and an email.
   * `agreedCents` is the sum of the preview; if the sum has changed, nothing happens (PREVIEW_CHANGED). A promo code
   * counts once per registration. A code that the office entered and that is not valid is refused.
   */
  'applications-approve': write({
    by: ['admin'],
    input: z.object({ ids, agreedCents: Cents, note: z._default(OptionalLine, ''), promoCode: Code }),
    output: z.object({ count: z.int(), totalCents: Cents }),
  }),
  /**
   * Declines an application with a note to the family. The seat goes to the next student on the waitlist, and
   * everything charged is reversed.
   */
  'applications-decline': write({ by: ['admin'], input: z.object({ id: Id, note: OptionalLine }), output: Nothing }),
  /** Emails the family a question. The application waits until they answer. */
  'applications-ask': write({
    by: ['admin'],
    input: z.object({ id: Id, question: Text.check(z.minLength(1, 'empty')) }),
    output: Nothing,
  }),
  /**
   * The applications of the caller's children that wait for approval, and those declined in the last `recentDays` that
   * no other place in the class has followed.
   */
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
        /** The school's note if it has declined it. */
        refusal: z.string(),
        /** The price once it is approved. */
        lines: z.array(PriceLine),
        totalCents: Cents,
      }),
    ),
  }),
  /** Adds a family's note to a waiting application. An answer to a question returns it to the office. */
  'applications-answer': write({
    by: ['parent'],
    input: z.object({ id: Id, text: Text.check(z.minLength(1, 'empty')) }),
    output: z.object({ status: ApplicationStatus }),
  }),
}
