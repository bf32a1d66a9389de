import type { Language } from '#contract/values.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type {
  Assignment,
  AssignmentRow,
  assignmentViews,
  HistoryRow,
  WallTime,
  Work,
  WorkFilter,
} from '#contract/teaching/assignments.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isEnrollable, isOff } from '#server/enrolment/classes/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { matchesWords } from '#server/access/users/tables.ts'
import { isCurrentTerm, otherTermOf } from '#server/school/terms/tables.ts'
import { assignments, isCutShort, isHandedIn, isOfOver, isOut, joinWork, standing } from './tables.ts'

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
const wall = (column: SQL): SQL => sql`case when ${column} is not null then
  json_build_object('day', to_char(${column} at time zone school.zone, 'YYYY-MM-DD'), 'time', to_char(${column} at time zone school.zone, 'HH24:MI')) end`
const filesOf = (link: SQL, owner: SQL): SQL =>
  sql`coalesce((select json_agg(json_build_object('id', fl.id, 'name', fl.name, 'type', fl.type, 'size', fl.size) order by l.place, fl.id) from ${link} l join files fl on fl.id = l.file_id where ${owner}), '[]')`

/**
 * True where a student has an assignment: they are in the class and joined by its due time or have work for it, or they
 * have left and turned it in, also if they were excused afterwards.
 */
const isGiven = sql`(
  (${isEnrolled('enrolments')} and (enrolments.created_at <= assignments.due_at or u.id is not null))
  or (not ${isEnrolled('enrolments')} and (${isHandedIn('u')}
      or (u.status = 'excused' and exists (select 1 from submission_turns t where t.submission_id = u.id and t.kind in ('turned-in','returned'))))
    and not exists (select 1 from enrolments again where again.section_id = enrolments.section_id and again.student_id = enrolments.student_id and ${isEnrolled('again')} offset 0)))`

/**
 * The state of work at an instant, as its family sees it. A request to turn it in again ends when the student leaves or
 * the class is over, which also excuses from what was to be due later.
 */
const workState = (now: Date): SQL => sql`(case coalesce(u.status, 'assigned')
  when 'turned-in' then 'turned-in' when 'returned' then 'returned' when 'excused' then 'excused'
  when 'resubmit-requested' then case when ${isEnrolled('enrolments')} and not ${isOfOver} then 'resubmit' else 'returned' end
  else case when ${isCutShort} then 'excused' when assignments.due_at <= ${instant(now)} or ${standing(now)} = 'closed' then 'missing' else 'due' end end)`

const assignmentColumns = (now: Date): SQL => sql`
  assignments.id, assignments.section_id, s.name as section, s.native_name as "sectionNativeName", s.crayon,
  assignments.title, assignments.native_title, assignments.instructions, assignments.kind, assignments.takes_text,
  assignments.takes_files, ${standing(now)} as status, ${wall(sql`assignments.publish_at`)} as publish, ${wall(sql`assignments.due_at`)} as due,
  assignments.due_at <= ${instant(now)} as "isDue", ${wall(sql`assignments.closes_at`)} as closes, assignments.max_points,
  coalesce((select p.name from persons p where p.id = assignments.created_by), '') as teacher,
  coalesce((select p.native_name from persons p where p.id = assignments.created_by), '') as "teacherNativeName", ${isOfOver} as "isOver",
  ${filesOf(sql`assignment_files`, sql`l.assignment_id = assignments.id`)} as files, to_json(assignments.due_at) as "dueAt"`

type View = (typeof assignmentViews)[number]
type AssignmentFilter = { id?: string; sectionId?: string | undefined; view: View; search: string }
type FoundAssignment = AssignmentRow & { dueAt: string }

const viewed = (view: View, now: Date): SQL =>
  ({
    all: sql`true`,
    mark: sql`exists (select 1 from submissions u where u.assignment_id = assignments.id and u.status = 'turned-in')`,
    open: sql`${standing(now)} = 'published'`,
    planned: sql`${standing(now)} in ('draft','scheduled')`,
    closed: sql`${standing(now)} = 'closed'`,
  })[view]
const titled = (search: string): SQL =>
  search === ''
    ? sql`true`
    : sql`lower(assignments.title || ' ' || assignments.native_title) like ${containing(search)}`
const filtered = (seen: Scope<'assignments'>, { id, sectionId, view, search }: AssignmentFilter, now: Date) =>
  and(
    seen,
    id ? eq(assignments.id, id) : undefined,
    sectionId ? eq(assignments.sectionId, sectionId) : undefined,
    viewed(view, now),
    titled(search),
  )

/** Assignments with counts of the class's work, latest due first. */
export const listAssignments = (
  db: Db,
  seen: Scope<'assignments'>,
  filter: AssignmentFilter,
  now: Date,
  after: readonly unknown[] | null = null,
): Promise<FoundAssignment[]> =>
  rows<FoundAssignment>(
    db,
    sql`
    select ${assignmentColumns(now)},
      (select json_build_object('students', count(*), 'toMark', count(*) filter (where u.status = 'turned-in'), 'turnedIn', count(u.turned_in_at),
          'missing', count(*) filter (where ${workState(now)} = 'missing'), 'returned', count(*) filter (where u.status = 'returned'), 'excused', count(*) filter (where u.status = 'excused'))
        from enrolments ${joinWork}
        where enrolments.section_id = assignments.section_id and ${isGiven}) as counts
    from assignments join sections s on s.id = assignments.section_id cross join school
    where ${and(filtered(seen, filter, now), after ? sql`(assignments.due_at, assignments.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : undefined)}
    order by assignments.due_at desc, assignments.id desc ${onePage}`,
  )

export const countAssignments = async (
  db: Db,
  seen: Scope<'assignments'>,
  filter: AssignmentFilter,
  now: Date,
): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from assignments where ${filtered(seen, filter, now)}`,
    )
  )[0]!.total

/**
 * One assignment as its class sees it: for those who work on it or, once it is published, for those who see work for
 * it.
 */
export const findAssignment = async (
  db: Db,
  worked: Scope<'assignments'>,
  seen: Scope<'work'>,
  id: string,
  now: Date,
): Promise<Assignment | null> => {
  const [found] = await rows<Assignment>(
    db,
    sql`select ${assignmentColumns(now)} from assignments join sections s on s.id = assignments.section_id cross join school
      where assignments.id = ${id}::uuid and (${worked} or (${isOut(now)} and exists (select 1 from enrolments where enrolments.section_id = assignments.section_id and ${seen})))`,
  )
  return found ?? null
}

const turnColumn = sql`coalesce((select json_agg(json_build_object('id', t.id, 'kind', t.kind, 'by', coalesce(b.name, ''), 'byNativeName', coalesce(b.native_name, ''), 'at', t.at,
    'text', t.text, 'points', t.points, 'files', ${filesOf(sql`submission_turn_files`, sql`l.turn_id = t.id`)}) order by t.at, t.id)
  from submission_turns t left join persons b on b.id = t.by where t.submission_id = u.id), '[]')`
const lastTurn = sql`select t.id from submission_turns t where t.submission_id = u.id and t.kind = 'turned-in' order by t.at desc, t.id desc limit 1`

/**
 * Students' work for one assignment, by name. Drafts are shown for `own` work only; other work has the text and files
 * that were last turned in.
 */
export const listWork = (
  db: Db,
  language: Language,
  seen: Scope<'work'>,
  own: Scope<'work'>,
  { assignmentId, studentId }: { assignmentId: string; studentId?: string },
  now: Date,
): Promise<Work[]> => {
  const isTurnedIn = sql`coalesce(u.status, 'assigned') not in ('assigned','draft')`
  return rows<Work>(
    db,
    sql`
    select p.id as "studentId", p.name, p.native_name, ${isEnrolled('enrolments')} as "isEnrolled", coalesce(u.status, 'assigned') as status, ${workState(now)} as state,
      case when ${own} then coalesce(u.text, '') when ${isTurnedIn} then coalesce((select w.text from submission_turns w where w.id = (${lastTurn})), '') else '' end as text,
      case when ${own} then ${filesOf(sql`submission_files`, sql`l.submission_id = u.id`)} when ${isTurnedIn} then ${filesOf(sql`submission_turn_files`, sql`l.turn_id = (${lastTurn})`)} else '[]' end as files,
      to_json(u.turned_in_at) as "turnedInAt", coalesce(u.is_late, false) as "isLate", u.points, coalesce(u.feedback, '') as feedback, ${turnColumn} as turns
    from assignments join enrolments on enrolments.section_id = assignments.section_id join persons p on p.id = enrolments.student_id
      ${joinWork}
    where ${seen} and assignments.id = ${assignmentId}::uuid and ${studentId ? sql`p.id = ${studentId}::uuid` : sql`true`} and ${isGiven}
    order by ${nameOrderOf('p', language)}, p.id`,
  )
}

type HistoryFilter = {
  studentId?: string | undefined
  sectionId?: string | undefined
  state?: WorkFilter | undefined
  search: string
}

const given = sql`from assignments join sections s on s.id = assignments.section_id join enrolments on enrolments.section_id = assignments.section_id
  join persons p on p.id = enrolments.student_id ${joinWork}`
const inState = (state: WorkFilter | undefined, now: Date): SQL => {
  if (state === undefined) return sql`true`
  if (state === 'open') return sql`${workState(now)} in ('due','missing','resubmit')`
  if (state === 'done') return sql`${workState(now)} in ('turned-in','returned','excused')`
  return sql`${workState(now)} = ${state}`
}
const inHistory = (seen: Scope<'work'>, filter: HistoryFilter, now: Date): SQL => {
  const { studentId, sectionId, state, search } = filter
  const words = sql`(${titled(search)} or ${matchesWords(sql`p.id`, search)})`
  return sql`${seen} and ${isOut(now)} and ${isGiven} and ${inState(state, now)} and ${search === '' ? sql`true` : words}
    and ${studentId ? sql`p.id = ${studentId}::uuid` : sql`true`} and ${sectionId ? sql`s.id = ${sectionId}::uuid` : sql`true`}`
}
const historyColumns = (now: Date): SQL => sql`
  assignments.id as "assignmentId", p.id as "studentId", p.name as student, p.native_name as "studentNativeName", s.id as "sectionId", s.name as section,
  s.native_name as "sectionNativeName", s.crayon, assignments.title, assignments.native_title, assignments.kind, ${wall(sql`assignments.due_at`)} as due,
  ${workState(now)} as state, to_json(u.turned_in_at) as "turnedInAt", coalesce(u.is_late, false) as "isLate", u.points, assignments.max_points,
  coalesce(u.feedback, '') <> '' as "hasFeedback", to_json(assignments.due_at) as "dueAt"`

export const listHistory = (
  db: Db,
  seen: Scope<'work'>,
  filter: HistoryFilter,
  now: Date,
  after: readonly unknown[] | null,
): Promise<(HistoryRow & { dueAt: string })[]> =>
  rows<HistoryRow & { dueAt: string }>(
    db,
    sql`select ${historyColumns(now)} ${given} cross join school
    where ${inHistory(seen, filter, now)} and ${after ? sql`(assignments.due_at, assignments.id, p.id) < (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]}::uuid)` : sql`true`}
    order by assignments.due_at desc, assignments.id desc, p.id desc ${onePage}`,
  )

export const countHistory = async (db: Db, seen: Scope<'work'>, filter: HistoryFilter, now: Date): Promise<number> =>
  (
    await rows<{ total: number }>(db, sql`select count(*)::int as total ${given} where ${inHistory(seen, filter, now)}`)
  )[0]!.total

/**
 * The number of pieces of work in each state, and how many were on time: turned in by the due time, or handed in during
 * class.
 */
export const sumHistory = (
  db: Db,
  seen: Scope<'work'>,
  filter: HistoryFilter,
  now: Date,
): Promise<{ state: HistoryRow['state']; count: number; onTime: number; late: number }[]> =>
  rows(
    db,
    sql`select ${workState(now)} as state, count(*)::int as count, count(*) filter (where u.is_late)::int as late,
      count(*) filter (where not u.is_late and (u.turned_in_at is not null or u.status = 'returned') and u.status <> 'excused')::int as "onTime"
    ${given} where ${inHistory(seen, filter, now)} group by 1`,
  )

/** The classes with work in the history, also those that a student has left, by name. */
export const listHistorySections = (
  db: Db,
  seen: Scope<'work'>,
  studentId: string | undefined,
  now: Date,
): Promise<Pick<HistoryRow, 'sectionId' | 'section' | 'sectionNativeName' | 'crayon'>[]> =>
  rows(
    db,
    sql`select distinct s.name as section, s.id as "sectionId", s.native_name as "sectionNativeName", s.crayon
      ${given} where ${inHistory(seen, { studentId, search: '' }, now)} order by 1, 2`,
  )

const weekMs = 7 * 24 * 60 * 60_000

/**
 * Work that is due within 15 days or to be resubmitted, missing work that is still accepted, and work that was due in
 * the last week; next due first, at most 50 rows.
 */
export const listCurrent = (
  db: Db,
  seen: Scope<'work'>,
  studentId: string | undefined,
  now: Date,
): Promise<HistoryRow[]> => {
  const soon = instant(new Date(now.getTime() + 2 * weekMs + weekMs / 7))
  const lately = instant(new Date(now.getTime() - weekMs))
  return rows<HistoryRow>(
    db,
    sql`select ${historyColumns(now)} ${given} cross join school
    where ${inHistory(seen, { studentId, search: '' }, now)} and (
      ${workState(now)} = 'resubmit' or (${workState(now)} = 'missing' and ${standing(now)} = 'published')
      or (assignments.due_at <= ${soon} and (${workState(now)} = 'due' or assignments.due_at >= ${lately})))
    order by assignments.due_at, assignments.id, p.name limit 50`,
  )
}

/** The classes that the actor teaches this term, to choose one for a new assignment. */
export const listTaught = (db: Db, taught: Scope<'sections'>): Promise<Output<'assignments-toMark'>['classes']> =>
  rows(
    db,
    sql`select sections.id as "sectionId", sections.name as section, sections.native_name as "sectionNativeName", sections.crayon, ${otherTermOf('t')} as "otherTerm"
      from sections join terms t on t.id = sections.term_id where ${taught} and ${isCurrentTerm('t')} and ${isEnrollable('sections')}
      order by t.starts_on, sections.weekday, sections.starts_at, sections.name`,
  )

/** The next meetings of a class, at most six; null where the class is not in scope. */
export const listMeetings = async (
  db: Db,
  seen: Scope<'sections'>,
  sectionId: string,
  now: Date,
): Promise<WallTime[] | null> => {
  const [found] = await rows<{ meetings: WallTime[] }>(
    db,
    sql`select coalesce((select json_agg(json_build_object('day', n.on_day, 'time', sections.starts_at) order by n.on_day) from (
        select m.on_day from meetings m join session_dates d on d.id = m.session_date_id
        where m.section_id = sections.id and m.starts_at > ${instant(now)} and not ${isOff('m', 'd')} order by m.on_day limit 6) n), '[]') as meetings
      from sections where ${seen} and sections.id = ${sectionId}::uuid`,
  )
  return found?.meetings ?? null
}
