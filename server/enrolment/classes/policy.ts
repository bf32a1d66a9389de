import { type Scope, scopeOf } from '#server/platform/scope.ts'
import { isShown } from './tables.ts'

/** Classes that are in the public catalogue. */
export const publicSections: Scope<'sections'> = scopeOf('sections', isShown('sections'))
