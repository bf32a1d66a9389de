import { hashPassword, isOutdated, verifyPassword } from '#server/platform/passwords.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { anyBearer, bearer, recentBearer } from './bearer.ts'
import { post } from '#server/platform/mail.ts'
import {
  checkOwnWords,
  checkStaffPassword,
  readDisplayName,
  readEmail,
  readNewPassword,
  readPhotoUrl,
} from './fields.ts'
import { meetDevice, rememberDevice, trierOf } from './knownDevice.ts'
import { forgive, fromKey, limits, mayAttempt, signInCounters } from './limits.ts'
import {
  changeAccount,
  findAccountByEmail,
  findSchool,
  findSignIn,
  type Holder,
  insertAccount,
  isKnownAddress,
  lockAccount,
  removeAccount,
  removeCodesOf,
  revokeSignInsOf,
} from './queries.ts'
import { removeLinksOf } from './providerQueries.ts'
import { mfaInfoOf, pendingStep } from './secondFactor.ts'
import { findSecondFactor } from './secondFactorQueries.ts'
import { letterFor } from './letters.ts'
import { noteFailure } from './failures.ts'
import { openSignIn, tokenBlock } from './signingIn.ts'
import { missingFactorBy, rolesNow } from './staffRoles.ts'
import { roleClaims } from './tokens.ts'
import { type Answer, type Ask, IdentityError, type Operation, posting, textOf } from './wire.ts'

// The client checks whether there is a hash, never its value.
const redactedHash = 'UkVEQUNURUQ='

const tooMany = () =>
  new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many attempts. Try again later, or reset your password.')

type Known = Pick<Holder, 'account' | 'personName' | 'links'>

/** The members that every answer about an account has. */
const profileOf = ({ account, personName, links }: Known): Answer => {
  const { email, photoUrl, passwordHash } = account
  const displayName = account.displayName || personName
  const shown = { ...(displayName ? { displayName } : {}), ...(photoUrl === null ? {} : { photoUrl }) }
  return {
    localId: account.id,
    ...(email !== null && { email }),
    emailVerified: account.isVerified,
    ...shown,
    providerUserInfo: [
      ...(passwordHash === null ? [] : [{ providerId: 'password', rawId: email, federatedId: email, email, ...shown }]),
      ...links.map(({ providerId, subject }) => ({
        providerId,
        rawId: subject,
        federatedId: subject,
        email,
        ...shown,
      })),
    ],
    ...(passwordHash === null ? {} : { passwordHash: redactedHash }),
  }
}

/**
 * Endpoint 1: makes an unverified account and signs it in. With an ID token, adds a password to an account that has
 * none.
 */
export const signUp: Operation = async ask => {
  const { tools, body, now } = ask
  if (body['email'] === undefined && body['password'] === undefined) throw new IdentityError('ADMIN_ONLY_OPERATION')
  const email = readEmail(body['email'])
  const password = readNewPassword(body['password'])
  if (body['idToken'] !== undefined) return linkPassword(ask, email, password)
  if (!(await mayAttempt(tools.database, { [fromKey('sign-up', ask.address)]: limits.signUpFromAddress }, now)))
    throw tooMany()
  await checkOwnWords(tools.database.db, password, email)
  const passwordHash = await hashPassword(password)
  const opened = await tools.database.transaction(async db => {
    if ((await findSetting(db, 'signIn')).accounts === 'invited' && !(await isKnownAddress(db, email)))
      throw new IdentityError('ADMIN_ONLY_OPERATION')
    const account = await insertAccount(db, {
      email,
      passwordHash,
      passwordUpdatedAt: now,
      language: ask.language ?? 'en',
      createdAt: now,
    })
    if (!account) throw new IdentityError('EMAIL_EXISTS')
    await rememberDevice(db, ask, account.id)
    return openSignIn(db, ask, account.id)
  })
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: opened.signIn.accountId,
    email,
    ...(await tokenBlock(ask, opened)),
  }
}

const linkPassword = async (ask: Ask, email: string, password: string): Promise<Answer> => {
  const { account } = await recentBearer(ask)
  if (email !== account.email) throw verifyFirst()
  if (account.passwordHash !== null)
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'This account already has a password.')
  return { ...(await setPassword(ask, password)), kind: 'identitytoolkit#SignupNewUserResponse' }
}

/** Endpoint 2. Takes as long for an unknown address as for a known one. */
export const signInWithPassword: Operation = async ask => {
  const { tools, body, now } = ask
  const { database, settings } = tools
  const email = readEmail(body['email'])
  const password = textOf(body['password'])
  if (password === undefined) throw new IdentityError('MISSING_PASSWORD')
  const account = await findAccountByEmail(database.db, email)
  const counters = signInCounters(email, await trierOf(database.db, ask, account?.id))
  if (!(await mayAttempt(database, counters, now))) {
    await noteFailure(ask, account, 'signInRefused')
    throw tooMany()
  }
  const isRight = await verifyPassword(password, account?.passwordHash ?? null)
  if (!account || !isRight) {
    await noteFailure(ask, account, 'signInFailed')
    if (settings.enumerationProtection) throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
    throw new IdentityError(account ? 'INVALID_PASSWORD' : 'EMAIL_NOT_FOUND')
  }
  if (account.isDisabled) {
    await noteFailure(ask, account, 'signInRefused')
    throw new IdentityError('USER_DISABLED')
  }
  const renewed =
    account.passwordHash !== null && isOutdated(account.passwordHash) ? await hashPassword(password) : null
  const outcome = await database.transaction(async (db, client) => {
    // A password reset may have happened since the check.
    const current = await lockAccount(db, account.id)
    if (current?.passwordHash !== account.passwordHash) throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
    if (renewed !== null) await changeAccount(db, account.id, { passwordHash: renewed })
    const factor = await findSecondFactor(db, account.id)
    if (factor) return factor
    await meetDevice(db, client, ask, account)
    return openSignIn(db, ask, account.id)
  })
  await forgive(database, counters, now)
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    registered: true,
    localId: account.id,
    email,
    displayName: account.displayName,
    ...('signIn' in outcome ? await tokenBlock(ask, outcome) : await pendingStep(ask, outcome, 'password')),
  }
}

/**
 * Endpoint 3: the user as the client stores it. Times are strings: with numbers the client loses the user at the next
 * load (wire B3).
 */
export const lookup: Operation = async ask => {
  const holder = await anyBearer(ask)
  const { account, factor } = holder
  const lastSignInAt = account.lastSignInAt ?? account.createdAt
  return {
    kind: 'identitytoolkit#GetAccountInfoResponse',
    users: [
      {
        ...profileOf(holder),
        passwordUpdatedAt: (account.passwordUpdatedAt ?? account.createdAt).getTime(),
        validSince: String(Math.floor((account.passwordUpdatedAt ?? account.createdAt).getTime() / 1000)),
        disabled: false,
        lastLoginAt: String(lastSignInAt.getTime()),
        lastRefreshAt: holder.signIn.lastUsedAt.toISOString(),
        createdAt: String(account.createdAt.getTime()),
        customAttributes: JSON.stringify(
          roleClaims(
            account.isVerified
              ? rolesNow({ ...holder, secondFactorBy: missingFactorBy(holder, holder.signIn) }, ask.now)
              : [],
          ),
        ),
        ...(factor === null ? {} : { mfaInfo: [mfaInfoOf(factor)] }),
      },
    ],
  }
}

const changed = (holder: Known): Answer => ({
  kind: 'identitytoolkit#SetAccountInfoResponse',
  ...profileOf(holder),
})

const verifyFirst = () =>
  new IdentityError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.')

/**
 * Endpoint 4 with an ID token: changes the caller's own password or profile. An address can be changed only by mail.
 */
export const changeOwnAccount: Operation = async ask => {
  const { body, tools } = ask
  if (body['idToken'] === undefined) throw new IdentityError('INVALID_REQ_TYPE')
  if (body['password'] !== undefined && body['password'] !== null)
    return setPassword(ask, readNewPassword(body['password']))
  if (Array.isArray(body['deleteProvider'])) return unlink(ask, body['deleteProvider'])
  const holder = await bearer(ask)
  const { account } = holder
  if (body['email'] !== undefined && body['email'] !== null && readEmail(body['email']) !== account.email)
    throw verifyFirst()
  const displayName = readDisplayName(body['displayName'])
  const photoUrl = readPhotoUrl(body['photoUrl'])
  if (displayName === undefined && photoUrl === undefined) return changed(holder)
  const after = await changeAccount(tools.database.db, account.id, {
    ...(displayName === undefined ? {} : { displayName }),
    ...(photoUrl === undefined ? {} : { photoUrl }),
  })
  if (!after) throw new IdentityError('USER_NOT_FOUND')
  return changed({ ...holder, account: after })
}

/** Sets the caller's password, ends all sign-ins and opens a new one with the same authentication time. */
const setPassword = async (ask: Ask, password: string): Promise<Answer> => {
  const { tools, now } = ask
  const holder = await recentBearer(ask)
  const { account, signIn } = holder
  checkStaffPassword(password, holder.roles)
  await checkOwnWords(tools.database.db, password, account.email)
  const passwordHash = await hashPassword(password)
  const { after, opened } = await tools.database.transaction(async (db, client) => {
    await lockAccount(db, account.id)
    const current = await findSignIn(db, signIn.id)
    if (!current || current.revokedAt !== null) throw new IdentityError('TOKEN_EXPIRED')
    const changedAccount = await changeAccount(db, account.id, { passwordHash, passwordUpdatedAt: now })
    await revokeSignInsOf(db, [account.id], now)
    await removeCodesOf(db, account.id, 'VERIFY_EMAIL')
    const notice = { kind: 'passwordChanged', email: account.email } as const
    await post(posting(tools, db, client), letterFor(notice, ask.language ?? account.language, await findSchool(db)))
    return {
      after: changedAccount ?? account,
      opened: await openSignIn(db, ask, account.id, signIn.authTime, signIn.provider),
    }
  })
  return { ...changed({ ...holder, account: after }), ...(await tokenBlock(ask, opened)) }
}

const unlink = async (ask: Ask, providers: readonly unknown[]): Promise<Answer> => {
  const { db } = ask.tools.database
  const holder = await recentBearer(ask)
  const { account } = holder
  const after = providers.includes('password')
    ? await changeAccount(db, account.id, { passwordHash: null, passwordUpdatedAt: ask.now })
    : account
  const gone = holder.links.filter(({ providerId }) => providers.includes(providerId))
  const ids = gone.map(({ providerId }) => providerId)
  if (ids.length > 0) await removeLinksOf(db, account.id, ids)
  return changed({ ...holder, account: after ?? account, links: holder.links.filter(link => !gone.includes(link)) })
}

/**
 * Endpoint 10. The person stays with the school. The account is removed, and so are its staff roles, which the next
 * person with this address would otherwise get.
 */
export const deleteOwnAccount: Operation = async ask => {
  const { account } = await recentBearer(ask)
  const { database, endStaffRoles } = ask.tools
  await database.transaction(async db => {
    if (!(await endStaffRoles(db, account.id)))
      throw new IdentityError(
        'OPERATION_NOT_ALLOWED',
        'The last full administrator can’t delete their account. Make someone else a full administrator first.',
      )
    await removeAccount(db, account.id)
  })
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}
