import type { EnrolmentStatus } from '#contract/enrolment/enrolments.ts'
import type { SectionStatus } from '#contract/enrolment/classes.ts'
import type { KnownHousehold } from '#rules/imports/matching.ts'
import type { PersonOnRecord } from '../shared/queries.ts'
import type { RosterKind } from './tables.ts'

export type KnownTerm = {
  id: string
  name: string
  nativeName: string
  startsOn: string
  endsOn: string
  weekdays: number[]
}
export type KnownCourse = {
  id: string
  name: string
  nativeName: string
  level: number | null
  description: string
  programmeId: string
  isArchived: boolean
}
type KnownSection = {
  id: string
  termId: string
  courseId: string
  name: string
  nativeName: string
  room: string
  weekday: number
  startsAt: string
  endsAt: string
  status: SectionStatus
}
type KnownEnrolment = { id: string; studentId: string; sectionId: string; status: EnrolmentStatus }
/** A guardian of a student. */
type KnownCare = { studentId: string; guardianId: string; householdId: string; hasDataAccess: boolean }

/** Everything that an import is compared with. */
export type State = {
  schoolId: string
  today: string
  zone: string
  terms: KnownTerm[]
  programmes: { id: string; name: string; nativeName: string }[]
  courses: KnownCourse[]
  rooms: { id: string; name: string }[]
  sections: KnownSection[]
  duties: { sectionId: string; teacherId: string }[]
  people: PersonOnRecord[]
  households: KnownHousehold[]
  /** People with a teacher's record, and whether they still teach. */
  teachers: { id: string; isTeaching: boolean }[]
  care: KnownCare[]
  enrolments: KnownEnrolment[]
  ids: { kind: RosterKind; sourcedId: string; ourId: string }[]
}
