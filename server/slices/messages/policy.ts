import { not } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { nothing, scope, type Scope } from '#server/platform/scope.ts'
import { mails } from '#server/platform/tables.ts'

/** The office sees what was sent, but no mail that holds a key to somebody's account. */
export const visibleMails = (actor: Actor): Scope<'mails'> =>
  scope('mails', actor, { admin: not(mails.isSecret), parent: nothing, teacher: nothing })
