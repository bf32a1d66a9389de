import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PricingPolicy } from '#contract/school/config.ts'
import { registrableTerms } from '#contract/school/terms.plain.ts'
import type { Term } from '#contract/school/terms.ts'
import { openTerms } from '#rules/openTerms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { newestSetting, settingOf } from '#server/school/config/acts.ts'
import { school } from '#server/school/config/tables.ts'
import { termColumns, terms } from '#server/school/terms/tables.ts'
import { isOff, lessonsIn, sections } from './tables.ts'

/** The requested term or, without an id, the one with which registration begins. */
export const findCatalogueTerm = async (db: Db, seen: Scope<'terms'>, id: string | undefined): Promise<Term | null> => {
  const found = await db
    .select(termColumns)
    .from(terms)
    .where(and(seen, id ? eq(terms.id, id) : inArray(terms.status, [...registrableTerms])))
  return (id ? found : openTerms(found))[0] ?? null
}

/** The school's time zone and pricing policy, which determine the price of joining late. */
export const findLateRule = async (db: Db): Promise<{ policy: PricingPolicy; zone: string } | null> => {
  const [found] = await db.select({ policy: sql<unknown>`${newestSetting('pricing')}`, zone: school.zone }).from(school)
  return found ? { policy: settingOf('pricing', found.policy), zone: found.zone } : null
}

/** For each class of a term, the number of its lessons and of those still to come. */
export const findLessonsLeft = async (
  db: Db,
  seen: Scope<'sections'>,
  termId: string,
  now: Date,
): Promise<Map<string, { left: number; all: number }>> => {
  const found = await db
    .select({ id: sections.id, sessions: lessonsIn('sections', now) })
    .from(sections)
    .where(and(seen, eq(sections.termId, termId)))
  return new Map(found.map(({ id, sessions }) => [id, sessions]))
}

type Exception = { sectionId: string; onDay: string; isOn: boolean }
/** Lessons of a term, from a day on, that are canceled on their own or made up on that day. */
export const listExceptions = (
  db: Db,
  seen: Scope<'sections'>,
  termId: string,
  fromDay: string,
): Promise<Exception[]> =>
  rows<Exception>(
    db,
    sql`
    select m.section_id as "sectionId", m.on_day as "onDay", not ${isOff('m', 'd')} as "isOn"
    from sections join meetings m on m.section_id = sections.id join session_dates d on d.id = m.session_date_id
    where ${seen} and sections.term_id = ${termId}::uuid and m.on_day >= ${fromDay}::date and (m.cancelled_at is not null or m.makes_up_id is not null)
    order by m.on_day, m.id`,
  )
