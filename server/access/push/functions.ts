import { pushCategories, testsAnHour, type push } from '#contract/access/push.ts'
import { CallError, conflict, denied, invalid, notFound, unauthenticated } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { tellDevices } from './acts.ts'
import { findContact, findKeys, makeKeys } from './keys.ts'
import { countedDevices, ownDevices, ownPushes, visiblePushes } from './policy.ts'
import { isPushService } from './pushServices.ts'
import {
  choosePush,
  countTests,
  findStatus,
  listDevices,
  listSent,
  listUnwanted,
  putDevice,
  removeDevice,
} from './queries.ts'

const weekMs = 7 * 86_400_000
const hourMs = 3_600_000

/** The id of the actor's person. Throws `ROLE_NEEDED` if there is none. */
const personOf = (actor: Actor): string => {
  if (actor.personId === null) throw denied('ROLE_NEEDED', 'Your role does not allow this.')
  return actor.personId
}

/** True if the school sends messages to devices: they are switched on, and push services have a contact. */
const isOffered = async ({ db, settings }: Pick<Context<unknown>, 'db' | 'settings'>): Promise<boolean> => {
  const { isOn, contact } = await findSetting(db, 'push')
  return isOn && (await findContact(db, contact, settings.publicUrl)) !== null
}

const checkOffered = async (context: Pick<Context<unknown>, 'db' | 'settings'>): Promise<void> => {
  if (!(await isOffered(context))) throw conflict('PUSH_OFF', 'The school isn’t sending notifications at the moment.')
}

export const pushFunctions: Functions<typeof push> = {
  'push-mine': async context => {
    const { db, actor, messagingToken } = context
    const unwanted = await listUnwanted(db, personOf(actor))
    return {
      isOffered: await isOffered(context),
      devices: await listDevices(db, ownDevices(actor), messagingToken),
      wanted: pushCategories.map(category => ({ category, isWanted: !unwanted.includes(category) })),
    }
  },

  'push-begin': async context => {
    await checkOffered(context)
    return { key: (await makeKeys(context)).publicKey }
  },

  'push-subscribe': async context => {
    const { db, actor, input, now, settings, touch } = context
    const personId = personOf(actor)
    // Only the end of its sign-in would end the subscription, so there must be one.
    if (actor.signInId === null) throw unauthenticated('SIGN_IN_NEEDED', 'Sign in first.')
    await checkOffered(context)
    if (!isPushService(input.endpoint)) throw invalid([{ path: 'endpoint', message: 'invalid' }])
    const keys = await findKeys(db, settings.secrets)
    if (keys?.publicKey !== input.key)
      throw conflict('CHANGED_MEANWHILE', 'The school’s key has changed. Reload the page.')
    const { key: schoolKey, ...browser } = input
    const id = await putDevice(db, { ...browser, schoolKey, personId, signInId: actor.signInId, createdAt: now })
    touch(['push'], [personId])
    return { id }
  },

  'push-end': async ({ db, actor, input, touch }) => {
    if (!(await removeDevice(db, ownDevices(actor), input.id))) throw notFound('The device')
    touch(['push'], [personOf(actor)])
    return {}
  },

  'push-choose': async ({ db, actor, input, touch }) => {
    const personId = personOf(actor)
    await choosePush(db, personId, input.category, input.isWanted)
    touch(['push'], [personId])
    return {}
  },

  'push-test': async context => {
    const { db, actor, now } = context
    const personId = personOf(actor)
    await checkOffered(context)
    if ((await countTests(db, ownPushes(actor), new Date(now.getTime() - hourMs))) >= testsAnHour)
      throw new CallError('resource-exhausted', 'You can send ten test notifications an hour. Try again later.', {
        reason: 'BUSY',
      })
    const to = [{ personId, about: newId(), path: '/account' }]
    return { ids: await tellDevices(context, { kind: 'test', to, isUrgent: true }) }
  },

  'push-tests': ({ db, actor, input }) => listSent(db, ownPushes(actor), input.ids),

  'push-status': async ({ db, actor, now, settings }) => ({
    contact: await findContact(db, (await findSetting(db, 'push')).contact, settings.publicUrl),
    ...(await findStatus(db, countedDevices(actor), visiblePushes(actor), new Date(now.getTime() - weekMs))),
  }),
}
