import { everything, scopeOf, type Scope } from '#server/platform/scope.ts'

/** Everybody may see the school; that only administrators change it is the door's matter. */
export const visibleSchool: Scope<'school'> = scopeOf('school', everything)
