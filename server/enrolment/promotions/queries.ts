import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PromotionClass, PromotionRun } from '#contract/enrolment/promotions.ts'
import type { TermStatus } from '#contract/school/terms.ts'
import { releasedGrades } from '#contract/teaching/grades.plain.ts'
import type { KnownCourse } from '#rules/courses.ts'
import type { FromSeat, ToClass } from '#rules/promotions.ts'
import type { Counted } from '#rules/grades.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant, hasStatus } from '#server/platform/tables.ts'
import { effectiveCutoff } from '#server/enrolment/classes/acts.ts'
import { isEnrolled, isOnWaitlist, isSeated, offeredIn, seatedIn } from '#server/enrolment/enrolments/tables.ts'
import { isRaised, seatsOf } from './lineQueries.ts'
import { placeIs, promotionLines, promotionRuns, promotionStatus } from './tables.ts'

/** A term with its name, status and first day. */
export type KnownTerm = { id: string; name: string; nativeName: string; status: TermStatus; startsOn: string }

const listed = (statement: SQL): SQL => sql`coalesce((select json_agg(r) from (${statement}) r), '[]')`
const termOf = (id: SQL): SQL =>
  sql`(select json_build_object('id', t.id, 'name', t.name, 'nativeName', t.native_name, 'status', t.status, 'startsOn', t.starts_on) from terms t where t.id = ${id})`
const nameOf = (person: SQL): SQL => sql`coalesce((select p.name from persons p where p.id = ${person}), '')`

export type FoundRun = PromotionRun & { from: KnownTerm; to: KnownTerm }

/** Promotions with the names of the people who worked on them, newest first. */
export const listRuns = (db: Db, seen: Scope<'promotion_runs'>, id?: string): Promise<FoundRun[]> =>
  rows<FoundRun>(
    db,
    sql`
    select promotion_runs.id, ${termOf(sql`promotion_runs.from_term_id`)} as from, ${termOf(sql`promotion_runs.to_term_id`)} as to,
      promotion_runs.step, promotion_runs.raises_grades, promotion_runs.pass_percent,
      ${promotionStatus} as status, promotion_runs.hold_until,
      (select count(*)::int from promotion_lines l where l.run_id = promotion_runs.id) as lines,
      ${asInstant(sql`promotion_runs.created_at`)} as "createdAt", ${nameOf(sql`promotion_runs.created_by`)} as "createdBy",
      ${nameOf(sql`promotion_runs.reviewed_by`)} as "reviewedBy", ${asInstant(sql`promotion_runs.applied_at`)} as "appliedAt",
      ${nameOf(sql`promotion_runs.applied_by`)} as "appliedBy", promotion_runs.batch_id
    from promotion_runs where ${seen} ${id ? sql`and promotion_runs.id = ${id}::uuid` : sql.empty()}
    order by promotion_runs.created_at desc, promotion_runs.id desc limit 100`,
  )

type LockedRun = Pick<typeof promotionRuns.$inferSelect, 'id' | 'toTermId' | 'raisesGrades' | 'holdUntil'> & {
  status: PromotionRun['status']
}
/** A promotion, locked: two people who work on it take turns. */
export const lockRun = async (db: Db, seen: Scope<'promotion_runs'>, id: string): Promise<LockedRun | null> => {
  const [run] = await db
    .select({
      id: promotionRuns.id,
      toTermId: promotionRuns.toTermId,
      raisesGrades: promotionRuns.raisesGrades,
      holdUntil: promotionRuns.holdUntil,
      status: promotionStatus,
    })
    .from(promotionRuns)
    .where(and(seen, eq(promotionRuns.id, id)))
    .for('update')
  return run ?? null
}

export const insertRun = async (db: Db, values: typeof promotionRuns.$inferInsert): Promise<string> =>
  (await db.insert(promotionRuns).values(values).returning({ id: promotionRuns.id }))[0]!.id

export const updateRun = async (
  db: Db,
  id: string,
  values: Partial<typeof promotionRuns.$inferInsert>,
): Promise<void> => {
  await db.update(promotionRuns).set(values).where(eq(promotionRuns.id, id))
}

/** Deletes a promotion with its lines. */
export const deleteRun = async (db: Db, id: string): Promise<void> => {
  await db.delete(promotionRuns).where(eq(promotionRuns.id, id))
}

/** Inserts proposed lines, 2,000 per statement, because a statement has a limited number of parameters. */
export const insertLines = async (db: Db, lines: readonly (typeof promotionLines.$inferInsert)[]): Promise<void> => {
  for (let at = 0; at < lines.length; at += 2000) await db.insert(promotionLines).values(lines.slice(at, at + 2000))
}

type Book = Pick<Counted, 'categories' | 'assessments'> & { sectionId: string }
export type Material = {
  from: KnownTerm | null
  to: KnownTerm | null
  seats: (Omit<FromSeat, 'percent'> & { grades: Counted['grades']; isRaised: boolean })[]
  books: Book[]
  classes: (Omit<ToClass, 'ageDay'> & { cutoff: string | null })[]
  placed: { studentId: string; householdId: string; sectionId: string }[]
  courses: KnownCourse[]
}

/** The number of seats of a class `x` that are taken or promised. */
export const takenOf: SQL<number> = sql<number>`(${seatedIn('x')}
  + ${offeredIn('x')})::int`

/** Everything that a proposal depends on, in one statement; results only on request. */
export const findMaterial = async (
  db: Db,
  _seen: Scope<'promotion_runs'>,
  ask: { fromTermId: string; toTermId: string; withResults: boolean },
): Promise<Material> => {
  const teacherIds = sql`array(select t.teacher_id::text from section_teachers t where t.section_id = x.id)`
  const [material] = await rows<Material>(
    db,
    sql`
    select ${termOf(sql`${ask.fromTermId}::uuid`)} as from, ${termOf(sql`${ask.toTermId}::uuid`)} as to,
      ${listed(sql`
        select e.id, e.student_id as "studentId", s.household_id as "householdId", p.birth_on as "birthOn", x.course_id as "courseId",
          json_build_object('id', x.id, 'name', x.name, 'weekday', x.weekday, 'startsAt', x.starts_at, 'endsAt', x.ends_at, 'teacherIds', ${teacherIds}) as section,
          ${
            ask.withResults
              ? listed(
                  sql`select g.assessment_id as "assessmentId", g.points, g.is_excused as "isExcused" from grades g where g.enrolment_id = e.id and ${hasStatus('g', releasedGrades)}`,
                )
              : sql`'[]'::json`
          } as grades, ${isRaised(sql`e.student_id`, sql`${ask.toTermId}::uuid`)} as "isRaised"
        from sections x join enrolments e on e.section_id = x.id and ${isEnrolled('e')} and e.type = 'regular'
          join students s on s.id = e.student_id and s.archived_at is null join persons p on p.id = s.id
        where x.term_id = ${ask.fromTermId}::uuid and x.status <> 'cancelled'`)} as seats,
      ${
        ask.withResults
          ? listed(sql`
        select x.id as "sectionId",
          ${listed(sql`select c.id, c.weight_percent as "weightPercent", c.drop_lowest as "dropLowest" from grade_categories c where c.section_id = x.id order by c.position`)} as categories,
          ${listed(sql`select a.id, a.category_id as "categoryId", a.max_points as "maxPoints" from assessments a where a.section_id = x.id and a.status = 'released' and a.removed_at is null`)} as assessments
        from sections x where x.term_id = ${ask.fromTermId}::uuid`)
          : sql`'[]'::json`
      } as books,
      ${listed(sql`
        select x.id, x.name, x.course_id as "courseId", x.weekday, x.starts_at as "startsAt", x.ends_at as "endsAt", x.capacity, ${takenOf} as taken,
          x.age_from as "ageFrom", x.age_to as "ageTo", ${effectiveCutoff('x')} as cutoff, ${teacherIds} as "teacherIds"
        from sections x where x.term_id = ${ask.toTermId}::uuid and x.status not in ('cancelled','ended')`)} as classes,
      ${listed(sql`
        select e.student_id as "studentId", s.household_id as "householdId", e.section_id as "sectionId"
        from sections x join enrolments e on e.section_id = x.id join students s on s.id = e.student_id where x.term_id = ${ask.toTermId}::uuid and ${isSeated}
        union all
        select w.student_id, s.household_id, w.section_id
        from sections x join waitlist_entries w on w.section_id = x.id join students s on s.id = w.student_id where x.term_id = ${ask.toTermId}::uuid and ${isOnWaitlist('w')}`)} as placed,
      ${listed(sql`select c.id, c.programme_id as "programmeId", c.name, c.level, c.after, c.next_course_id as "nextCourseId", c.archived_at is not null as "isArchived" from courses c`)} as courses`,
  )
  return material!
}

/** The classes of the new term, with the numbers of students they have without this promotion and get by it. */
export const listTargets = (db: Db, _seen: Scope<'promotion_runs'>, runId: string): Promise<PromotionClass[]> =>
  rows<PromotionClass>(
    db,
    sql`
    select x.id, x.name, x.native_name, x.weekday, x.starts_at, x.ends_at, x.crayon, x.course_id,
      x.capacity, x.minimum, ${takenOf} - coalesce(l.placed, 0) as seated, coalesce(l.coming, 0)::int as coming
    from promotion_runs run join sections x on x.term_id = run.to_term_id join courses c on c.id = x.course_id
      left join (
        select section_id, count(*)::int as coming, count(*) filter (where is_made)::int as placed from (${seatsOf(runId)}) seat group by section_id
      ) l on l.section_id = x.id
    where run.id = ${runId}::uuid and (x.status not in ('cancelled','ended') or l.coming > 0)
    order by x.weekday, x.starts_at, c.level nulls last, x.age_from nulls last, x.name, x.id`,
  )

/** The numbers of lines by decision, and the classes that the students come from. */
export const countLines = async (db: Db, _seen: Scope<'promotion_runs'>, runId: string) =>
  (
    await rows<{
      promote: number
      retain: number
      leave: number
      choose: number
      changed: number
      waiting: number
      confirmed: number
      ended: number
      sources: {
        id: string
        name: string
        nativeName: string
        crayon: PromotionClass['crayon']
        lines: number
        undecided: number
      }[]
    }>(
      db,
      sql`
      with line as (
        select l.decision, l.is_changed, old.section_id, ${placeIs.waiting} as waiting, ${placeIs.confirmed} as confirmed, ${placeIs.ended} as ended from promotion_lines l
          join enrolments old on old.id = l.enrolment_id left join enrolments place on place.id = l.place_id where l.run_id = ${runId}::uuid
      )
      select count(*) filter (where decision = 'promote')::int as promote, count(*) filter (where decision = 'retain')::int as retain,
        count(*) filter (where decision = 'leave')::int as leave, count(*) filter (where decision = 'choose')::int as choose,
        count(*) filter (where is_changed)::int as changed, count(*) filter (where waiting)::int as waiting,
        count(*) filter (where confirmed)::int as confirmed,
        count(*) filter (where ended)::int as ended,
        ${listed(sql`
          select x.id, x.name, x.native_name as "nativeName", x.crayon, count(*)::int as lines, count(*) filter (where line.decision = 'choose')::int as undecided
          from line join sections x on x.id = line.section_id join courses c on c.id = x.course_id
          group by x.id, c.level order by x.weekday, x.starts_at, c.level nulls last, x.age_from nulls last, x.name, x.id`)} as sources
      from line`,
    )
  )[0]!
