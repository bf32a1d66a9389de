import { findSetting } from '#server/school/config/acts.ts'
import type { Db } from '#server/platform/db.ts'
import { claimPerson, dropUnconfirmed } from './codes.ts'
import { hashOf } from './hash.ts'
import { meetDevice } from './knownDevice.ts'
import { fromKey, limits, mayAttempt } from './limits.ts'
import { type Arrival, findLink, findProvider, insertLink, takeArrival } from './providerQueries.ts'
import {
  type Account,
  changeAccount,
  findAccountByEmail,
  insertAccount,
  isKnownAddress,
  lockAccount,
} from './queries.ts'
import { pendingStep } from './secondFactor.ts'
import { findSecondFactor } from './secondFactorQueries.ts'
import { openSignIn, tokenBlock } from './signingIn.ts'
import { type Ask, committing, IdentityError, type Operation, textOf } from './wire.ts'

/** The one-time code of an arrival, from the window's address or from a credential's ID token (wire B3/8). */
const codeIn = (body: Ask['body']): { providerId: string; code: string } => {
  const postBody = textOf(body['postBody'])
  const values =
    postBody === undefined
      ? (URL.parse(textOf(body['requestUri']) ?? '')?.searchParams ?? new URLSearchParams())
      : new URLSearchParams(postBody.replace(/^&/, ''))
  return { providerId: values.get('providerId') ?? '', code: values.get('code') ?? values.get('id_token') ?? '' }
}

/** The person who arrives, as the provider describes them. */
type Comer = Omit<Arrival, 'codeHash' | 'expiresAt'>

/**
 * The account of a person who comes from the provider: the one linked to them, or the one with their address, which is
 * then linked. The address counts only if the provider has verified it and the account isn't linked to someone else at
 * the provider; otherwise null. An account with an unconfirmed address loses what was set before (wire B9). Returns an
 * `IdentityError` if there can be no account.
 */
export const accountOf = async (
  db: Db,
  ask: Pick<Ask, 'now' | 'language'> & { mayCreate: boolean },
  arrival: Comer,
): Promise<Account | IdentityError | null> => {
  const link = await findLink(db, arrival)
  if (link) return (await lockAccount(db, link.accountId)) ?? new IdentityError('USER_NOT_FOUND')
  if (!arrival.isEmailVerified) return null
  const { email, providerId, issuer, subject } = arrival
  const found = await findAccountByEmail(db, email)
  const existing = found && (await lockAccount(db, found.id))
  if (!existing && !ask.mayCreate) return new IdentityError('USER_NOT_FOUND')
  const isClosed = (await findSetting(db, 'signIn')).accounts === 'invited'
  if (!existing && isClosed && !(await isKnownAddress(db, email))) return new IdentityError('ADMIN_ONLY_OPERATION')
  const account = existing ? await confirmed(db, ask, existing) : await newAccount(db, ask, arrival)
  if (!account || !(await insertLink(db, { providerId, issuer, subject, accountId: account.id, linkedAt: ask.now })))
    return null
  await claimPerson(db, account)
  return account
}

const confirmed = async (db: Db, { now }: Pick<Ask, 'now'>, account: Account): Promise<Account | undefined> => {
  if (account.isVerified) return account
  await dropUnconfirmed(db, account, now)
  return changeAccount(db, account.id, { isVerified: true })
}

const newAccount = (db: Db, { now, language }: Pick<Ask, 'now' | 'language'>, { email, name }: Comer) =>
  insertAccount(db, { email, displayName: name, isVerified: true, language: language ?? 'en', createdAt: now })

/**
 * Endpoint 8: signs in a person who comes from the school's own provider. If it can't be decided whose account it is,
 * the answer is the same for known and unknown addresses.
 */
export const signInWithProvider: Operation = async ask => {
  const { tools, body, now, address } = ask
  const { database } = tools
  if (body['idToken'] !== undefined)
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'Linking accounts isn’t supported.')
  const { providerId, code } = codeIn(body)
  if (!(await findProvider(database.db, providerId)))
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'Signing in with this provider isn’t offered.')
  if (!(await mayAttempt(database, { [fromKey('sign-in', address)]: limits.signInFromAddress }, now)))
    throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many attempts. Try again later.')
  const outcome = await committing(database, async (db, client) => {
    const arrival = await takeArrival(db, hashOf(code))
    if (!arrival || arrival.expiresAt <= now || arrival.providerId !== providerId)
      return new IdentityError('INVALID_IDP_RESPONSE', 'This code is invalid, or it has been used or has expired.')
    const account = await accountOf(
      db,
      { now, language: ask.language, mayCreate: body['autoCreate'] !== false },
      arrival,
    )
    if (account instanceof IdentityError) return account
    if (account?.isDisabled) return new IdentityError('USER_DISABLED')
    if (!account) return { arrival, account, opened: null, factor: undefined }
    const factor = await findSecondFactor(db, account.id)
    if (!factor) await meetDevice(db, client, ask, account)
    const opened = factor ? null : await openSignIn(db, ask, account.id, now, providerId)
    return { arrival, account, opened, factor }
  })
  const { arrival, account, opened, factor } = outcome
  const known = {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId,
    federatedId: arrival.subject,
    email: arrival.email,
    emailVerified: arrival.isEmailVerified,
  }
  if (!account) return { ...known, needConfirmation: true, verifiedProvider: ['password'] }
  return {
    ...known,
    localId: account.id,
    displayName: account.displayName,
    rawUserInfo: JSON.stringify({ sub: arrival.subject, email: arrival.email, name: arrival.name }),
    isNewUser: account.createdAt.getTime() === now.getTime(),
    ...(opened ? await tokenBlock(ask, opened) : {}),
    ...(factor ? await pendingStep(ask, factor, providerId) : {}),
  }
}
