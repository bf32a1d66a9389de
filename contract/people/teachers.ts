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
  OtherTerm,
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
  sections: z.array(
    z.object({ id: Id, name: z.string(), nativeName: z.string(), otherTerm: OtherTerm, crayon: Crayon }),
  ),
  studentCount: z.int(),
  isArchived: z.boolean(),
})
export type Teacher = z.infer<typeof Teacher>

/** A teacher in the list. `hasAccount` is false until they are invited. */
export const TeacherRow = z.object({ ...Teacher.shape, hasAccount: z.boolean() })
export type TeacherRow = z.infer<typeof TeacherRow>

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

/** A teacher's sick call for a day, and when it was reported. */
const TeacherAbsence = z.object({ id: Id, onDay: Day, reportedAt: z.string() })

/** A weekly time. */
export const BusyTime = z.object({ weekday: Weekday, startsAt: Time, endsAt: Time, note: OptionalLine })
export type BusyTime = z.infer<typeof BusyTime>

/** The office's notes on a teacher. Notes that are left out stay as they are. */
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
    output: page(TeacherRow),
  }),
  'teachers-get': read({ by: ['admin'], input: z.object({ id: Id }), output: TeacherRecord }),
  /** Adds a teacher and emails the invitation to sign in. */
  'teachers-create': write({
    by: ['admin'],
    input: z.object({ name: Line, nativeName: OptionalLine, email: Email, phone: OptionalPhone, ...Noted }),
    output: Teacher,
  }),
  /** Changes a record. A teacher with an account changes its address themselves. */
  'teachers-change': write({
    by: ['admin'],
    input: z.object({ id: Id, name: Line, nativeName: OptionalLine, email: Email, phone: OptionalPhone, ...Noted }),
    output: z.object({ id: Id }),
  }),
  /** Emails a teacher the invitation again. */
  'teachers-resendInvitation': write({ by: ['admin'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
  /** What inviting these teachers would do. */
  'teachers-previewInvitations': read({ by: ['admin'], input: Invitees, output: Invitations }),
  /** Invites those of these teachers who have never signed in. */
  'teachers-inviteMany': write({ by: ['admin'], input: InviteMany, output: Invited }),
  /**
   * Archives teachers, which removes them from lists and pickers and ends their role. Skips teachers whom a class still
   * needs.
   */
  'teachers-archive': write({ by: ['admin'], input: Ids, output: Archived }),
  'teachers-restore': write({ by: ['admin'], input: Ids, output: Restored }),
  /** The weekly times when a teacher is unavailable: the caller's own, or any teacher's for the office. */
  'teachers-busyTimes': read({
    by: ['admin', 'teacher'],
    input: z.object({ id: z.optional(Id) }),
    output: z.array(BusyTime),
  }),
  /** Replaces the weekly times when a teacher is unavailable: a teacher for themselves, the office for anyone. */
  'teachers-setBusyTimes': write({
    by: ['admin', 'teacher'],
    input: z.object({ id: z.optional(Id), times: z.array(BusyTime).check(z.maxLength(30, 'many')) }),
    output: z.array(BusyTime),
  }),
  /** The caller's own classes: today's meetings, the next day with meetings, and past meetings without attendance. */
  'teachers-today': read({
    by: ['teacher'],
    input: Nothing,
    output: z.object({
      today: Day,
      meetings: z.array(TeacherMeeting),
      next: z.array(TeacherMeeting),
      missing: z.array(TeacherMeeting),
      /** Sick calls for today and the next day with meetings. */
      absences: z.array(TeacherAbsence),
    }),
  }),
  /** Calls in sick for all of the caller's meetings of a day and tells the office. Possible once per day. */
  'teachers-reportAbsence': write({ by: ['teacher'], input: z.object({ onDay: Day }), output: TeacherAbsence }),
  /** Withdraws a sick call and tells the office. */
  'teachers-withdrawAbsence': write({ by: ['teacher'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
}
