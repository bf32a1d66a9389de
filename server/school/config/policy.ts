import { isNull } from 'drizzle-orm'
import { everything, scopeOf, type Scope } from '#server/platform/scope.ts'
import { pictures } from './tables.ts'

/** Everybody may see the school; that only administrators change it is the door's matter. */
export const visibleSchool: Scope<'school'> = scopeOf('school', everything)

/** Pictures are for everybody until they are taken off the pages. */
export const shownPictures: Scope<'pictures'> = scopeOf('pictures', isNull(pictures.removedAt))

/** The office also sees the ones that it has taken off. */
export const keptPictures: Scope<'pictures'> = scopeOf('pictures', everything)
