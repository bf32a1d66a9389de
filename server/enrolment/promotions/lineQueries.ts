import type { Language } from '#contract/values.ts'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PromotionLine } from '#contract/enrolment/promotions.ts'
import type { Interval } from '#rules/familyTimes.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, oneOf, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isEnrolled, isInOrWaits, isSeated } from '#server/enrolment/enrolments/tables.ts'
import { placeIs, promotionLines, promotionRuns, promotionStatus } from './tables.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'

/** The class of the line's course in the new term that its student is already in or waits for. */
const placedIn: SQL = sql`(
  select x.id from sections aim join sections x on x.term_id = aim.term_id and x.course_id = aim.course_id
  where aim.id = l.section_id and ${isInOrWaits(sql`l.student_id`, sql`x.id`)} order by x.id <> aim.id, x.id limit 1)`

/** A condition: true if an applied promotion into the term has raised the student's grade. */
export const isRaised = (student: SQL, term: SQL): SQL<boolean> => sql<boolean>`exists (
  select 1 from promotion_lines o join ${promotionRuns} on promotion_runs.id = o.run_id
  where o.student_id = ${student} and promotion_runs.to_term_id = ${term} and promotion_runs.raises_grades
    and ${promotionStatus} = 'applied' and o.decision in ('promote','retain'))`

/**
 * The lines that get a place once the promotion is applied: the student goes on, has not left the old class since, and
 * is in no class of the course nor on a waitlist for one.
 */
export const placeableLines = (runId: string): SQL => sql`
  select l.id as line_id, l.student_id, l.section_id
  from promotion_lines l join ${promotionRuns} on promotion_runs.id = l.run_id and ${promotionStatus} <> 'applied'
    join enrolments old on old.id = l.enrolment_id and ${isEnrolled('old')}
  where l.run_id = ${runId}::uuid and l.decision in ('promote','retain') and l.place_id is null
    and ${placedIn} is null`

/** The seats that a promotion will take and those that it holds, with the lines they are for. */
export const seatsOf = (runId: string): SQL => sql`
  select line_id, student_id, section_id, false as is_made from (${placeableLines(runId)}) placeable
  union all
  select l.id, l.student_id, l.section_id, true from promotion_lines l join enrolments e on e.id = l.place_id
  where l.run_id = ${runId}::uuid and ${isSeated}`

/** A class that a student would be in, by a line of the promotion or by a place independent of it. */
export type PlannedVisit = Interval & {
  lineId: string | null
  studentId: string
  householdId: string
  student: string
  nativeName: string
  section: string
  sectionNativeName: string
}

/** All visits of the families in a promotion, in one statement, always in the same order. */
export const listVisits = (db: Db, _seen: Scope<'promotion_runs'>, runId: string): Promise<PlannedVisit[]> =>
  rows<PlannedVisit>(
    db,
    sql`
    with run as (
      select id, to_term_id from promotion_runs where id = ${runId}::uuid
    ), visit as (
      select line_id, student_id, section_id from (${seatsOf(runId)}) seat
      union all
      select null, e.student_id, e.section_id from run join sections x on x.term_id = run.to_term_id join enrolments e on e.section_id = x.id
      where ${isSeated} and not exists (select 1 from promotion_lines l where l.place_id = e.id and l.run_id = run.id)
    )
    select visit.line_id, visit.student_id, s.household_id, p.name as student, p.native_name,
      x.name as section, x.native_name as "sectionNativeName", x.weekday, x.starts_at, x.ends_at
    from visit join students s on s.id = visit.student_id join persons p on p.id = s.id join sections x on x.id = visit.section_id
    order by s.household_id, x.weekday, x.starts_at, p.name, visit.student_id, x.id`,
  )

type LineFilter = {
  search: string
  fromSectionId: string | undefined
  toSectionId: string | undefined
  /** The kind of lines to list. */
  only: 'all' | 'choose' | 'changed' | 'leave' | 'waiting' | 'confirmed' | 'ended'
  /** Lists only these lines; null for all. */
  ids: readonly string[] | null
}

const filters: Record<LineFilter['only'], SQL> = {
  all: sql`true`,
  choose: sql`l.decision = 'choose'`,
  changed: sql`l.is_changed`,
  leave: sql`l.decision = 'leave'`,
  ...placeIs,
}

const matching = (runId: string, { search, fromSectionId, toSectionId, only, ids }: LineFilter): SQL => sql`
  from promotion_lines l join persons p on p.id = l.student_id join enrolments old on old.id = l.enrolment_id left join enrolments place on place.id = l.place_id
  where l.run_id = ${runId}::uuid and ${filters[only]}
    and ${search === '' ? sql`true` : sql`p.search_text like ${containing(search)}`}
    and ${fromSectionId ? sql`old.section_id = ${fromSectionId}::uuid` : sql`true`}
    and ${toSectionId ? sql`l.section_id = ${toSectionId}::uuid` : sql`true`}
    and ${ids ? oneOf(sql`l.id`, ids) : sql`true`}`

type FoundLine = Omit<PromotionLine, 'conflicts' | 'nextGrade'>

/** Lines by the student's name after the given key, one more than a page, and the total number of lines. */
export const listLines = async (
  db: Db,
  _seen: Scope<'promotion_runs'>,
  runId: string,
  filter: LineFilter,
  after: readonly unknown[] | null,
  language: Language,
): Promise<{ found: FoundLine[]; total: number }> => {
  const by = nameOrderOf('p', language)
  const [answer] = await rows<{ found: FoundLine[]; total: number }>(
    db,
    sql`
    select (select count(*)::int ${matching(runId, filter)}) as total, coalesce((select json_agg(each) from (
      select line.id, s.id as "studentId", line.name as student, line.native_name as "nativeName", s.grade, h.name as household,
        (select json_build_object('id', x.id, 'name', x.name, 'nativeName', x.native_name, 'crayon', x.crayon) from sections x where x.id = line.from_id) as from,
        line.decision, (select json_build_object('id', x.id, 'name', x.name, 'nativeName', x.native_name, 'crayon', x.crayon, 'weekday', x.weekday,
          'startsAt', x.starts_at, 'endsAt', x.ends_at) from sections x where x.id = coalesce(line.placed_in, line.section_id)) as to,
        case when line.placed_in is null then line.reason else 'placed' end as reason, line.percent,
        line.is_changed and line.placed_in is null as "isChanged", line.place
      from (
        select l.id, l.student_id, p.name, p.native_name, ${by} as by, old.section_id as from_id, l.decision, l.section_id, l.reason, l.percent, l.is_changed, place.status as place,
          case when l.decision in ('promote','retain') and l.place_id is null then ${placedIn} end as placed_in
        ${matching(runId, filter)} and ${after ? sql`(${by}, l.id) > (select ${by}, l.id from promotion_lines l join persons p on p.id = l.student_id where l.id = ${after[1]}::uuid)` : sql`true`}
        order by ${by}, l.id ${onePage}
      ) line join students s on s.id = line.student_id join households h on h.id = s.household_id order by line.by, line.id
    ) each), '[]') as found`,
  )
  return answer!
}

/** Stores a decision for lines; returns how many were changed. */
export const decideLines = async (
  db: Db,
  runId: string,
  ids: readonly string[],
  values: Pick<typeof promotionLines.$inferInsert, 'decision' | 'sectionId'>,
): Promise<number> =>
  (
    await db
      .update(promotionLines)
      .set({ ...values, isChanged: true })
      .where(and(eq(promotionLines.runId, runId), inArray(promotionLines.id, [...ids])))
      .returning({ id: promotionLines.id })
  ).length

/** True where a class belongs to the term and is neither canceled nor ended. */
export const isOfTerm = async (db: Db, termId: string, sectionId: string): Promise<boolean> =>
  (
    await rows(
      db,
      sql`select 1 from sections x where x.id = ${sectionId}::uuid and x.term_id = ${termId}::uuid and x.status not in ('cancelled','ended')`,
    )
  ).length > 0
