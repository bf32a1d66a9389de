import { and, eq, sql } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import { type CourseRule, isPlaced, type Learner } from '#rules/readiness.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { courseRuleOf, courses } from '#server/enrolment/classes/tables.ts'
import { learnerOf, placements } from './tables.ts'

type PlacementRow = Output<'placements-list'>['rows'][number]

const columns = sql`placements.id, placements.course_id, c.name as course, c.native_name as "courseNativeName", c.level,
  c.programme_id, pr.name as programme, pr.native_name as "programmeNativeName", placements.note, coalesce(b.name, '') as by, coalesce(b.native_name, '') as "byNativeName",
  ${asInstant(sql`placements.decided_at`)} as at, p.id as "studentId", p.name as student, p.native_name`
const joined = sql`placements join courses c on c.id = placements.course_id join programmes pr on pr.id = c.programme_id
  join persons p on p.id = placements.student_id left join persons b on b.id = placements.decided_by`

/** Placements by page, newest first. */
export const listPlacements = (
  db: Db,
  seen: Scope<'placements'>,
  ask: { studentId?: string | undefined; search?: string | undefined; after: (string | number | null)[] | null },
): Promise<(PlacementRow & { total: number })[]> => {
  const named = ask.search
    ? sql`(lower(p.name) like ${containing(ask.search)} or lower(p.native_name) like ${containing(ask.search)})`
    : sql`true`
  const whose = ask.studentId ? sql`placements.student_id = ${ask.studentId}::uuid` : sql`true`
  const which = sql`${seen} and ${whose} and ${named}`
  return rows(
    db,
    sql`
    select ${columns}, (select count(*)::int from ${joined} where ${which}) as total from ${joined} where ${which}
      and ${ask.after ? sql`(placements.decided_at, placements.id) < (${ask.after[0]}::timestamptz, ${ask.after[1]}::uuid)` : sql`true`}
    order by placements.decided_at desc, placements.id desc ${onePage}`,
  )
}

/** The newest placement of each student in each program. */
export const listOwnPlacements = (db: Db, mine: Scope<'placements'>): Promise<PlacementRow[]> =>
  rows<PlacementRow>(
    db,
    sql`
    select * from (select distinct on (placements.student_id, c.programme_id) ${columns} from ${joined} where ${mine}
      order by placements.student_id, c.programme_id, placements.decided_at desc, placements.id desc) newest order by newest.at desc, newest.id`,
  )

type Waiting = Output<'placements-waiting'>[number]
/** Applications to courses that require a placement which the student doesn't have yet. */
export const listWaiting = async (db: Db, seen: Scope<'enrolments'>): Promise<Waiting[]> =>
  (
    await rows<Waiting & { rule: CourseRule; learner: Learner }>(
      db,
      sql`
      select enrolments.id as "enrolmentId", p.id as "studentId", p.name as student, p.native_name, p.birth_on,
        s.name as section, s.native_name as "sectionNativeName", s.crayon, c.programme_id, c.id as "courseId",
        ${asInstant(sql`enrolments.created_at`)} as at, coalesce(a.note, '') as note, ${courseRuleOf('c')} as rule, ${learnerOf(sql`enrolments.student_id`)} as learner,
        coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name, 'nativeName', o.native_name, 'level', o.level) order by o.level, o.name)
          from courses o where o.programme_id = c.programme_id and o.archived_at is null), '[]') as courses
      from enrolments join sections s on s.id = enrolments.section_id join courses c on c.id = s.course_id join persons p on p.id = enrolments.student_id
        left join applications a on a.enrolment_id = enrolments.id
      where ${seen} and enrolments.status = 'approval' and enrolments.type = 'regular' and c.needs_placement
      order by enrolments.created_at, enrolments.id limit 500`,
    )
  )
    .filter(({ rule, learner }) => !isPlaced(rule, learner))
    .map(({ rule: _rule, learner: _learner, ...waiting }) => waiting)

/** The names of a course that isn't archived, for a letter; null for any other. */
export const findCourse = async (db: Db, id: string): Promise<{ name: string; nativeName: string } | null> => {
  const [found] = await db
    .select({ name: courses.name, nativeName: courses.nativeName })
    .from(courses)
    .where(and(eq(courses.id, id), sql`${courses.archivedAt} is null`))
  return found ?? null
}

export const insertPlacement = async (db: Db, values: typeof placements.$inferInsert): Promise<string> =>
  (await db.insert(placements).values(values).returning({ id: placements.id }))[0]!.id

export const findPlacement = async (db: Db, seen: Scope<'placements'>, id: string): Promise<PlacementRow> => {
  const [found] = await rows<PlacementRow>(
    db,
    sql`select ${columns} from ${joined} where ${seen} and placements.id = ${id}::uuid`,
  )
  return found!
}
