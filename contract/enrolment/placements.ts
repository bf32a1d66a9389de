import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Crayon, Day, Id, Instant, ListInput, Nothing, page, Text } from '../values.ts'

/** The school's decision where a student belongs in a programme. A later decision replaces an earlier one. */
export const Placement = z.object({
  id: Id,
  courseId: Id,
  course: z.string(),
  courseNativeName: z.string(),
  level: z.nullable(z.int()),
  programmeId: Id,
  programme: z.string(),
  programmeNativeName: z.string(),
  note: z.string(),
  by: z.string(),
  byNativeName: z.string(),
  at: Instant,
})
export type Placement = z.infer<typeof Placement>

const Whose = { studentId: Id, student: z.string(), nativeName: z.string() }

export const placements = {
  /** Placement decisions, newest first, including replaced ones. */
  'placements-list': read({
    by: ['admin', 'teacher'],
    input: z.object({ ...ListInput.shape, studentId: z.optional(Id) }),
    output: page(z.object({ ...Placement.shape, ...Whose })),
  }),
  /** Students who need a placement before they can enter the class they chose, longest waiting first. */
  'placements-waiting': read({
    by: ['admin', 'teacher'],
    input: Nothing,
    output: z.array(
      z.object({
        ...Whose,
        enrolmentId: Id,
        birthOn: z.nullable(Day),
        section: z.string(),
        sectionNativeName: z.string(),
        crayon: Crayon,
        programmeId: Id,
        courseId: Id,
        at: Instant,
        note: z.string(),
        /** The courses of the programme to choose from, by level. */
        courses: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string(), level: z.nullable(z.int()) })),
      }),
    ),
  }),
  /** Decides where a student belongs. The family gets an email. */
  'placements-decide': write({
    by: ['admin', 'teacher'],
    input: z.object({ studentId: Id, courseId: Id, note: Text }),
    output: Placement,
  }),
  /** The placements of the caller's children. */
  'placements-mine': read({
    by: ['parent'],
    input: Nothing,
    output: z.array(z.object({ ...Placement.shape, ...Whose })),
  }),
}
