import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { readIn } from '../studentFields.ts'
import { enrolmentTypes } from '../values.plain.ts'
import { Cents, Day, Id } from '../values.ts'
import { sectionStatuses } from './classes.plain.ts'

/** The office's functions for the page of a class, and for many classes at once. */
export const classRecords = {
  /** Everyone who has a seat in a class, with what the office needs besides the name, and the money of the class. */
  'classes-members': read({
    by: ['admin'],
    input: z.object({ sectionId: Id }),
    output: z.object({
      members: z.array(
        z.object({
          enrolmentId: Id,
          studentId: Id,
          name: z.string(),
          nativeName: z.string(),
          ...readIn('roll'),
          /** The status of the enrolment. */
          status: z.string(),
          type: z.enum(enrolmentTypes),
          since: z.string(),
          /** The first guardian with access to the student's data. */
          guardian: z.nullable(z.object({ name: z.string(), nativeName: z.string(), phone: z.string() })),
          /** The balance of the family's account; null for an area that does not reach `payments-ledger`. */
          balanceCents: z.nullable(Cents),
          /** Why the office enrolled them despite a rule; empty where no rule was overridden. */
          overrideReason: z.string(),
        }),
      ),
      /** The amounts charged for the class and paid of it; null under the same condition as `balanceCents`. */
      money: z.nullable(z.object({ chargedCents: Cents, paidCents: Cents })),
    }),
  }),
  /** The lessons of a class, earliest first, each with the totals of its roll. */
  'classes-lessons': read({
    by: ['admin'],
    input: z.object({ sectionId: Id }),
    output: z.array(
      z.object({
        meetingId: Id,
        onDay: Day,
        status: z.string(),
        isOver: z.boolean(),
        isMakeUp: z.boolean(),
        isTaken: z.boolean(),
        /** True if attendance is owed: the lesson has students, and it was not taken. */
        isMissing: z.boolean(),
        present: z.int(),
        late: z.int(),
        absent: z.int(),
      }),
    ),
  }),
  /**
   * Shows classes to families, or opens them for registration, in one batch that can be undone. Classes whose state or
   * term does not allow it are left as they are and listed.
   */
  'classes-publish': write({
    by: ['admin'],
    input: z.object({
      ids: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(500, 'many')),
      to: z.enum(['published', 'open']),
    }),
    output: z.object({
      ids: z.array(Id),
      left: z.array(
        z.object({
          id: Id,
          name: z.string(),
          nativeName: z.string(),
          status: z.enum(sectionStatuses),
          isTermOver: z.boolean(),
        }),
      ),
      batchId: z.nullable(Id),
    }),
  }),
}
