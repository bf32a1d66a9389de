import * as z from 'zod/mini'
import { absenceReasons, absenceStatuses, visitKinds } from '../attendance.plain.ts'
import { Crayon, Day, Id, Time } from '../values.ts'

/** A child's class meeting, as the family sees it. `code` is null until attendance is taken. */
export const ChildMeeting = z.object({
  meetingId: Id,
  studentId: Id,
  sectionId: Id,
  section: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  room: z.string(),
  /** The names of all its teachers as one text, then the same with their Chinese names where they have one. */
  teacher: z.string(),
  teacherNative: z._default(z.string(), ''),
  onDay: Day,
  startsAt: Time,
  endsAt: Time,
  status: z.string(),
  /** Set when the child comes for this day only: as a trial, or for a single day. */
  visit: z._default(z.nullable(z.enum(visitKinds)), null),
  code: z.nullable(z.string()),
  /** The school's own code, where the teacher chose one. */
  ownCode: z.nullable(z.object({ name: z.string(), nativeName: z.string() })),
  /** The absence that the family reported for it, unless withdrawn. */
  notice: z.nullable(
    z.object({ id: Id, reason: z.enum(absenceReasons), note: z.string(), status: z.enum(absenceStatuses) }),
  ),
})
export type ChildMeeting = z.infer<typeof ChildMeeting>
