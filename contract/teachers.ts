import * as z from 'zod/mini'
import { read, write } from './callable.ts'
import { Crayon, Day, Email, Id, Line, ListInput, Nothing, OptionalLine, OptionalPhone, page, Time } from './values.ts'

export const Teacher = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  email: z.string(),
  phone: z.string(),
  sections: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string(), crayon: Crayon })),
  studentCount: z.int(),
})
export type Teacher = z.infer<typeof Teacher>

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

export const teachers = {
  'teachers-list': read({ by: ['admin'], input: ListInput, output: page(Teacher) }),
  /** Adds a teacher and sends the invitation to sign in. */
  'teachers-create': write({
    by: ['admin'],
    input: z.object({ name: Line, nativeName: OptionalLine, email: Email, phone: OptionalPhone }),
    output: Teacher,
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
    }),
  }),
}
