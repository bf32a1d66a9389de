import { and, eq, isNull, not } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { refusalFor } from '#server/platform/right.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { mails } from '#server/platform/tables.ts'
import { pictures } from './tables.ts'

/** Anyone may see the school. The door limits changes to administrators. */
export const visibleSchool: Scope<'school'> = scopeOf('school', everything)

/** Pictures are public until they are removed from the pages. */
export const shownPictures: Scope<'pictures'> = scopeOf('pictures', isNull(pictures.removedAt))

/** The office also sees removed pictures. */
export const keptPictures: Scope<'pictures'> = scopeOf('pictures', everything)

/** The office sees emails that were sent, except those that contain a key to someone's account. */
export const visibleMails = (actor: Actor): Scope<'mails'> =>
  scope('mails', actor, { admin: not(mails.isSecret), parent: nothing, teacher: nothing })

/**
 * Unsent emails that the office may hand over itself: none with a key to an account. They can be about anything,
 * including money and children, so an administrator who may not read all of it reads none.
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
