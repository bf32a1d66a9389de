import { type Refusal, refusalOf } from '#contract/access.ts'
import { rolesFor } from '#contract/areas.ts'
import type { Role } from '#contract/callable.ts'
import { contract, type FunctionName } from '#contract/index.ts'
import { openCounts } from './allowance.ts'
import type { Actor } from './actor.ts'
import { log } from './log.ts'
import { networkOf } from './network.ts'

/** The reason why the door would let `actor` call none of these functions, or null if it would allow one. */
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

/**
 * The actor as the door passes it to a function: with the roles that count for it, and with none if the door would
 * refuse.
 */
export const actorFor = (actor: Actor, name: FunctionName): Actor => {
  if (refusalFor(actor, [name]) !== null) return { ...actor, roles: [], area: null }
  const roles = rolesFor(actor, name, contract[name].kind)
  return roles === actor.roles ? actor : { ...actor, roles, area: null }
}

/**
 * The refusals worth logging. Lantern's own screens run into the others in normal use: before signing in, and with a
 * token from before a change of roles.
 */
const trespasses = new Set(['ROLE_NEEDED', 'AREA_NEEDED', 'VIEW_ONLY'])

/**
 * A program that is refused again and again adds nothing new, so refusals are logged up to this limit; the log stays
 * readable and calls stay quick.
 */
const notesPerMinute = 20
const notes = openCounts().allowance('notes', notesPerMinute, 60_000)

/** Logs that a caller asked for something it has no right to, up to a limit per minute for each account or network. */
export const noteRefusal = (
  reason: string | undefined,
  { name, actor, address }: { name: string; actor: Actor; address: string },
): void => {
  if (reason !== undefined && trespasses.has(reason) && notes.take(actor.accountId ?? networkOf(address)) === 0)
    log.warn({ name, reason, account: actor.accountId, address }, 'a request was refused')
}
