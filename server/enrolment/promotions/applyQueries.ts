import { eq, sql } from 'drizzle-orm'
import type { TermStatus } from '#contract/school/terms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { school } from '#server/school/config/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { terms } from '#server/school/terms/tables.ts'
import { isRaised, placeableLines } from './lineQueries.ts'

export const findSchool = async (
  db: Db,
): Promise<{ zone: string; currency: string; school: string; nativeSchool: string }> => {
  const [found] = await db
    .select({ zone: school.zone, currency: school.currency, school: school.name, nativeSchool: school.nativeName })
    .from(school)
  if (!found) throw new Error('there is no school yet')
  return found
}

/** The term that students are promoted into, locked against changes until the transaction ends. */
export const lockRunTerm = async (
  db: Db,
  id: string,
): Promise<{ status: TermStatus; name: string; nativeName: string; startsOn: string }> =>
  (
    await db
      .select({ status: terms.status, name: terms.name, nativeName: terms.nativeName, startsOn: terms.startsOn })
      .from(terms)
      .where(eq(terms.id, id))
      .for('share')
  )[0]!

type Placeable = { lineId: string; studentId: string; sectionId: string }
export const listPlaceable = (db: Db, runId: string): Promise<Placeable[]> =>
  rows<Placeable>(db, sql`select * from (${placeableLines(runId)}) placeable order by section_id, line_id`)

/** The grades of students who go on and haven't left since, except those already raised by another promotion into the term. */
export const listGrades = (db: Db, runId: string, toTermId: string): Promise<{ studentId: string; grade: string }[]> =>
  rows(
    db,
    sql`
    select distinct s.id as "studentId", s.grade from promotion_lines l join students s on s.id = l.student_id
      join enrolments old on old.id = l.enrolment_id and ${isEnrolled('old')}
    where l.run_id = ${runId}::uuid and l.decision in ('promote','retain')
      and not ${isRaised(sql`s.id`, sql`${toTermId}::uuid`)}`,
  )

/** Stores the place that was made for each line. */
export const setPlaces = async (db: Db, places: readonly { lineId: string; placeId: string }[]): Promise<void> => {
  await rows(
    db,
    sql`update promotion_lines set place_id = x."placeId"
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as x("lineId" uuid, "placeId" uuid) where promotion_lines.id = x."lineId"`,
  )
}

/** The classes in which a promotion holds unanswered places. */
export const listHeldSections = async (db: Db, runId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select distinct e.section_id as id from promotion_lines l join enrolments e on e.id = l.place_id
        where l.run_id = ${runId}::uuid and e.status = 'held' order by id`,
    )
  ).map(({ id }) => id)

/** The unanswered places of a promotion, locked. The caller has locked their classes. */
export const listWaitingPlaces = (db: Db, runId: string): Promise<{ id: string; sectionId: string }[]> =>
  rows(
    db,
    sql`select e.id, e.section_id from promotion_lines l join enrolments e on e.id = l.place_id
      where l.run_id = ${runId}::uuid and e.status = 'held' order by e.id for update of e`,
  )

/** True where one of these classes has a waitlist. */
export const isWaitedFor = async (db: Db, sectionIds: readonly string[]): Promise<boolean> => {
  const [found] = await rows<{ isSo: boolean }>(
    db,
    sql`select exists (select 1 from waitlist_entries w where ${oneOf(sql`w.section_id`, sectionIds)} and w.status = 'waiting') as "isSo"`,
  )
  return found!.isSo
}

export type FamilyLetter = {
  email: string
  name: string
  nativeName: string
  language: string
  places: {
    student: string
    studentNativeName: string
    section: string
    nativeName: string
    weekday: number
    startsAt: string
    endsAt: string
  }[]
}
/** Each guardian with an address and data access, once, with the places of the children whose data they may see. */
export const listLettersOf = (db: Db, runId: string): Promise<FamilyLetter[]> =>
  rows<FamilyLetter>(
    db,
    sql`
    select p.email, p.name, p.native_name, p.language,
      json_agg(json_build_object('student', child.name, 'studentNativeName', child.native_name, 'section', x.name, 'nativeName', x.native_name,
        'weekday', x.weekday, 'startsAt', x.starts_at, 'endsAt', x.ends_at) order by child.birth_on, child.name, x.weekday, x.starts_at) as places
    from promotion_lines l join enrolments e on e.id = l.place_id and e.status = 'held'
      join sections x on x.id = e.section_id join persons child on child.id = l.student_id
      join guardianships g on g.student_id = l.student_id and g.has_data_access join persons p on p.id = g.guardian_id
    where l.run_id = ${runId}::uuid and p.email <> '' group by p.id order by p.id`,
  )
