import type { identity } from '#contract/access/identity.ts'
import type { Db } from '#server/platform/db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Actor, Context, Functions } from '#server/platform/functions.ts'
import { changeSetting, findSetting, keepSecret, secretEndings } from '#server/school/config/acts.ts'
import { post } from '#server/platform/mail.ts'
import { examine } from './discovery.ts'
import { mustBeRecent } from './acts.ts'
import { letterFor } from './letters.ts'
import { listPasskeys, removePasskey, renamePasskey } from './passkeyQueries.ts'
import { oneself, ownPasskeys, ownSignIns, visibleUsers } from './policy.ts'
import { clientSecretName, redirectUri } from './providerFlow.ts'
import { endSignIns, findSchool, listSignIns } from './queries.ts'
import { missingFactorBy } from './staffRoles.ts'
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

const passkeysOf = async (db: Db, actor: Actor) =>
  (await listPasskeys(db, ownPasskeys(actor))).map(({ createdAt, lastUsedAt, ...rest }) => ({
    ...rest,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))

const providersOf = async ({ db, settings }: Pick<Context<unknown>, 'db' | 'settings'>) => {
  const { list } = await findSetting(db, 'providers')
  const endings = await secretEndings(
    db,
    list.map(({ id }) => clientSecretName(id)),
  )
  return {
    providers: list.map(provider => ({ provider, secretEnding: endings.get(clientSecretName(provider.id)) ?? null })),
    redirectUri: redirectUri(settings.publicUrl),
  }
}

export const identityFunctions: Functions<typeof identity> = {
  'identity-sessions': ({ db, actor }) => sessionsOf(db, actor),

  'identity-endSession': async ({ db, actor, input, touch }) => {
    if ((await endSignIns(db, ownSignIns(actor), new Date(), { only: input.id })) === 0) throw notFound('This session')
    if (actor.personId !== null) touch(['identity'], [actor.personId])
    return sessionsOf(db, actor)
  },

  'identity-endSessions': async ({ db, actor, touch }) => {
    await endSignIns(db, ownSignIns(actor), new Date(), { but: actor.signInId })
    if (actor.personId !== null) touch(['identity'], [actor.personId])
    return sessionsOf(db, actor)
  },

  'identity-secondFactor': async ({ db, actor }) => {
    const found = await findOwnSecondFactor(db, oneself(actor), actor.signInId)
    if (!found) throw notFound('This account')
    return {
      enrolledAt: found.enrolledAt?.toISOString() ?? null,
      recoveryCodesLeft: found.codesLeft,
      neededBy: missingFactorBy({ secondFactorBy: found.neededBy }, found)?.toISOString() ?? null,
      hasPassword: found.hasPassword,
    }
  },

  'identity-passkeys': ({ db, actor }) => passkeysOf(db, actor),

  'identity-renamePasskey': async ({ db, actor, input }) => {
    const [renamed] = await renamePasskey(db, ownPasskeys(actor), input.id, input.name)
    if (!renamed) throw notFound('This passkey')
    return passkeysOf(db, actor)
  },

  'identity-removePasskey': async context => {
    const { db, actor, input } = context
    mustBeRecent(actor)
    const [removed] = await removePasskey(db, ownPasskeys(actor), input.id)
    if (!removed) throw notFound('This passkey')
    const notice = { kind: 'passkeyRemoved', email: actor.email ?? '', passkey: removed.name } as const
    await post(context, letterFor(notice, actor.language, await findSchool(db)))
    return passkeysOf(db, actor)
  },

  'identity-staff': ({ db, actor }) => countStaff(db, visibleUsers(actor)),

  'identity-providers': context => providersOf(context),

  'identity-changeProvider': async context => {
    const { provider, secret } = context.input
    const { list } = await findSetting(context.db, 'providers')
    if (secret !== undefined) await keepSecret(context, clientSecretName(provider.id), secret === '' ? null : secret)
    const isNew = list.every(({ id }) => id !== provider.id)
    const changed = isNew ? [...list, provider] : list.map(each => (each.id === provider.id ? provider : each))
    await changeSetting(context, 'providers', { list: changed })
    // Everybody's page for signing in offers what there is now.
    context.touch(['identity', 'config'])
    return providersOf(context)
  },

  'identity-removeProvider': async context => {
    const { id } = context.input
    const { list } = await findSetting(context.db, 'providers')
    const left = list.filter(each => each.id !== id)
    if (left.length === list.length) throw notFound('This provider')
    await keepSecret(context, clientSecretName(id), null)
    await changeSetting(context, 'providers', { list: left })
    context.touch(['identity', 'config'])
    return providersOf(context)
  },

  // A read holds no transaction, so it may ask the world outside.
  'identity-testProvider': ({ input }) => {
    if (input.issuer === '') throw invalid([{ path: 'issuer', message: 'empty' }])
    return examine(input.issuer)
  },
}
