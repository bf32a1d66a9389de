import { randomBytes } from 'node:crypto'
import { post } from '#server/platform/mail.ts'
import { bearer, type Bearer, recentBearer } from './bearer.ts'
import { readDisplayName } from './fields.ts'
import { noteFailure } from './failures.ts'
import { letterFor, type Occasion } from './letters.ts'
import { meetDevice, trierOf } from './knownDevice.ts'
import { forgive, mayAttempt, secondStepCounters } from './limits.ts'
import { newPaperCode, paperHash } from './paperCodes.ts'
import { type Account, changeSignIn, findHolder, findSchool, lockAccount, revokeSignInsOf } from './queries.ts'
import {
  countRecoveryCodes,
  findSecondFactor,
  insertSecondFactor,
  putRecoveryCodes,
  removeSecondFactor,
  type SecondFactor,
  setLastStep,
  takeRecoveryCode,
} from './secondFactorQueries.ts'
import { openJson } from './sealed.ts'
import { type Opened, openSignIn, tokenBlock } from './signingIn.ts'
import { base32, codeLength, periodSeconds, secretBytes, stepOfCode } from './totp.ts'
import type { Client, Db } from '#server/platform/db.ts'
import { type Answer, type Ask, IdentityError, type Operation, posting, textOf } from './wire.ts'

/** Milliseconds within which the first code of a new app, or the code after a password, must be entered. */
const patienceMs = 10 * 60_000
const recoveryCodeCount = 8

const sealedAs = (accountId: string): string => `second-factor:${accountId}`
const enrolmentName = 'second-factor-enrolment'
const pendingName = 'second-step'

type Enrolment = { accountId: string; secret: string; until: number }
type Pending = { accountId: string; provider: string; at: number }

/** The part of an answer that describes a second factor. */
export const mfaInfoOf = ({ id, name, enrolledAt }: Pick<SecondFactor, 'id' | 'name' | 'enrolledAt'>): Answer => ({
  mfaEnrollmentId: id,
  ...(name === '' ? {} : { displayName: name }),
  enrolledAt: enrolledAt.toISOString(),
  totpInfo: {},
})

/**
 * The answer in place of tokens if the account has a second factor. With this and a code, endpoint 17 returns the
 * tokens.
 */
export const pendingStep = async ({ tools, now }: Ask, factor: SecondFactor, provider: string): Promise<Answer> => ({
  mfaPendingCredential: await tools.settings.secrets.seal(
    pendingName,
    JSON.stringify({ accountId: factor.accountId, provider, at: now.getTime() } satisfies Pending),
  ),
  mfaInfo: [mfaInfoOf(factor)],
})

/**
 * Counts an attempt and returns a function that removes it from the counters once the code was right. Throws
 * TOO_MANY_ATTEMPTS_TRY_LATER.
 */
const count = async (ask: Ask, accountId: string): Promise<() => Promise<void>> => {
  const { database } = ask.tools
  const counters = secondStepCounters(accountId, await trierOf(database.db, ask, accountId))
  if (!(await mayAttempt(database, counters, ask.now)))
    throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many codes. Try again later.')
  return () => forgive(database, counters, ask.now)
}

/** Writes to the owner of an account what has happened to it. */
export const tell = async ({ tools, language }: Ask, db: Db, client: Client, account: Account, occasion: Occasion) => {
  await post(posting(tools, db, client), letterFor(occasion, language ?? account.language, await findSchool(db)))
}

/** Formatted for people: six groups of four characters. Each has 120 bits, so a plain hash suffices to store it. */
const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, () => newPaperCode(15))

const keepRecoveryCodes = async (db: Db, accountId: string): Promise<string[]> => {
  const codes = newRecoveryCodes()
  await putRecoveryCodes(db, accountId, codes.map(paperHash))
  return codes
}

export const tokensOnly = async (ask: Ask, opened: Opened): Promise<Answer> => {
  const { idToken, refreshToken } = await tokenBlock(ask, opened)
  return { idToken, refreshToken }
}

/** Endpoint 14: a secret for a new app. Nothing is stored until the app has produced a valid code. */
export const startEnrolment: Operation = async ask => {
  const { tools, now } = ask
  const { account } = await recentBearer(ask)
  if (!account.isVerified) throw new IdentityError('UNVERIFIED_EMAIL')
  if (await findSecondFactor(tools.database.db, account.id)) throw new IdentityError('SECOND_FACTOR_LIMIT_EXCEEDED')
  const secret = randomBytes(secretBytes)
  const until = now.getTime() + patienceMs
  const enrolment: Enrolment = { accountId: account.id, secret: secret.toString('base64'), until }
  return {
    totpSessionInfo: {
      sharedSecretKey: base32(secret),
      verificationCodeLength: codeLength,
      hashingAlgorithm: 'SHA1',
      periodSec: periodSeconds,
      sessionInfo: await tools.settings.secrets.seal(enrolmentName, JSON.stringify(enrolment)),
      finalizeEnrollmentTime: new Date(until).toISOString(),
    },
  }
}

const verificationOf = ({ body }: Ask): Record<string, unknown> => Object(body['totpVerificationInfo']) as never
const codeOf = (ask: Ask): string => (textOf(verificationOf(ask)['verificationCode']) ?? '').replaceAll(/\s/g, '')

/**
 * Endpoint 15: stores the second factor once its first code is right. All sign-ins end, since they were made without
 * it, and the caller gets new tokens. With these, Lantern's own pages get the recovery codes, which are never shown
 * again.
 */
export const finishEnrolment: Operation = async ask => {
  const { tools, body, now } = ask
  const { account, signIn } = await bearer(ask)
  const sessionInfo = verificationOf(ask)['sessionInfo']
  const enrolment = await openJson<Enrolment>(ask, enrolmentName, sessionInfo, 'INVALID_SESSION_INFO')
  if (enrolment.accountId !== account.id || enrolment.until <= now.getTime())
    throw new IdentityError('INVALID_SESSION_INFO')
  const wasRight = await count(ask, account.id)
  const secret = Buffer.from(enrolment.secret, 'base64')
  const lastStep = stepOfCode(secret, codeOf(ask), now, 0)
  if (lastStep === null) throw new IdentityError('INVALID_CODE')
  const sealed = await tools.settings.secrets.seal(sealedAs(account.id), enrolment.secret)
  const name = readDisplayName(body['displayName']) ?? ''
  const { opened, recovery } = await tools.database.transaction(async (db, client) => {
    const current = await lockAccount(db, account.id)
    if (!current) throw new IdentityError('USER_NOT_FOUND')
    const kept = await insertSecondFactor(db, { accountId: account.id, name, sealed, enrolledAt: now, lastStep })
    if (!kept) throw new IdentityError('SECOND_FACTOR_LIMIT_EXCEEDED')
    await revokeSignInsOf(db, [account.id], now)
    await tell(ask, db, client, current, { kind: 'secondFactorOn', email: current.email })
    return {
      recovery: await keepRecoveryCodes(db, account.id),
      opened: await openSignIn(db, ask, account.id, signIn.authTime, signIn.provider),
    }
  })
  await wasRight()
  return { totpAuthInfo: {}, ...(await tokensOnly(ask, opened)), recoveryCodes: recovery }
}

const recentHolder = async (ask: Ask): Promise<Bearer> => {
  const holder = await recentBearer(ask)
  if (!(await findSecondFactor(ask.tools.database.db, holder.account.id)))
    throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
  return holder
}

/** Endpoint 16: the owner removes their second factor. This sign-in continues with new tokens. */
export const withdrawEnrolment: Operation = async ask => {
  const { tools, body } = ask
  const { account, signIn } = await recentHolder(ask)
  const opened = await tools.database.transaction(async (db, client) => {
    const current = await lockAccount(db, account.id)
    const removed = await removeSecondFactor(db, account.id)
    if (!current || removed?.id !== body['mfaEnrollmentId']) throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
    await tell(ask, db, client, current, { kind: 'secondFactorOff', email: current.email })
    await changeSignIn(db, signIn.id, { revokedAt: ask.now })
    return openSignIn(db, ask, account.id, signIn.authTime, signIn.provider)
  })
  return tokensOnly(ask, opened)
}

/**
 * Replaces the recovery codes with new ones. This endpoint is an extension, since the client's protocol has none for
 * it.
 */
export const renewRecoveryCodes: Operation = async ask => {
  const { account } = await recentHolder(ask)
  const recoveryCodes = await ask.tools.database.transaction(async db => {
    await lockAccount(db, account.id)
    return keepRecoveryCodes(db, account.id)
  })
  return { recoveryCodes }
}

/**
 * Endpoint 17: the second step of a sign-in, with a code of the app or a recovery code. A code counts once, and a
 * password change in the meantime ends the attempt.
 */
export const finishSecondStep: Operation = async ask => {
  const { tools, body, now } = ask
  const pending = await openJson<Pending>(
    ask,
    pendingName,
    body['mfaPendingCredential'],
    'INVALID_MFA_PENDING_CREDENTIAL',
  )
  if (pending.at + patienceMs <= now.getTime()) throw new IdentityError('INVALID_MFA_PENDING_CREDENTIAL')
  const wasRight = await count(ask, pending.accountId)
  const attempt = tools.database.transaction(async (db, client) => {
    const account = await lockAccount(db, pending.accountId)
    if (!account) throw new IdentityError('USER_NOT_FOUND')
    if (account.isDisabled) throw new IdentityError('USER_DISABLED')
    if (account.passwordUpdatedAt && account.passwordUpdatedAt.getTime() > pending.at)
      throw new IdentityError('INVALID_MFA_PENDING_CREDENTIAL')
    const factor = await findSecondFactor(db, account.id)
    if (!factor || factor.id !== body['mfaEnrollmentId']) throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
    await useCode(ask, db, client, account, factor)
    await meetDevice(db, client, ask, account)
    return openSignIn(db, ask, account.id, now, pending.provider)
  })
  const opened = await attempt.catch(async (error: unknown) => {
    if (error instanceof IdentityError && error.message === 'INVALID_CODE')
      await noteFailure(ask, (await findHolder(tools.database.db, pending.accountId))?.account, 'codeFailed')
    throw error
  })
  await wasRight()
  return tokensOnly(ask, opened)
}

const useCode = async (ask: Ask, db: Db, client: Client, account: Account, factor: SecondFactor): Promise<void> => {
  const code = codeOf(ask)
  if (code.length > codeLength) {
    if (!(await takeRecoveryCode(db, account.id, paperHash(code)))) throw new IdentityError('INVALID_CODE')
    const left = await countRecoveryCodes(db, account.id)
    return tell(ask, db, client, account, { kind: 'recoveryUsed', email: account.email, left })
  }
  const secret = await ask.tools.settings.secrets.open(sealedAs(account.id), factor.sealed)
  const step = stepOfCode(Buffer.from(secret, 'base64'), code, ask.now, factor.lastStep)
  if (step === null) throw new IdentityError('INVALID_CODE')
  await setLastStep(db, factor.id, step)
}
