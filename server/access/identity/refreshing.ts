import { hashOf } from './hash.ts'
import { changeSignIn, findHolder, lockSignInOfRefresh, type SignIn } from './queries.ts'
import { endOf, idTokenOf } from './signingIn.ts'
import { audience, refreshTokenAfter, tokenLifeSeconds } from './tokens.ts'
import { committing, IdentityError, type Operation, textOf } from './wire.ts'

/**
 * Milliseconds during which a refresh token still works after it was exchanged, because two tabs may use the same one
 * (wire B6).
 */
const graceMs = 30_000

/**
 * Endpoint 12: exchanges a refresh token for an ID token and the next refresh token. If a token was exchanged more than
 * 30 seconds ago, two parties have it, and the sign-in ends. Invalid tokens get TOKEN_EXPIRED, since no other error
 * signs the client out at once (wire B2).
 */
export const refresh: Operation = async ({ tools, body, now }) => {
  const { database, settings } = tools
  if (body['grant_type'] !== 'refresh_token') throw new IdentityError('INVALID_GRANT_TYPE')
  const token = textOf(body['refresh_token'])
  if (token === undefined) throw new IdentityError('MISSING_REFRESH_TOKEN')
  const next = await refreshTokenAfter(database, token)
  const presented = hashOf(token)

  const signIn = await committing<SignIn>(database, async db => {
    const found = await lockSignInOfRefresh(db, presented)
    if (!found) return new IdentityError('TOKEN_EXPIRED')
    const holder = await findHolder(db, found.accountId)
    if (!holder) return new IdentityError('USER_NOT_FOUND')
    // Suspending also ends the sign-ins, but the person should learn the reason.
    if (holder.account.isDisabled) return new IdentityError('USER_DISABLED')
    if (found.revokedAt !== null || found.expiresAt <= now) return new IdentityError('TOKEN_EXPIRED')
    const isCurrent = found.refreshHash === presented
    if (!isCurrent && now.getTime() - (found.rotatedAt?.getTime() ?? 0) > graceMs) {
      await changeSignIn(db, found.id, { revokedAt: now })
      return new IdentityError('TOKEN_EXPIRED')
    }
    if (isCurrent || found.refreshHash !== hashOf(next)) {
      await changeSignIn(db, found.id, {
        refreshHash: hashOf(next),
        previousRefreshHash: presented,
        ...(isCurrent ? { rotatedAt: now } : {}),
        lastUsedAt: now,
        expiresAt: endOf(found.authTime, now),
      })
    }
    return found
  })
  const idToken = await idTokenOf(database, settings.publicUrl, signIn, now)
  return {
    access_token: idToken,
    id_token: idToken,
    refresh_token: next,
    expires_in: String(tokenLifeSeconds),
    token_type: 'Bearer',
    user_id: signIn.accountId,
    project_id: audience,
  }
}
