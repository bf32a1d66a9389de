import { describeDevice } from '#rules/devices.ts'
import type { Client, Db } from '#server/platform/db.ts'
import { post } from '#server/platform/mail.ts'
import { hashOf } from './hash.ts'
import { countDevices, forgetDevices, insertDevice, isKnownDevice, renewDevice } from './knownDeviceQueries.ts'
import { letterFor } from './letters.ts'
import type { Trier } from './limits.ts'
import { type Account, findSchool } from './queries.ts'
import { newSecret } from './tokens.ts'
import { type Ask, posting } from './wire.ts'

/** 400 days in milliseconds, the longest time that browsers keep a cookie. */
export const deviceLifeMs = 400 * 24 * 60 * 60_000

/**
 * Identifies who tries to get into an account. A cookie, which strangers can't have, distinguishes the account's known
 * devices.
 */
export const trierOf = async (db: Db, { device, address }: Ask, accountId: string | undefined): Promise<Trier> => {
  if (device === undefined || accountId === undefined) return { address, device: null }
  const deviceHash = hashOf(device)
  return { address, device: (await isKnownDevice(db, accountId, deviceHash)) ? deviceHash : null }
}

/**
 * Remembers the device on which a person has just proved their identity. Returns true if the account was known only on
 * other devices.
 */
export const rememberDevice = async (db: Db, ask: Ask, accountId: string): Promise<boolean> => {
  const device = ask.device ?? newSecret()
  ask.giveDevice(device)
  const deviceHash = hashOf(device)
  await forgetDevices(db, accountId, new Date(ask.now.getTime() - deviceLifeMs))
  if (await renewDevice(db, accountId, deviceHash, ask.now)) return false
  const others = await countDevices(db, accountId)
  await insertDevice(db, { accountId, deviceHash, seenAt: ask.now })
  return others > 0
}

/** The same for a sign-in. The owner gets a letter if the device is new. */
export const meetDevice = async (db: Db, client: Client, ask: Ask, account: Account): Promise<void> => {
  if (!(await rememberDevice(db, ask, account.id))) return
  const language = ask.language ?? account.language
  const notice = { kind: 'newDevice', email: account.email, device: describeDevice(ask.userAgent) } as const
  await post(posting(ask.tools, db, client), letterFor(notice, language, await findSchool(db)))
}
