import type { Db } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Seal } from '#server/platform/secrets.ts'
import { takeTurn } from '#server/platform/oneAtATime.ts'
import { findSecret, keepSecret } from '#server/school/config/acts.ts'
import { findSchoolEmail } from './queries.ts'

/** The keys by which push services recognize the school (VAPID, RFC 8292). */
export type PushKeys = { publicKey: string; privateKey: string }

const name = 'push'

/** The school's keys; null before they were first needed. */
export const findKeys = async (db: Db, seal: Seal): Promise<PushKeys | null> => {
  const [privateKey, publicKey] = (await findSecret(db, seal, name))?.split('.') ?? []
  return privateKey && publicKey ? { privateKey, publicKey } : null
}

/** The school's keys, made if there are none. Simultaneous callers get the same ones. */
export const makeKeys = async (
  context: Pick<Context<unknown>, 'db' | 'actor' | 'now' | 'settings'>,
): Promise<PushKeys> => {
  const { db, settings } = context
  await takeTurn(db, 'pushKeys')
  const found = await findKeys(db, settings.secrets)
  if (found) return found
  const { default: webPush } = await import('web-push')
  const made = webPush.generateVAPIDKeys()
  // The public key comes last, because people recognize the pair by its ending.
  await keepSecret(context, name, `${made.privateKey}.${made.publicKey}`)
  return made
}

/**
 * The contact that push services get for questions about the school's messages (RFC 8292, section 2.1): the one named
 * by the office, else the school's own address, else its pages. Null if there is none; then no push service accepts
 * anything.
 */
export const findContact = async (db: Db, named: string, publicUrl: string): Promise<string | null> => {
  const email = named || (await findSchoolEmail(db))
  if (email) return `mailto:${email}`
  return publicUrl.startsWith('https:') ? publicUrl : null
}
