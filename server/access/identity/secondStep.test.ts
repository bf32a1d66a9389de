import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openIdentity, type Identity, password, somewhere } from '#tests/wire/identity-fixture.ts'
import { limits, secondStepCounters } from './limits.ts'
import { accounts } from './tables.ts'
import { codeAt, periodSeconds, stepOf } from './totp.ts'

let identity: Identity
beforeAll(async () => {
  identity = await openIdentity()
})
afterAll(() => identity.close())

const minute = 60_000
const bytesOf = (text: string): Buffer => {
  const bits = [...text].map(each => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
const mfa = (operation: string, body: object, options: { address?: string; headers?: Record<string, string> } = {}) =>
  identity.call(`/identitytoolkit.googleapis.com/v2/accounts/${operation}`, body, options)

/** A person with an authenticator app, and the cookie of the device on which it was set up. */
const holder = async () => {
  const { email, localId } = await identity.signUp()
  await identity.database.db.update(accounts).set({ isVerified: true }).where(eq(accounts.id, localId))
  const first = await identity.accounts('signInWithPassword', { email, password })
  const { idToken } = first.body as { idToken: string }
  const started = await mfa('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sharedSecretKey, sessionInfo } = started.body['totpSessionInfo'] as Record<string, string>
  const secret = bytesOf(sharedSecretKey!)
  const code = () => codeAt(secret, stepOf(identity.clock()))
  const done = await mfa('mfaEnrollment:finalize', {
    idToken,
    totpVerificationInfo: { sessionInfo, verificationCode: code() },
  })
  expect(done.status).toBe(200)
  identity.advance(periodSeconds * 1000)
  return { email, localId, code, cookie: String(first.headers['set-cookie']).split(';')[0]! }
}

/** Signs in up to the second step. Returns a function that takes that step from any address. */
const firstStep = async (email: string, headers: Record<string, string> = {}) => {
  const { body } = await identity.accounts('signInWithPassword', { email, password }, { headers })
  const { mfaPendingCredential, mfaInfo } = body as {
    mfaPendingCredential: string
    mfaInfo: { mfaEnrollmentId: string }[]
  }
  return (verificationCode: string, options: { address?: string; headers?: Record<string, string> } = {}) =>
    mfa(
      'mfaSignIn:finalize',
      {
        mfaPendingCredential,
        mfaEnrollmentId: mfaInfo[0]!.mfaEnrollmentId,
        totpVerificationInfo: { verificationCode },
      },
      options,
    )
}

describe('an attacker who has the password and guesses codes from many addresses', () => {
  test('gets a few guesses, then not even the right code works, while the owner still signs in', async () => {
    const { email, code, cookie } = await holder()
    const guess = await firstStep(email)
    const wrong = code() === '000000' ? '000001' : '000000'
    const tries = 40
    const answers: (string | undefined)[] = []
    for (let n = 0; n < tries; n += 1) answers.push((await guess(wrong, { address: somewhere() })).error)
    const looked = answers.filter(error => error === 'INVALID_CODE').length
    // One more attempt is let through where the rate limit begins.
    expect(looked).toBeGreaterThanOrEqual(limits.secondStepFromAnywhere.most)
    expect(looked).toBeLessThanOrEqual(limits.secondStepFromAnywhere.most + 1)
    expect(answers.slice(looked).every(error => error?.startsWith('TOO_MANY_ATTEMPTS_TRY_LATER'))).toBe(true)
    expect((await guess(code(), { address: somewhere() })).error).toMatch(/^TOO_MANY/)

    const own = await firstStep(email, { cookie })
    expect((await own(code(), { headers: { cookie } })).status).toBe(200)
    // A successful sign-in lifts nothing for other attempts.
    identity.advance(periodSeconds * 1000)
    expect((await guess(code(), { address: somewhere() })).error).toMatch(/^TOO_MANY/)
  })

  test('gets only a few more guesses in six hours, counted apart from the owner’s', async () => {
    const { email, localId, code, cookie } = await holder()
    const wrong = () => (code() === '000000' ? '000001' : '000000')
    let looked = 0
    const hours = 6
    const stepMinutes = 15
    for (let at = 0; at < hours * 60; at += stepMinutes) {
      const guess = await firstStep(email, { cookie })
      for (let n = 0; n < 6; n += 1)
        if ((await guess(wrong(), { address: somewhere() })).error === 'INVALID_CODE') looked += 1
      identity.advance(stepMinutes * minute)
    }
    const { most, paceMs } = limits.secondStepFromAnywhere
    expect(looked).toBeGreaterThan(most)
    expect(looked).toBeLessThanOrEqual(most + 1 + (hours * 60 * minute) / paceMs)
    const own = await firstStep(email, { cookie })
    expect((await own(code(), { headers: { cookie } })).status).toBe(200)

    const strangers = Object.keys(secondStepCounters(localId, { address: '203.0.113.1', device: null }))
    const owners = Object.keys(secondStepCounters(localId, { address: '203.0.113.1', device: 'known' }))
    expect(owners.filter(key => strangers.includes(key))).toEqual([])
  })
})
