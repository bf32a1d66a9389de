import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Crayon, Day, Id, Instant, ListInput, Nothing, page, Text } from '../values.ts'

/** Where the school says that a student belongs in a programme. A later word takes the place of an earlier one. */
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
  /** What was decided, the newest first; earlier words about the same programme stay in it. */
  'placements-list': read({
    by: ['admin', 'teacher'],
    input: z.object({ ...ListInput.shape, studentId: z.optional(Id) }),
    output: page(z.object({ ...Placement.shape, ...Whose })),
  }),
  /** Who needs a level before they can come to the class that they chose, the longest waiting first. */
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
        /** The courses of the programme to choose from, in the order of their levels. */
        courses: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string(), level: z.nullable(z.int()) })),
      }),
    ),
  }),
  /** Says where a student belongs. The family gets a letter. */
  'placements-decide': write({
    by: ['admin', 'teacher'],
    input: z.object({ studentId: Id, courseId: Id, note: Text }),
    output: Placement,
  }),
  /** Where the caller's children belong by the school's word. */
  'placements-mine': read({
    by: ['parent'],
    input: Nothing,
    output: z.array(z.object({ ...Placement.shape, ...Whose })),
  }),
}
