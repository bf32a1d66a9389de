import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Term } from '#contract/school/terms.ts'
import type { Db } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { termColumns, terms } from '#server/school/terms/tables.ts'

/** The term asked for or, without one, the open term whose last day comes first. */
export const findCatalogueTerm = async (db: Db, seen: Scope<'terms'>, id: string | undefined): Promise<Term | null> => {
  const [term] = await db
    .select(termColumns)
    .from(terms)
    .where(and(seen, id ? eq(terms.id, id) : inArray(terms.status, ['registration', 'active'])))
    .orderBy(asc(terms.endsOn))
    .limit(1)
  return term ?? null
}
