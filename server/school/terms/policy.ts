import { ne, sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, scopeOf, type Scope } from '#server/platform/scope.ts'
import { terms } from './tables.ts'

/** The public sees terms that aren't drafts; the office sees all. */
export const visibleTerms = (actor: Actor): Scope<'terms'> =>
  scopeOf('terms', actor.roles.includes('admin') ? everything : ne(terms.status, sql`'draft'`))
