import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { isPastMove, sectionMoves, type SectionStatus } from '#contract/enrolment/classes.plain.ts'
import type { TermStatus } from '#contract/school/terms.plain.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Scope } from '#server/platform/scope.ts'
import { newestSetting } from '#server/school/config/acts.ts'
import { sections } from './tables.ts'

export { closeSection, insertCopies, insertMakeUps, noteRoll, removeMakeUps, updateLesson } from './lessonQueries.ts'

/** The effective age cutoff ('MM-DD') of the class with the alias `section`, its own or the school's, as a column. */
export const effectiveCutoff = (section: string): SQL<string | null> =>
  sql<string | null>`coalesce(${sql.raw(section)}.age_cutoff, ${newestSetting('classRules')} ->> 'ageCutoff')`

/**
 * Gives every class of a term that isn't canceled a meeting on each session date of its weekday, and deletes meetings
 * that are no longer needed. A meeting whose roll was taken stays as it is, and make-up lessons keep their day. The
 * database turns wall-clock times into instants, so that a class keeps its hour when the clocks change.
 */
export const syncMeetings = async (db: Db, termId: string): Promise<void> => {
  await db.execute(sql`
    delete from meetings m using sections s, session_dates d
    where s.id = m.section_id and d.id = m.session_date_id and s.term_id = ${termId}::uuid
      and m.roll_taken_at is null and m.makes_up_id is null and extract(isodow from d.on_day)::int <> s.weekday
      and not exists (select 1 from attendance a where a.meeting_id = m.id)`)
  await rows(
    db,
    sql`
    insert into meetings (id, section_id, session_date_id, on_day, starts_at, ends_at)
    select gen_random_uuid(), s.id, d.id, d.on_day,
      (d.on_day + s.starts_at::time) at time zone school.zone, (d.on_day + s.ends_at::time) at time zone school.zone
    from sections s join session_dates d on d.term_id = s.term_id and (extract(isodow from d.on_day)::int = s.weekday and not d.is_extra
        or exists (select 1 from meetings x where x.section_id = s.id and x.session_date_id = d.id and x.makes_up_id is not null)) cross join school
    where s.term_id = ${termId}::uuid and s.status <> 'cancelled'
    on conflict (section_id, session_date_id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      sequence = meetings.sequence + 1, changed_at = now()
      where meetings.roll_taken_at is null and (meetings.starts_at, meetings.ends_at) <> (excluded.starts_at, excluded.ends_at)`,
  )
}

/** Opens a term's draft and published classes for registration. Returns how many there were. */
export const openClosed = async (db: Db, termId: string): Promise<number> =>
  (
    await db
      .update(sections)
      .set({ status: 'open' })
      .where(and(eq(sections.termId, termId), inArray(sections.status, ['draft', 'published'])))
      .returning({ id: sections.id })
  ).length

/** The term of a class in the caller's scope; null for any other. */
export const findTermOf = async (db: Db, seen: Scope<'sections'>, sectionId: string): Promise<string | null> => {
  const [found] = await db
    .select({ termId: sections.termId })
    .from(sections)
    .where(and(seen, eq(sections.id, sectionId)))
  return found?.termId ?? null
}

/** Throws for a move that the closed term of a class no longer allows. */
export const checkTerm = ({ termStatus }: { termStatus: TermStatus }, to: SectionStatus): void => {
  if (isPastMove(to, termStatus))
    throw conflict('TERM_CLOSED', 'Classes of a closed term can no longer be published, opened or canceled.')
}

/** Throws for a move that a class or its term doesn't allow. */
export const checkMove = (section: { status: SectionStatus; termStatus: TermStatus }, to: SectionStatus): void => {
  if (!sectionMoves[section.status].includes(to))
    throw conflict('MOVE_NOT_ALLOWED', `A class that is ${section.status} can't become ${to}.`)
  checkTerm(section, to)
}
