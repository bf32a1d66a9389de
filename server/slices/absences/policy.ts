import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'
import { ofMySections } from '#server/slices/classes/policy.ts'
import { meetings } from '#server/slices/classes/tables.ts'

/** Whose rolls one may take: the office every one, a teacher those of their classes. */
export const rolls = (actor: Actor): Scope<'meetings'> =>
  scope('meetings', actor, { admin: everything, teacher: ofMySections(actor, meetings.sectionId), parent: nothing })
