import { eq, sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { drafts } from './tables.ts'

/** Whoever is signed in has one draft: their own. */
export const ownDraft = (actor: Actor): Scope<'drafts'> =>
  scopeOf('drafts', eq(drafts.accountId, sql`${actor.accountId}::uuid`))

/** The whole waitlist is for the office; a family sees its own places on its start page. */
export const visibleWaitlist = (actor: Actor): Scope<'waitlist_entries'> =>
  scope('waitlist_entries', actor, { admin: everything, parent: nothing, teacher: nothing })
