import { argon2Sync, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/platform/passwords.ts'
import { type Identity, openIdentity, password, somebody, somewhere } from '#tests/wire/identity-fixture.ts'
import { settingVersions } from '#server/school/config/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { type Attempt, countAttempt, signInCounters } from './limits.ts'
import { accounts } from './tables.ts'

const minute = 60_000
const hour = 60 * minute

let identity: Identity
beforeAll(async () => {
  identity = await openIdentity()
})
afterAll(() => identity.close())

const disable = (email: string) =>
  identity.database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.email, email))
const sendReset = (email: string, more: object = {}, options = {}) =>
  identity.accounts('sendOobCode', { requestType: 'PASSWORD_RESET', email, ...more }, options)
const user = async (idToken: string) =>
  ((await identity.accounts('lookup', { idToken })).body['users'] as Record<string, unknown>[])[0]!
const payload = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>

describe('signing up', () => {
  test('creates an unverified account with a normalized address and signs it in', async () => {
    const answer = await identity.accounts('signUp', {
      email: `  Ann.LEE${'@'}Families.Example `,
      password,
      returnSecureToken: true,
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { kind: 'identitytoolkit#SignupNewUserResponse', email: 'ann.lee@families.example', expiresIn: '900' },
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    const found = await user(String(answer.body['idToken']))
    expect(found).toMatchObject({
      localId: answer.body['localId'],
      email: 'ann.lee@families.example',
      emailVerified: false,
      customAttributes: '{}',
    })
    expect(found['providerUserInfo']).toEqual([
      expect.objectContaining({ providerId: 'password', rawId: 'ann.lee@families.example' }),
    ])
    expect([found['createdAt'], found['lastLoginAt'], found['validSince']]).toEqual([
      expect.any(String),
      expect.any(String),
      expect.any(String),
    ])
    expect(found['passwordHash']).toBe('UkVEQUNURUQ=')
  })

  test('is open only to addresses on file when the school chooses so', async () => {
    const { db } = identity.database
    const set = (chosen: 'open' | 'invited', at: string) =>
      db.insert(settingVersions).values({
        kind: 'signIn',
        value: {
          accounts: chosen,
          staffIdleMinutes: null,
          secondFactorGraceDays: null,
          secondFactorSince: null,
          badges: false,
        },
        createdAt: new Date(at),
      })
    await db.insert(persons).values({ name: 'Known', email: 'known@families.example' })
    const code = async (email: string) => (await identity.accounts('signUp', { email, password })).error
    await set('invited', '2026-01-01T00:00:00Z')
    expect(await code('stranger@families.example')).toBe('ADMIN_ONLY_OPERATION')
    expect(await code('Known@families.example')).toBeUndefined()
    await set('open', '2026-01-02T00:00:00Z')
    expect(await code('stranger@families.example')).toBeUndefined()
  })

  test.each([
    [{}, 'ADMIN_ONLY_OPERATION'],
    [{ password }, 'MISSING_EMAIL'],
    [{ email: 'nobody', password }, 'INVALID_EMAIL'],
    [{ email: 'a@b.example' }, 'MISSING_PASSWORD'],
    [{ email: 'a@b.example', password: '12345' }, 'WEAK_PASSWORD : Password should be at least 6 characters'],
    [
      { email: 'a@b.example', password: '学'.repeat(1366) },
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password may contain at most 4096 bytes',
    ],
  ])('refuses %j', async (body, code) => {
    expect(await identity.accounts('signUp', { returnSecureToken: true, ...body })).toMatchObject({
      status: 400,
      error: code,
    })
  })

  test('refuses an address that has an account, in the client’s error format', async () => {
    const { email } = await identity.signUp()
    const answer = await identity.accounts('signUp', { email: email.toUpperCase(), password })
    expect(answer.body).toEqual({
      error: {
        code: 400,
        message: 'EMAIL_EXISTS',
        errors: [{ message: 'EMAIL_EXISTS', reason: 'invalid', domain: 'global' }],
      },
    })
  })

  test('is limited to ten an hour from one network', async () => {
    const from = (address: string) => identity.accounts('signUp', { email: somebody(), password }, { address })
    const answers = await Promise.all(Array.from({ length: 11 }, (_, i) => from(`2001:db8:7:7::${i + 1}`)))
    expect(answers.filter(({ error }) => error?.startsWith('TOO_MANY_ATTEMPTS_TRY_LATER'))).toHaveLength(1)
    expect((await from('2001:db8:7:8::1')).status).toBe(200)
    identity.advance(hour)
    expect((await from('2001:db8:7:7::1')).status).toBe(200)
  })
})

describe('signing in', () => {
  test('answers in the client’s format', async () => {
    const { email, localId } = await identity.signUp()
    expect(await identity.accounts('signInWithPassword', { email, password })).toMatchObject({
      status: 200,
      body: {
        kind: 'identitytoolkit#VerifyPasswordResponse',
        registered: true,
        localId,
        email,
        displayName: '',
        expiresIn: '900',
      },
    })
  })

  test('does not reveal whether an address has an account', async () => {
    const { email } = await identity.signUp()
    for (const body of [
      { email: somebody(), password },
      { email, password: 'wrong one' },
      { email, password: 'x'.repeat(5000) },
    ]) {
      expect((await identity.accounts('signInWithPassword', body)).error).toBe('INVALID_LOGIN_CREDENTIALS')
    }
  })

  test('reveals it when protection is off', async () => {
    const { email } = await identity.signUp()
    const codes = async (body: object) =>
      (await identity.accounts('signInWithPassword', body, { protection: 'off' })).error
    expect(await codes({ email: somebody(), password })).toBe('EMAIL_NOT_FOUND')
    expect(await codes({ email, password: 'wrong one' })).toBe('INVALID_PASSWORD')
  })

  test('refuses missing fields, invalid addresses and disabled accounts', async () => {
    const { email } = await identity.signUp()
    const code = async (body: object) => (await identity.accounts('signInWithPassword', body)).error
    expect(await code({ password })).toBe('MISSING_EMAIL')
    expect(await code({ email: 'a@', password })).toBe('INVALID_EMAIL')
    expect(await code({ email })).toBe('MISSING_PASSWORD')
    await disable(email)
    expect(await code({ email, password })).toBe('USER_DISABLED')
    expect(await code({ email, password: 'wrong one' })).toBe('INVALID_LOGIN_CREDENTIALS')
  })

  test('blocks a network from an account after ten wrong passwords, longer each time, until a reset', async () => {
    const { email } = await identity.signUp()
    const address = somewhere()
    const attempt = async (given: string) =>
      (await identity.accounts('signInWithPassword', { email, password: given }, { address })).error
    // Simultaneous attempts don't slip through together.
    const wrong = await Promise.all(Array.from({ length: 11 }, () => attempt('wrong one')))
    expect(wrong.filter(code => code === 'INVALID_LOGIN_CREDENTIALS')).toHaveLength(10)
    expect(await attempt(password)).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER : /)
    // The owner, at another network, is not affected.
    expect((await identity.signIn(email)).idToken).toBeTruthy()
    identity.advance(minute)
    expect(await attempt('wrong one')).toBe('INVALID_LOGIN_CREDENTIALS')
    identity.advance(minute)
    expect(await attempt(password)).toMatch(/^TOO_MANY/)
    await sendReset(email)
    expect(
      (await identity.accounts('resetPassword', { oobCode: await identity.code(email), newPassword: 'battery staple' }))
        .status,
    ).toBe(200)
    expect(await attempt('battery staple')).toBeUndefined()
  })

  test('is limited to a hundred wrong passwords from one network; right ones don’t count', async () => {
    const address = somewhere()
    const { email } = await identity.signUp()
    const attempt = (body: object) => identity.accounts('signInWithPassword', body, { address })
    for (let i = 0; i < 3; i += 1) expect((await attempt({ email, password })).status).toBe(200)
    for (let i = 0; i < 100; i += 10) {
      // A password that is too long is refused without hashing.
      const wrong = Array.from({ length: 10 }, () => attempt({ email: somebody(), password: 'x'.repeat(5000) }))
      for (const { error } of await Promise.all(wrong)) expect(error).toBe('INVALID_LOGIN_CREDENTIALS')
    }
    expect((await attempt({ email, password })).error).toMatch(/^TOO_MANY/)
    identity.advance(15 * minute)
    expect((await attempt({ email, password })).status).toBe(200)
  })
})

describe('guessing from many networks', () => {
  test('gets only a few hundred guesses through, even from a thousand addresses', () => {
    const email = 'target@families.example'
    const counted = new Map<string, Attempt>()
    const start = Date.parse('2026-11-22T12:00:00Z')
    const hours = 4
    let guesses = 0
    for (let i = 0; i < 10_000; i += 1) {
      const now = new Date(start + (i / 10_000) * hours * hour)
      const counters = signInCounters(email, { address: `10.0.${(i % 1000) >> 8}.${(i % 1000) & 255}`, device: null })
      const results = Object.entries(counters).map(([key, limit]) => {
        const before = counted.get(key) ?? { key, count: 0, windowEndsAt: now, blockedUntil: null, blocks: 0 }
        return countAttempt(before, limit, now)
      })
      const isRefused = results.some(({ isAllowed }) => !isAllowed)
      for (const { attempt, isAllowed } of results) if (isAllowed !== isRefused) counted.set(attempt.key, attempt)
      if (!isRefused) guesses += 1
    }
    expect(guesses).toBeGreaterThan(50)
    expect(guesses).toBeLessThanOrEqual(50 + hours * 120)
    const device = Object.keys(signInCounters(email, { address: '10.0.0.1', device: 'known' }))
    expect(device.filter(key => counted.has(key))).toEqual([])
  })

  test('is slowed down, while the owner’s own device signs in at once', async () => {
    const { email } = await identity.signUp()
    const first = await identity.accounts('signInWithPassword', { email, password })
    const cookie = String(first.headers['set-cookie']).split(';')[0]!
    expect(first.headers['set-cookie']).toMatch(
      /^__Host-device=[\w-]{43}; HttpOnly; Secure; SameSite=Lax; Path=\/; Max-Age=/,
    )
    const guess = (given: string, headers = {}) =>
      identity.accounts('signInWithPassword', { email, password: given }, { headers })
    // A password that is too long is refused without hashing.
    const wrong = await Promise.all(Array.from({ length: 60 }, () => guess('x'.repeat(5000))))
    const refused = wrong.filter(({ error }) => error?.startsWith('TOO_MANY_ATTEMPTS_TRY_LATER'))
    expect(refused.length).toBeGreaterThan(5)
    expect((await guess(password)).error).toMatch(/^TOO_MANY/)
    expect((await guess(password, { cookie })).status).toBe(200)
    // A cookie that someone made up, or has for their own account, is not valid for this account.
    const own = await identity.signUp()
    const other = await identity.accounts('signInWithPassword', { email: own.email, password })
    for (const made of ['__Host-device=guessed', String(other.headers['set-cookie']).split(';')[0]!])
      expect((await guess(password, { cookie: made })).error).toMatch(/^TOO_MANY/)
    identity.advance(minute / 2)
    expect((await guess(password)).status).toBe(200)
  })

  test('a known device has its own limit', async () => {
    const { email } = await identity.signUp()
    const first = await identity.accounts('signInWithPassword', { email, password })
    const headers = { cookie: String(first.headers['set-cookie']).split(';')[0]! }
    const guess = (given: string) => identity.accounts('signInWithPassword', { email, password: given }, { headers })
    for (let i = 0; i < 10; i += 1) await guess('x'.repeat(5000))
    expect((await guess(password)).error).toMatch(/^TOO_MANY/)
  })

  test('only a sign-in on a new device is emailed to the owner, not one on the first or a known device', async () => {
    const { email } = await identity.signUp()
    expect(await identity.letters(email)).toEqual([])
    const phone = { 'user-agent': 'Mozilla/5.0 (iPhone) Version/19.0 Mobile/15E148 Safari/604.1' }
    const answer = await identity.accounts('signInWithPassword', { email, password }, { headers: phone })
    const [letter, ...more] = await identity.letters(email)
    expect(letter).toMatchObject({
      subject: 'New sign-in to the school',
      text: expect.stringContaining('Safari on iPhone'),
    })
    expect(more).toEqual([])
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!
    await identity.accounts('signInWithPassword', { email, password }, { headers: { cookie } })
    expect(await identity.letters(email)).toHaveLength(1)
    await identity.accounts(
      'signInWithPassword',
      { email, password },
      { headers: { ...phone, 'x-firebase-locale': 'zh' } },
    )
    expect((await identity.letters(email)).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('新设备（iPhone 上的 Safari）'),
    )
  })
})

describe('one’s own account', () => {
  test('refuses malformed and expired tokens, and those of deleted or disabled accounts', async () => {
    const lookup = async (idToken?: string) => (await identity.accounts('lookup', { idToken })).error
    expect(await lookup()).toBe('INVALID_ID_TOKEN')
    expect(await lookup('a.b.c')).toBe('INVALID_ID_TOKEN')
    const gone = await identity.signUp()
    await identity.accounts('delete', { idToken: gone.idToken })
    expect(await lookup(gone.idToken)).toBe('USER_NOT_FOUND')
    const disabled = await identity.signUp()
    await disable(disabled.email)
    expect(await lookup(disabled.idToken)).toBe('USER_DISABLED')
    const late = await identity.signUp()
    identity.advance(906_000)
    expect(await lookup(late.idToken)).toBe('TOKEN_EXPIRED')
  })

  test('changes its name and picture; null clears a field and omitting it keeps it', async () => {
    const { idToken } = await identity.signUp()
    const update = (body: object) => identity.accounts('update', { idToken, returnSecureToken: true, ...body })
    expect((await update({ displayName: 'Ann Lee', photoUrl: 'https://pictures.example/a.png' })).body).toMatchObject({
      displayName: 'Ann Lee',
      emailVerified: false,
    })
    expect((await update({ displayName: null })).body).toMatchObject({ photoUrl: 'https://pictures.example/a.png' })
    expect(await user(idToken)).not.toHaveProperty('displayName')
    expect((await update({ photoUrl: null })).body).not.toHaveProperty('photoUrl')
    expect((await update({ displayName: 'A\u0000' })).error).toMatch(/^INVALID_DISPLAY_NAME/)
    expect((await update({ photoUrl: 'http://pictures.example/a.png' })).error).toMatch(/^INVALID_PHOTO_URL/)
  })

  test('can’t change its address without confirming it by email', async () => {
    const { idToken, email } = await identity.signUp()
    const update = async (body: object) => identity.accounts('update', { idToken, returnSecureToken: true, ...body })
    expect((await update({ email: somebody() })).error).toBe(
      'OPERATION_NOT_ALLOWED : Please verify the new email before changing email.',
    )
    expect((await update({ email })).status).toBe(200)
    expect((await update({ email: 'x' })).error).toBe('INVALID_EMAIL')
    expect((await identity.accounts('update', { displayName: 'x' })).error).toBe('INVALID_REQ_TYPE')
  })

  test('changes its password, which ends every sign-in but the new one', async () => {
    const { idToken, email, refreshToken } = await identity.signUp()
    const elsewhere = await identity.signIn(email)
    expect((await identity.accounts('update', { idToken, password: '12345' })).error).toMatch(/^WEAK_PASSWORD/)
    identity.advance(100_000)
    const { body } = await identity.accounts('update', { idToken, password: 'battery staple', returnSecureToken: true })
    expect(body).toMatchObject({ kind: 'identitytoolkit#SetAccountInfoResponse', expiresIn: '900' })
    expect(await user(String(body['idToken']))).toMatchObject({ email })
    expect(payload(String(body['idToken']))['auth_time']).toBe(payload(idToken)['auth_time'])
    for (const old of [idToken, elsewhere.idToken])
      expect((await identity.accounts('lookup', { idToken: old })).error).toBe('TOKEN_EXPIRED')
    for (const old of [refreshToken, elsewhere.refreshToken])
      expect((await identity.refresh(old)).error).toBe('TOKEN_EXPIRED')
    await identity.signIn(email, 'battery staple')
  })

  test('can remove its password and set one again', async () => {
    const { idToken, email } = await identity.signUp()
    expect((await identity.accounts('signUp', { idToken, email, password: 'another one' })).error).toMatch(
      /^OPERATION_NOT_ALLOWED/,
    )
    expect(
      (await identity.accounts('update', { idToken, deleteProvider: ['password'] })).body['providerUserInfo'],
    ).toEqual([])
    expect((await identity.accounts('signInWithPassword', { email, password })).error).toBe('INVALID_LOGIN_CREDENTIALS')
    expect((await identity.accounts('signUp', { idToken, email: somebody(), password })).error).toMatch(
      /^OPERATION_NOT_ALLOWED/,
    )
    expect((await identity.accounts('signUp', { idToken, email, password: 'another one' })).body).toMatchObject({
      email,
      idToken: expect.any(String),
    })
    await identity.signIn(email, 'another one')
  })

  test('needs a recent sign-in to change its password or address, or to be deleted', async () => {
    const { idToken, email } = await identity.signUp()
    identity.advance(301_000)
    const code = async (operation: string, body: object) =>
      (await identity.accounts(operation, { idToken, ...body })).error
    expect(await code('update', { password: 'battery staple' })).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    expect(await code('update', { deleteProvider: ['password'] })).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    expect(await code('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: somebody() })).toBe(
      'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
    )
    expect(await code('delete', {})).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    expect(await code('update', { displayName: 'Ann' })).toBeUndefined()
    const again = await identity.signIn(email)
    expect((await identity.accounts('delete', { idToken: again.idToken })).body).toEqual({
      kind: 'identitytoolkit#DeleteAccountResponse',
    })
    expect(await identity.database.db.select().from(accounts).where(eq(accounts.email, email))).toEqual([])
  })
})

test('a stored password hash is argon2id in PHC format', async () => {
  expect(await hashPassword(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
})
test('a hash of another cost is replaced when its owner signs in, and still works', async () => {
  const { email } = await identity.signUp()
  const { db } = identity.database
  const salt = randomBytes(16)
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce: salt,
    memory: 8192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${plain(salt)}$${plain(tag)}`
  await db.update(accounts).set({ passwordHash: old }).where(eq(accounts.email, email))
  const kept = async () => (await db.select().from(accounts).where(eq(accounts.email, email)))[0]!.passwordHash
  await identity.accounts('signInWithPassword', { email, password: 'wrong horse' })
  expect(await kept()).toBe(old)
  await identity.signIn(email)
  const renewed = await kept()
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await identity.signIn(email)
  expect(await kept()).toBe(renewed)
})
