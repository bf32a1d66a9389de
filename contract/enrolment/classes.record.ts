import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { readIn } from '../studentFields.ts'
import { enrolmentTypes } from '../values.plain.ts'
import { Cents, Day, Id } from '../values.ts'
import { sectionStatuses } from './classes.plain.ts'

/** What the office sees and does on the page of a class, and with many classes at once. */
export const classRecords = {
  /** Everybody who has a seat of a class, with what the office needs beside the name, and the money of the class. */
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
          /** Of the enrolment. */
          status: z.string(),
          type: z.enum(enrolmentTypes),
          since: z.string(),
          /** The first guardian with access to the student's data. */
          guardian: z.nullable(z.object({ name: z.string(), nativeName: z.string(), phone: z.string() })),
          /** Of the family's account; null for an area that does not reach `payments-ledger`. */
          balanceCents: z.nullable(Cents),
          /** Why the office let them in past a rule; empty where it did not. */
          overrideReason: z.string(),
        }),
      ),
      /** What was charged for the class and what is paid of it; null as `balanceCents` is. */
      money: z.nullable(z.object({ chargedCents: Cents, paidCents: Cents })),
    }),
  }),
  /** The lessons of a class, the earliest first, each with what its roll says. */
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
        present: z.int(),
        late: z.int(),
        absent: z.int(),
      }),
    ),
  }),
  /**
   * Shows classes to families, or opens them for registration, all in one step that can be undone. A class whose state
   * or term does not allow it is left as it is, and named.
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
