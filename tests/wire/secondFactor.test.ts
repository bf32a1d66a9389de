import { eq } from 'drizzle-orm'
import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getMultiFactorResolver,
  multiFactor,
  type MultiFactorError,
  reauthenticateWithCredential,
  signInWithEmailAndPassword,
  signOut,
  TotpMultiFactorGenerator,
  type TotpSecret,
  updatePassword,
  type User,
} from '@firebase/auth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { log } from '#server/platform/log.ts'
import { mails } from '#server/platform/tables.ts'
import { accounts, recoveryCodes, secondFactors, signIns } from '#server/access/identity/tables.ts'
import { codeAt, stepOf } from '#server/access/identity/totp.ts'
import { codeOf, type Listening, openListening } from './clients.ts'

/** The second factor with the official client: its requests, and its handling of the answers. */
const password = 'correct horse'
let school: Listening
let client: ReturnType<Listening['client']>
let people = 0

beforeAll(async () => {
  log.level = 'silent'
  school = await openListening()
})
afterAll(() => school.close())
beforeEach(async () => {
  client = school.client()
  await school.database.pool.query('delete from attempts')
})
afterEach(() => client.end())

const fromBase32 = (text: string): Buffer => {
  const bits = [...text]
    .map(each => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
/** The code that the app shows now. */
const appCode = ({ secretKey }: TotpSecret): string => codeAt(fromBase32(secretKey), stepOf(school.clock()))

const person = async (isVerified = true): Promise<User> => {
  const email = `holder${(people += 1)}@families.example`
  const { user } = await createUserWithEmailAndPassword(client.auth, email, password)
  if (isVerified) await school.database.db.update(accounts).set({ isVerified }).where(eq(accounts.email, email))
  await user.getIdToken(true)
  return user
}
const start = async (user: User): Promise<TotpSecret> =>
  TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
const enrol = async (user: User): Promise<TotpSecret> => {
  const secret = await start(user)
  await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, appCode(secret)), 'Phone')
  // The code that was used for the setup can't be used again.
  school.advance(30_000)
  return secret
}
const firstStep = async (email: string) => {
  const error = await signInWithEmailAndPassword(client.auth, email, password).then(
    () => null,
    (failure: unknown) => failure as MultiFactorError,
  )
  expect(error?.code).toBe('auth/multi-factor-auth-required')
  const resolver = getMultiFactorResolver(client.auth, error!)
  expect(resolver.hints).toHaveLength(1)
  const [hint] = resolver.hints
  return {
    hint: hint!,
    finish: (code: string) => resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(hint!.uid, code)),
  }
}
const letters = async (user: User) =>
  (await school.database.db.select().from(mails).where(eq(mails.to, user.email!))).map(({ subject }) => subject)

test('an app is set up, asked for at the next sign-in, and removed by its owner', async () => {
  const user = await person()
  const secret = await start(user)
  expect([secret.codeLength, secret.codeIntervalSeconds, secret.hashingAlgorithm]).toEqual([6, 30, 'SHA1'])
  expect(secret.secretKey).toMatch(/^[A-Z2-7]{32}$/)
  const wrong = TotpMultiFactorGenerator.assertionForEnrollment(secret, '000000')
  expect(await codeOf(multiFactor(user).enroll(wrong, 'Phone'))).toBe('auth/invalid-verification-code')
  await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, appCode(secret)), 'Phone')
  const [factor] = multiFactor(user).enrolledFactors
  expect(factor).toMatchObject({ displayName: 'Phone', factorId: 'totp' })
  expect(Date.parse(factor!.enrollmentTime)).toBeGreaterThan(0)
  expect(await codeOf(start(user))).toBe('auth/maximum-second-factor-count-exceeded')
  // The database contains nothing that codes can be computed from.
  const [kept] = await school.database.db.select().from(secondFactors).where(eq(secondFactors.accountId, user.uid))
  expect(JSON.stringify(kept)).not.toContain(fromBase32(secret.secretKey).toString('base64'))

  await signOut(client.auth)
  school.advance(30_000)
  const { hint, finish } = await firstStep(user.email!)
  expect([hint.uid, hint.displayName]).toEqual([factor!.uid, 'Phone'])
  expect(client.auth.currentUser).toBeNull()
  const credential = await finish(appCode(secret))
  expect(credential.user.uid).toBe(user.uid)
  expect((await credential.user.getIdTokenResult()).signInProvider).toBe('password')

  await multiFactor(credential.user).unenroll(factor!)
  expect(multiFactor(credential.user).enrolledFactors).toEqual([])
  await credential.user.getIdToken(true)
  await signOut(client.auth)
  expect(await codeOf(signInWithEmailAndPassword(client.auth, user.email!, password))).toBe('no error')
  expect(await letters(user)).toEqual([
    'Two-step sign-in for the school is on',
    'New sign-in to the school',
    'Two-step sign-in for the school is off',
    'New sign-in to the school',
  ])
})

test('setup ends sessions elsewhere and keeps this one', async () => {
  const user = await person()
  const elsewhere = school.client()
  const { user: other } = await signInWithEmailAndPassword(elsewhere.auth, user.email!, password)
  await enrol(user)
  expect(await codeOf(other.getIdToken(true))).toBe('auth/user-token-expired')
  expect(await codeOf(user.getIdToken(true))).toBe('no error')
  const held = await school.database.db.select().from(signIns).where(eq(signIns.accountId, user.uid))
  expect(held.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
  await elsewhere.end()
})

test('a code works once, only near its time, and guesses are limited', async () => {
  const user = await person()
  const secret = await enrol(user)
  await signOut(client.auth)
  const code = appCode(secret)
  await (await firstStep(user.email!)).finish(code)
  await signOut(client.auth)
  expect(await codeOf((await firstStep(user.email!)).finish(code))).toBe('auth/invalid-verification-code')
  school.advance(90_000)
  const late = await firstStep(user.email!)
  expect(await codeOf(late.finish(code))).toBe('auth/invalid-verification-code')
  expect(await codeOf(late.finish(''))).toBe('auth/invalid-verification-code')
  for (let i = 0; i < 7; i += 1) expect(await codeOf(late.finish('000000'))).toBe('auth/invalid-verification-code')
  expect(await codeOf(late.finish(appCode(secret)))).toBe('auth/too-many-requests')
  school.advance(60_000)
  expect(await codeOf((await firstStep(user.email!)).finish(appCode(secret)))).toBe('no error')
})

test('the second step expires after ten minutes or a change of password', async () => {
  const user = await person()
  const secret = await enrol(user)
  await signOut(client.auth)
  const late = await firstStep(user.email!)
  school.advance(600_000)
  expect(await codeOf(late.finish(appCode(secret)))).toBe('auth/invalid-multi-factor-session')
  const overtaken = await firstStep(user.email!)
  const { db } = school.database
  await db
    .update(accounts)
    .set({ passwordUpdatedAt: new Date(school.clock().getTime() + 1) })
    .where(eq(accounts.id, user.uid))
  expect(await codeOf(overtaken.finish(appCode(secret)))).toBe('auth/invalid-multi-factor-session')
  await db.update(accounts).set({ passwordUpdatedAt: null, isDisabled: true }).where(eq(accounts.id, user.uid))
  expect(await codeOf(overtaken.finish(appCode(secret)))).toBe('auth/user-disabled')
  await db.update(accounts).set({ isDisabled: false }).where(eq(accounts.id, user.uid))
  await db.delete(secondFactors).where(eq(secondFactors.accountId, user.uid))
  expect(await codeOf(overtaken.finish(appCode(secret)))).toBe('auth/multi-factor-info-not-found')
})

test('sensitive changes ask for password and code again after five minutes', async () => {
  const user = await person()
  const secret = await enrol(user)
  const [factor] = multiFactor(user).enrolledFactors
  school.advance(301_000)
  expect(await codeOf(multiFactor(user).unenroll(factor!))).toBe('auth/requires-recent-login')
  expect(await codeOf(updatePassword(user, 'battery staple'))).toBe('auth/requires-recent-login')
  const error = await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email!, password)).catch(
    (failure: unknown) => failure as MultiFactorError,
  )
  const resolver = getMultiFactorResolver(client.auth, error as MultiFactorError)
  await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(factor!.uid, appCode(secret)))
  await updatePassword(user, 'battery staple')
  expect(await codeOf(multiFactor(user).unenroll('another'))).toBe('auth/multi-factor-info-not-found')
  await multiFactor(user).unenroll(factor!)
  expect(multiFactor(user).enrolledFactors).toEqual([])
})

test('setup needs a confirmed address and a recent sign-in, and expires after ten minutes', async () => {
  expect(await codeOf(start(await person(false)))).toBe('auth/unverified-email')
  const user = await person()
  const secret = await start(user)
  const another = await person()
  await client.auth.updateCurrentUser(another)
  const stolen = TotpMultiFactorGenerator.assertionForEnrollment(secret, appCode(secret))
  expect(await codeOf(multiFactor(another).enroll(stolen, ''))).toBe('auth/invalid-verification-id')
  await client.auth.updateCurrentUser(user)
  school.advance(600_000)
  const late = TotpMultiFactorGenerator.assertionForEnrollment(secret, appCode(secret))
  expect(await codeOf(multiFactor(user).enroll(late, ''))).toBe('auth/invalid-verification-id')
  expect(await codeOf(start(user))).toBe('auth/requires-recent-login')
})

test('a recovery code replaces the app once, and new codes replace the old ones', async () => {
  const user = await person()
  const post = async (path: string, body: object) =>
    (await (
      await fetch(`${school.url}/identitytoolkit.googleapis.com/v2/accounts/${path}?key=k`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as { recoveryCodes: string[] }
  const secret = await start(user)
  const { recoveryCodes: codes, ...tokens } = (await post('mfaEnrollment:finalize', {
    idToken: await user.getIdToken(),
    totpVerificationInfo: {
      sessionInfo: (secret as unknown as { sessionInfo: string }).sessionInfo,
      verificationCode: appCode(secret),
    },
  })) as { recoveryCodes: string[]; idToken: string }
  expect(codes).toHaveLength(8)
  expect(new Set(codes).size).toBe(8)
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
  const kept = await school.database.db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, user.uid))
  expect(JSON.stringify(kept)).not.toContain(codes[0]!.replaceAll('-', ''))
  expect((await firstStep(user.email!)).hint.displayName).toBeUndefined()
  await (await firstStep(user.email!)).finish(codes[0]!.toLowerCase().replaceAll('-', ' '))
  expect(client.auth.currentUser?.uid).toBe(user.uid)
  expect(await codeOf((await firstStep(user.email!)).finish(codes[0]!))).toBe('auth/invalid-verification-code')
  const { recoveryCodes: next } = await post('mfaEnrollment:renewRecoveryCodes', { idToken: tokens.idToken })
  expect(next).toHaveLength(8)
  expect(await codeOf((await firstStep(user.email!)).finish(codes[1]!))).toBe('auth/invalid-verification-code')
  expect(await codeOf((await firstStep(user.email!)).finish(next[1]!))).toBe('no error')
  expect(await letters(user)).toContain('A recovery code for the school was used')
  // Another person's codes are not accepted.
  const another = await person()
  await enrol(another)
  expect(await codeOf((await firstStep(another.email!)).finish(next[2]!))).toBe('auth/invalid-verification-code')
})
