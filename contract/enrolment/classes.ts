import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { readIn } from '../studentFields.ts'
import { Term, TermStatus } from '../school/terms.ts'
import {
  Cents,
  Crayon,
  Day,
  Id,
  Instant,
  Line,
  MonthDay,
  Nothing,
  OptionalLine,
  OtherTerm,
  Text,
  Time,
  Weekday,
  within,
} from '../values.ts'
import { enrolmentTypes } from '../values.plain.ts'
import { classRecords } from './classes.record.ts'
import { afterCourse, classParts, conflictKinds, placeStates, sectionStatuses } from './classes.plain.ts'
import { classBounds } from './classes.bounds.plain.ts'
import { classPasting } from './classes.pasting.ts'

export * from './classes.plain.ts'

export const SectionStatus = z.enum(sectionStatuses)
export type SectionStatus = z.infer<typeof SectionStatus>

export const PlaceState = z.enum(placeStates)
export type PlaceState = z.infer<typeof PlaceState>

const isArchived = { isArchived: z.boolean() }

const AfterCourse = {
  after: z.enum(afterCourse),
  /** The next course, when it is named explicitly. */
  nextCourseId: z.nullable(Id),
}
const Programme = z.object({ id: Id, name: z.string(), nativeName: z.string(), ...isArchived })
export const Course = z.object({
  id: Id,
  programmeId: Id,
  name: z.string(),
  nativeName: z.string(),
  level: z.nullable(z.int()),
  description: z.string(),
  ...AfterCourse,
  /** The student needs one of these courses, or this level of the programme; otherwise the office must approve. */
  prerequisiteIds: z.array(Id),
  prerequisiteLevel: z.nullable(z.int()),
  /** Students who are new to the programme are placed by the school first. */
  needsPlacement: z.boolean(),
  /** The course that follows in effect: the course itself when it is repeated, null when it is the last one. */
  followingId: z.nullable(Id),
  ...isArchived,
})
export const Room = z.object({ id: Id, name: z.string(), capacity: z.nullable(z.int()), ...isArchived })

/** A class as the public sees it. */
export const CatalogueSection = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  course: z.string(),
  courseNativeName: z.string(),
  programmeId: Id,
  programme: z.string(),
  programmeNativeName: z.string(),
  level: z.nullable(z.int()),
  description: z.string(),
  crayon: Crayon,
  weekday: Weekday,
  startsAt: Time,
  endsAt: Time,
  room: z.string(),
  teachers: z.array(z.string()),
  /** In the same order; empty for a teacher without one. */
  teacherNativeNames: z._default(z.array(z.string()), []),
  ageFrom: z.nullable(z.int()),
  ageTo: z.nullable(z.int()),
  /** The reference day for ages. */
  ageDay: Day,
  tuitionCents: Cents,
  /** The tuition for joining today, when part of the term is over; null when the full tuition is due. */
  dueCents: z._default(z.nullable(Cents), null),
  /** The same for auditing. */
  auditDueCents: z._default(z.nullable(Cents), null),
  booksCents: Cents,
  /** The prices of auditing, of a trial date and of a single day; null where it isn't possible. */
  auditCents: z.nullable(Cents),
  trialCents: z.nullable(Cents),
  trialNeedsApproval: z.boolean(),
  dayCents: z.nullable(Cents),
  /** What the course requires: one of these courses, or this level. */
  before: z.array(z.object({ name: z.string(), nativeName: z.string() })),
  beforeLevel: z.nullable(z.int()),
  needsPlacement: z.boolean(),
  capacity: z.int(),
  placesLeft: z.int(),
  waiting: z.int(),
  state: PlaceState,
  /** When the seats are given by a lottery: the times between which families enter it. */
  draw: z._default(z.nullable(z.object({ opensAt: Instant, closesAt: Instant })), null),
})
export type CatalogueSection = z.infer<typeof CatalogueSection>

export const Section = z.object({
  ...CatalogueSection.shape,
  termId: Id,
  termStartsOn: Day,
  termStatus: TermStatus,
  courseId: Id,
  roomId: z.nullable(Id),
  teacherIds: z.array(Id),
  enrolled: z.int(),
  minimum: z.int(),
  /** The class's own reference day for ages; null for the school's. */
  ageCutoff: z.nullable(MonthDay),
  needsApproval: z.boolean(),
  status: SectionStatus,
  otherTerm: OtherTerm,
})
export type Section = z.infer<typeof Section>
const SectionName = z.pick(Section, {
  id: true,
  termId: true,
  name: true,
  nativeName: true,
  status: true,
  otherTerm: true,
})

const OwnPrice = z._default(z.nullable(Cents.check(z.minimum(0, 'fee'))), null)
/** The input for a class: from its form, or from a row of a spreadsheet. */
export const SectionInput = z.object({
  termId: Id,
  courseId: Id,
  name: Line,
  nativeName: OptionalLine,
  roomId: z.nullable(Id),
  teacherIds: z.array(Id).check(z.maxLength(classBounds.teachers.to)),
  weekday: Weekday,
  startsAt: Time,
  endsAt: Time,
  capacity: within(classBounds.capacity, 'capacity'),
  minimum: within(classBounds.minimum),
  ageFrom: z.nullable(within(classBounds.age)),
  ageTo: z.nullable(within(classBounds.age)),
  tuitionCents: Cents.check(z.minimum(0, 'fee')),
  booksCents: Cents.check(z.minimum(0, 'fee')),
  ageCutoff: z._default(z.nullable(MonthDay), null),
  needsApproval: z.boolean(),
  auditCents: OwnPrice,
  trialCents: OwnPrice,
  trialNeedsApproval: z._default(z.boolean(), true),
  dayCents: OwnPrice,
  crayon: Crayon,
})

const ProgrammeInput = z.object({ name: Line, nativeName: OptionalLine })
const CourseInput = z.object({
  programmeId: Id,
  name: Line,
  nativeName: OptionalLine,
  level: z.nullable(within(classBounds.level)),
  description: Text,
  /** Unchanged when left out; for a new course the default is `auto`. */
  after: z.optional(AfterCourse.after),
  nextCourseId: z.optional(AfterCourse.nextCourseId),
  prerequisiteIds: z.optional(z.array(Id).check(z.maxLength(20, 'many'))),
  prerequisiteLevel: z.optional(z.nullable(within(classBounds.level))),
  needsPlacement: z.optional(z.boolean()),
})
const RoomInput = z.object({
  name: Line,
  capacity: z.nullable(z.int().check(z.minimum(1, 'number'), z.maximum(10_000, 'number'))),
})
export type ClassPart = (typeof classParts)[number]

export const ClassConflict = z.object({
  kind: z.enum(conflictKinds),
  /** The class in question; its name is empty while it is only planned. */
  sectionId: z.nullable(Id),
  name: z.string(),
  nativeName: z.string(),
  /** The other class; null when the conflict is a room that is too small. */
  otherId: z.nullable(Id),
  other: z.string(),
  otherNativeName: z.string(),
  weekday: Weekday,
  startsAt: Time,
  /** The name of the room, when the conflict is about one. */
  what: z.string(),
  /** The number of people concerned, or the number the room should hold. */
  n: z.int(),
  /** The first of them, by name. */
  people: z.array(z.object({ name: z.string(), nativeName: z.string() })),
  /** The capacity of the room, when it is too small. */
  seats: z.nullable(z.int()),
})
export type ClassConflict = z.infer<typeof ClassConflict>

const RosterEntry = z.object({
  enrolmentId: Id,
  studentId: Id,
  name: z.string(),
  nativeName: z.string(),
  birthOn: z.nullable(Day),
  ...readIn('roll'),
  photoConsent: z.string(),
  /** `audit`: takes part without marks. */
  type: z.enum(enrolmentTypes),
  guardians: z.array(z.object({ name: z.string(), nativeName: z.string(), phone: z.string(), email: z.string() })),
  /** The people who are not allowed to pick the child up. */
  barred: z.array(z.string()),
})

export const classes = {
  ...classRecords,
  ...classPasting,
  /** Classes of the term that registers now, or of the term given, with the number of spots left in each. */
  'classes-catalogue': read({
    by: ['guest'],
    isShared: true,
    input: z.object({ termId: z.optional(Id) }),
    output: z.object({ term: z.nullable(Term), sections: z.array(CatalogueSection) }),
  }),
  /** The lessons held on the next school day, which may be today, in all terms; null without one. `classes` counts all. */
  'classes-nextDay': read({
    by: ['guest'],
    isShared: true,
    input: Nothing,
    output: z.nullable(
      z.object({
        onDay: Day,
        classes: z.int(),
        lessons: z.array(
          z.object({ meetingId: Id, name: z.string(), nativeName: z.string(), crayon: Crayon, startsAt: Time }),
        ),
      }),
    ),
  }),
  'classes-list': read({
    by: ['admin', 'teacher'],
    input: z.object({ termId: z.optional(Id) }),
    output: z.array(Section),
  }),
  /** The names of the classes of all terms, for pickers: a large school has more than a thousand. */
  'classes-names': read({
    by: ['admin', 'teacher'],
    input: Nothing,
    output: z.array(SectionName),
  }),
  /** Everything that classes are made of: programmes, courses, rooms, teachers. */
  'classes-parts': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      programmes: z.array(Programme),
      courses: z.array(Course),
      rooms: z.array(Room),
      teachers: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string() })),
    }),
  }),
  'classes-createProgramme': write({ by: ['admin'], input: ProgrammeInput, output: Programme }),
  'classes-changeProgramme': write({
    by: ['admin'],
    input: z.object({ id: Id, ...ProgrammeInput.shape }),
    output: Programme,
  }),
  'classes-createCourse': write({ by: ['admin'], input: CourseInput, output: Course }),
  'classes-changeCourse': write({ by: ['admin'], input: z.object({ id: Id, ...CourseInput.shape }), output: Course }),
  'classes-createRoom': write({ by: ['admin'], input: RoomInput, output: Room }),
  'classes-changeRoom': write({ by: ['admin'], input: z.object({ id: Id, ...RoomInput.shape }), output: Room }),
  /**
   * Archives or restores a programme, course or room as a choice for new classes; classes that use it keep it. Refused
   * while a programme has courses in use.
   */
  'classes-archivePart': write({
    by: ['admin'],
    input: z.object({ part: z.enum(classParts), id: Id, isArchived: z.boolean() }),
    output: Nothing,
  }),
  /** Creates a class as a draft, with a meeting on each session date of its weekday. */
  'classes-create': write({ by: ['admin'], input: SectionInput, output: Section }),
  'classes-change': write({ by: ['admin'], input: z.object({ id: Id, ...SectionInput.shape }), output: Section }),
  /** Moves a class to another state. A closed term's classes can no longer be published, opened or canceled. */
  'classes-move': write({ by: ['admin'], input: z.object({ id: Id, to: SectionStatus }), output: Section }),
  /**
   * Scheduling conflicts: classes of a term that need the same room, teacher or student at the same time, and rooms
   * that are too small. Of one class as it is planned, before it is saved, or of all classes of the term.
   */
  'classes-conflicts': read({
    by: ['admin'],
    input: z.object({
      termId: Id,
      planned: z.optional(
        z.object({
          /** Null for a class that does not exist yet. */
          id: z.nullable(Id),
          weekday: Weekday,
          startsAt: Time,
          endsAt: Time,
          roomId: z.nullable(Id),
          teacherIds: z.array(Id).check(z.maxLength(10)),
          capacity: z.nullable(z.int()),
        }),
      ),
    }),
    output: z.array(ClassConflict),
  }),
  /** The students of a class: an administrator may ask for any class, a teacher for their own. */
  'classes-roster': read({
    by: ['admin', 'teacher'],
    input: z.object({ sectionId: Id }),
    output: z.array(RosterEntry),
  }),
}
