import type { identity } from '#contract/identity.ts'
import type { Db } from '#server/platform/db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Actor, Context, Functions } from '#server/platform/functions.ts'
import { changeSetting, findSetting, keepSecret, secretEndings } from '#server/slices/config/acts.ts'
import { oneself, visibleUsers } from '#server/slices/users/policy.ts'
import { examine } from './discovery.ts'
import { ownSignIns } from './policy.ts'
import { clientSecretName, redirectUri } from './providerFlow.ts'
import { endOtherSignIns, endSignIn, listSignIns } from './queries.ts'
import { countStaff, findOwnSecondFactor } from './secondFactorQueries.ts'

// Sign-ins run by the time of the world, not the school's (platform/clock.ts).
const sessionsOf = async (db: Db, actor: Actor) =>
  (await listSignIns(db, ownSignIns(actor), new Date())).map(({ id, device, signedInAt, lastUsedAt }) => ({
    id,
    device,
    signedInAt: signedInAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: id === actor.signInId,
  }))

const providerOf = async ({ db, settings }: Pick<Context<unknown>, 'db' | 'settings'>) => ({
  provider: await findSetting(db, 'provider'),
  redirectUri: redirectUri(settings.publicUrl),
  secretEnding: (await secretEndings(db, [clientSecretName])).get(clientSecretName) ?? null,
})

export const identityFunctions: Functions<typeof identity> = {
  'identity-sessions': ({ db, actor }) => sessionsOf(db, actor),

  'identity-endSession': async ({ db, actor, input, touch }) => {
    if (!(await endSignIn(db, ownSignIns(actor), input.id, new Date()))) throw notFound('This session')
    if (actor.personId !== null) touch(['identity'], [actor.personId])
    return sessionsOf(db, actor)
  },

  'identity-endSessions': async ({ db, actor, touch }) => {
    await endOtherSignIns(db, ownSignIns(actor), actor.signInId, new Date())
    if (actor.personId !== null) touch(['identity'], [actor.personId])
    return sessionsOf(db, actor)
  },

  'identity-secondFactor': async ({ db, actor }) => {
    const found = await findOwnSecondFactor(db, oneself(actor))
    if (!found) throw notFound('This account')
    return {
      enrolledAt: found.enrolledAt?.toISOString() ?? null,
      recoveryCodesLeft: found.codesLeft,
      neededBy: found.neededBy?.toISOString() ?? null,
      hasPassword: found.hasPassword,
    }
  },

  'identity-staff': ({ db, actor }) => countStaff(db, visibleUsers(actor)),

  'identity-provider': context => providerOf(context),

  'identity-changeProvider': async context => {
    const { provider, secret } = context.input
    if (secret !== undefined) await keepSecret(context, clientSecretName, secret === '' ? null : secret)
    await changeSetting(context, 'provider', provider)
    context.touch(['identity', 'config'], [])
    return providerOf(context)
  },

  // A read holds no transaction, so it may ask the world outside.
  'identity-testProvider': ({ input }) => {
    if (input.issuer === '') throw invalid([{ path: 'issuer', message: 'empty' }])
    return examine(input.issuer)
  },
}
