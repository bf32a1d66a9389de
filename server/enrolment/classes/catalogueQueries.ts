import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PricingPolicy } from '#contract/school/config.ts'
import { registrableTerms } from '#contract/school/terms.plain.ts'
import type { Term } from '#contract/school/terms.ts'
import { openTerms } from '#rules/openTerms.ts'
import type { Db } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { newestSetting, settingOf } from '#server/school/config/acts.ts'
import { school } from '#server/school/config/tables.ts'
import { termColumns, terms } from '#server/school/terms/tables.ts'
import { lessonsIn, sections } from './tables.ts'

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
