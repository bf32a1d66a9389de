import { areaReaches } from '#contract/areas.ts'
import { type ListKey, listNeeds } from '#contract/office/dashboard.ts'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** The dashboard is the office's. */
export const officeRows = (actor: Actor): Scope<'dashboard'> =>
  scope('dashboard', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Whether an administrator's area reaches what a list shows: a treasurer counts money, not rolls. */
export const reaches = (actor: Actor, key: ListKey): boolean => areaReaches(actor.area, listNeeds[key], 'read')
