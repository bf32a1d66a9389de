import { setTimeout as pause } from 'node:timers/promises'
import { isDuplicate } from '#server/platform/databaseErrors.ts'
import { blankLetters, post } from '#server/platform/mail.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { bearer, recentBearer } from './bearer.ts'
import { authenticate, authenticateCookie } from './actor.ts'
import {
  actionLink,
  checkCode,
  claimPerson,
  type CodeKind,
  codeLifeMs,
  dropUnconfirmed,
  newCode,
  refusalLink,
} from './codes.ts'
import { sendSignInLink } from './emailLink.ts'
import { checkOwnWords, checkStaffPassword, readContinueUrl, readEmail, readNewPassword } from './fields.ts'
import { hashOf } from './hash.ts'
import { letterFor } from './letters.ts'
import { rememberDevice, trierOf } from './knownDevice.ts'
import { mailCounter, mailCounters, mayAttempt, signInKey } from './limits.ts'
import {
  type Account,
  changeAccount,
  changePersonEmail,
  clearAllAttempts,
  findAccountByEmail,
  findHolder,
  findPersonOf,
  findSchool,
  removeAccount,
  removeCodesOf,
  revokeSignInsOf,
  takeCode,
} from './queries.ts'
import { type Answer, type Ask, IdentityError, type Operation, posting, textOf } from './wire.ts'

/**
 * The minimum time in milliseconds for a reset's answer with enumeration protection, so that timing does not reveal
 * whether a letter was written.
 */
const resetAnswerMs = 100

/**
 * Endpoint 5: writes the letter with a code (wire B4). Limits per hour: 5 letters to an email address from one network
 * or device, 20 from one network (wire B9).
 */
export const sendCode: Operation = async ask => {
  const kind = textOf(ask.body['requestType'])
  switch (kind) {
    case undefined:
      throw new IdentityError('MISSING_REQ_TYPE')
    case 'VERIFY_EMAIL': {
      const { account } = await bearer(ask)
      return send(ask, kind, account.email, async () => account)
    }
    case 'VERIFY_AND_CHANGE_EMAIL': {
      const { account } = await recentBearer(ask)
      const newEmail = readEmail(ask.body['newEmail'])
      return send(ask, kind, newEmail, async () => {
        if (await findAccountByEmail(ask.tools.database.db, newEmail)) throw new IdentityError('EMAIL_EXISTS')
        return account
      })
    }
    case 'PASSWORD_RESET': {
      const email = readEmail(ask.body['email'])
      const { settings, database } = ask.tools
      const find = async () => {
        const account = await findAccountByEmail(database.db, email)
        if (!account && !settings.enumerationProtection) throw new IdentityError('EMAIL_NOT_FOUND')
        return account?.isDisabled ? undefined : account
      }
      const [answer] = await Promise.all([
        send(ask, kind, email, find),
        settings.enumerationProtection ? pause(resetAnswerMs) : undefined,
      ])
      return answer
    }
    case 'EMAIL_SIGNIN':
      return sendSignInLink(ask)
    default:
      throw new IdentityError('INVALID_REQ_TYPE')
  }
}

/** Counts the request, then writes to the account that `find` returns. The answer is the same if it finds none. */
const send = async (
  ask: Ask,
  kind: CodeKind,
  to: string,
  find: () => Promise<Account | undefined>,
): Promise<Answer> => {
  const { tools, body, now } = ask
  const { database, settings } = tools
  const continueUrl = readContinueUrl(body['continueUrl'], settings)
  const reader = await findAccountByEmail(database.db, to)
  const trier = await trierOf(database.db, ask, reader?.id)
  if (!(await mayAttempt(database, mailCounters(kind, to, trier), now))) {
    throw new IdentityError(kind === 'PASSWORD_RESET' ? 'RESET_PASSWORD_EXCEED_LIMIT' : 'TOO_MANY_ATTEMPTS_TRY_LATER')
  }
  const account = await find()
  const answer = { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: to }
  if (!account) return answer
  // However many strangers request letters, some keep coming and the last one still works, so strangers can't lock the
  // owner out.
  if (trier.device === null && !(await mayAttempt(database, mailCounter(kind, to), now))) return answer
  const language = ask.language ?? account.language
  await database.transaction(async (db, client) => {
    const newEmail = kind === 'VERIFY_AND_CHANGE_EMAIL' ? to : null
    const code = await newCode(db, account, kind, new Date(now.getTime() + codeLifeMs[kind]), newEmail)
    const isInApp = body['canHandleCodeInApp'] === true
    const link = actionLink(settings.publicUrl, { kind, code, apiKey: ask.apiKey, language, continueUrl, isInApp })
    const refusal = refusalLink(settings.publicUrl, { code, apiKey: ask.apiKey, language })
    const occasion =
      newEmail !== null
        ? ({ kind: 'changeEmail', email: account.email, newEmail, link, refusal } as const)
        : kind === 'VERIFY_EMAIL'
          ? ({ kind: 'verify', email: account.email, link, refusal } as const)
          : ({ kind: 'reset', email: account.email, link } as const)
    await post(posting(tools, db, client), letterFor(occasion, language, await findSchool(db)))
  })
  // The client reloads the user if this is not the address it knows.
  return kind === 'VERIFY_AND_CHANGE_EMAIL' ? { ...answer, email: account.email } : answer
}

/** The account id of the caller, by ID token or session cookie; null if neither is valid. */
const callerOf = async ({ tools, body, session, now }: Ask): Promise<string | null> => {
  const token = textOf(body['idToken'])
  const byToken = token && (await authenticate(tools.database, tools.settings, token, now))
  const actor = byToken ? byToken.actor : session ? await authenticateCookie(tools.database, session, now) : null
  return actor?.accountId ?? null
}

/**
 * Endpoint 4 with a code: confirms an address, or changes to a confirmed one and ends all sign-ins (wire B4). The
 * person who opens the letter need not be the one who requested it. If an address is confirmed outside the account's
 * own sign-in, the account is taken from the person who made it. A change of address requires a sign-in of the account.
 */
export const applyCode: Operation = async ask => {
  const { tools, body, now } = ask
  const caller = await callerOf(ask)
  return tools.database.transaction(async (db, client) => {
    const { code, account } = await checkCode(db, body['oobCode'], ['VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL'], now)
    const isOwn = caller === account.id
    if (code.newEmail !== null && !isOwn)
      throw new IdentityError(
        'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
        'Sign in with your current address, then open the link again.',
      )
    if (!(await takeCode(db, code.codeHash))) throw new IdentityError('INVALID_OOB_CODE')
    if (!isOwn) await dropUnconfirmed(db, account, now)
    await blankLetters(db, textOf(body['oobCode'])!)
    const email = code.newEmail ?? account.email
    const after = await changeAccount(db, account.id, { email, isVerified: true }).catch((error: unknown) => {
      throw isDuplicate(error) ? new IdentityError('EMAIL_EXISTS') : error
    })
    if (!after) throw new IdentityError('INVALID_OOB_CODE')
    if (code.newEmail !== null) {
      await changePersonEmail(db, account.id, account.email, email)
      await revokeSignInsOf(db, [account.id], now)
      await removeCodesOf(db, account.id)
      const notice = { kind: 'emailChanged', email: account.email, newEmail: email } as const
      await post(posting(tools, db, client), letterFor(notice, ask.language ?? account.language, await findSchool(db)))
    }
    return {
      kind: 'identitytoolkit#SetAccountInfoResponse',
      localId: account.id,
      email,
      emailVerified: true,
      ...(code.newEmail === null ? {} : { newEmail: email }),
    }
  })
}

/**
 * "This wasn't me": invalidates the code of a letter, and removes the account if its address was never confirmed. This
 * is endpoint 10 with a code, an extension of the client's protocol, which has nothing for it.
 */
export const refuseCode: Operation = async ({ tools, body, now }) => {
  await tools.database.transaction(async db => {
    const { code, account } = await checkCode(db, body['oobCode'], ['VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL'], now)
    await takeCode(db, code.codeHash)
    await blankLetters(db, textOf(body['oobCode'])!)
    if (code.kind !== 'VERIFY_EMAIL' || account.isVerified) return
    await dropUnconfirmed(db, account, now)
    // A person whom the school has invited keeps the account that the invitation made.
    if (!(await findPersonOf(db, account.id))) await removeAccount(db, account.id)
  })
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}

/**
 * Endpoint 6: tells what a code is for, or sets a password with it. Setting it confirms the address, ends all sign-ins
 * (including those of someone who used the address before its owner, wire B9) and lifts the lock caused by wrong
 * passwords. The code that confirms a new account's address can set a password, too, for an owner who opens the letter
 * on another device.
 */
export const resetPassword: Operation = async ask => {
  const { tools, body, now } = ask
  const { database } = tools
  const oobCode = textOf(body['oobCode'])
  if (oobCode === undefined) throw new IdentityError('MISSING_OOB_CODE')
  const isInspection = body['newPassword'] === undefined || body['newPassword'] === null
  const kinds: CodeKind[] = isInspection
    ? ['VERIFY_EMAIL', 'PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL']
    : ['PASSWORD_RESET', 'VERIFY_EMAIL']
  const { code, account: owner } = await checkCode(database.db, oobCode, kinds, now)
  const answer = {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: code.kind,
    email: code.email,
    ...(code.newEmail === null ? {} : { newEmail: code.newEmail }),
  }
  if (isInspection) return answer
  // A password that is too weak must not use up the code.
  const password = readNewPassword(body['newPassword'])
  checkStaffPassword(password, (await findHolder(database.db, owner.id))?.roles ?? [])
  await checkOwnWords(database.db, password, owner.email)
  const passwordHash = await hashPassword(password)
  await database.transaction(async (db, client) => {
    const { account } = await checkCode(db, oobCode, kinds, now)
    if (!(await takeCode(db, hashOf(oobCode)))) throw new IdentityError('INVALID_OOB_CODE')
    // This code is valid for longer than a reset's, so it must not open an account that is in use.
    if (code.kind === 'VERIFY_EMAIL' && account.isVerified) throw new IdentityError('INVALID_OOB_CODE')
    await dropUnconfirmed(db, account, now)
    await blankLetters(db, oobCode)
    const after = await changeAccount(db, account.id, { passwordHash, passwordUpdatedAt: now, isVerified: true })
    await revokeSignInsOf(db, [account.id], now)
    await removeCodesOf(db, account.id)
    await clearAllAttempts(db, signInKey(account.email))
    await rememberDevice(db, ask, account.id)
    if (account.passwordHash !== null && account.isVerified) {
      const notice = { kind: 'passwordChanged', email: account.email } as const
      await post(posting(tools, db, client), letterFor(notice, ask.language ?? account.language, await findSchool(db)))
    }
    if (after) await claimPerson(db, after)
  })
  return answer
}
