import { areaReaches } from '#contract/areas.ts'
import { type ListKey, listNeeds } from '#contract/office/dashboard.ts'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** The dashboard, for the office only. */
export const officeRows = (actor: Actor): Scope<'dashboard'> =>
  scope('dashboard', actor, { admin: everything, parent: nothing, teacher: nothing })

/** True where an administrator's area may read what a list shows: a treasurer sees money, not rolls. */
export const reaches = (actor: Actor, key: ListKey): boolean => areaReaches(actor.area, listNeeds[key], 'read')
