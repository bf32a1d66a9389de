import { sealWith } from '#server/platform/secrets.ts'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CallError } from '#server/platform/errors.ts'
import { guest } from '#server/platform/actor.ts'
import type { Context } from '#server/platform/functions.ts'
import { log } from '#server/platform/log.ts'
import { keepMails } from '#server/platform/mailServer.ts'
import { type Identity, openIdentity, password, publicUrl, somebody } from '#tests/wire/identity-fixture.ts'
import { authenticate, authenticateCookie } from './actor.ts'
import { identityFunctions } from './functions.ts'
import { accounts } from './tables.ts'

let identity: Identity
beforeAll(async () => {
  // The outages below are intended.
  log.level = 'silent'
  identity = await openIdentity()
})
afterAll(() => identity.close())

const whoIs = async (token: string) => authenticate(identity.database, { publicUrl }, token, identity.clock())
const lookup = async (idToken: string) => (await identity.accounts('lookup', { idToken })).error

describe('refreshing', () => {
  test('gives a new token for the same sign-in', async () => {
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

  test('lets two tabs use the same token, at once or within thirty seconds', async () => {
    const { refreshToken } = await identity.signUp()
    const [one, two] = await Promise.all([identity.refresh(refreshToken), identity.refresh(refreshToken)])
    expect(one.body['refresh_token']).toEqual(expect.any(String))
    expect(two.body['refresh_token']).toBe(one.body['refresh_token'])
    identity.advance(29_000)
    expect((await identity.refresh(refreshToken)).body['refresh_token']).toBe(one.body['refresh_token'])
    const next = await identity.refresh(String(one.body['refresh_token']))
    expect(next.body['refresh_token']).not.toBe(one.body['refresh_token'])
  })

  test('ends the sign-in when a used token is presented later', async () => {
    const { refreshToken, email, idToken } = await identity.signUp()
    const elsewhere = await identity.signIn(email)
    const next = await identity.refresh(refreshToken)
    identity.advance(31_000)
    expect((await identity.refresh(refreshToken)).error).toBe('TOKEN_EXPIRED')
    expect((await identity.refresh(String(next.body['refresh_token']))).error).toBe('TOKEN_EXPIRED')
    expect(await lookup(idToken)).toBe('TOKEN_EXPIRED')
    expect(await whoIs(elsewhere.idToken)).not.toBeNull()
  })

  test('stops working after sixty idle days, or a year', async () => {
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

  test('refuses malformed requests, unknown tokens and disabled accounts', async () => {
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

describe('the session cookie', () => {
  const headers = { origin: publicUrl }
  const post = (idToken: string, more: object = {}) =>
    identity.apps.on.inject({
      method: 'POST',
      url: '/__session',
      headers: { ...headers, authorization: `Bearer ${idToken}`, ...more },
    })

  test('authenticates for five days, and deleting it ends the sign-in', async () => {
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

  test('stays the same for one sign-in, so other tabs can use it, and is new for another', async () => {
    const valueOf = (answer: Awaited<ReturnType<typeof post>>) => String(answer.headers['set-cookie']).split(';')[0]!
    const { idToken } = await identity.signUp()
    const cookie = valueOf(await post(idToken))
    expect(valueOf(await post(idToken, { cookie }))).toBe(cookie)
    const other = await identity.signUp()
    const theirs = valueOf(await post(other.idToken, { cookie }))
    expect(theirs).not.toBe(cookie)
    expect(await authenticateCookie(identity.database, theirs.split('=')[1]!, identity.clock())).toMatchObject({
      email: other.email,
    })
  })

  test('ends the sign-in that the browser held before, and no other', async () => {
    const { idToken, email } = await identity.signUp()
    const elsewhere = await identity.signIn(email)
    const [cookie] = String((await post(idToken)).headers['set-cookie']).split(';')
    expect(await lookup(idToken)).toBeUndefined()
    const again = await identity.signIn(email)
    expect((await post(again.idToken, { cookie })).statusCode).toBe(201)
    expect(await lookup(idToken)).toBe('TOKEN_EXPIRED')
    expect(await authenticateCookie(identity.database, cookie!.split('=')[1]!, identity.clock())).toBeNull()
    for (const token of [again.idToken, elsewhere.idToken]) expect(await lookup(token)).toBeUndefined()
  })

  test('is given only for fresh, valid tokens from our own origin', async () => {
    const { idToken } = await identity.signUp()
    expect((await post(idToken, { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await identity.apps.on.inject({ method: 'DELETE', url: '/__session' })).statusCode).toBe(403)
    expect((await identity.apps.on.inject({ method: 'DELETE', url: '/__session', headers })).statusCode).toBe(204)
    expect((await post('x')).statusCode).toBe(401)
    expect((await identity.apps.on.inject({ method: 'POST', url: '/__session', headers })).statusCode).toBe(401)
    identity.advance(301_000)
    expect((await post(idToken)).statusCode).toBe(401)
  })

  test('is not Secure in a demo on localhost, where other local origins are accepted', async () => {
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
    settings: { publicUrl, isDemo: false, mail: keepMails, secrets: sealWith() },
    enqueue: async () => undefined,
    touch: () => undefined,
    meanwhile: async () => undefined,
    tell: () => undefined,
    send: () => false,
  })

  test('lists the caller’s sign-ins and ends one of them, never anyone else’s', async () => {
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

  test('ends all of the caller’s other sign-ins, and nobody else’s', async () => {
    const ann = await identity.signUp(somebody('ann'))
    const elsewhere = await identity.signIn(ann.email)
    const bob = await identity.signUp(somebody('bob'))
    const left = await identityFunctions['identity-endSessions'](await context(ann.idToken, {}))
    expect(left).toMatchObject([{ isCurrent: true }])
    expect(await whoIs(elsewhere.idToken)).toBeNull()
    expect(await whoIs(ann.idToken)).not.toBeNull()
    expect(await whoIs(bob.idToken)).not.toBeNull()
  })
})
