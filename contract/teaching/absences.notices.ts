import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Crayon, Day, Id, OptionalLine, page, Text, Time } from '../values.ts'
import { absenceReasons, absenceStatuses } from '../attendance.plain.ts'

export * from './absences.notices.plain.ts'

export type NoticeReason = (typeof absenceReasons)[number]
export const NoticeStatus = z.enum(absenceStatuses)
export type NoticeStatus = z.infer<typeof NoticeStatus>
/** A class meeting that a notice covers. */
const NoticeMeeting = z.object({
  meetingId: Id,
  sectionId: Id,
  section: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  onDay: Day,
  startsAt: Time,
  endsAt: Time,
})
/** An absence that a family reported in advance. */
export const AbsenceNotice = z.object({
  id: Id,
  student: z.object({ id: Id, name: z.string(), nativeName: z.string() }),
  filedBy: z.object({ name: z.string(), nativeName: z.string() }),
  fromDay: Day,
  toDay: Day,
  /** One class, or null for all of the child's classes. */
  sectionId: z.nullable(Id),
  reason: z.enum(absenceReasons),
  note: z.string(),
  status: NoticeStatus,
  answer: z.string(),
  filedAt: z.string(),
  /** The meetings it covers that the caller may see. */
  meetings: z.array(NoticeMeeting),
})
export type AbsenceNotice = z.infer<typeof AbsenceNotice>

const after = z.optional(z.string().check(z.maxLength(500)))

export const absenceNotices = {
  /**
   * Reports an absence, today or later, and returns the meetings it covers: those that aren't over yet. Refused when
   * there are none (NO_LESSON), when all are over (LESSON_OVER) or have been reported (ALREADY_REPORTED).
   */
  'absences-file': write({
    by: ['parent'],
    input: z.object({
      studentId: Id,
      fromDay: Day,
      toDay: Day,
      sectionId: z.nullable(Id),
      reason: z.enum(absenceReasons, 'choose'),
      note: Text,
    }),
    output: AbsenceNotice,
  }),
  /** Withdraws a notice until the last meeting that it covers is over. Meetings that are over by then stay reported. */
  'absences-withdraw': write({ by: ['parent'], input: z.object({ id: Id }), output: AbsenceNotice }),
  /** The absences that the caller's family has reported, latest day first. */
  'absences-mine': read({
    by: ['parent'],
    input: z.object({ studentId: z.optional(Id), after }),
    output: page(AbsenceNotice),
  }),
  /** Reported absences between two days, earliest first: a teacher's own classes, all for the office. */
  'absences-notices': read({
    by: ['teacher', 'admin'],
    input: z.object({
      fromDay: z.optional(Day),
      toDay: z.optional(Day),
      status: z.optional(NoticeStatus),
      after,
    }),
    output: page(AbsenceNotice),
  }),
  'absences-answer': write({
    by: ['teacher', 'admin'],
    input: z.object({ id: Id, to: z.enum(['acknowledged', 'declined']), note: OptionalLine }),
    output: AbsenceNotice,
  }),
}
