import { randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Database } from '#server/platform/db.ts'
import { meetDevice } from './knownDevice.ts'
import { findHolder, lockAccount } from './queries.ts'
import { algorithm, keyRing } from './signingKeys.ts'
import { openSignIn, tokenBlock } from './signingIn.ts'
import { spend } from './spendingQueries.ts'
import { IdentityError, type Operation, textOf } from './wire.ts'

/** Distinguishes these tokens from ID tokens: neither is accepted in place of the other. */
const audience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
/** Seconds; the browser exchanges the token at once. */
const lifeSeconds = 60

/**
 * Issues a custom token: a browser gets it for a proof that Lantern itself checks (a passkey) and exchanges it once,
 * within a minute, for an ordinary sign-in. `provider` tells which proof it was.
 */
export const issueCustomToken = async (
  database: Database,
  publicUrl: string,
  holder: { accountId: string; provider: string },
  now: Date,
): Promise<string> => {
  const { signing } = await keyRing(database).keys()
  const at = Math.floor(now.getTime() / 1000)
  return new SignJWT({ uid: holder.accountId, provider: holder.provider })
    .setProtectedHeader({ alg: algorithm, kid: signing.id, typ: 'JWT' })
    .setIssuer(publicUrl)
    .setSubject(publicUrl)
    .setAudience(audience)
    .setIssuedAt(at)
    .setExpirationTime(at + lifeSeconds)
    .setJti(randomBytes(16).toString('base64url'))
    .sign(signing.key)
}

const read = async (database: Database, publicUrl: string, token: string, now: Date) => {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid = '' }) => {
        const key = await keyRing(database).verifyingKey(kid)
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      {
        algorithms: [algorithm],
        typ: 'JWT',
        issuer: publicUrl,
        audience,
        currentDate: now,
        requiredClaims: ['uid', 'provider', 'jti', 'exp'],
      },
    )
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new IdentityError('INVALID_CUSTOM_TOKEN')
    throw error
  }
}

/** Endpoint 13: exchanges a custom token of this school for an ordinary sign-in, once. */
export const signInWithCustomToken: Operation = async ask => {
  const { tools, body, now } = ask
  const { database, settings } = tools
  const token = textOf(body['token'])
  if (token === undefined) throw new IdentityError('MISSING_CUSTOM_TOKEN')
  if (token.length > 4_096) throw new IdentityError('INVALID_CUSTOM_TOKEN')
  const { uid, provider, jti, exp } = await read(database, settings.publicUrl, token, now)
  const opened = await database.transaction(async (db, client) => {
    const account = await lockAccount(db, String(uid))
    if (!account || !(await spend(db, `custom:${jti}`, new Date(exp! * 1000), now)))
      throw new IdentityError('INVALID_CUSTOM_TOKEN')
    if (account.isDisabled) throw new IdentityError('USER_DISABLED')
    await meetDevice(db, client, ask, account)
    return openSignIn(db, ask, account.id, now, String(provider))
  })
  const holder = await findHolder(database.db, opened.signIn.accountId)
  return {
    kind: 'identitytoolkit#VerifyCustomTokenResponse',
    isNewUser: false,
    localId: opened.signIn.accountId,
    email: holder?.account.email,
    ...(await tokenBlock(ask, opened)),
  }
}
