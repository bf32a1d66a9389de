import { createSecretKey } from 'node:crypto'
import { eq } from 'drizzle-orm'
import {
  createLocalJWKSet,
  type CryptoKey,
  decodeJwt,
  generateKeyPair,
  type JSONWebKeySet,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CallError } from '#server/platform/errors.ts'
import { type Context, guest } from '#server/platform/functions.ts'
import { log } from '#server/platform/log.ts'
import { mails } from '#server/platform/tables.ts'
import { persons } from '#server/slices/users/tables.ts'
import { type Identity, openIdentity, password, publicUrl, somebody } from '#tests/wire/identity-fixture.ts'
import { authenticate, authenticateCookie } from './actor.ts'
import { describeDevice } from './device.ts'
import { identityFunctions } from './functions.ts'
import { invite } from './jobs.ts'
import { networkOf } from './limits.ts'
import { keyRing } from './signingKeys.ts'
import { accounts, actionCodes, signingKeys, signIns } from './tables.ts'

let identity: Identity
beforeAll(async () => {
  // The outages below are meant.
  log.level = 'silent'
  identity = await openIdentity()
})
afterAll(() => identity.close())

const whoIs = async (token: string) => authenticate(identity.database, { publicUrl }, token, identity.clock())
const lookup = async (idToken: string) => (await identity.accounts('lookup', { idToken })).error

describe('refreshing', () => {
  test('gives a new token of the same sign-in', async () => {
    const first = await identity.signUp()
    const { body, status } = await identity.refresh(first.refreshToken)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: '900',
      user_id: first.localId,
      project_id: 'lantern',
      id_token: body['access_token'],
    })
    expect(body['refresh_token']).not.toBe(first.refreshToken)
    const [before, after] = [decodeJwt(first.idToken), decodeJwt(String(body['access_token']))]
    expect([after['sid'], after['auth_time']]).toEqual([before['sid'], before['auth_time']])
    expect(after.jti).not.toBe(before.jti)
  })

  test('lets two tabs come with the same token, at once and for thirty seconds', async () => {
    const { refreshToken } = await identity.signUp()
    const [one, two] = await Promise.all([identity.refresh(refreshToken), identity.refresh(refreshToken)])
    expect(one.body['refresh_token']).toEqual(expect.any(String))
    expect(two.body['refresh_token']).toBe(one.body['refresh_token'])
    identity.advance(29_000)
    expect((await identity.refresh(refreshToken)).body['refresh_token']).toBe(one.body['refresh_token'])
    const next = await identity.refresh(String(one.body['refresh_token']))
    expect(next.body['refresh_token']).not.toBe(one.body['refresh_token'])
  })

  test('ends the sign-in when an exchanged token comes back later', async () => {
    const { refreshToken, email, idToken } = await identity.signUp()
    const elsewhere = await identity.signIn(email)
    const next = await identity.refresh(refreshToken)
    identity.advance(31_000)
    expect((await identity.refresh(refreshToken)).error).toBe('TOKEN_EXPIRED')
    expect((await identity.refresh(String(next.body['refresh_token']))).error).toBe('TOKEN_EXPIRED')
    expect(await lookup(idToken)).toBe('TOKEN_EXPIRED')
    expect(await whoIs(elsewhere.idToken)).not.toBeNull()
  })

  test('is over after sixty idle days, or a year', async () => {
    const day = 24 * 60 * 60_000
    const idle = await identity.signUp()
    let { refreshToken } = await identity.signUp()
    for (let days = 0; days < 360; days += 59) {
      identity.advance(59 * day)
      const { body } = await identity.refresh(refreshToken)
      if (days < 300) refreshToken = String(body['refresh_token'])
      else expect(body).toMatchObject({ error: { message: 'TOKEN_EXPIRED' } })
    }
    expect((await identity.refresh(idle.refreshToken)).error).toBe('TOKEN_EXPIRED')
  })

  test('refuses what is no refresh token', async () => {
    const token = async (form: Record<string, string>) =>
      (await identity.call('/securetoken.googleapis.com/v1/token', form, { form: true })).error
    expect(await token({ refresh_token: 'x' })).toBe('INVALID_GRANT_TYPE')
    expect(await token({ grant_type: 'refresh_token' })).toBe('MISSING_REFRESH_TOKEN')
    expect(await token({ grant_type: 'refresh_token', refresh_token: 'x' })).toBe('TOKEN_EXPIRED')
    const { refreshToken, email } = await identity.signUp()
    await identity.database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.email, email))
    expect((await identity.refresh(refreshToken)).error).toBe('USER_DISABLED')
  })
})

describe('ID tokens', () => {
  test('are RS256 and verify with the published keys', async () => {
    const { idToken, localId, email } = await identity.signUp()
    const answer = await identity.apps.on.inject('/.well-known/jwks.json')
    const keys = answer.json<JSONWebKeySet>()
    expect(keys.keys[0]).not.toHaveProperty('d')
    const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(keys), {
      currentDate: identity.clock(),
      issuer: publicUrl,
      audience: 'lantern',
    })
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) })
    expect(payload).toMatchObject({
      sub: localId,
      user_id: localId,
      email,
      email_verified: false,
      sid: expect.any(String),
      jti: expect.any(String),
      firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    })
    expect(payload.exp! - payload.iat!).toBe(900)
  })

  test('made by others are refused', async () => {
    const { idToken } = await identity.signUp()
    const { signing } = await keyRing(identity.database).keys()
    const claims = decodeJwt(idToken)
    const sign = (
      change: object,
      key: CryptoKey | ReturnType<typeof createSecretKey> = signing.key,
      header: object = {},
    ) =>
      new SignJWT({ ...claims, ...change })
        .setProtectedHeader({ alg: 'RS256', kid: signing.id, typ: 'JWT', ...header })
        .sign(key)
    expect(await whoIs(await sign({}))).not.toBeNull()

    const other = await generateKeyPair('RS256')
    const published = JSON.stringify((await identity.apps.on.inject('/.well-known/jwks.json')).json())
    const bad = {
      none: new UnsecuredJWT(claims).encode(),
      'none with our key id': `${Buffer.from(JSON.stringify({ alg: 'none', kid: signing.id, typ: 'JWT' })).toString('base64url')}.${idToken.split('.')[1]}.`,
      'HS256 with the public key': await sign({}, createSecretKey(Buffer.from(published)), { alg: 'HS256' }),
      'another key': await sign({}, other.privateKey),
      'an unknown key id': await sign({}, other.privateKey, { kid: 'unknown' }),
      'another type': await sign({}, signing.key, { typ: 'at+jwt' }),
      'another issuer': await sign({ iss: 'https://elsewhere.example' }),
      'another audience': await sign({ aud: 'other' }),
      'no subject': await sign({ sub: '' }),
      'an odd subject': await sign({ sub: "'; drop" }),
      'no sign-in': await sign({ sid: undefined }),
      'the sign-in of somebody else': await sign({ sid: decodeJwt((await identity.signUp()).idToken)['sid'] }),
      expired: await sign({ exp: Math.floor(identity.clock().getTime() / 1000) - 6 }),
      tampered: idToken.replace(/\.(.)/, (_, first: string) => `.${first === 'e' ? 'f' : 'e'}`),
      'much too long': 'x'.repeat(10_000),
      'not even one': 'hello',
    }
    for (const [what, token] of Object.entries(bad)) expect([what, await whoIs(token)]).toEqual([what, null])
    expect(await whoIs(await sign({ exp: Math.floor(identity.clock().getTime() / 1000) - 3 }))).not.toBeNull()
  })

  test('remembered as good still expire, and die with their sign-in and their account', async () => {
    const kept = await identity.signUp()
    expect(await whoIs(kept.idToken)).not.toBeNull()
    identity.advance(906_000)
    expect(await whoIs(kept.idToken)).toBeNull()
    const revoked = await identity.signUp()
    expect(await whoIs(revoked.idToken)).not.toBeNull()
    await identity.database.db
      .update(signIns)
      .set({ revokedAt: new Date() })
      .where(eq(signIns.accountId, revoked.localId))
    expect(await whoIs(revoked.idToken)).toBeNull()
    const disabled = await identity.signUp()
    expect(await whoIs(disabled.idToken)).not.toBeNull()
    await identity.database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.id, disabled.localId))
    expect(await whoIs(disabled.idToken)).toBeNull()
  })

  test('use one key, though many ask for the first at once, and the key before stays published', async () => {
    const other = await openIdentity()
    try {
      const rings = Array.from({ length: 3 }, () => ({ ...other.database }))
      const made = await Promise.all(rings.map(database => keyRing(database).keys()))
      expect(new Set(made.map(({ signing }) => signing.id)).size).toBe(1)
      await other.database.db.update(signingKeys).set({ createdAt: new Date(Date.now() - 91 * 24 * 60 * 60_000) })
      const before = await other.signUp()
      const later = { ...other.database }
      expect((await keyRing(later).keys()).published).toHaveLength(2)
      expect(await authenticate(later, { publicUrl }, before.idToken, other.clock())).not.toBeNull()
    } finally {
      await other.close()
    }
  })
})

describe('the session cookie', () => {
  const headers = { origin: publicUrl }
  const post = (idToken: string, more: object = {}) =>
    identity.apps.on.inject({
      method: 'POST',
      url: '/__session',
      headers: { ...headers, authorization: `Bearer ${idToken}`, ...more },
    })

  test('stands for the sign-in until that ends', async () => {
    const { idToken, email } = await identity.signUp()
    const answer = await post(idToken)
    expect(answer.statusCode).toBe(201)
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^__session=[\w-]{43}; HttpOnly; Secure; SameSite=Lax; Path=\/; Max-Age=432000$/)
    const value = /=([\w-]+)/.exec(cookie)![1]!
    expect(await authenticateCookie(identity.database, value, identity.clock())).toMatchObject({ email })
    expect(
      await authenticateCookie(identity.database, value, new Date(identity.clock().getTime() + 432_000_000)),
    ).toBeNull()
    expect(await authenticateCookie(identity.database, 'guessed')).toBeNull()

    const end = await identity.apps.on.inject({
      method: 'DELETE',
      url: '/__session',
      headers: { ...headers, cookie: `a=b; __session=${value}` },
    })
    expect(end.statusCode).toBe(204)
    expect(end.headers['set-cookie']).toMatch(/^__session=; .*Max-Age=0$/)
    expect(await authenticateCookie(identity.database, value, identity.clock())).toBeNull()
    expect(await lookup(idToken)).toBe('TOKEN_EXPIRED')
  })

  test('is for fresh, valid tokens from our own pages', async () => {
    const { idToken } = await identity.signUp()
    expect((await post(idToken, { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await identity.apps.on.inject({ method: 'DELETE', url: '/__session' })).statusCode).toBe(403)
    expect((await identity.apps.on.inject({ method: 'DELETE', url: '/__session', headers })).statusCode).toBe(204)
    expect((await post('x')).statusCode).toBe(401)
    expect((await identity.apps.on.inject({ method: 'POST', url: '/__session', headers })).statusCode).toBe(401)
    identity.advance(301_000)
    expect((await post(idToken)).statusCode).toBe(401)
  })

  test('is not Secure where the school is on this machine, whose names are all ours in the demo', async () => {
    const demo = await openIdentity({ publicUrl: 'http://localhost:3000', isDemo: true })
    try {
      const { idToken } = await demo.signUp()
      const answer = await demo.apps.on.inject({
        method: 'POST',
        url: '/__session',
        headers: { origin: 'http://127.0.0.1:5173', authorization: `Bearer ${idToken}` },
      })
      expect(answer.headers['set-cookie']).not.toContain('Secure')
      expect(
        (
          await demo.accounts('sendOobCode', {
            requestType: 'VERIFY_EMAIL',
            idToken,
            continueUrl: 'http://localhost:5173/x',
          })
        ).status,
      ).toBe(200)
    } finally {
      await demo.close()
    }
  })
})

describe('the form of answers', () => {
  test('is JSON for what is unknown, unreadable or without a key', async () => {
    expect(await identity.call('/identitytoolkit.googleapis.com/v1/projects', undefined)).toMatchObject({
      status: 404,
      body: { error: { code: 404 } },
    })
    expect(await identity.accounts('signInWithPhoneNumber', {})).toMatchObject({ status: 404 })
    expect(await identity.call('/securetoken.googleapis.com/v2', {})).toMatchObject({ status: 404 })
    expect(await identity.accounts('signUp', {}, { key: '' })).toMatchObject({
      status: 403,
      body: { error: { code: 403 } },
    })
    expect(await identity.accounts('signUp', {}, { key: '?key=a:b' })).toMatchObject({ status: 403 })
    for (const payload of ['{', '[]', 'null', 'x'.repeat(100_000)]) {
      const answer = await identity.apps.on.inject({
        method: 'POST',
        url: '/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k',
        headers: { 'content-type': 'application/json' },
        payload,
      })
      expect([answer.statusCode, answer.json<{ error: { message: string } }>().error.message]).toEqual([
        400,
        expect.stringMatching(/^INVALID_ARGUMENT : /),
      ])
    }
  })

  test('of the password policy is the client’s', async () => {
    const { body } = await identity.call('/identitytoolkit.googleapis.com/v2/passwordPolicy', undefined)
    expect(body).toMatchObject({
      customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: 4096 },
      enforcementState: 'ENFORCE',
      schemaVersion: 1,
    })
  })

  test('of an outage never signs anybody out', async () => {
    const other = await openIdentity()
    const { idToken, refreshToken, email } = await other.signUp()
    await other.database.close()
    const outage = { status: 503, body: { error: { code: 503, message: 'NETWORK_REQUEST_FAILED' } } }
    expect(await other.accounts('lookup', { idToken })).toMatchObject(outage)
    expect(await other.refresh(refreshToken)).toMatchObject(outage)
    expect(await other.accounts('signInWithPassword', { email, password })).toMatchObject(outage)
    const headers = { origin: publicUrl, authorization: `Bearer ${idToken}` }
    expect((await other.apps.on.inject({ method: 'POST', url: '/__session', headers })).statusCode).toBe(503)
    await expect(authenticate(other.database, { publicUrl }, idToken)).rejects.toThrow()
    await other.close()
  })

  test('of a failure is an outage on lookup and token only', async () => {
    const other = await openIdentity()
    const { idToken, refreshToken } = await other.signUp()
    await other.database.pool.query('drop table role_grants')
    expect(await other.accounts('lookup', { idToken })).toMatchObject({ status: 503, error: 'NETWORK_REQUEST_FAILED' })
    expect(await other.refresh(refreshToken)).toMatchObject({ status: 503, error: 'NETWORK_REQUEST_FAILED' })
    expect(await other.accounts('delete', { idToken })).toMatchObject({ status: 500, error: 'INTERNAL_ERROR' })
    await other.close()
  })
})

describe('identity-sessions', () => {
  const context = async <I>(idToken: string, input: I): Promise<Context<I>> => ({
    db: identity.database.db,
    client: null,
    actor: (await whoIs(idToken))?.actor ?? guest,
    input,
    now: new Date(),
    address: '',
    messagingToken: null,
    isStream: false,
    signal: new AbortController().signal,
    settings: { publicUrl, isDemo: false, mail: 'kept' },
    enqueue: async () => undefined,
    touch: () => undefined,
    send: () => false,
  })

  test('shows one’s own and ends one of them, never those of others', async () => {
    const ann = await identity.signUp(somebody('ann'))
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
    const onPhone = (
      await identity.accounts(
        'signInWithPassword',
        { email: ann.email, password },
        { headers: { 'user-agent': phone } },
      )
    ).body
    const bob = await identity.signUp(somebody('bob'))
    const seen = await identityFunctions['identity-sessions'](await context(ann.idToken, {}))
    expect(seen.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Safari on iPhone', false],
      ['', true],
    ])

    const end = async (idToken: string, id: string) =>
      identityFunctions['identity-endSession'](await context(idToken, { id }))
    const id = seen[0]!.id
    await expect(end(bob.idToken, id)).rejects.toThrow(CallError)
    expect(await whoIs(String(onPhone['idToken']))).not.toBeNull()
    expect(await end(ann.idToken, id)).toHaveLength(1)
    expect(await whoIs(String(onPhone['idToken']))).toBeNull()
    await expect(end(ann.idToken, id)).rejects.toThrow(CallError)
  })
})

describe('an invitation', () => {
  const tools = () => ({
    database: identity.database,
    signal: new AbortController().signal,
    settings: { publicUrl, isDemo: false, mail: 'kept' as const },
    enqueue: async () => undefined,
  })
  const person = async (email: string, language = 'en') =>
    (await identity.database.db.insert(persons).values({ name: 'Tina', email, language }).returning())[0]!.id
  const linked = async (personId: string) =>
    (
      await identity.database.db
        .select()
        .from(persons)
        .innerJoin(accounts, eq(accounts.id, persons.accountId))
        .where(eq(persons.id, personId))
    )[0]

  test('makes an account without a password, once, and writes in the person’s language', async () => {
    const email = somebody('tina')
    const personId = await person(email, 'zh')
    await invite.run({ personId }, tools())
    await invite.run({ personId }, tools())
    expect((await linked(personId))?.accounts).toMatchObject({
      email,
      passwordHash: null,
      isVerified: false,
      language: 'zh',
    })
    const letters = await identity.letters(email)
    expect(letters).toMatchObject([{ isSecret: true, subject: '学校邀请您加入' }])
    const oobCode = await identity.code(email)
    const [code] = await identity.database.db.select().from(actionCodes).where(eq(actionCodes.email, email))
    expect(code!.expiresAt.getTime() - Date.now()).toBeGreaterThan(6.9 * 24 * 60 * 60_000)
    // The clock of these tests is ahead by then.
    await identity.database.db
      .update(actionCodes)
      .set({ expiresAt: new Date(identity.clock().getTime() + 1000) })
      .where(eq(actionCodes.email, email))
    expect((await identity.accounts('resetPassword', { oobCode, newPassword: password })).status).toBe(200)
    expect((await whoIs((await identity.signIn(email)).idToken))?.actor).toMatchObject({
      personId,
      isVerified: true,
      language: 'zh',
    })
  })

  test('to somebody with a confirmed account links it and carries no key', async () => {
    const { email, localId } = await identity.signUp()
    await identity.database.db.update(accounts).set({ isVerified: true }).where(eq(accounts.id, localId))
    const personId = await person(email)
    await invite.run({ personId }, tools())
    await invite.run({ personId }, tools())
    expect((await linked(personId))?.accounts.id).toBe(localId)
    expect(await identity.letters(email)).toMatchObject([
      { isSecret: false, text: expect.stringContaining(`${publicUrl}/login`) },
    ])
    await identity.signIn(email)
  })

  test('takes an unconfirmed account from whoever made it', async () => {
    const squatter = await identity.signUp()
    const personId = await person(squatter.email)
    await invite.run({ personId }, tools())
    expect(await lookup(squatter.idToken)).toBe('TOKEN_EXPIRED')
    expect((await identity.accounts('signInWithPassword', { email: squatter.email, password })).error).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
    expect((await identity.link(squatter.email)).searchParams.get('mode')).toBe('resetPassword')
  })

  test('goes to nobody without an address, or whose address is somebody else’s', async () => {
    const { email, localId } = await identity.signUp()
    await identity.database.db.insert(persons).values({ name: 'First', email, accountId: localId })
    const before = await identity.database.db.$count(mails)
    for (const personId of [await person(''), await person(email), crypto.randomUUID()])
      await invite.run({ personId }, tools())
    expect(await identity.database.db.$count(mails)).toBe(before)
  })
})

test('with an SMTP server a letter becomes a job of the same transaction', async () => {
  const enqueued: string[] = []
  const other = await openIdentity(
    { mail: 'smtp' },
    {
      enqueue: async (client, job, data) => {
        const { rows } = await client.query<{ status: string }>('select status from mails where id = $1', [
          (data as { mailId?: string }).mailId,
        ])
        enqueued.push(`${job.name} ${rows[0]?.status}`)
      },
    },
  )
  const { idToken } = await other.signUp()
  await other.accounts('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  expect(enqueued).toEqual(['mail-send queued'])
  await other.close()
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0 Mobile Safari/537.36 MicroMessenger/8.0',
    'WeChat on Android',
  ],
  ['curl/8', ''],
])('%s is %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})
