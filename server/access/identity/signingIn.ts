import { describeDevice } from '#rules/devices.ts'
import type { Database, Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { hashOf } from './hash.ts'
import { changeAccount, findHolder, insertSignIn, type SignIn } from './queries.ts'
import { missingFactorBy, rolesNow } from './staffRoles.ts'
import { issueToken, newSecret, tokenLifeSeconds } from './tokens.ts'
import { type Answer, type Ask, IdentityError } from './wire.ts'

const day = 24 * 60 * 60_000
/** A sign-in ends after 60 days without a refresh, and after a year in any case (wire B6). In milliseconds. */
const idleMs = 60 * day
const longestMs = 365 * day

/** The time at which a sign-in ends that began at `authTime` and is used at `now`. */
export const endOf = (authTime: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + idleMs, authTime.getTime() + longestMs))

/** A new sign-in. The refresh token is known only here; the database has its hash. */
export type Opened = { signIn: SignIn; refreshToken: string }

/**
 * Opens a sign-in of an account, in the caller's transaction. `authTime` is when the person last proved their identity.
 */
export const openSignIn = async (
  db: Db,
  ask: Ask,
  accountId: string,
  authTime: Date = ask.now,
  provider = 'password',
): Promise<Opened> => {
  const refreshToken = newSecret()
  const signIn = await insertSignIn(db, {
    accountId,
    provider,
    device: describeDevice(ask.userAgent),
    authTime,
    lastUsedAt: ask.now,
    refreshHash: hashOf(refreshToken),
    expiresAt: endOf(authTime, ask.now),
  })
  if (authTime === ask.now) {
    await changeAccount(db, accountId, { lastSignInAt: ask.now })
    log.info({ account: accountId, signIn: signIn.id, provider, address: ask.address }, 'someone signed in')
  }
  return { signIn, refreshToken }
}

/**
 * An ID token of a sign-in, with the account's current name, verification and roles. Throws USER_NOT_FOUND if the
 * account is gone.
 */
export const idTokenOf = async (database: Database, publicUrl: string, signIn: SignIn, now: Date): Promise<string> => {
  const holder = await findHolder(database.db, signIn.accountId)
  if (!holder) throw new IdentityError('USER_NOT_FOUND')
  const { account, personName } = holder
  const secondFactorBy = missingFactorBy(holder, signIn)
  return issueToken(
    database,
    publicUrl,
    {
      accountId: account.id,
      signInId: signIn.id,
      authTime: signIn.authTime,
      provider: signIn.provider,
      email: account.email,
      isVerified: account.isVerified,
      name: personName ?? account.displayName,
      photoUrl: account.photoUrl,
      roles: rolesNow({ roles: holder.roles, secondFactorBy }, now),
      secondFactorBy,
    },
    now,
  )
}

/** The token block T of the answers (wire B3). Call it after the commit, since it reads what was written. */
export const tokenBlock = async ({ tools, now }: Ask, { signIn, refreshToken }: Opened): Promise<Answer> => ({
  idToken: await idTokenOf(tools.database, tools.settings.publicUrl, signIn, now),
  refreshToken,
  expiresIn: String(tokenLifeSeconds),
})
