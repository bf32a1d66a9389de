import type { Client, Db } from '#server/platform/db.ts'
import { post } from '#server/platform/mail.ts'
import { describeDevice } from './device.ts'
import { hashOf } from './hash.ts'
import { countDevices, forgetDevices, insertDevice, isKnownDevice, renewDevice } from './knownDeviceQueries.ts'
import { letterFor } from './letters.ts'
import type { Trier } from './limits.ts'
import { type Account, findSchool } from './queries.ts'
import { newSecret } from './tokens.ts'
import { type Ask, posting } from './wire.ts'

/** 400 days, which is as long as browsers keep a cookie. */
export const deviceLifeMs = 400 * 24 * 60 * 60_000

/** Who tries to get into an account: its known devices are told from strangers by a cookie that those can't have. */
export const trierOf = async (db: Db, { device, address }: Ask, accountId: string | undefined): Promise<Trier> => {
  if (device === undefined || accountId === undefined) return { address, device: null }
  const deviceHash = hashOf(device)
  return { address, device: (await isKnownDevice(db, accountId, deviceHash)) ? deviceHash : null }
}

/** Remembers the device on which somebody has just shown who they are. True when the account was known elsewhere alone. */
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

/** The same for a sign-in, whose owner gets a letter when the device is a new one. */
export const meetDevice = async (db: Db, client: Client, ask: Ask, account: Account): Promise<void> => {
  if (!(await rememberDevice(db, ask, account.id))) return
  const language = ask.language ?? account.language
  const notice = { kind: 'newDevice', email: account.email, device: describeDevice(ask.userAgent) } as const
  await post(posting(ask.tools, db, client), letterFor(notice, language, await findSchool(db)))
}
