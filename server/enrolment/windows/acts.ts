import { and, eq, sql } from 'drizzle-orm'
import type { RegistrationWindow, WindowAudience } from '#contract/enrolment/windows.ts'
import type { Term } from '#contract/school/terms.ts'
import { windowFor } from '#rules/windows.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import { asInstant } from '#server/platform/tables.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isOn } from '#server/school/config/acts.ts'
import { myHouseholds } from '#server/people/parents/policy.ts'
import { myStudents } from '#server/people/students/policy.ts'
import { terms } from '#server/school/terms/tables.ts'
import { isLive } from '#server/access/users/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'

/**
 * Columns of a window with the alias `w` and the school `c`: the date and time of opening in the school's time zone,
 * and its instant.
 */
export const windowColumns = sql`w.audience, to_char(w.opens_at at time zone c.zone, 'YYYY-MM-DD') as "onDay", to_char(w.opens_at at time zone c.zone, 'HH24:MI') as time, ${asInstant(sql`w.opens_at`)} as "opensAt"`

type Standing = Pick<Term, 'id' | 'name' | 'nativeName'> & {
  windows: RegistrationWindow[]
  isStaff: boolean
  isCurrent: boolean
  named: ('staff' | 'current')[]
}

/**
 * When the actor's family may register for each term in scope that has windows. A family is current if it has a child
 * in a class of that term or of an earlier one; children whose data the actor may not see don't count. Empty while the
 * school has windows switched off.
 */
export const listOwnWindows = async (db: Db, seen: Scope<'terms'>, actor: Actor, now: Date, termId?: string) => {
  if (!(await isOn(db, 'windows'))) return []
  const found = await rows<Standing>(
    db,
    sql`
    select terms.id, terms.name, terms.native_name,
      (select json_agg(own) from (select ${windowColumns} from registration_windows w, school c where w.term_id = terms.id) own) as windows,
      exists (select 1 from role_grants g where g.role in ('teacher','admin') and ${isLive('g')} and (g.person_id = ${actor.personId}::uuid
        or g.person_id in (select m.person_id from household_members m join households on households.id = m.household_id where ${myHouseholds(actor)}))) as "isStaff",
      exists (select 1 from students join enrolments e on e.student_id = students.id join sections x on x.id = e.section_id join terms b on b.id = x.term_id
        where ${myStudents(actor)} and ${isEnrolled('e')} and b.starts_on <= terms.starts_on) as "isCurrent",
      array(select a.audience from window_addresses a where a.term_id = terms.id and a.email = ${actor.email}) as named
    from terms
    where ${and(seen, termId ? eq(terms.id, termId) : undefined)} and exists (select 1 from registration_windows w where w.term_id = terms.id)
    order by terms.starts_on, terms.id`,
  )
  return found.flatMap(({ id, name, nativeName, windows, isStaff, isCurrent, named }) => {
    const belongsTo: WindowAudience[] = [
      ...named,
      ...(isStaff ? (['staff'] as const) : []),
      ...(isCurrent ? (['current'] as const) : []),
    ]
    const window = windowFor(belongsTo, windows, now)
    return window ? [{ termId: id, name, nativeName, ...window }] : []
  })
}

/** When the actor's family may register for a term; null where no window applies to it. */
export const findOwnWindow = async (db: Db, seen: Scope<'terms'>, actor: Actor, now: Date, termId: string) =>
  (await listOwnWindows(db, seen, actor, now, termId))[0] ?? null
