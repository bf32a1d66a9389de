import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { EnrolmentStatus, WaitlistStatus } from '#contract/enrolment/enrolments.ts'
import type { Output } from '#contract/index.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import type { TwoNames } from '#server/platform/texts.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { isAskedFor } from '#server/enrolment/leavings/tables.ts'
import { hasSpot, students } from '#server/people/students/tables.ts'
import { otherTermFor } from '#server/school/terms/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { lockSections } from './queries.ts'
import { enrolments, isInOrWaits, waitingOrder, waitlistEntries } from './tables.ts'

/** The student's classes that meet at the time of the class with the alias `section`, as a JSON column. */
export const clashesOf = (student: SQL, section: string): SQL => {
  const s = sql.raw(section)
  return sql`(select coalesce(json_agg(json_build_object('enrolmentId', e.id, 'name', x.name, 'nativeName', x.native_name, 'mayChange', e.status = 'active') order by x.starts_at, x.name), '[]')
    from enrolments e join sections x on x.id = e.section_id where e.student_id = ${student} and ${hasSpot('e')}
      and x.id <> ${s}.id and x.term_id = ${s}.term_id and x.weekday = ${s}.weekday and x.starts_at < ${s}.ends_at and ${s}.starts_at < x.ends_at)`
}

/** The student's classes that a class would clash with. */
export const listClashes = async (db: Db, studentId: string, sectionId: string): Promise<TwoNames[]> => {
  const [found] = await rows<{ clashes: TwoNames[] }>(
    db,
    sql`select ${clashesOf(sql`${studentId}::uuid`, 's')} as clashes from sections s where s.id = ${sectionId}::uuid`,
  )
  return found?.clashes ?? []
}

export const listOffers = (db: Db, mine: Scope<'waitlist_entries'>) =>
  rows<Output<'enrolments-offers'>[number]>(
    db,
    sql`
    select waitlist_entries.id, p.id as "studentId", s.id as "sectionId", p.name as student, p.native_name as "studentNativeName", s.name as section, s.native_name, s.crayon,
      s.weekday, s.starts_at, s.ends_at, s.tuition_cents + s.books_cents as "priceCents", waitlist_entries.expires_at,
      ${isAskedFor('waitlist_entries')} as "isAsked", ${clashesOf(sql`waitlist_entries.student_id`, 's')} as clashes
    from waitlist_entries join persons p on p.id = waitlist_entries.student_id join sections s on s.id = waitlist_entries.section_id
    where ${and(mine, eq(waitlistEntries.status, 'offered'))} order by waitlist_entries.expires_at nulls last, waitlist_entries.id`,
  )

/** True where a student is enrolled in a class or on its waitlist. */
export const isInClass = async (db: Db, studentId: string, sectionId: string): Promise<boolean> => {
  const [found] = await rows<{ isThere: boolean }>(
    db,
    sql`select ${isInOrWaits(sql`${studentId}::uuid`, sql`${sectionId}::uuid`)} as "isThere"`,
  )
  return found!.isThere
}

type LockedEnrolment = { status: EnrolmentStatus; studentId: string; sectionId: string; section: TwoNames }
/** The name of a class in a letter, as columns. */
export const sectionName = {
  name: sections.name,
  nativeName: sections.nativeName,
  otherTerm: otherTermFor('sections.term_id'),
}

/** Locks an enrolment and its class until the transaction ends: the class first, as everywhere. */
export const lockEnrolment = async (db: Db, seen: Scope<'enrolments'>, id: string): Promise<LockedEnrolment | null> => {
  const [place] = await db
    .select({ sectionId: enrolments.sectionId })
    .from(enrolments)
    .where(and(seen, eq(enrolments.id, id)))
  if (!place) return null
  await lockSections(db, [place.sectionId])
  const [found] = await db
    .select({
      status: enrolments.status,
      studentId: enrolments.studentId,
      sectionId: enrolments.sectionId,
      section: sectionName,
    })
    .from(enrolments)
    .innerJoin(sections, eq(sections.id, enrolments.sectionId))
    .where(and(seen, eq(enrolments.id, id)))
    .for('update', { of: enrolments })
  return found ?? null
}

/** Sets the status of an enrolment, and the time of its end where it ends. */
export const updateEnrolment = async (db: Db, id: string, status: EnrolmentStatus, at: Date): Promise<void> => {
  const isOver = status === 'withdrawn' || status === 'dropped' || status === 'transferred'
  await db
    .update(enrolments)
    .set({ status, endedAt: isOver ? at : null })
    .where(eq(enrolments.id, id))
}

/** The student, class and term of a waitlist entry. */
export const findEntry = async (db: Db, seen: Scope<'waitlist_entries'>, id: string) => {
  const [found] = await db
    .select({ studentId: waitlistEntries.studentId, sectionId: waitlistEntries.sectionId, termId: sections.termId })
    .from(waitlistEntries)
    .innerJoin(sections, eq(sections.id, waitlistEntries.sectionId))
    .where(and(seen, eq(waitlistEntries.id, id)))
  return found ?? null
}

/** The student, class and term of a held place; null for any other enrolment. */
export const findHeld = async (db: Db, seen: Scope<'enrolments'>, id: string) => {
  const [found] = await db
    .select({ studentId: enrolments.studentId, sectionId: enrolments.sectionId, termId: sections.termId })
    .from(enrolments)
    .innerJoin(sections, eq(sections.id, enrolments.sectionId))
    .where(and(seen, eq(enrolments.id, id), eq(enrolments.status, 'held')))
  return found ?? null
}

type LockedEntry = {
  status: WaitlistStatus
  studentId: string
  sectionId: string
  termId: string
  expiresAt: Date | null
  /** True while the office has yet to answer a request about the seat; until then the offer does not expire. */
  isAsked: boolean
  section: TwoNames
}
/** Locks a waitlist entry and its class until the transaction ends: the class first, as everywhere. */
export const lockEntry = async (db: Db, seen: Scope<'waitlist_entries'>, id: string): Promise<LockedEntry | null> => {
  const [place] = await db
    .select({ sectionId: waitlistEntries.sectionId })
    .from(waitlistEntries)
    .where(and(seen, eq(waitlistEntries.id, id)))
  if (!place) return null
  await lockSections(db, [place.sectionId])
  const [found] = await db
    .select({
      status: waitlistEntries.status,
      studentId: waitlistEntries.studentId,
      sectionId: waitlistEntries.sectionId,
      termId: sections.termId,
      expiresAt: waitlistEntries.expiresAt,
      isAsked: isAskedFor('waitlist_entries').mapWith(Boolean),
      section: sectionName,
    })
    .from(waitlistEntries)
    .innerJoin(sections, eq(sections.id, waitlistEntries.sectionId))
    .where(and(seen, eq(waitlistEntries.id, id)))
    .for('update', { of: waitlistEntries })
  return found ?? null
}
export const updateEntry = async (
  db: Db,
  id: string,
  values: Partial<Pick<typeof waitlistEntries.$inferInsert, 'status' | 'offeredAt' | 'expiresAt' | 'answeredAt'>>,
): Promise<void> => {
  await db.update(waitlistEntries).set(values).where(eq(waitlistEntries.id, id))
}

/** The first waitlist entry of a class without an offer. */
export const findNext = async (db: Db, sectionId: string): Promise<string | null> => {
  const [next] = await db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.sectionId, sectionId), eq(waitlistEntries.status, 'waiting')))
    .orderBy(waitingOrder('waitlist_entries'))
    .limit(1)
  return next?.id ?? null
}

/** The number of seats of a class on offer that have not been answered yet. */
export const countOffers = (db: Db, sectionId: string): Promise<number> =>
  db.$count(waitlistEntries, and(eq(waitlistEntries.sectionId, sectionId), eq(waitlistEntries.status, 'offered')))

/** The capacity of a class's room; null where it has no room or its capacity is not set. */
export const findRoomSeats = async (db: Db, sectionId: string): Promise<number | null> => {
  const [found] = await rows<{ seats: number | null }>(
    db,
    sql`select r.capacity as seats from sections s join rooms r on r.id = s.room_id where s.id = ${sectionId}::uuid`,
  )
  return found?.seats ?? null
}

/** Stands in for an unknown birthday: it is past the upper bound of every age rule. */
export const unknownBirth = '1900-01-01'

export type SeatedStudent = { id: string; name: string; nativeName: string; birthOn: string; householdId: string }
export const findStudent = async (db: Db, seen: Scope<'students'>, id: string): Promise<SeatedStudent | null> => {
  const [found] = await db
    .select({
      id: students.id,
      name: persons.name,
      nativeName: persons.nativeName,
      birthOn: sql<string>`coalesce(${persons.birthOn}::text, ${unknownBirth})`,
      householdId: students.householdId,
    })
    .from(students)
    .innerJoin(persons, eq(persons.id, students.id))
    .where(and(seen, eq(students.id, id)))
  return found ?? null
}

export type Reader = { id: string; email: string; name: string; language: 'en' | 'zh' }
/** The guardians with data access to students: the people to notify, whose screens change. */
export const listReadersOf = (
  db: Db,
  studentIds: readonly string[],
): Promise<(Reader & { studentId: string; student: { name: string; nativeName: string } })[]> =>
  rows(
    db,
    sql`
    select g.student_id, json_build_object('name', s.name, 'nativeName', s.native_name) as student, p.id, p.email, p.name, case when p.language = 'zh' then 'zh' else 'en' end as language
    from guardianships g join persons p on p.id = g.guardian_id join persons s on s.id = g.student_id where ${oneOf(sql`g.student_id`, studentIds)} and g.has_data_access
    order by g.student_id, g.contact_order, p.id`,
  )
export const listReaders = (db: Db, studentId: string): Promise<Reader[]> => listReadersOf(db, [studentId])

/** The teachers of classes that a student is or was in, whose screens show the student. */
export const listTeachersOf = async (db: Db, studentId: string): Promise<string[]> => {
  const found = await rows<{ id: string }>(
    db,
    sql`select distinct t.teacher_id as id from enrolments e join section_teachers t on t.section_id = e.section_id where e.student_id = ${studentId}::uuid`,
  )
  return found.map(({ id }) => id)
}
