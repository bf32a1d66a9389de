import type { Language } from '#contract/values.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'
import { and, eq, inArray, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Output } from '#contract/index.ts'
import type { Course as CourseSchema, Section, SectionStatus } from '#contract/enrolment/classes.ts'
import type { EnrolmentType } from '#contract/values.plain.ts'
import type { TermStatus } from '#contract/school/terms.ts'
import { followingOf } from '#rules/courses.ts'
import { type FieldIn, fieldsIn } from '#contract/studentFields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { heldIn, isEnrolled, offeredIn, seatedIn, waitingIn } from '#server/enrolment/enrolments/tables.ts'
import { drawDatesOf, drawOf } from '#server/enrolment/lotteries/tables.ts'
import { barredNames } from '#server/people/parents/acts.ts'
import { photoConsentOf } from '#server/people/parents/tables.ts'
import { selected, shownIf } from '#server/people/students/tables.ts'
import { visibility } from '#server/people/students/policy.ts'
import { isTeaching, persons } from '#server/access/users/tables.ts'
import { teachers } from '#server/people/teachers/tables.ts'
import { effectiveCutoff } from './acts.ts'
import { otherTermOf, terms } from '#server/school/terms/tables.ts'
import {
  beforeOf,
  coursePrerequisites,
  courses,
  programmes,
  rooms,
  sections,
  sectionTeachers,
  teachersOf,
} from './tables.ts'

export type FoundSection = Omit<Section, 'placesLeft' | 'state' | 'ageDay'> & {
  termStatus: TermStatus
  termStartsOn: string
  /** The class's own cutoff or the school's ('MM-DD'). */
  cutoff: string | null
  held: number
  drawState: 'open' | 'shut' | null
}

/** The order in which classes are listed; `c` is their course. */
const inWeek = sql`sections.weekday, sections.starts_at, c.level nulls last, sections.age_from nulls last, sections.name`

/** Classes with their course, room, teachers and the numbers of enrolled and waiting students. One statement. */
export const listSections = (
  db: Db,
  seen: Scope<'sections'>,
  only: { termId?: string | undefined; id?: string | undefined },
  now: Date,
): Promise<FoundSection[]> =>
  rows<FoundSection>(
    db,
    sql`
    select sections.id, sections.name, sections.native_name, c.name as course, c.native_name as "courseNativeName", c.programme_id, p.name as programme, p.native_name as "programmeNativeName",
      c.level, c.description, sections.crayon, sections.weekday, sections.starts_at, sections.ends_at,
      coalesce(r.name, '') as room, sections.age_from, sections.age_to, sections.age_cutoff, ${effectiveCutoff('sections')} as cutoff, terms.starts_on as "termStartsOn",
      sections.audit_cents, sections.trial_cents, sections.trial_needs_approval, sections.day_cents,
      ${beforeOf('c')} as before, c.prerequisite_level as "beforeLevel", c.needs_placement,
      sections.tuition_cents, sections.books_cents, sections.capacity, sections.minimum,
      sections.needs_approval, sections.status, sections.term_id, sections.course_id,
      sections.room_id, terms.status as "termStatus", ${otherTermOf('terms')} as "otherTerm",
      taught.names as teachers, taught.native_names as "teacherNativeNames", taught.ids as "teacherIds",
      ${seatedIn('sections')} as enrolled,
      ${waitingIn('sections')} as waiting,
      ${heldIn('sections', now)} as held, ${drawOf('sections', now)} as "drawState", ${drawDatesOf('sections')} as draw
    from sections
      join terms on terms.id = sections.term_id
      join courses c on c.id = sections.course_id
      join programmes p on p.id = c.programme_id
      left join rooms r on r.id = sections.room_id
      cross join lateral ${teachersOf(sql`sections.id`)} taught
    where ${and(seen, only.termId ? eq(sections.termId, only.termId) : undefined, only.id ? eq(sections.id, only.id) : undefined)}
    order by ${otherTermOf('terms')} is not null, ${inWeek}`,
  )

/** The names of classes, in the order of `listSections`. */
export const listSectionNames = (db: Db, seen: Scope<'sections'>): Promise<Output<'classes-names'>> =>
  rows(
    db,
    sql`
    select sections.id, sections.term_id, sections.name, sections.native_name, sections.status, ${otherTermOf('t')} as "otherTerm"
    from sections join courses c on c.id = sections.course_id join terms t on t.id = sections.term_id where ${seen} order by ${otherTermOf('t')} is not null, ${inWeek}`,
  )

type Course = z.infer<typeof CourseSchema>
const isArchived = (archivedAt: SQLWrapper) => sql<boolean>`${archivedAt} is not null`
const programmeColumns = {
  id: programmes.id,
  name: programmes.name,
  nativeName: programmes.nativeName,
  isArchived: isArchived(programmes.archivedAt),
}
const courseColumns = {
  id: courses.id,
  programmeId: courses.programmeId,
  name: courses.name,
  nativeName: courses.nativeName,
  level: courses.level,
  description: courses.description,
  after: courses.after,
  nextCourseId: courses.nextCourseId,
  prerequisiteIds: sql<
    string[]
  >`array(select cp.prerequisite_id::text from course_prerequisites cp where cp.course_id = courses.id order by cp.prerequisite_id)`,
  prerequisiteLevel: courses.prerequisiteLevel,
  needsPlacement: courses.needsPlacement,
  isArchived: isArchived(courses.archivedAt),
}
const roomColumns = {
  id: rooms.id,
  name: rooms.name,
  capacity: rooms.capacity,
  isArchived: isArchived(rooms.archivedAt),
}
export const listProgrammes = (db: Db) => db.select(programmeColumns).from(programmes).orderBy(programmes.name)
/** Courses, each with the course that follows it: another one, itself, or null at the end. */
export const listCourses = async (db: Db): Promise<Course[]> => {
  const found = await db.select(courseColumns).from(courses).orderBy(courses.level, courses.name)
  const following = followingOf(found)
  return found.map(course => {
    const then = following.get(course.id)!
    return { ...course, followingId: then.kind === 'next' ? then.courseId : then.kind === 'same' ? course.id : null }
  })
}
export const listRooms = (db: Db) => db.select(roomColumns).from(rooms).orderBy(rooms.name)
export const listTeacherNames = (db: Db) =>
  db
    .select({ id: teachers.id, name: persons.name, nativeName: persons.nativeName })
    .from(teachers)
    .innerJoin(persons, eq(persons.id, teachers.id))
    .where(and(isNull(teachers.archivedAt), isTeaching(sql`${teachers.id}`)))
    .orderBy(persons.name)

export const insertProgramme = async (db: Db, values: typeof programmes.$inferInsert) =>
  (await db.insert(programmes).values(values).returning(programmeColumns))[0]!
export const insertCourse = async (db: Db, values: typeof courses.$inferInsert): Promise<string> =>
  (await db.insert(courses).values(values).returning({ id: courses.id }))[0]!.id
export const insertRoom = async (db: Db, values: typeof rooms.$inferInsert) =>
  (await db.insert(rooms).values(values).returning(roomColumns))[0]!

type Changed<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>
export const updateProgramme = async (db: Db, id: string, values: Changed<typeof programmes>) =>
  (await db.update(programmes).set(values).where(eq(programmes.id, id)).returning(programmeColumns))[0]
export const updateCourse = async (db: Db, id: string, values: Changed<typeof courses>) =>
  (await db.update(courses).set(values).where(eq(courses.id, id)).returning({ id: courses.id }))[0]
export const updateRoom = async (db: Db, id: string, values: Changed<typeof rooms>) =>
  (await db.update(rooms).set(values).where(eq(rooms.id, id)).returning(roomColumns))[0]

/** Replaces the prerequisites of a course. */
export const replacePrerequisites = async (db: Db, courseId: string, ids: readonly string[]): Promise<void> => {
  await db.delete(coursePrerequisites).where(eq(coursePrerequisites.courseId, courseId))
  if (ids.length > 0)
    await db.insert(coursePrerequisites).values(ids.map(prerequisiteId => ({ courseId, prerequisiteId })))
}

/** Inserts classes; returns their ids in the same order. */
export const insertSections = async (db: Db, values: (typeof sections.$inferInsert)[]): Promise<string[]> =>
  values.length === 0
    ? []
    : (await db.insert(sections).values(values).returning({ id: sections.id })).map(({ id }) => id)
/** Writes the same values into each of these classes. */
export const updateSections = async (
  db: Db,
  ids: readonly string[],
  values: Partial<typeof sections.$inferInsert>,
): Promise<void> => {
  await db
    .update(sections)
    .set(values)
    .where(inArray(sections.id, [...ids]))
}
export const addTeachers = async (db: Db, values: (typeof sectionTeachers.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(sectionTeachers).values(values)
}
/** Replaces the teachers of a class, and returns those who joined or left. */
export const replaceTeachers = async (db: Db, sectionId: string, teacherIds: readonly string[]): Promise<string[]> => {
  const taught = await db
    .delete(sectionTeachers)
    .where(eq(sectionTeachers.sectionId, sectionId))
    .returning({ teacherId: sectionTeachers.teacherId })
  await addTeachers(
    db,
    teacherIds.map(teacherId => ({ sectionId, teacherId })),
  )
  const before = taught.map(({ teacherId }) => teacherId)
  return [...before.filter(id => !teacherIds.includes(id)), ...teacherIds.filter(id => !before.includes(id))]
}

type LockedSection = {
  id: string
  name: string
  nativeName: string
  status: SectionStatus
  capacity: number
  termId: string
  termStatus: TermStatus
  seated: number
  offered: number
}
/**
 * Locks those of these classes that are in the caller's scope, in the order in which every caller locks them, and
 * counts their students.
 */
export const lockSeen = async (db: Db, seen: Scope<'sections'>, ids: readonly string[]): Promise<LockedSection[]> => {
  const found = await db
    .select({ id: sections.id })
    .from(sections)
    .where(and(seen, inArray(sections.id, [...ids])))
    .orderBy(sections.id)
    .for('no key update')
  if (found.length === 0) return []
  // Counted by a statement of its own, so that students seated while it waited for the locks are included.
  return db
    .select({
      id: sections.id,
      name: sections.name,
      nativeName: sections.nativeName,
      status: sections.status,
      capacity: sections.capacity,
      termId: sections.termId,
      termStatus: terms.status,
      seated: sql<number>`${seatedIn('sections')}`,
      offered: sql<number>`${offeredIn('sections')}`,
    })
    .from(sections)
    .innerJoin(terms, eq(terms.id, sections.termId))
    .where(
      inArray(
        sections.id,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(sections.id)
}
/** The same for one class; null where it is not in the caller's scope. */
export const lockSection = async (db: Db, seen: Scope<'sections'>, id: string): Promise<LockedSection | null> =>
  (await lockSeen(db, seen, [id]))[0] ?? null

type Roster = Record<FieldIn<'roll'>, string> & {
  enrolmentId: string
  studentId: string
  name: string
  nativeName: string
  birthOn: string | null
  photoConsent: string
  type: EnrolmentType
  guardians: { name: string; nativeName: string; phone: string; email: string }[]
  barred: string[]
}
/** The students of a class; those whose records the reader may no longer see have only their names. */
export const listRoster = (
  db: Db,
  language: Language,
  seen: Scope<'sections'>,
  known: Scope<'students'>,
  sectionId: string,
  today: string,
): Promise<Roster[]> =>
  rows<Roster>(
    db,
    sql`
    select e.id as "enrolmentId", e.student_id, p.name, p.native_name, case when v.visible then p.birth_on end as "birthOn", ${selected(fieldsIn('roll'), shownIf(sql`v.visible`, 's'))},
      coalesce(${photoConsentOf(sql`s.id`, sql`s.household_id`)}, 'none') as "photoConsent", e.type,
      coalesce((select json_agg(json_build_object('name', g.name, 'nativeName', g.native_name, 'phone', g.phone, 'email', g.email) order by gs.contact_order)
        from guardianships gs join persons g on g.id = gs.guardian_id where gs.student_id = e.student_id and gs.has_data_access and v.visible), '[]') as guardians,
      case when v.visible then ${barredNames(sql`s.id`, sql`s.household_id`, sql`${today}::date`)} else '[]' end as barred
    from enrolments e join sections on sections.id = e.section_id join students s on s.id = e.student_id join persons p on p.id = e.student_id
      cross join ${visibility(known, sql`s.id`)} v
    where ${seen} and e.section_id = ${sectionId}::uuid and ${isEnrolled('e')}
    order by ${nameOrderOf('p', language)}, p.id`,
  )
