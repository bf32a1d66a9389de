import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Archived, Ids, Restored } from '../archive.ts'
import { Invitations, Invited, Invitees, InviteMany } from '../access/users.inviting.ts'
import {
  Crayon,
  Day,
  Email,
  Id,
  Line,
  ListInput,
  Nothing,
  OptionalLine,
  OptionalPhone,
  page,
  Time,
  Weekday,
} from '../values.ts'
import { teacherSorts, teacherViews } from './teachers.plain.ts'

export * from './teachers.plain.ts'

export const Teacher = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  email: z.string(),
  phone: z.string(),
  sections: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string(), crayon: Crayon })),
  studentCount: z.int(),
  isArchived: z.boolean(),
})
export type Teacher = z.infer<typeof Teacher>

/** A teacher's record: the classes of all terms, and whether they can sign in. */
export const TeacherRecord = z.object({
  ...Teacher.shape,
  otherPhones: z.string(),
  /** What they teach or do, in the office's words. */
  work: z.string(),
  taught: z.array(
    z.object({
      id: Id,
      name: z.string(),
      nativeName: z.string(),
      crayon: Crayon,
      term: z.string(),
      termNativeName: z.string(),
      status: z.string(),
      studentCount: z.int(),
    }),
  ),
  accountId: z.nullable(Id),
  isVerified: z.boolean(),
  lastSignInAt: z.nullable(z.string()),
})
export type TeacherRecord = z.infer<typeof TeacherRecord>

/** One meeting of a class as its teacher sees it. */
export const TeacherMeeting = z.object({
  meetingId: Id,
  sectionId: Id,
  section: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  room: z.string(),
  onDay: Day,
  startsAt: Time,
  endsAt: Time,
  studentCount: z.int(),
  isRollTaken: z.boolean(),
  present: z.int(),
  absent: z.int(),
})
export type TeacherMeeting = z.infer<typeof TeacherMeeting>

/** That a teacher has called in sick for a day, and since when the office knows. */
const TeacherAbsence = z.object({ id: Id, onDay: Day, reportedAt: z.string() })

/** A time of every week. */
export const BusyTime = z.object({ weekday: Weekday, startsAt: Time, endsAt: Time, note: OptionalLine })
export type BusyTime = z.infer<typeof BusyTime>

/** What the office notes of a teacher; what is left out stays. */
const Noted = { otherPhones: z.optional(OptionalLine), work: z.optional(OptionalLine) }

export const teachers = {
  'teachers-list': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      view: z.optional(z.enum(teacherViews)),
      sort: z.optional(z.enum(teacherSorts)),
      down: z.optional(z.boolean()),
    }),
    output: page(Teacher),
  }),
  'teachers-get': read({ by: ['admin'], input: z.object({ id: Id }), output: TeacherRecord }),
  /** Adds a teacher and sends the invitation to sign in. */
  'teachers-create': write({
    by: ['admin'],
    input: z.object({ name: Line, nativeName: OptionalLine, email: Email, phone: OptionalPhone, ...Noted }),
    output: Teacher,
  }),
  /** Changes a record. The address of somebody who signs in with it is theirs to change. */
  'teachers-change': write({
    by: ['admin'],
    input: z.object({ id: Id, name: Line, nativeName: OptionalLine, email: Email, phone: OptionalPhone, ...Noted }),
    output: z.object({ id: Id }),
  }),
  /** Writes a teacher once more how to sign in. */
  'teachers-resendInvitation': write({ by: ['admin'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
  /** What inviting these teachers would do. */
  'teachers-previewInvitations': read({ by: ['admin'], input: Invitees, output: Invitations }),
  /** Writes those of these teachers who never signed in how to do so. */
  'teachers-inviteMany': write({ by: ['admin'], input: InviteMany, output: Invited }),
  /** Takes teachers out of lists and pickers and ends their role, unless a class still needs them. */
  'teachers-archive': write({ by: ['admin'], input: Ids, output: Archived }),
  'teachers-restore': write({ by: ['admin'], input: Ids, output: Restored }),
  /** The times of the week at which a teacher can't teach: the caller's own, or for the office those of anybody. */
  'teachers-busyTimes': read({
    by: ['admin', 'teacher'],
    input: z.object({ id: z.optional(Id) }),
    output: z.array(BusyTime),
  }),
  /** Says anew at which times a teacher can't teach: a teacher for themselves, the office for anybody. */
  'teachers-setBusyTimes': write({
    by: ['admin', 'teacher'],
    input: z.object({ id: z.optional(Id), times: z.array(BusyTime).check(z.maxLength(30, 'many')) }),
    output: z.array(BusyTime),
  }),
  /** The teacher's own classes: today's meetings, the next day with any, and past ones whose roll is missing. */
  'teachers-today': read({
    by: ['teacher'],
    input: Nothing,
    output: z.object({
      today: Day,
      meetings: z.array(TeacherMeeting),
      next: z.array(TeacherMeeting),
      missing: z.array(TeacherMeeting),
      /** Of today and the next day with meetings. */
      absences: z.array(TeacherAbsence),
    }),
  }),
  /** Calls in sick for all of the caller's meetings of a day, and tells the office; once for a day. */
  'teachers-reportAbsence': write({ by: ['teacher'], input: z.object({ onDay: Day }), output: TeacherAbsence }),
  /** Takes that back, and tells the office. */
  'teachers-withdrawAbsence': write({ by: ['teacher'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
}
