import { type SQL, sql } from 'drizzle-orm'
import type { waitingPriorities } from '#contract/settings.ts'
import { isLive } from '#server/access/users/tables.ts'
import { isEnrolled } from './tables.ts'

/**
 * What each priority means for a student (contract/settings.plain.ts), as a condition in a statement that names the
 * class `s`, its course `c` and its term `t`. Waitlists and lotteries order by it.
 */
export const priorityFacts: Record<(typeof waitingPriorities)[number], (student: SQL) => SQL> = {
  sibling: student => sql`exists (
    select 1 from students me join students sib on sib.household_id = me.household_id and sib.id <> me.id
      join enrolments e on e.student_id = sib.id and (e.status = 'held' or ${isEnrolled('e')})
      join sections x on x.id = e.section_id and x.term_id = t.id join courses xc on xc.id = x.course_id
    where me.id = ${student} and (x.id = s.id or xc.programme_id = c.programme_id))`,
  returning: student => sql`exists (
    select 1 from enrolments e join sections x on x.id = e.section_id join terms xt on xt.id = x.term_id
    where e.student_id = ${student} and (e.status = 'transferred' or ${isEnrolled('e')}) and xt.starts_on < t.starts_on)`,
  staff: student => sql`exists (
    select 1 from guardianships g join role_grants r on r.person_id = g.guardian_id
    where g.student_id = ${student} and r.role in ('admin','teacher') and ${isLive('r')})`,
}
