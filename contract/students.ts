import * as z from 'zod/mini'
import { read, write } from './callable.ts'
import { pickUpRules } from './familyRecord.ts'
import { ChildMeeting } from './parents.ts'
import {
  Cents,
  Crayon,
  Day,
  Id,
  ListInput,
  Nothing,
  OptionalLine,
  OptionalPhone,
  page,
  Text,
  Time,
  Weekday,
} from './values.ts'

export const StudentSection = z.object({
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
  status: z.string(),
  waitingPosition: z.nullable(z.int()),
})
export const Student = z.object({
  id: Id,
  householdId: z.nullable(Id),
  name: z.string(),
  nativeName: z.string(),
  preferredName: z.string(),
  birthOn: Day,
  grade: z.string(),
  allergies: z.string(),
  medical: z.string(),
  medication: z.string(),
  doctorName: z.string(),
  doctorPhone: z.string(),
  photoConsent: z.string(),
  /** Who may fetch the child, and who must not, today: guardians first, then the pick-up list. */
  pickUps: z.array(
    z.object({
      id: Id,
      name: z.string(),
      phone: z.string(),
      relationship: z.string(),
      rule: z.enum(pickUpRules),
      toDay: z.nullable(Day),
      isGuardian: z.boolean(),
    }),
  ),
  sections: z.array(StudentSection),
  /** Past meetings with their mark and the ones to come, oldest first, of the running term. */
  meetings: z.array(ChildMeeting),
})
export type Student = z.infer<typeof Student>

export const studentViews = ['everyone', 'active', 'waiting', 'left'] as const
export const StudentRow = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  birthOn: Day,
  householdId: z.nullable(Id),
  guardian: z.string(),
  sections: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string(), crayon: Crayon })),
  status: z.enum(['active', 'waiting', 'left']),
  attendancePercent: z.nullable(z.int()),
  balanceCents: Cents,
})

export const MedicalCard = z.object({
  allergies: Text,
  medical: Text,
  medication: Text,
  doctorName: OptionalLine,
  doctorPhone: OptionalPhone,
})
export type MedicalCard = z.infer<typeof MedicalCard>

export const students = {
  /** The caller's own children, those only to whose data they have access. */
  'students-mine': read({ by: ['parent'], input: Nothing, output: z.array(Student) }),
  'students-get': read({ by: ['admin', 'teacher', 'parent'], input: z.object({ id: Id }), output: Student }),
  /** Writes the medical card. It counts at once: teachers of the child's classes and the office see it live. */
  'students-changeMedical': write({
    by: ['parent', 'admin'],
    input: z.object({ id: Id, ...MedicalCard.shape }),
    output: z.object({ id: Id }),
  }),
  'students-list': read({
    by: ['admin'],
    input: z.object({ ...ListInput.shape, view: z.optional(z.enum(studentViews)), sectionId: z.optional(Id) }),
    output: page(StudentRow),
  }),
}
