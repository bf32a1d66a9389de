import { inArray } from 'drizzle-orm'
import { type Scope, scopeOf } from '#server/platform/scope.ts'
import { sections } from './tables.ts'

/** Classes that are in the public catalogue. */
export const publicSections: Scope<'sections'> = scopeOf(
  'sections',
  inArray(sections.status, ['published', 'open', 'running']),
)
