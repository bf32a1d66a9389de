import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { readIn } from '../studentFields.ts'
import { Term } from '../school/terms.ts'
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
  /** The course that follows where it is said by name. */
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
  /** One of these courses before, or this level of the programme; an unmet one goes before the office. */
  prerequisiteIds: z.array(Id),
  prerequisiteLevel: z.nullable(z.int()),
  /** Who is new to the programme is placed by the school first. */
  needsPlacement: z.boolean(),
  /** What follows in effect: a course, itself for one that is repeated, or null for the last one. */
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
  /** In the same order; empty for one who has none. */
  teacherNativeNames: z._default(z.array(z.string()), []),
  ageFrom: z.nullable(z.int()),
  ageTo: z.nullable(z.int()),
  /** The day on which ages count. */
  ageDay: Day,
  tuitionCents: Cents,
  /** The tuition for joining today, where part of the term is over; null where it is whole. */
  dueCents: z._default(z.nullable(Cents), null),
  /** The same of auditing. */
  auditDueCents: z._default(z.nullable(Cents), null),
  booksCents: Cents,
  /** What it costs to audit, to try one date, to come for a single day; null where it can't be done. */
  auditCents: z.nullable(Cents),
  trialCents: z.nullable(Cents),
  trialNeedsApproval: z.boolean(),
  dayCents: z.nullable(Cents),
  /** What the course asks for before: one of these courses, or this level. */
  before: z.array(z.object({ name: z.string(), nativeName: z.string() })),
  beforeLevel: z.nullable(z.int()),
  needsPlacement: z.boolean(),
  capacity: z.int(),
  placesLeft: z.int(),
  waiting: z.int(),
  state: PlaceState,
  /** Where a draw gives its seats: from when to when one enters it. */
  draw: z._default(z.nullable(z.object({ opensAt: Instant, closesAt: Instant })), null),
})
export type CatalogueSection = z.infer<typeof CatalogueSection>

export const Section = z.object({
  ...CatalogueSection.shape,
  termId: Id,
  termStartsOn: Day,
  courseId: Id,
  roomId: z.nullable(Id),
  teacherIds: z.array(Id),
  enrolled: z.int(),
  minimum: z.int(),
  /** The class's own day on which ages count; null for the school's. */
  ageCutoff: z.nullable(MonthDay),
  needsApproval: z.boolean(),
  status: SectionStatus,
})
export type Section = z.infer<typeof Section>
const SectionName = z.pick(Section, { id: true, termId: true, name: true, nativeName: true, status: true })

const OwnPrice = z._default(z.nullable(Cents.check(z.minimum(0, 'fee'))), null)
/** What a class is made of: by its form, or row by row from a spreadsheet. */
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
  /** Left out, it stays as it is; a new course follows levels and names. */
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
  /** The class in question; its name is empty where it is only planned. */
  sectionId: z.nullable(Id),
  name: z.string(),
  nativeName: z.string(),
  /** The other class; null where its room alone is too small. */
  otherId: z.nullable(Id),
  other: z.string(),
  otherNativeName: z.string(),
  weekday: Weekday,
  startsAt: Time,
  /** The room, where it is about one. */
  what: z.string(),
  /** How many people it is about, or how many the room should hold. */
  n: z.int(),
  /** The first of them by name. */
  people: z.array(z.object({ name: z.string(), nativeName: z.string() })),
  /** What the room holds, where it is too small. */
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
  /** `audit` takes part without marks. */
  type: z.enum(enrolmentTypes),
  guardians: z.array(z.object({ name: z.string(), nativeName: z.string(), phone: z.string(), email: z.string() })),
})

export const classes = {
  ...classRecords,
  ...classPasting,
  /** Classes of the term that registers now, or of the one asked for, with places left. */
  'classes-catalogue': read({
    by: ['guest'],
    isShared: true,
    input: z.object({ termId: z.optional(Id) }),
    output: z.object({ term: z.nullable(Term), sections: z.array(CatalogueSection) }),
  }),
  'classes-list': read({
    by: ['admin', 'teacher'],
    input: z.object({ termId: z.optional(Id) }),
    output: z.array(Section),
  }),
  /** What classes of all terms are called, to choose one of them: a large school has more than a thousand. */
  'classes-names': read({
    by: ['admin', 'teacher'],
    input: Nothing,
    output: z.array(SectionName),
  }),
  /** Everything a class is made of: programmes, courses, rooms, teachers. */
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
   * Takes a programme, course or room out of what new classes are made of, or puts it back; classes that have it keep
   * it. Refused while a programme has courses in use.
   */
  'classes-archivePart': write({
    by: ['admin'],
    input: z.object({ part: z.enum(classParts), id: Id, isArchived: z.boolean() }),
    output: Nothing,
  }),
  /** Makes a class, as a draft, with a meeting on each session date of its weekday. */
  'classes-create': write({ by: ['admin'], input: SectionInput, output: Section }),
  'classes-change': write({ by: ['admin'], input: z.object({ id: Id, ...SectionInput.shape }), output: Section }),
  'classes-move': write({ by: ['admin'], input: z.object({ id: Id, to: SectionStatus }), output: Section }),
  /**
   * What does not go together: classes of a term that need the same room, teacher or student at the same time, and
   * rooms that are too small. Of a class as it is planned, before it is saved, or of all classes of the term.
   */
  'classes-conflicts': read({
    by: ['admin'],
    input: z.object({
      termId: Id,
      planned: z.optional(
        z.object({
          /** Null for a class that is not there yet. */
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
  /** Who is in a class: an administrator asks for any, a teacher for their own. */
  'classes-roster': read({
    by: ['admin', 'teacher'],
    input: z.object({ sectionId: Id }),
    output: z.array(RosterEntry),
  }),
}
