import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AbsenceNotice, NoticeStatus } from '#contract/teaching/absences.notices.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isOff } from '#server/enrolment/classes/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { absenceNotices, covers } from './tables.ts'

const coversMeeting = covers('absence_notices', {
  section: sql`e.section_id`,
  day: sql`meetings.on_day`,
  endsAt: sql`meetings.ends_at`,
})
/** The meetings in scope `seen` that a notice covers: of classes that the child is in, without canceled ones. */
const covered = (seen: Scope<'meetings'>): SQL => sql`(
  select json_agg(json_build_object('meetingId', meetings.id, 'sectionId', s.id, 'section', s.name, 'nativeName', s.native_name, 'crayon', s.crayon, 'onDay', meetings.on_day, 'startsAt', s.starts_at, 'endsAt', s.ends_at)
    order by meetings.on_day, s.starts_at, s.name) as list
  from enrolments e join meetings on meetings.section_id = e.section_id join sections s on s.id = e.section_id join session_dates d on d.id = meetings.session_date_id
  where e.student_id = absence_notices.student_id and ${isEnrolled('e')} and ${coversMeeting}
    and not ${isOff('meetings', 'd')} and s.status <> 'cancelled' and ${seen})`

/** The last day that a notice still covers. */
const lastDay = sql`least(absence_notices.to_day, (absence_notices.rest_withdrawn_at at time zone (select zone from school))::date)`

const selectNotices = (meetings: Scope<'meetings'>): SQL => sql`
  select absence_notices.id, json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name) as student, json_build_object('name', f.name, 'nativeName', f.native_name) as "filedBy",
    absence_notices.from_day, ${lastDay} as to_day, absence_notices.section_id, absence_notices.reason, absence_notices.note, absence_notices.status,
    absence_notices.answer, to_json(absence_notices.filed_at) as "filedAt", coalesce(m.list, '[]') as meetings
  from absence_notices join persons p on p.id = absence_notices.student_id join persons f on f.id = absence_notices.filed_by
    left join lateral ${covered(meetings)} m on true`

export const findNotice = async (
  db: Db,
  seen: Scope<'absence_notices'>,
  meetings: Scope<'meetings'>,
  id: string,
): Promise<AbsenceNotice | null> =>
  (
    await rows<AbsenceNotice>(db, sql`${selectNotices(meetings)} where ${seen} and absence_notices.id = ${id}::uuid`)
  )[0] ?? null

type Mine = { studentId?: string | undefined }
/** A family's notices, latest day first; one more than a page. */
export const listMine = (
  db: Db,
  seen: Scope<'absence_notices'>,
  meetings: Scope<'meetings'>,
  { studentId }: Mine,
  after: readonly unknown[] | null,
): Promise<AbsenceNotice[]> =>
  rows<AbsenceNotice>(
    db,
    sql`${selectNotices(meetings)}
    where ${and(seen, studentId ? eq(absenceNotices.studentId, studentId) : undefined)}
      and ${after ? sql`(absence_notices.from_day, absence_notices.id) < (${after[0]}::date, ${after[1]}::uuid)` : sql`true`}
    order by absence_notices.from_day desc, absence_notices.id desc ${onePage}`,
  )

export const countMine = async (db: Db, seen: Scope<'absence_notices'>, { studentId }: Mine): Promise<number> =>
  db.$count(absenceNotices, and(seen, studentId ? eq(absenceNotices.studentId, studentId) : undefined))

type Filter = { fromDay?: string | undefined; toDay?: string | undefined; status?: NoticeStatus | undefined }
// Withdrawn notices are listed only when that status is requested.
const matching = ({ fromDay, toDay, status }: Filter): SQL => sql`
  ${status ? sql`absence_notices.status = ${status}` : sql`absence_notices.status <> 'withdrawn'`}
  and ${fromDay ? sql`${lastDay} >= ${fromDay}::date` : sql`true`} and ${toDay ? sql`absence_notices.from_day <= ${toDay}::date` : sql`true`}
  and m.list is not null`

/** Notices that cover meetings in the caller's scope, earliest first; one more than a page. */
export const listNotices = (
  db: Db,
  seen: Scope<'absence_notices'>,
  meetings: Scope<'meetings'>,
  filter: Filter,
  after: readonly unknown[] | null,
): Promise<AbsenceNotice[]> =>
  rows<AbsenceNotice>(
    db,
    sql`${selectNotices(meetings)}
    where ${seen} and ${matching(filter)}
      and ${after ? sql`(absence_notices.from_day, absence_notices.id) > (${after[0]}::date, ${after[1]}::uuid)` : sql`true`}
    order by absence_notices.from_day, absence_notices.id ${onePage}`,
  )

export const countNotices = async (
  db: Db,
  seen: Scope<'absence_notices'>,
  meetings: Scope<'meetings'>,
  filter: Filter,
): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from absence_notices left join lateral ${covered(meetings)} m on true where ${seen} and ${matching(filter)}`,
    )
  )[0]!.total

type Wanted = { studentId: string; fromDay: string; toDay: string; sectionId: string | null }
type WantedLesson = { onDay: string; endsAt: string; isReported: boolean }
/**
 * A child's lessons in these days, and whether they have been reported; null where the child is not in scope. Locks the
 * child first, so that two notices for the same days take turns.
 */
export const listWanted = async (
  db: Db,
  seen: Scope<'students'>,
  { studentId, fromDay, toDay, sectionId }: Wanted,
): Promise<WantedLesson[] | null> => {
  const [child] = await rows<{ id: string }>(
    db,
    sql`select students.id from students where ${seen} and students.id = ${studentId}::uuid for update`,
  )
  if (!child) return null
  return rows<WantedLesson>(
    db,
    sql`
    select m.on_day, s.ends_at, exists (
      select 1 from absence_notices n where n.student_id = e.student_id and n.status in ('filed','acknowledged')
        and ${covers('n', { section: sql`e.section_id`, day: sql`m.on_day`, endsAt: sql`m.ends_at` })}) as "isReported"
    from enrolments e join meetings m on m.section_id = e.section_id join session_dates d on d.id = m.session_date_id join sections s on s.id = e.section_id
    where e.student_id = ${studentId}::uuid and e.status = 'active' and m.on_day between ${fromDay}::date and ${toDay}::date
      and not ${isOff('m', 'd')} and s.status <> 'cancelled' and ${sectionId ? sql`e.section_id = ${sectionId}::uuid` : sql`true`}`,
  )
}

export const insertNotice = async (db: Db, values: typeof absenceNotices.$inferInsert): Promise<string> =>
  (await db.insert(absenceNotices).values(values).returning({ id: absenceNotices.id }))[0]!.id

export const lockNotice = async (db: Db, seen: Scope<'absence_notices'>, id: string) => {
  const [notice] = await db
    .select({
      status: absenceNotices.status,
      studentId: absenceNotices.studentId,
      toDay: absenceNotices.toDay,
    })
    .from(absenceNotices)
    .where(and(seen, eq(absenceNotices.id, id)))
    .for('update')
  return notice ?? null
}

export const updateNotice = async (
  db: Db,
  id: string,
  values: Partial<typeof absenceNotices.$inferInsert>,
): Promise<void> => {
  await db.update(absenceNotices).set(values).where(eq(absenceNotices.id, id))
}

export type Filer = {
  email: string
  name: string
  nativeName: string
  language: 'en' | 'zh'
  wantsMail: boolean
  hasAccess: boolean
}
/**
 * The person who filed a notice, with whether they want email about attendance and still have access to the child's
 * data.
 */
export const findFiler = async (db: Db, id: string, wanted: (person: SQL) => SQL): Promise<Filer> =>
  (
    await rows<Filer>(
      db,
      sql`
      select p.email, p.name, p.native_name, p.language, ${wanted(sql`p.id`)} as "wantsMail",
        exists (select 1 from guardianships g where g.guardian_id = p.id and g.student_id = n.student_id and g.has_data_access) as "hasAccess"
      from absence_notices n join persons p on p.id = n.filed_by where n.id = ${id}::uuid`,
    )
  )[0]!
