import type { identity } from '#contract/access/identity.ts'
import { inSchoolTime } from '#server/platform/clock.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
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

type Own = Pick<Context<unknown>, 'db' | 'actor' | 'now'>

// Sign-ins use real time, not the school's (platform/clock.ts).
const sessionsOf = async ({ db, actor, now }: Own) => {
  const told = inSchoolTime(now)
  return (await listSignIns(db, ownSignIns(actor), new Date())).map(({ id, device, signedInAt, lastUsedAt }) => ({
    id,
    device,
    signedInAt: told(signedInAt).toISOString(),
    lastUsedAt: told(lastUsedAt).toISOString(),
    isCurrent: id === actor.signInId,
  }))
}

const passkeysOf = async ({ db, actor, now }: Own) => {
  const told = inSchoolTime(now)
  return (await listPasskeys(db, ownPasskeys(actor))).map(({ createdAt, lastUsedAt, ...rest }) => ({
    ...rest,
    createdAt: told(createdAt).toISOString(),
    lastUsedAt: lastUsedAt && told(lastUsedAt).toISOString(),
  }))
}

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
  'identity-sessions': context => sessionsOf(context),

  'identity-endSession': async context => {
    const { db, actor, input, touch } = context
    if ((await endSignIns(db, ownSignIns(actor), new Date(), { only: input.id })) === 0) throw notFound('This session')
    if (actor.personId !== null) touch(['identity'], [actor.personId])
    return sessionsOf(context)
  },

  'identity-endSessions': async context => {
    const { db, actor, touch } = context
    await endSignIns(db, ownSignIns(actor), new Date(), { but: actor.signInId })
    if (actor.personId !== null) touch(['identity'], [actor.personId])
    return sessionsOf(context)
  },

  'identity-secondFactor': async ({ db, actor, now }) => {
    const told = inSchoolTime(now)
    const found = await findOwnSecondFactor(db, oneself(actor), actor.signInId)
    if (!found) throw notFound('This account')
    const neededBy = missingFactorBy({ secondFactorBy: found.neededBy }, found)
    return {
      enrolledAt: found.enrolledAt && told(found.enrolledAt).toISOString(),
      recoveryCodesLeft: found.codesLeft,
      neededBy: neededBy && told(neededBy).toISOString(),
      hasPassword: found.hasPassword,
    }
  },

  'identity-passkeys': context => passkeysOf(context),

  'identity-renamePasskey': async context => {
    const { db, actor, input } = context
    const [renamed] = await renamePasskey(db, ownPasskeys(actor), input.id, input.name)
    if (!renamed) throw notFound('This passkey')
    return passkeysOf(context)
  },

  'identity-removePasskey': async context => {
    const { db, actor, input } = context
    mustBeRecent(actor)
    const [removed] = await removePasskey(db, ownPasskeys(actor), input.id)
    if (!removed) throw notFound('This passkey')
    const notice = { kind: 'passkeyRemoved', email: actor.email ?? '', passkey: removed.name } as const
    await post(context, letterFor(notice, actor.language, await findSchool(db)))
    return passkeysOf(context)
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
    // Everyone's sign-in page offers the current providers.
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

  // A read holds no transaction, so it may use the network.
  'identity-testProvider': ({ input }) => {
    if (input.issuer === '') throw invalid([{ path: 'issuer', message: 'empty' }])
    return examine(input.issuer)
  },
}
