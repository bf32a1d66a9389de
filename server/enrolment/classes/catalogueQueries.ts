import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PricingPolicy } from '#contract/school/config.ts'
import { registrableTerms } from '#contract/school/terms.plain.ts'
import type { Output } from '#contract/index.ts'
import type { Term } from '#contract/school/terms.ts'
import { openTerms } from '#rules/openTerms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { newestSetting, settingOf } from '#server/school/config/acts.ts'
import { school } from '#server/school/config/tables.ts'
import { isCurrentTerm, termColumns, terms } from '#server/school/terms/tables.ts'
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

/** The lessons held on the next day that has any, from a day on, and the number of classes of their terms. */
export const findNextDay = async (
  db: Db,
  seen: Scope<'sections'>,
  known: Scope<'terms'>,
  fromDay: string,
): Promise<Output<'classes-nextDay'>> => {
  const [found] = await rows<NonNullable<Output<'classes-nextDay'>>>(
    db,
    sql`
    with shown as (select sections.* from sections join terms on terms.id = sections.term_id where ${seen} and ${known} and ${isCurrentTerm('terms')}),
      next as (select m.on_day from meetings m join session_dates d on d.id = m.session_date_id
        where m.on_day >= ${fromDay}::date and not ${isOff('m', 'd')} and m.section_id in (select id from shown) order by m.on_day limit 1)
    select next.on_day as "onDay", (select count(*)::int from shown) as classes,
      (select json_agg(json_build_object('meetingId', m.id, 'name', s.name, 'nativeName', s.native_name, 'crayon', s.crayon, 'startsAt', s.starts_at) order by s.starts_at, s.name, m.id)
        from meetings m join shown s on s.id = m.section_id join session_dates d on d.id = m.session_date_id where m.on_day = next.on_day and not ${isOff('m', 'd')}) as lessons
    from next`,
  )
  return found ?? null
}
