import { setTimeout as pause } from 'node:timers/promises'
import { isDuplicate } from '#server/platform/db.ts'
import { blankLetters, post } from '#server/platform/mail.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { bearer, recentBearer } from './bearer.ts'
import { actionLink, checkCode, claimPerson, type CodeKind, codeLifeMs, newCode } from './codes.ts'
import { readContinueUrl, readEmail, readNewPassword } from './fields.ts'
import { hashOf } from './hash.ts'
import { letterFor } from './letters.ts'
import { fromKey, limits, mailKey, mayAttempt, signInKey } from './limits.ts'
import {
  type Account,
  changeAccount,
  changePersonEmail,
  clearAttempts,
  findAccountByEmail,
  findSchool,
  removeCodesOf,
  revokeSignInsOf,
  takeCode,
} from './queries.ts'
import { type Answer, type Ask, IdentityError, type Operation, posting, textOf } from './wire.ts'

/** With enumeration protection a reset answers no sooner, so that the time does not tell whether a letter was written. */
const resetAnswerMs = 100

/** Endpoint 5: writes the letter with a code (wire B4). Limits: 5 an hour to an address, 20 from one (wire B9). */
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
      throw new IdentityError('OPERATION_NOT_ALLOWED', 'Signing in by a link is not offered.')
    default:
      throw new IdentityError('INVALID_REQ_TYPE')
  }
}

/** Counts, then writes to whoever `find` says; to nobody when it finds nobody, with the same answer. */
const send = async (
  ask: Ask,
  kind: CodeKind,
  to: string,
  find: () => Promise<Account | undefined>,
): Promise<Answer> => {
  const { tools, body, now } = ask
  const { database, settings } = tools
  const continueUrl = readContinueUrl(body['continueUrl'], settings)
  const counters = { [mailKey(to)]: limits.mailToAddress, [fromKey('mail', ask.address)]: limits.mailFromAddress }
  if (!(await mayAttempt(database, counters, now))) {
    throw new IdentityError(kind === 'PASSWORD_RESET' ? 'RESET_PASSWORD_EXCEED_LIMIT' : 'TOO_MANY_ATTEMPTS_TRY_LATER')
  }
  const account = await find()
  const answer = { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: to }
  if (!account) return answer
  const language = ask.language ?? account.language
  await database.transaction(async (db, client) => {
    const newEmail = kind === 'VERIFY_AND_CHANGE_EMAIL' ? to : null
    const code = await newCode(db, account, kind, new Date(now.getTime() + codeLifeMs[kind]), newEmail)
    const isInApp = body['canHandleCodeInApp'] === true
    const link = actionLink(settings.publicUrl, { kind, code, apiKey: ask.apiKey, language, continueUrl, isInApp })
    const occasion =
      newEmail === null
        ? ({ kind: kind === 'VERIFY_EMAIL' ? 'verify' : 'reset', email: account.email, link } as const)
        : ({ kind: 'changeEmail', email: account.email, newEmail, link } as const)
    await post(posting(tools, db, client), letterFor(occasion, language, await findSchool(db)))
  })
  // The client reloads the user when this is not the address it knows.
  return kind === 'VERIFY_AND_CHANGE_EMAIL' ? { ...answer, email: account.email } : answer
}

/** Endpoint 4 with a code: confirms an address, or changes to a confirmed one and ends all sign-ins (wire B4). */
export const applyCode: Operation = async ask => {
  const { tools, body, now } = ask
  return tools.database.transaction(async (db, client) => {
    const { code, account } = await checkCode(db, body['oobCode'], ['VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL'], now)
    if (!(await takeCode(db, code.codeHash))) throw new IdentityError('INVALID_OOB_CODE')
    await blankLetters(db, textOf(body['oobCode'])!)
    const email = code.newEmail ?? account.email
    const after = await changeAccount(db, account.id, { email, isVerified: true }).catch((error: unknown) => {
      throw isDuplicate(error) ? new IdentityError('EMAIL_EXISTS') : error
    })
    if (!after) throw new IdentityError('INVALID_OOB_CODE')
    if (code.newEmail !== null) {
      await changePersonEmail(db, account.id, account.email, email)
      await revokeSignInsOf(db, account.id, now)
      await removeCodesOf(db, account.id)
      const notice = { kind: 'emailChanged', email: account.email, newEmail: email } as const
      await post(posting(tools, db, client), letterFor(notice, ask.language ?? account.language, await findSchool(db)))
    }
    await claimPerson(db, after)
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
 * Endpoint 6: says what a code is for, or sets a password with it. Setting confirms the address, ends all sign-ins
 * (also those of somebody who took the address before its owner came, wire B9) and lifts the lock of wrong passwords.
 */
export const resetPassword: Operation = async ask => {
  const { tools, body, now } = ask
  const { database } = tools
  const oobCode = textOf(body['oobCode'])
  if (oobCode === undefined) throw new IdentityError('MISSING_OOB_CODE')
  const isInspection = body['newPassword'] === undefined || body['newPassword'] === null
  const kinds: CodeKind[] = isInspection
    ? ['VERIFY_EMAIL', 'PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL']
    : ['PASSWORD_RESET']
  const { code } = await checkCode(database.db, oobCode, kinds, now)
  const answer = {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: code.kind,
    email: code.email,
    ...(code.newEmail === null ? {} : { newEmail: code.newEmail }),
  }
  if (isInspection) return answer
  // A password that is too weak must not use the code up.
  const passwordHash = await hashPassword(readNewPassword(body['newPassword']))
  await database.transaction(async db => {
    const { account } = await checkCode(db, oobCode, kinds, now)
    if (!(await takeCode(db, hashOf(oobCode)))) throw new IdentityError('INVALID_OOB_CODE')
    await blankLetters(db, oobCode)
    const after = await changeAccount(db, account.id, { passwordHash, passwordUpdatedAt: now, isVerified: true })
    await revokeSignInsOf(db, account.id, now)
    await removeCodesOf(db, account.id)
    await clearAttempts(db, signInKey(account.email))
    if (after) await claimPerson(db, after)
  })
  return answer
}
