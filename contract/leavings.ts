import * as z from 'zod/mini'
import { read, write } from './callable.ts'
import { chargeKinds } from './plain/payments.ts'
import { Cents, Day, Id } from './values.ts'

/** What leaving a class comes to by the school's refund rules. */
export const RefundPreview = z.object({
  enrolmentId: Id,
  student: z.string(),
  studentNativeName: z.string(),
  section: z.string(),
  sectionNativeName: z.string(),
  onDay: Day,
  /** The part of the price that goes back, and until when; null once no tier holds. */
  percent: z.nullable(z.int()),
  lastDay: z.nullable(Day),
  lines: z.array(
    z.object({
      chargeId: Id,
      kind: z.enum(chargeKinds),
      description: z.string(),
      netCents: Cents,
      backCents: Cents,
      keptCents: Cents,
    }),
  ),
  feeCents: Cents,
  /** The family owes as much less, or has it as credit. */
  totalCents: Cents,
  /** When it was posted; nothing is left to post then. */
  postedOn: z.nullable(Day),
})
export type RefundPreview = z.infer<typeof RefundPreview>

/** What goes back to a family whose child leaves a class: part of the payments. */
export const leavings = {
  /** What a family would get back that left a class on a day, today where none is named. Changes nothing. */
  'payments-refundPreview': read({
    by: ['admin'],
    input: z.object({ enrolmentId: Id, onDay: z.optional(Day) }),
    output: RefundPreview,
  }),
  /** The same of every class that a student has left, in terms that are not archived; what was posted among them. */
  'payments-leavings': read({ by: ['admin'], input: z.object({ studentId: Id }), output: z.array(RefundPreview) }),
  /**
   * Posts what the preview of an ended enrolment says: its charges are taken back, what is kept is charged again, and
   * credit covers what is open. Once for each enrolment; refuses when the sum is not what was agreed to.
   */
  'payments-postRefund': write({
    by: ['admin'],
    input: z.object({ enrolmentId: Id, onDay: Day, agreedCents: Cents }),
    output: z.object({ totalCents: Cents, balanceCents: Cents }),
  }),
}
