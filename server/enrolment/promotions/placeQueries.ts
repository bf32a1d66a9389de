import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { SectionStatus } from '#contract/enrolment/classes.ts'
import type { EnrolmentStatus } from '#contract/enrolment/enrolments.ts'
import type { Output } from '#contract/index.ts'
import type { TermStatus } from '#contract/school/terms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import type { TwoNames } from '#server/platform/texts.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { lockSections, sectionName } from '#server/enrolment/enrolments/acts.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { terms } from '#server/school/terms/tables.ts'
import { promotionLines } from './tables.ts'

type State = { termStatus: TermStatus; sectionStatus: SectionStatus }
type Place = Omit<Output<'promotions-places'>[number], 'isOpen'> & State

/** Places held for these students, the next term first. */
export const listPlaces = (db: Db, seen: Scope<'promotion_lines'>): Promise<Place[]> =>
  rows<Place>(
    db,
    sql`
    select promotion_lines.id, e.id as "enrolmentId", p.name as student, p.native_name as "studentNativeName", x.name as section, x.native_name, x.crayon,
      x.weekday, x.starts_at, x.ends_at, json_build_object('name', t.name, 'nativeName', t.native_name, 'startsOn', t.starts_on) as term,
      r.hold_until, t.status as "termStatus", x.status as "sectionStatus"
    from promotion_lines join enrolments e on e.id = promotion_lines.place_id and e.status = 'held' join promotion_runs r on r.id = promotion_lines.run_id
      join sections x on x.id = e.section_id join terms t on t.id = x.term_id join persons p on p.id = promotion_lines.student_id
    where ${seen} order by t.starts_on, p.birth_on, p.name, x.weekday, x.starts_at, promotion_lines.id`,
  )

type LockedPlace = State & {
  enrolmentId: string
  studentId: string
  sectionId: string
  termId: string
  section: TwoNames
  status: EnrolmentStatus
}
/** The place of a line and its class, both locked: the class first, as everywhere. */
export const lockPlace = async (
  db: Db,
  seen: Scope<'promotion_lines'>,
  lineId: string,
): Promise<LockedPlace | null> => {
  const [line] = await db
    .select({ sectionId: enrolments.sectionId })
    .from(promotionLines)
    .innerJoin(enrolments, eq(enrolments.id, promotionLines.placeId))
    .where(and(seen, eq(promotionLines.id, lineId)))
  if (!line) return null
  await lockSections(db, [line.sectionId])
  const [place] = await db
    .select({
      enrolmentId: enrolments.id,
      studentId: enrolments.studentId,
      sectionId: enrolments.sectionId,
      termId: sections.termId,
      section: sectionName,
      status: enrolments.status,
      termStatus: terms.status,
      sectionStatus: sections.status,
    })
    .from(promotionLines)
    .innerJoin(enrolments, eq(enrolments.id, promotionLines.placeId))
    .innerJoin(sections, eq(sections.id, enrolments.sectionId))
    .innerJoin(terms, eq(terms.id, sections.termId))
    .where(and(seen, eq(promotionLines.id, lineId), isNotNull(promotionLines.placeId)))
    .for('update', { of: enrolments })
  return place ?? null
}
