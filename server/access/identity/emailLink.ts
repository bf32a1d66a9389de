import { setTimeout as pause } from 'node:timers/promises'
import { blankLetters, post } from '#server/platform/mail.ts'
import type { Db } from '#server/platform/db.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { claimPerson, dropUnconfirmed, signInLinkTo } from './codes.ts'
import { readContinueUrl, readEmail } from './fields.ts'
import { hashOf } from './hash.ts'
import { letterFor } from './letters.ts'
import { meetDevice, trierOf } from './knownDevice.ts'
import { fromKey, limits, mailCounter, mailCounters, mayAttempt } from './limits.ts'
import {
  type Account,
  changeAccount,
  findAccountByEmail,
  findSchool,
  findSignInLink,
  insertAccount,
  isKnownAddress,
  lockAccount,
  putSignInLink,
  takeSignInLink,
} from './queries.ts'
import { pendingStep } from './secondFactor.ts'
import { findSecondFactor } from './secondFactorQueries.ts'
import { openSignIn, tokenBlock } from './signingIn.ts'
import { newSecret } from './tokens.ts'
import { type Answer, type Ask, committing, IdentityError, type Operation, posting, textOf } from './wire.ts'

/** The lifetime of a link in milliseconds: an hour (wire B4). */
const linkLifeMs = 60 * 60_000
/** The minimum time in milliseconds for an answer, so that timing does not reveal whether a letter was written. */
const answerMs = 100

/**
 * True if a person with this address may have an account. A school that requires invitations admits only addresses that
 * it knows.
 */
const isWelcome = async (db: Db, email: string): Promise<boolean> =>
  (await findSetting(db, 'signIn')).accounts !== 'invited' || isKnownAddress(db, email)

/**
 * Endpoint 5 for EMAIL_SIGNIN: sends a sign-in link to the address. The answer is the same whether the address has an
 * account, may make one, or may not.
 */
export const sendSignInLink = async (ask: Ask): Promise<Answer> => {
  const email = readEmail(ask.body['email'])
  const continueUrl = readContinueUrl(ask.body['continueUrl'], ask.tools.settings)
  if (!continueUrl) throw new IdentityError('MISSING_CONTINUE_URI')
  await Promise.all([write(ask, email, continueUrl), pause(answerMs)])
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email }
}

const write = async (ask: Ask, email: string, continueUrl: URL): Promise<void> => {
  const { tools, now } = ask
  const { database } = tools
  const account = await findAccountByEmail(database.db, email)
  const trier = await trierOf(database.db, ask, account?.id)
  if (!(await mayAttempt(database, mailCounters('EMAIL_SIGNIN', email, trier), now)))
    throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER')
  if (account ? account.isDisabled : !(await isWelcome(database.db, email))) return
  // However many strangers request letters, some keep coming and the last one still works, so strangers can't lock the
  // owner out.
  if (trier.device === null && !(await mayAttempt(database, mailCounter('EMAIL_SIGNIN', email), now))) return
  const language = ask.language ?? account?.language ?? 'en'
  const code = newSecret()
  await database.transaction(async (db, client) => {
    await putSignInLink(db, { email, codeHash: hashOf(code), expiresAt: new Date(now.getTime() + linkLifeMs) }, now)
    const link = signInLinkTo(continueUrl, { code, apiKey: ask.apiKey, language })
    await post(
      posting(tools, db, client),
      letterFor({ kind: 'signInLink', email, link }, language, await findSchool(db)),
    )
  })
}

/**
 * The account of a mailbox whose owner has just proved that it is theirs. What a stranger set on it before is dropped
 * (wire B9). Returns an `IdentityError` if there can be none.
 */
const accountOf = async (db: Db, ask: Ask, email: string): Promise<Account | IdentityError> => {
  const found = await findAccountByEmail(db, email)
  const account = found && (await lockAccount(db, found.id))
  if (account?.isDisabled) return new IdentityError('USER_DISABLED')
  if (account?.isVerified) return account
  if (account) {
    await dropUnconfirmed(db, account, ask.now)
    return (await changeAccount(db, account.id, { isVerified: true })) ?? account
  }
  if (!(await isWelcome(db, email))) return new IdentityError('ADMIN_ONLY_OPERATION')
  const language = ask.language ?? 'en'
  const made = await insertAccount(db, { email, isVerified: true, language, createdAt: ask.now })
  return made ?? new IdentityError('INVALID_OOB_CODE')
}

/**
 * Endpoint 7: signs in with the code of a link, once, together with the address that the link was sent to. Someone who
 * finds the link without knowing the address can't use it, and a wrong address does not use it up.
 */
export const signInWithEmailLink: Operation = async ask => {
  const { tools, body, now, address } = ask
  const { database } = tools
  if (body['idToken'] !== undefined)
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'Linking accounts isn’t supported.')
  const email = readEmail(body['email'])
  const code = textOf(body['oobCode'])
  if (code === undefined) throw new IdentityError('MISSING_OOB_CODE')
  if (!(await mayAttempt(database, { [fromKey('sign-in', address)]: limits.signInFromAddress }, now)))
    throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many attempts. Try again later.')
  const { account, outcome } = await committing(database, async (db, client) => {
    const link = await findSignInLink(db, hashOf(code))
    if (!link) return new IdentityError('INVALID_OOB_CODE')
    if (link.expiresAt <= now) return new IdentityError('EXPIRED_OOB_CODE')
    if (link.email !== email)
      return new IdentityError('INVALID_EMAIL', 'The email provided does not match the sign-in email address.')
    if (!(await takeSignInLink(db, link.codeHash))) return new IdentityError('INVALID_OOB_CODE')
    await blankLetters(db, code)
    const found = await accountOf(db, ask, email)
    if (found instanceof IdentityError) return found
    await claimPerson(db, found)
    const factor = await findSecondFactor(db, found.id)
    if (factor) return { account: found, outcome: factor }
    await meetDevice(db, client, ask, found)
    return { account: found, outcome: await openSignIn(db, ask, found.id) }
  })
  return {
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    email,
    localId: account.id,
    isNewUser: account.createdAt.getTime() === now.getTime(),
    ...('signIn' in outcome ? await tokenBlock(ask, outcome) : await pendingStep(ask, outcome, 'password')),
  }
}

/** Endpoint 9: how an address signs in. With enumeration protection it reveals nothing (wire B3). */
export const signInMethods: Operation = async ask => {
  const { tools, body, now, address } = ask
  const { database, settings } = tools
  if (textOf(body['identifier']) === undefined) throw new IdentityError('MISSING_IDENTIFIER')
  const email = readEmail(body['identifier'])
  const answer = { kind: 'identitytoolkit#CreateAuthUriResponse', sessionId: newSecret() }
  if (settings.enumerationProtection) return answer
  if (!(await mayAttempt(database, { [fromKey('sign-in', address)]: limits.signInFromAddress }, now)))
    throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many attempts. Try again later.')
  const account = await findAccountByEmail(database.db, email)
  const signinMethods = account ? [...(account.passwordHash === null ? [] : ['password']), 'emailLink'] : []
  return { ...answer, registered: account !== undefined, signinMethods }
}
