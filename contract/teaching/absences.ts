import * as z from 'zod/mini'
import { absenceNotices, NoticeStatus } from './absences.notices.ts'
import { read, write } from '../callable.ts'
import { EmergencyContact } from '../people/students.homes.ts'
import { readIn } from '../studentFields.ts'
import { Crayon, Day, Id, Line, Nothing, OptionalLine, Time } from '../values.ts'
import { absenceReasons, attendanceCodes } from '../attendance.plain.ts'

export * from './absences.plain.ts'

export const AttendanceCode = z.enum(attendanceCodes)
export type AttendanceCode = z.infer<typeof AttendanceCode>
/**
 * A school's own finer word for one of the codes, such as "School trip" for excused. It counts as that code does
 * everywhere; the five codes themselves are always there.
 */
export const OwnCode = z.object({
  id: Id,
  code: AttendanceCode,
  name: z.string(),
  nativeName: z.string(),
  isArchived: z.boolean(),
})
export type OwnCode = z.infer<typeof OwnCode>
const OwnCodeInput = z.object({ code: AttendanceCode, name: Line, nativeName: OptionalLine })

export const RollMark = z.object({
  /** Of a guest, the visit. */
  enrolmentId: Id,
  studentId: Id,
  name: z.string(),
  nativeName: z.string(),
  ...readIn('roll'),
  isBirthday: z.boolean(),
  /** Comes for this day alone: a trial, or a single day. */
  isGuest: z._default(z.boolean(), false),
  /** Audits: takes part without marks. */
  isAuditor: z._default(z.boolean(), false),
  code: z.nullable(AttendanceCode),
  /** The school's own word for the code, where the teacher chose one. */
  ownCodeId: z.nullable(Id),
  note: z.string(),
  /** Which version of the mark this is; null where nobody has marked yet. A new mark says which one it was made on. */
  revision: z._default(z.nullable(z.string()), null),
  /** Who made it, and when. */
  markedBy: z._default(z.nullable(z.object({ name: z.string(), nativeName: z.string() })), null),
  markedAt: z._default(z.nullable(z.string()), null),
  /**
   * The absence that the family reported. When it did so in time and was not declined, the roll proposes `excused`,
   * which is saved with the roll like every other mark.
   */
  reported: z.nullable(
    z.object({
      id: Id,
      reason: z.enum(absenceReasons),
      note: z.string(),
      status: NoticeStatus,
      isInTime: z.boolean(),
    }),
  ),
  /** Who is blocked from picking up the child today. */
  barred: z.array(z.string()),
  /** Whom to call when no guardian answers, without anyone who is blocked from picking up the child. */
  contacts: z.array(EmergencyContact),
})
export type RollMark = z.infer<typeof RollMark>
export const Roll = z.object({
  meetingId: Id,
  termId: Id,
  section: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  room: z.string(),
  onDay: Day,
  startsAt: Time,
  endsAt: Time,
  takenAt: z.nullable(z.string()),
  /** The roll opens an hour before the meeting begins. */
  isOpen: z.boolean(),
  marks: z.array(RollMark),
  /** The school's own codes: those to choose from, and archived ones, which older rolls may have. */
  ownCodes: z.array(OwnCode),
})
export type Roll = z.infer<typeof Roll>
/** One version of a mark; `code` null where it was cleared. */
export const MarkRevision = z.object({
  id: z.string(),
  code: z.nullable(AttendanceCode),
  ownCodeId: z.nullable(Id),
  note: z.string(),
  markedBy: z.nullable(z.object({ name: z.string(), nativeName: z.string() })),
  markedAt: z.string(),
})
export type MarkRevision = z.infer<typeof MarkRevision>

export const absences = {
  ...absenceNotices,
  /** The school's own codes, archived ones too, in the order of what they count as. */
  'absences-codes': read({ by: ['admin', 'teacher'], input: Nothing, output: z.array(OwnCode) }),
  'absences-createCode': write({ by: ['admin'], input: OwnCodeInput, output: OwnCode }),
  /** Changes the words; what it counts as stays once a roll has it (MOVE_NOT_ALLOWED), so that the past stays. */
  'absences-changeCode': write({ by: ['admin'], input: z.object({ id: Id, ...OwnCodeInput.shape }), output: OwnCode }),
  'absences-archiveCode': write({
    by: ['admin'],
    input: z.object({ id: Id, isArchived: z.boolean() }),
    output: OwnCode,
  }),
  /** Teachers' devices keep it, so that a roll is taken without a connection (decision 52). */
  'absences-roll': read({ by: ['admin', 'teacher'], input: z.object({ meetingId: Id }), output: Roll }),
  /** Every version of one student's mark, the newest first. */
  'absences-revisions': read({
    by: ['admin', 'teacher'],
    input: z.object({ meetingId: Id, enrolmentId: Id }),
    output: z.array(MarkRevision),
  }),
  /**
   * Marks students of one meeting, or takes a mark back (`code` null); those not named keep theirs. Every change stays
   * in the revisions. A mark that names its `basedOn` is left alone where somebody else has said something else since:
   * it is among the `conflicts`.
   */
  'absences-take': write({
    by: ['admin', 'teacher'],
    input: z.object({
      meetingId: Id,
      marks: z
        .array(
          z.object({
            enrolmentId: Id,
            code: z.nullable(AttendanceCode),
            /** One of the school's own words for the code, if any. */
            ownCodeId: z._default(z.nullable(Id), null),
            note: OptionalLine,
            /** The `revision` that was on the screen when the mark was made; without it the mark counts anyway. */
            basedOn: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
          }),
        )
        .check(z.minLength(1, 'required'), z.maxLength(500)),
    }),
    output: z.object({ ...Roll.shape, conflicts: z.array(Id) }),
  }),
}
