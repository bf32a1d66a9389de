import { randomUUID } from 'node:crypto'
import { type Challenge, solveChallenge, type Solution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import Fastify, { type FastifyInstance } from 'fastify'
import { deleteApp, initializeApp } from '@firebase/app'
import { CustomProvider, initializeAppCheck } from '@firebase/app-check'
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  inMemoryPersistence,
  initializeAuth,
} from '@firebase/auth'
import { getFunctions, httpsCallable } from '@firebase/functions'
import { createLocalJWKSet, decodeJwt, exportJWK, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served } from '#tests/served.ts'

let s: SmallSchool
const open: Served[] = []
let enforcing: Served
let monitoring: Served
let off: Served

/** A local server in place of the internet, for hosted keys and Turnstile's answers. */
let outside: FastifyInstance
let outsideUrl: string
const project = '123456789012'
const hostedKeys = { keys: [] as object[] }
const siteverify: Record<string, string>[] = []

beforeAll(async () => {
  outside = Fastify()
  outside.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  outside.get('/v1/jwks', async () => hostedKeys)
  outside.post('/turnstile/v0/siteverify', async request => {
    const asked = request.body as Record<string, string>
    siteverify.push(asked)
    return { success: asked['secret'] === 'widget secret' && asked['response'] === 'a person' }
  })
  outsideUrl = await outside.listen({ port: 0, host: '127.0.0.1' })
  s = await school()
  const hosted = { project, keys: `${outsideUrl}/v1/jwks` }
  enforcing = await serve(s, { attestation: { mode: 'enforce', hosted } })
  monitoring = await serve(s, { attestation: { mode: 'monitor' } })
  off = await serve(s)
  open.push(enforcing, monitoring, off)
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  for (const served of open) await served.close()
  await outside.close()
  await s.drop()
})

type Given = { status: number; token: string; ttl: string; error: string | undefined }

const challengeOf = async ({ origin }: Served): Promise<Challenge> =>
  (await (await fetch(`${origin}/v1/attest/challenge`)).json()) as Challenge
const solved = async (challenge: Challenge): Promise<{ challenge: Challenge; solution: Solution }> => ({
  challenge,
  solution: (await solveChallenge({ challenge, deriveKey }))!,
})
const give = async ({ origin }: Served, proof: object): Promise<Given> => {
  const answer = await fetch(`${origin}/v1/attest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  })
  const body = (await answer.json()) as { token: string; ttl: string; error?: { message: string } }
  return { status: answer.status, token: body.token, ttl: body.ttl, error: body.error?.message }
}
const tokenOf = async (served: Served): Promise<string> =>
  (await give(served, await solved(await challengeOf(served)))).token

const ask = async ({ origin }: Served, path: string, body: object | null, token?: string) => {
  const answer = await fetch(`${origin}/${path}?key=k`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { 'x-firebase-appcheck': token }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { error } = (await answer.json()) as { error?: { message: string } }
  return { status: answer.status, error: error?.message.split(' : ')[0] }
}
const toolkit = 'identitytoolkit.googleapis.com'
const identity = (served: Served, operation: string, body: object, token?: string) =>
  ask(served, `${toolkit}/v1/accounts:${operation}`, body, token)
const signUp = (served: Served, token?: string) =>
  identity(served, 'signUp', { email: `${randomUUID()}@home.example`, password: 'correct horse' }, token)
const wrongPassword = (served: Served, token?: string) =>
  identity(served, 'signInWithPassword', { email: `${randomUUID()}@home.example`, password: 'wrong horse' }, token)
const refused = { status: 401, error: 'FIREBASE_APP_CHECK_TOKEN_IS_INVALID' }
const passed = { status: 400, error: 'INVALID_LOGIN_CREDENTIALS' }

const callWith = async ({ origin }: Served, name: string, idToken: string, token?: string) => {
  const answer = await fetch(`${origin}/fn/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${idToken}`,
      ...(token !== undefined && { 'x-firebase-appcheck': token }),
    },
    body: JSON.stringify({ data: { operationId: randomUUID() } }),
  })
  return { status: answer.status, body: (await answer.json()) as object }
}
const unauthenticated = { status: 401, body: { error: { message: 'Unauthenticated', status: 'UNAUTHENTICATED' } } }

describe('an attestation token', () => {
  test('is issued for a solved challenge and names its method', async () => {
    const { token, ttl } = await give(enforcing, await solved(await challengeOf(enforcing)))
    expect(ttl).toBe('3600s')
    const keys = (await (await fetch(`${enforcing.origin}/.well-known/jwks.json`)).json()) as JSONWebKeySet
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys))
    expect(protectedHeader.alg).toBe('RS256')
    expect(payload).toMatchObject({
      iss: s.settings.publicUrl,
      aud: ['projects/lantern'],
      sub: 'lantern-web',
      amr: ['altcha'],
      exp: payload.iat! + 3600,
      jti: expect.stringMatching(/.{20}/) as string,
    })
  })
  test('is issued once per solution, and never for an altered one', async () => {
    const proof = await solved(await challengeOf(enforcing))
    const { parameters, signature } = proof.challenge
    for (const [changed, error] of [
      [{ ...proof, solution: { ...proof.solution, derivedKey: '0'.repeat(64) } }, 'INVALID_SOLUTION'],
      [{ ...proof, challenge: { parameters: { ...parameters, cost: 1 }, signature } }, 'INVALID_SOLUTION'],
      [
        { ...proof, challenge: { parameters: { ...parameters, expiresAt: parameters.expiresAt! + 60 }, signature } },
        'INVALID_SOLUTION',
      ],
      [{ challenge: proof.challenge }, 'INVALID_SOLUTION'],
      [{ turnstile: 'a person' }, 'INVALID_SOLUTION'],
    ] as const)
      expect(await give(enforcing, changed), JSON.stringify(changed)).toMatchObject({ status: 400, error })
    const [first, second] = await Promise.all([give(enforcing, proof), give(enforcing, proof)])
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 400]))
    expect(await give(enforcing, proof)).toMatchObject({ status: 400, error: 'USED_SOLUTION' })
  })
  test('is not issued for a challenge older than two minutes', async () => {
    const proof = await solved(await challengeOf(enforcing))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 121_000 })
    expect(await give(enforcing, proof)).toMatchObject({ status: 400, error: 'EXPIRED_CHALLENGE' })
  })
  test('is not issued for a malformed body', async () => {
    for (const body of ['', 'x', '[]', '{"challenge":{}}']) {
      const answer = await fetch(`${enforcing.origin}/v1/attest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(answer.status, body).toBe(400)
    }
  })
})

describe('where attestation is enforced', () => {
  test('sign-up, sign-in and every kind of email need a token, the rest of the identity endpoints doesn’t', async () => {
    const { idToken } = await off.signIn('ann@home.example')
    const continueUrl = `${s.settings.publicUrl}/app`
    const { 'Zoe Li': code } = await s.badges(s.grade1.id, 'Zoe Li')
    const token = await tokenOf(enforcing)
    for (const [operation, body] of [
      ['signInWithPassword', { email: 'ann@home.example', password: 'office secret' }],
      ['signInWithBadge', { code }],
      ['sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ann@home.example' }],
      ['sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }],
      ['sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'ann2@home.example' }],
      ['sendOobCode', { requestType: 'EMAIL_SIGNIN', email: 'ann@home.example', continueUrl }],
    ] as const) {
      const what = `${operation} ${JSON.stringify(body)}`
      expect(await identity(enforcing, operation, body), what).toEqual(refused)
      expect(await identity(enforcing, operation, body, token), what).toEqual({ status: 200, error: undefined })
    }
    expect(await signUp(enforcing)).toEqual(refused)
    expect(await signUp(enforcing, token)).toEqual({ status: 200, error: undefined })

    expect(await identity(enforcing, 'lookup', { idToken })).toEqual({ status: 200, error: undefined })
    expect(await ask(enforcing, `${toolkit}/v2/passwordPolicy`, null)).toEqual({ status: 200, error: undefined })
    // Each answers an empty body as it does where no attestation is needed.
    for (const path of [
      ...['update', 'resetPassword', 'delete', 'signInWithIdp', 'signInWithCustomToken', 'signInWithEmailLink'].map(
        operation => `${toolkit}/v1/accounts:${operation}`,
      ),
      `${toolkit}/v1/accounts:createAuthUri`,
      ...['start', 'finalize', 'withdraw', 'renewRecoveryCodes'].map(
        step => `${toolkit}/v2/accounts/mfaEnrollment:${step}`,
      ),
      `${toolkit}/v2/accounts/mfaSignIn:finalize`,
      ...['passkeyEnrollment', 'passkeySignIn'].flatMap(flow =>
        ['start', 'finalize'].map(step => `${toolkit}/v2/accounts/${flow}:${step}`),
      ),
      'securetoken.googleapis.com/v1/token',
    ]) {
      const answer = await ask(enforcing, path, {})
      expect(answer, path).toEqual(await ask(off, path, {}))
      expect(answer.status, path).not.toBe(404)
      expect(answer, path).not.toEqual(refused)
    }
  })
  test('each sign-up needs a token of its own', async () => {
    const token = await tokenOf(enforcing)
    expect(await signUp(enforcing, token)).toMatchObject({ status: 200 })
    expect(await signUp(enforcing, token)).toEqual(refused)
    expect(await signUp(enforcing, await tokenOf(enforcing))).toMatchObject({ status: 200 })
  })
  test('the client’s placeholder for a missing token counts as none', async () => {
    const dummy = Buffer.from('{"error":"UNKNOWN_ERROR"}').toString('base64')
    expect(await wrongPassword(enforcing, dummy)).toEqual(refused)
    expect(await wrongPassword(monitoring, dummy)).toEqual(passed)
  })
  test('functions that require it answer a plain 401 without a token and run with one; others ignore it', async () => {
    const { idToken } = await off.signIn('ann@home.example')
    expect(await callWith(enforcing, 'enrolments-hold', idToken)).toEqual(unauthenticated)
    expect(await callWith(enforcing, 'enrolments-hold', idToken, 'junk')).toEqual(unauthenticated)
    const token = await tokenOf(enforcing)
    const invalid = { status: 400, body: { error: { details: { reason: 'INVALID_INPUT' } } } }
    expect(await callWith(enforcing, 'enrolments-hold', idToken, token)).toMatchObject(invalid)
    expect(await callWith(enforcing, 'enrolments-hold', idToken, token)).toMatchObject(invalid)
    expect(await callWith(enforcing, 'visits-ask', idToken, token)).toMatchObject(invalid)
    expect(await callWith(enforcing, 'visits-ask', idToken, token)).toEqual(unauthenticated)
    for (const header of [undefined, 'junk'])
      expect(await callWith(enforcing, 'enrolments-saveDraft', idToken, header)).toMatchObject(invalid)
  })
  test('expired, altered and forged tokens don’t count, nor do other kinds of token', async () => {
    const token = await tokenOf(enforcing)
    expect(await wrongPassword(enforcing, token)).toEqual(passed)
    const [head, , signature] = token.split('.')
    const payload = Buffer.from(JSON.stringify({ ...decodeJwt(token), jti: 'another' })).toString('base64url')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const { idToken } = await off.signIn('ann@home.example')
    const stranger = await generateKeyPair('RS256')
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: String(JSON.parse(atob(head!)).kid) })
      .sign(stranger.privateKey)
    for (const other of [`${head}.${payload}.${signature}`, `${none}.${payload}.`, idToken, forged, 'a.b.c', ''])
      expect(await wrongPassword(enforcing, other), other).toEqual(refused)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_606_000 })
    expect(await wrongPassword(enforcing, token)).toEqual(refused)
  })
  test('an attestation token doesn’t authenticate a call', async () => {
    expect(await callWith(off, 'students-mine', await tokenOf(enforcing))).toEqual(unauthenticated)
  })
})

test('in monitor mode nothing is refused, with or without a token', async () => {
  for (const token of [undefined, 'junk', await tokenOf(monitoring)]) {
    expect(await wrongPassword(monitoring, token)).toEqual(passed)
    expect(await signUp(monitoring, token)).toMatchObject({ status: 200 })
  }
})

test('with attestation off there is no challenge, and no token is needed', async () => {
  const answer = await fetch(`${off.origin}/v1/attest/challenge`)
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  expect(await give(off, await solved(await challengeOf(enforcing)))).toMatchObject({ status: 404 })
  for (const token of [undefined, 'junk']) expect(await wrongPassword(off, token)).toEqual(passed)
})

describe('a hosted App Check token', () => {
  const hosted = async (claims: { iss?: string; aud?: string[]; sub?: string }, kid = 'hosted-1') => {
    const pair = await generateKeyPair('RS256', { extractable: true })
    hostedKeys.keys = [...hostedKeys.keys, { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' }]
    const { iss = `https://firebaseappcheck.googleapis.com/${project}`, aud, sub = '1:123456789012:web:abc' } = claims
    return new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
      .setIssuer(iss)
      .setAudience(aud ?? [`projects/${project}`, 'projects/our-school'])
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(pair.privateKey)
  }
  test('counts only for the configured project, and only once where single use is required', async () => {
    const tokens = {
      ours: await hosted({}),
      ofAnotherProject: await hosted({ aud: ['projects/999'] }, 'hosted-2'),
      byAnotherIssuer: await hosted({ iss: 'https://firebaseappcheck.googleapis.com/999' }, 'hosted-3'),
      ofNoApp: await hosted({ sub: '' }, 'hosted-4'),
      asOurOwn: await hosted({ iss: s.settings.publicUrl, aud: ['projects/lantern'] }, 'hosted-5'),
    }
    expect(await wrongPassword(enforcing, tokens.ours)).toEqual(passed)
    expect(await signUp(enforcing, tokens.ours)).toMatchObject({ status: 200 })
    expect(await signUp(enforcing, tokens.ours)).toEqual(refused)
    for (const [what, token] of Object.entries(tokens).slice(1))
      expect(await wrongPassword(enforcing, token), what).toEqual(refused)
    const alone = await serve(s, { attestation: { mode: 'enforce' } })
    open.push(alone)
    expect(await wrongPassword(alone, tokens.ours)).toEqual(refused)
  })
})

describe('Turnstile', () => {
  test('replaces the proof of work when configured, and the server verifies its answer', async () => {
    const served = await serve(s, {
      attestation: {
        mode: 'enforce',
        turnstile: { siteKey: 'site', secret: 'widget secret', url: outsideUrl },
      },
    })
    open.push(served)
    expect(await challengeOf(served)).toEqual({ turnstile: { siteKey: 'site', url: outsideUrl } })
    expect(await give(served, { turnstile: 'a program' })).toMatchObject({ status: 400, error: 'INVALID_SOLUTION' })
    const { token } = await give(served, { turnstile: 'a person' })
    expect(decodeJwt(token)['amr']).toEqual(['turnstile'])
    expect(await wrongPassword(served, token)).toEqual(passed)
    expect(siteverify.at(-1)).toEqual({ secret: 'widget secret', response: 'a person', remoteip: '127.0.0.1' })
    const policy = (await fetch(`${served.origin}/healthz`)).headers.get('content-security-policy')
    expect(policy).toMatch(new RegExp(`script-src 'self'[^;]* ${outsideUrl};`))
  })
  test('gives a 503 and no token when it can’t be reached', async () => {
    const turnstile = { siteKey: 'site', secret: 'widget secret', url: 'http://127.0.0.1:1' }
    const served = await serve(s, { attestation: { mode: 'enforce', turnstile } })
    open.push(served)
    expect(await give(served, { turnstile: 'a person' })).toMatchObject({ status: 503, error: 'PROOF_UNAVAILABLE' })
  })
})

test('the official client sends its provider’s token with identity requests and calls', async () => {
  const firebase = initializeApp({ apiKey: 'lantern', appId: 'lantern', projectId: 'lantern' }, randomUUID())
  let fetched = 0
  const provider = new CustomProvider({
    async getToken() {
      fetched += 1
      return { token: await tokenOf(enforcing), expireTimeMillis: Date.now() + 3_600_000 }
    },
  })
  initializeAppCheck(firebase, { provider, isTokenAutoRefreshEnabled: false })
  const auth = initializeAuth(firebase, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, enforcing.origin, { disableWarnings: true })
  const { user } = await createUserWithEmailAndPassword(auth, `${randomUUID()}@home.example`, 'correct horse')
  expect(user.uid).toMatch(/^[\da-f-]{36}$/)
  const functions = getFunctions(firebase, `${enforcing.origin}/fn`)
  // An unconfirmed account reaches the door, which it would not with a plain 401.
  await expect(httpsCallable(functions, 'enrolments-hold')({})).rejects.toMatchObject({
    details: { reason: 'EMAIL_NOT_VERIFIED' },
  })
  const before = fetched
  const limited = httpsCallable(functions, 'visits-ask', { limitedUseAppCheckTokens: true })
  for (let times = 0; times < 2; times += 1)
    await expect(limited({})).rejects.toMatchObject({ details: { reason: 'EMAIL_NOT_VERIFIED' } })
  expect(fetched).toBe(before + 2)
  await deleteApp(firebase)
})

test('the contract requires attestation for registration and public forms, never for reads', () => {
  const asked = Object.entries(contract).flatMap(([name, callable]) =>
    'attestation' in callable && callable.attestation ? [`${name} ${callable.attestation}`] : [],
  )
  expect(asked.sort()).toEqual([
    'claims-ask once',
    'claims-seek once',
    'config-setUp once',
    'enrolments-hold enforced',
    'enrolments-submit enforced',
    'visits-ask once',
  ])
  // The browser loads its attestation code only before a write.
  for (const [name, callable] of Object.entries(contract))
    if (callable.kind === 'read') expect('attestation' in callable && callable.attestation, name).toBeFalsy()
})
