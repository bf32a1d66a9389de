import * as z from 'zod/mini'
import { Archived, Changed, Ids, Preview, Restored } from '../archive.ts'
import { read, write } from '../callable.ts'
import { studentHomes } from './students.homes.ts'
import { readWhole, writtenIn } from '../studentFields.ts'
import { enrolmentTypes } from '../values.plain.ts'
import { ChildMeeting } from './students.meetings.ts'
import { Cents, Crayon, Day, Id, ListInput, Nothing, OptionalLine, OtherTerm, page, Time, Weekday } from '../values.ts'
import { pickUpRules, studentSorts, studentViews } from './students.plain.ts'

export * from './students.plain.ts'

const StudentSection = z.object({
  enrolmentId: Id,
  sectionId: Id,
  name: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  term: z.string(),
  termNativeName: z.string(),
  weekday: Weekday,
  startsAt: Time,
  endsAt: Time,
  room: z.string(),
  teachers: z.array(z.string()),
  /** In the same order; empty for a teacher without one. */
  teacherNativeNames: z._default(z.array(z.string()), []),
  status: z.string(),
  /** True if its class is over. */
  isOver: z.boolean(),
  waitingPosition: z.nullable(z.int()),
  /** Whether the student takes part in full or audits, and whether the class accepts auditors. */
  type: z.enum(enrolmentTypes),
  takesAuditors: z.boolean(),
})
/** A class that a student has left, with the marks of its lessons, oldest first. */
const LeftSection = z.object({
  enrolmentId: Id,
  name: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  term: z.string(),
  termNativeName: z.string(),
  fromDay: Day,
  toDay: Day,
  meetings: z.array(ChildMeeting),
})
export type LeftSection = z.infer<typeof LeftSection>
export const Student = z.object({
  id: Id,
  householdId: z.nullable(Id),
  ...readWhole,
  photoConsent: z.string(),
  /**
   * People who may pick up the child today, and people who are blocked from it: guardians first, then the pick-up list.
   */
  pickUps: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** Only for guardians; entries of the pick-up list have one name. */
      nativeName: z.string(),
      phone: z.string(),
      relationship: z.string(),
      rule: z.enum(pickUpRules),
      toDay: z.nullable(Day),
      isGuardian: z.boolean(),
    }),
  ),
  sections: z.array(StudentSection),
  /**
   * Meetings of current terms, oldest first: past ones with their marks, and upcoming ones; for a student who is in no
   * class of one, past ones of the last closed term.
   */
  meetings: z.array(ChildMeeting),
  /** The classes that the student has left, the last one first; for teachers only those that they teach. */
  left: z._default(z.array(LeftSection), []),
  isArchived: z.boolean(),
})
export type Student = z.infer<typeof Student>

const StudentRow = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  birthOn: z.nullable(Day),
  grade: z.string(),
  householdId: z.nullable(Id),
  guardian: z.string(),
  guardianNativeName: z._default(z.string(), ''),
  sections: z.array(
    z.object({ id: Id, name: z.string(), nativeName: z.string(), otherTerm: OtherTerm, crayon: Crayon }),
  ),
  status: z.enum(['active', 'waiting', 'new', 'left']),
  attendancePercent: z.nullable(z.int()),
  /** Null for an area that does not reach `payments-ledger`. */
  balanceCents: z.nullable(Cents),
})

const StudentFilter = {
  view: z.optional(z.enum(studentViews)),
  sectionId: z.optional(Id),
  grade: z.optional(OptionalLine),
}
export const StudentInput = z.object(writtenIn('office'))
export type StudentInput = z.infer<typeof StudentInput>

export const MedicalCard = z.object(writtenIn('card'))
export type MedicalCard = z.infer<typeof MedicalCard>

export const students = {
  ...studentHomes,
  /** The caller's own children whose data they may access. */
  'students-mine': read({ by: ['parent'], input: Nothing, output: z.array(Student) }),
  'students-get': read({ by: ['admin', 'teacher', 'parent'], input: z.object({ id: Id }), output: Student }),
  /** Changes the medical card. It takes effect at once: teachers of the child's classes and the office see it live. */
  'students-changeMedical': write({
    by: ['parent', 'admin'],
    input: z.object({ id: Id, ...MedicalCard.shape }),
    output: z.object({ id: Id }),
  }),
  'students-list': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      ...StudentFilter,
      /** `fit`: best match for the search first, for pickers. */
      sort: z.optional(z.enum([...studentSorts, 'fit'])),
      down: z.optional(z.boolean()),
    }),
    output: page(StudentRow),
  }),
  /** The ids of all matches and their families, for bulk actions. */
  'students-select': read({
    by: ['admin'],
    input: z.object({ search: ListInput.shape.search, ...StudentFilter }),
    output: z.array(z.object({ id: Id, householdId: Id })),
  }),
  /** What archiving, restoring or changing the grade would do to these students. */
  'students-preview': read({
    by: ['admin'],
    input: z.object({ ...Ids.shape, act: z.enum(['archive', 'restore', 'grade']), grade: z.optional(OptionalLine) }),
    output: Preview,
  }),
  /** The grades that students are in, each with the number of students, for filters. */
  'students-grades': read({
    by: ['admin'],
    input: Nothing,
    output: z.array(z.object({ grade: z.string(), count: z.int() })),
  }),
  /** Adds a child to a household. The guardians get the same relationship to the child as to its siblings. */
  'students-create': write({
    by: ['admin'],
    input: z.object({ householdId: Id, ...StudentInput.shape }),
    output: z.object({ id: Id }),
  }),
  'students-change': write({
    by: ['admin'],
    input: z.object({ id: Id, ...StudentInput.shape }),
    output: z.object({ id: Id }),
  }),
  /**
   * Archives students, which removes them from lists and pickers. Skips students with a seat or a waitlist entry.
   */
  'students-archive': write({ by: ['admin'], input: Ids, output: Archived }),
  'students-restore': write({ by: ['admin'], input: Ids, output: Restored }),
  /** Sets the school grade of students; an empty grade removes it. */
  'students-changeGrades': write({
    by: ['admin'],
    input: z.object({ ...Ids.shape, grade: OptionalLine }),
    output: Changed,
  }),
}
