import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Application, ApplicationStatus } from '#contract/enrolment/applications.ts'
import type { Output } from '#contract/index.ts'
import { recentDays } from '#contract/enrolment/visits.ts'
import type { CourseRule, Learner } from '#rules/readiness.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { effectiveCutoff } from '#server/enrolment/classes/acts.ts'
import { beforeOf, courseRuleOf } from '#server/enrolment/classes/tables.ts'
import {
  applications,
  enrolments,
  isEnrolled,
  isInOrWaits,
  seatedIn,
  waitingIn,
} from '#server/enrolment/enrolments/tables.ts'
import { learnerOf, placementOf } from '#server/enrolment/placements/tables.ts'
import { guestsOf } from '#server/enrolment/visits/tables.ts'
import { isCurrentTerm, isTermUnfinished } from '#server/school/terms/tables.ts'

export type FoundApplication = Omit<Application, 'age' | 'isOfAge' | 'reasons'> & {
  asked: Application['reasons'][number]['reason'][]
  needsApproval: boolean
  cutoff: string | null
  startsOn: string
  rule: CourseRule
  learner: Learner
}

/** Everything that waits for the school's decision, as `waiting`: enrolments and visits. */
const waiting = (seen: Scope<'enrolments'>, visiting: Scope<'visits'>): SQL => sql`
  select enrolments.id, 'class' as kind, coalesce(a.status, 'submitted') as status, enrolments.created_at as at, enrolments.student_id, enrolments.section_id, enrolments.type,
    null::date as on_day, null::bigint as price_cents, coalesce(a.reasons, '{class}') as asked, coalesce(a.note, '') as note, coalesce(a.question, '') as question, coalesce(a.answer, '') as answer
  from enrolments left join applications a on a.enrolment_id = enrolments.id where ${seen} and enrolments.status = 'approval'
  union all
  select visits.id, visits.kind, 'submitted', visits.asked_at, visits.student_id, visits.section_id, 'regular', visits.on_day, visits.price_cents, '{}', visits.note, '', ''
  from visits where ${visiting} and visits.status = 'asked'`

type Ask = {
  search?: string | undefined
  kind?: Application['kind'] | undefined
  state?: ApplicationStatus | undefined
  after: (string | number | null)[] | null
}
const isAsked = ({ search, kind, state }: Ask): SQL =>
  and(
    search
      ? sql`(lower(p.name) like ${containing(search)} or lower(p.native_name) like ${containing(search)} or lower(x.name) like ${containing(search)} or lower(x.native_name) like ${containing(search)})`
      : sql`true`,
    kind ? sql`w.kind = ${kind}` : undefined,
    state ? sql`w.status = ${state}` : undefined,
  )!

/** One page of what waits, oldest first, with what is needed to decide. One statement. */
export const listApplications = (
  db: Db,
  seen: Scope<'enrolments'>,
  visiting: Scope<'visits'>,
  ask: Ask,
): Promise<(FoundApplication & { total: number })[]> =>
  rows<FoundApplication & { total: number }>(
    db,
    sql`
    with waiting as (${waiting(seen, visiting)}),
    page as (select w.*, count(*) over () as total from waiting w join persons p on p.id = w.student_id join sections x on x.id = w.section_id where ${isAsked(ask)}),
    cut as (select * from page where ${ask.after ? sql`(at, id) > (${ask.after[0]}::timestamptz, ${ask.after[1]}::uuid)` : sql`true`} order by at, id ${onePage})
    select w.id, w.kind, w.status, ${asInstant(sql`w.at`)} as at, w.total::int as total, p.id as "studentId", p.name as student, p.native_name, p.birth_on,
      x.age_from, x.age_to, ${effectiveCutoff('x')} as cutoff, t.starts_on, x.id as "sectionId", x.name as section, x.native_name as "sectionNativeName", not ${isTermUnfinished('t')} as "isOver", x.crayon,
      c.id as "courseId", c.programme_id, w.type, w.asked, x.needs_approval, ${courseRuleOf('c')} as rule, ${learnerOf(sql`p.id`)} as learner,
      ${beforeOf('c')} as before, c.prerequisite_level as "beforeLevel",
      coalesce((select json_agg(json_build_object('name', sx.name, 'nativeName', sx.native_name, 'term', st.name, 'termNativeName', st.native_name, 'isNow', se.status = 'active' and ${isCurrentTerm('st')}) order by st.starts_on desc, sx.name)
        from enrolments se join sections sx on sx.id = se.section_id join terms st on st.id = sx.term_id where se.student_id = p.id and ${isEnrolled('se')}), '[]') as studied,
      ${placementOf(sql`p.id`, sql`c.programme_id`)} as placement, x.capacity,
      ${seatedIn('x')} as seated,
      ${waitingIn('x')} as waiting,
      w.on_day, ${guestsOf(sql`x.id`, sql`w.on_day`, sql`w.id`)} as guests, w.price_cents, w.note, w.question, w.answer
    from cut w join persons p on p.id = w.student_id join sections x on x.id = w.section_id join terms t on t.id = x.term_id join courses c on c.id = x.course_id
    order by w.at, w.id`,
  )

/** The number of waiting items of each kind. */
export const countApplications = async (
  db: Db,
  seen: Scope<'enrolments'>,
  visiting: Scope<'visits'>,
): Promise<Output<'applications-list'>['counts']> => {
  const [counts] = await rows<Output<'applications-list'>['counts']>(
    db,
    sql`select count(*) filter (where kind = 'class')::int as class, count(*) filter (where kind <> 'class')::int as visit,
      count(*) filter (where status = 'needs-info')::int as info from (${waiting(seen, visiting)}) waiting`,
  )
  return counts!
}

/** The classes of waiting enrolments, which are locked before the enrolments. */
export const sectionsOf = async (db: Db, seen: Scope<'enrolments'>, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectDistinct({ sectionId: enrolments.sectionId })
      .from(enrolments)
      .where(and(seen, inArray(enrolments.id, [...ids])))
  ).map(({ sectionId }) => sectionId)

/** Locks an application and returns its status; null where it no longer waits for the school's decision. */
export const lockApplication = async (
  db: Db,
  seen: Scope<'enrolments'>,
  id: string,
): Promise<{ enrolmentStatus: string; status: ApplicationStatus; sectionId: string; studentId: string } | null> => {
  const [enrolment] = await db
    .select({ enrolmentStatus: enrolments.status, sectionId: enrolments.sectionId, studentId: enrolments.studentId })
    .from(enrolments)
    .where(and(seen, eq(enrolments.id, id)))
    .for('update')
  if (!enrolment) return null
  const [known] = await db
    .select({ status: applications.status })
    .from(applications)
    .where(eq(applications.enrolmentId, id))
  return { ...enrolment, status: known?.status ?? 'submitted' }
}

type Mine = Omit<Output<'applications-mine'>[number], 'lines' | 'totalCents'>
/** A family's applications that wait, and those declined in the last `recentDays`. */
export const listMine = (db: Db, mine: Scope<'enrolments'>, now: Date): Promise<Mine[]> =>
  rows<Mine>(
    db,
    sql`
    select enrolments.id, coalesce(a.status, 'submitted') as status, ${asInstant(sql`enrolments.created_at`)} as at, p.id as "studentId", p.name as student,
      p.native_name as "studentNativeName", s.name as section, s.native_name, s.crayon, s.weekday, s.starts_at, s.ends_at,
      array_remove(coalesce(a.reasons, '{class}'), 'guardian') as reasons, ${beforeOf('c')} as before, c.prerequisite_level as "beforeLevel", coalesce(a.note, '') as note,
      coalesce(a.question, '') as question, coalesce(a.answer, '') as answer, coalesce(a.refusal, '') as refusal
    from enrolments join persons p on p.id = enrolments.student_id join sections s on s.id = enrolments.section_id join courses c on c.id = s.course_id
      left join applications a on a.enrolment_id = enrolments.id
    where ${mine} and (enrolments.status = 'approval' or (a.status = 'declined' and a.decided_at > ${now.toISOString()}::timestamptz - make_interval(days => ${recentDays})
      and not ${isInOrWaits(sql`enrolments.student_id`, sql`enrolments.section_id`)}))
    order by (enrolments.status = 'approval') desc, enrolments.created_at, enrolments.id limit 100`,
  )
