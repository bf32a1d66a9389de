import { isRecent } from '#server/platform/recent.ts'
import { type Account, findHolder, findSignIn, type Holder, type SignIn, withAddress } from './queries.ts'
import { verifyToken } from './tokens.ts'
import { type Ask, IdentityError, textOf } from './wire.ts'

type AnyBearer = Holder & { signIn: SignIn }
export type Bearer = AnyBearer & { account: Account }

/**
 * The holder of the ID token in a request's body. Throws INVALID_ID_TOKEN, TOKEN_EXPIRED (also if the sign-in has
 * ended), USER_NOT_FOUND or USER_DISABLED (wire B3, endpoint 3).
 */
export const anyBearer = async ({ tools, body, now }: Ask): Promise<AnyBearer> => {
  const { database, settings } = tools
  const token = textOf(body['idToken'])
  const claims = token === undefined ? 'invalid' : await verifyToken(database, settings.publicUrl, token, now)
  if (claims === 'expired') throw new IdentityError('TOKEN_EXPIRED')
  if (claims === 'invalid') throw new IdentityError('INVALID_ID_TOKEN')
  const holder = await findHolder(database.db, claims.accountId)
  if (!holder) throw new IdentityError('USER_NOT_FOUND')
  if (holder.account.isDisabled) throw new IdentityError('USER_DISABLED')
  const signIn = await findSignIn(database.db, claims.signInId)
  if (!signIn || signIn.accountId !== claims.accountId || signIn.revokedAt !== null || signIn.expiresAt <= now)
    throw new IdentityError('TOKEN_EXPIRED')
  return { ...holder, signIn }
}

/**
 * The same, for operations on an account's own address and proofs, which a child with a badge doesn't have. Throws
 * OPERATION_NOT_ALLOWED for an account without an address.
 */
export const bearer = async (ask: Ask): Promise<Bearer> => {
  const { account, ...found } = await anyBearer(ask)
  const own = withAddress(account)
  if (!own)
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'Someone who signs in with a badge can’t change the account.')
  return { ...found, account: own }
}

/**
 * The same, for operations that need a recent sign-in. Throws CREDENTIAL_TOO_OLD_LOGIN_AGAIN for an older one (wire
 * B7).
 */
export const recentBearer = async (ask: Ask): Promise<Bearer> => {
  const found = await bearer(ask)
  if (!isRecent(found.signIn.authTime, ask.now)) throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  return found
}
