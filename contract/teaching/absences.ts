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
 * A school's own, finer name for one of the codes, such as "School trip" for excused. It counts as that code
 * everywhere; the five codes themselves are always available.
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
  /** For a guest, the id of the visit. */
  enrolmentId: Id,
  studentId: Id,
  name: z.string(),
  nativeName: z.string(),
  ...readIn('roll'),
  isBirthday: z.boolean(),
  /** Comes for this day only: as a trial, or for a single day. */
  isGuest: z._default(z.boolean(), false),
  /** Audits: takes part without marks. */
  isAuditor: z._default(z.boolean(), false),
  code: z.nullable(AttendanceCode),
  /** The school's own code, where the teacher chose one. */
  ownCodeId: z.nullable(Id),
  note: z.string(),
  /** The version of the mark; null while there is none. A new mark names the version it is based on. */
  revision: z._default(z.nullable(z.string()), null),
  /** Who made the mark, and when. */
  markedBy: z._default(z.nullable(z.object({ name: z.string(), nativeName: z.string() })), null),
  markedAt: z._default(z.nullable(z.string()), null),
  /**
   * The absence that the family reported. If it was reported in time and not declined, the roll proposes `excused`,
   * which is saved with the roll like any other mark.
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
  /** The people who are blocked from picking up the child today. */
  barred: z.array(z.string()),
  /** The people to call when no guardian answers, without anyone who is blocked from picking up the child. */
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
  /** True from an hour before the meeting begins. */
  isOpen: z.boolean(),
  marks: z.array(RollMark),
  /** The school's own codes: current ones to choose from, and archived ones, which older rolls may have. */
  ownCodes: z.array(OwnCode),
})
export type Roll = z.infer<typeof Roll>
/** One version of a mark; `code` is null when it was cleared. */
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
  /** The school's own codes, archived ones too, in the order of the codes they count as. */
  'absences-codes': read({ by: ['admin', 'teacher'], input: Nothing, output: z.array(OwnCode) }),
  'absences-createCode': write({ by: ['admin'], input: OwnCodeInput, output: OwnCode }),
  /**
   * Renames a code. The code it counts as can't change once a roll uses it (MOVE_NOT_ALLOWED), so that past rolls keep
   * their meaning.
   */
  'absences-changeCode': write({ by: ['admin'], input: z.object({ id: Id, ...OwnCodeInput.shape }), output: OwnCode }),
  'absences-archiveCode': write({
    by: ['admin'],
    input: z.object({ id: Id, isArchived: z.boolean() }),
    output: OwnCode,
  }),
  /** Teachers' devices store it, so that attendance can be taken offline (decision 52). */
  'absences-roll': read({ by: ['admin', 'teacher'], input: z.object({ meetingId: Id }), output: Roll }),
  /** Every version of one student's mark, newest first. */
  'absences-revisions': read({
    by: ['admin', 'teacher'],
    input: z.object({ meetingId: Id, enrolmentId: Id }),
    output: z.array(MarkRevision),
  }),
  /**
   * Marks students of one meeting, or clears a mark (`code` null). Students not listed keep their marks. Every change
   * stays in the revisions. A mark with `basedOn` is not applied when someone else has changed it since; it is returned
   * among the `conflicts`.
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
            /** One of the school's own codes, if any. */
            ownCodeId: z._default(z.nullable(Id), null),
            note: OptionalLine,
            /** The `revision` that was on the screen when the mark was made. Without it the mark always applies. */
            basedOn: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
          }),
        )
        .check(z.minLength(1, 'required'), z.maxLength(500)),
    }),
    output: z.object({ ...Roll.shape, conflicts: z.array(Id) }),
  }),
}
