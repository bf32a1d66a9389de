import { type Refusal, refusalOf } from '#contract/access.ts'
import { rolesFor } from '#contract/areas.ts'
import type { Role } from '#contract/callable.ts'
import { contract, type FunctionName } from '#contract/index.ts'
import { openCounts } from './allowance.ts'
import type { Actor } from './functions.ts'
import { log } from './log.ts'
import { networkOf } from './network.ts'

/** Why the door would not let somebody call any of these functions, or null when it would. */
export const refusalFor = (
  actor: Actor,
  names: readonly FunctionName[],
  claimedRoles?: readonly Role[],
): Refusal | null => {
  const who = { ...actor, isSignedIn: actor.accountId !== null, claimedRoles }
  const refusals = names.map(name => refusalOf(name, contract[name], who))
  if (refusals.includes(null)) return null
  return refusals.includes('AREA_NEEDED') ? 'AREA_NEEDED' : refusals[0]!
}

/** Somebody as the door would hand them to a function: with the roles that count for it, and none where it would refuse them. */
export const actorFor = (actor: Actor, name: FunctionName): Actor => {
  if (refusalFor(actor, [name]) !== null) return { ...actor, roles: [], area: null }
  const roles = rolesFor(actor, name, contract[name].kind)
  return roles === actor.roles ? actor : { ...actor, roles, area: null }
}

/** Our own screens run into the others by themselves: before signing in, and with a token of before a change of roles. */
const trespasses = new Set(['ROLE_NEEDED', 'AREA_NEEDED', 'VIEW_ONLY'])

/** A program that is refused again and again says nothing new; the log stays readable, and calls stay quick. */
const notesPerMinute = 20
const notes = openCounts().allowance('notes', notesPerMinute, 60_000)

/** Notes in the log that somebody asked for what is not theirs to ask for, up to a number of times a minute. */
export const noteRefusal = (
  reason: string | undefined,
  { name, actor, address }: { name: string; actor: Actor; address: string },
): void => {
  if (reason !== undefined && trespasses.has(reason) && notes.take(actor.accountId ?? networkOf(address)) === 0)
    log.warn({ name, reason, account: actor.accountId, address }, 'a request was refused')
}
