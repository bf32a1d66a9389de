import type { identity } from '#contract/identity.ts'
import type { Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor, Functions } from '#server/platform/functions.ts'
import { ownSignIns } from './policy.ts'
import { endSignIn, listSignIns } from './queries.ts'

// Sign-ins run by the time of the world, not the school's (platform/clock.ts).
const sessionsOf = async (db: Db, actor: Actor) =>
  (await listSignIns(db, ownSignIns(actor), new Date())).map(({ id, device, signedInAt, lastUsedAt }) => ({
    id,
    device,
    signedInAt: signedInAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: id === actor.signInId,
  }))

export const identityFunctions: Functions<typeof identity> = {
  'identity-sessions': ({ db, actor }) => sessionsOf(db, actor),

  'identity-endSession': async ({ db, actor, input, touch }) => {
    const [ended] = await endSignIn(db, ownSignIns(actor), input.id, new Date())
    if (!ended) throw notFound('This session')
    if (actor.personId !== null) touch(['identity'], [actor.personId])
    return sessionsOf(db, actor)
  },
}
