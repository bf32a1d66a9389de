import { and, eq, isNull, not } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { refusalFor } from '#server/platform/right.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { mails } from '#server/platform/tables.ts'
import { pictures } from './tables.ts'

/** Everybody may see the school; that only administrators change it is the door's matter. */
export const visibleSchool: Scope<'school'> = scopeOf('school', everything)

/** Pictures are for everybody until they are taken off the pages. */
export const shownPictures: Scope<'pictures'> = scopeOf('pictures', isNull(pictures.removedAt))

/** The office also sees the ones that it has taken off. */
export const keptPictures: Scope<'pictures'> = scopeOf('pictures', everything)

/** The office sees what was sent, but no mail that holds a key to somebody's account. */
export const visibleMails = (actor: Actor): Scope<'mails'> =>
  scope('mails', actor, { admin: not(mails.isSecret), parent: nothing, teacher: nothing })

/**
 * The letters that nobody sent, for the office to hand over: none with a key to an account. They speak of everything,
 * money and children too, so an officer who may not read all of it reads none.
 */
export const readableLetters = (actor: Actor): Scope<'mails'> =>
  scope('mails', actor, {
    admin:
      refusalFor(actor, ['payments-households']) === null && refusalFor(actor, ['messages-outbox']) === null
        ? and(not(mails.isSecret), eq(mails.status, 'kept'))!
        : nothing,
    parent: nothing,
    teacher: nothing,
  })
