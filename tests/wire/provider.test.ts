import { eq } from 'drizzle-orm'
import {
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  getMultiFactorResolver,
  multiFactor,
  type MultiFactorError,
  OAuthProvider,
  reauthenticateWithCredential,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  TotpMultiFactorGenerator,
  unlink,
} from '@firebase/auth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderSettings, SignInSettings } from '#contract/settings.ts'
import { log } from '#server/platform/log.ts'
import { settingVersions, secrets } from '#server/school/config/tables.ts'
import { authenticate } from '#server/access/identity/actor.ts'
import { examine } from '#server/access/identity/discovery.ts'
import { clientSecretName, issuerOf } from '#server/access/identity/providerFlow.ts'
import { accounts, providerLinks, secondFactors } from '#server/access/identity/tables.ts'
import { base32, codeAt, stepOf } from '#server/access/identity/totp.ts'
import { persons, roleGrants } from '#server/access/users/tables.ts'
import { openProvider, type Provider } from '#tests/oidcProvider.ts'
import { codeOf, type Listening, openListening } from './clients.ts'

/** Signing in through a school's own provider, over real HTTP, with the official client. */
const password = 'correct horse'
let school: Listening
let provider: Provider
let client: ReturnType<Listening['client']>
let people = 0
const somebody = () => `comer${(people += 1)}@families.example`

const set = async (...values: Partial<ProviderSettings>[]) => {
  const whole = {
    id: 'oidc.school',
    isOn: true,
    issuer: provider.issuer,
    clientId: 'lantern',
    label: 'School',
    nativeLabel: '',
  }
  const list = values.map(value => ({ ...whole, ...value }))
  await school.database.db.insert(settingVersions).values({ kind: 'providers', value: { list }, createdAt: new Date() })
}

beforeAll(async () => {
  log.level = 'silent'
  school = await openListening()
  provider = await openProvider(school.clock)
  await school.database.db.insert(secrets).values({
    name: 'provider.clientSecret',
    sealed: await school.settings.secrets.seal('provider.clientSecret', provider.client.secret),
    ending: '5678',
    changedAt: new Date(),
  })
  await set({})
})
afterAll(() => Promise.all([school.close(), provider.close()]))
beforeEach(async () => {
  client = school.client()
  provider.faults = {}
  provider.person = { sub: `sub-${(people += 1)}`, email: somebody(), email_verified: true, name: 'Pat Parent' }
  await school.database.pool.query('delete from attempts')
})
afterEach(() => client.end())

type Visit = { url: URL; cookie: string }
/** Follows a browser to the provider and back to the server with the provider's answer. */
const visit = async (authType = 'signInViaPopup', providerId = 'oidc.school'): Promise<Visit> => {
  const query = new URLSearchParams({ authType, providerId, eventId: 'event-1', apiKey: 'lantern' })
  const start = await fetch(`${school.url}/emulator/auth/handler?${query}`, { redirect: 'manual' })
  expect(start.status).toBe(302)
  const cookie = start.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__provider=[^;]+; HttpOnly; SameSite=Lax; Path=\/auth\/provider; Max-Age=600$/)
  const away = await fetch(start.headers.get('location')!, { redirect: 'manual' })
  return { url: new URL(away.headers.get('location')!), cookie: cookie.split(';')[0]! }
}
type Event = { urlResponse: string | null; error: { code: string } | null; eventId: string; type: string }
const comeBack = async ({ url, cookie }: Visit): Promise<Event> => {
  const page = await (await fetch(url, { headers: { cookie }, redirect: 'manual' })).text()
  const event = /data-event="([^"]*)"/.exec(page)?.[1] ?? 'null'
  return JSON.parse(event.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Event
}
const arrivedCode = async (providerId?: string): Promise<string> => {
  const event = await comeBack(await visit('signInViaPopup', providerId))
  expect(event).toMatchObject({ type: 'signInViaPopup', eventId: 'event-1', error: null })
  return new URL(event.urlResponse!).searchParams.get('code') ?? ''
}
const credentialOf = (code: string) => new OAuthProvider('oidc.school').credential({ idToken: code, rawNonce: 'n' })
const enter = async () => signInWithCredential(client.auth, credentialOf(await arrivedCode()))
const failure = async (prepare?: () => void) => {
  prepare?.()
  return (await comeBack(await visit())).error?.code
}

test('a page at an address other than the school’s is refused as an unauthorized domain', async () => {
  const begin = async (redirectUrl: string) => {
    const values = { authType: 'signInViaPopup', providerId: 'oidc.school', eventId: 'event-2', redirectUrl }
    return fetch(`${school.url}/emulator/auth/handler?${new URLSearchParams(values)}`, { redirect: 'manual' })
  }
  expect((await begin(`${school.url}/login?x=1`)).status).toBe(302)
  for (const other of [school.url.replace('127.0.0.1', 'localhost'), 'https://school.example/login', 'nonsense']) {
    const answer = await begin(other)
    expect(answer.headers.get('location')).toBeNull()
    expect((await answer.text()).replaceAll('&quot;', '"')).toContain('"code":"auth/unauthorized-domain"')
  }
})

describe('signing in through the provider', () => {
  test('creates a verified account for a new family, with the name from the provider', async () => {
    const { user } = await enter()
    expect(user).toMatchObject({ email: provider.person.email, emailVerified: true, displayName: 'Pat Parent' })
    expect(user.providerData).toMatchObject([{ providerId: 'oidc.school', uid: provider.person.sub }])
    expect((await user.getIdTokenResult()).signInProvider).toBe('oidc.school')
    await signOut(client.auth)
    // If the address changes at the provider, the person stays the same.
    provider.person = { ...provider.person, email: somebody() }
    expect((await enter()).user.uid).toBe(user.uid)
    await user.reload()
    const { user: again } = await enter()
    expect(await codeOf(reauthenticateWithCredential(again, credentialOf(await arrivedCode())))).toBe('no error')
    await unlink(again, 'oidc.school')
    expect(again.providerData).toEqual([])
  })

  test('gives a person the roles that the school gave their address', async () => {
    const { db } = school.database
    const [person] = await db.insert(persons).values({ name: 'Tea Cher', email: provider.person.email! }).returning()
    await db.insert(roleGrants).values({ personId: person!.id, role: 'parent', startsAt: new Date() })
    const { user } = await enter()
    const found = await authenticate(school.database, school.settings, await user.getIdToken(), school.clock())
    expect(found).toMatchObject({ actor: { personId: person!.id, roles: ['parent'] }, claimedRoles: ['parent'] })
  })

  test('never grants staff roles, which need an invitation', async () => {
    const { db } = school.database
    const [person] = await db.insert(persons).values({ name: 'Tea Cher', email: provider.person.email! }).returning()
    await db.insert(roleGrants).values({ personId: person!.id, role: 'teacher', startsAt: new Date() })
    const { user } = await enter()
    const found = await authenticate(school.database, school.settings, await user.getIdToken(), school.clock())
    expect(found?.actor).toMatchObject({ personId: null, roles: [] })
  })

  test('finds the account of a verified address and leaves its password', async () => {
    const email = provider.person.email!
    const { user } = await createUserWithEmailAndPassword(client.auth, email, password)
    await school.database.db.update(accounts).set({ isVerified: true }).where(eq(accounts.email, email))
    expect((await enter()).user.uid).toBe(user.uid)
    expect(await codeOf(signInWithEmailAndPassword(client.auth, email, password))).toBe('no error')
    // At the provider the address now belongs to another person, who must not inherit the account.
    provider.person = { ...provider.person, sub: 'successor' }
    expect(await codeOf(enter())).toBe('auth/account-exists-with-different-credential')
  })

  test('revokes the session and password of someone who took the address before its owner', async () => {
    const email = provider.person.email!
    const { user } = await createUserWithEmailAndPassword(client.auth, email, password)
    const taker = await client.auth.currentUser!.getIdToken()
    expect((await enter()).user.uid).toBe(user.uid)
    expect(await authenticate(school.database, school.settings, taker, school.clock())).toBeNull()
    expect(await codeOf(signInWithEmailAndPassword(client.auth, email, password))).toBe('auth/invalid-credential')
  })

  test.each([false, undefined, 'false'] as const)('never links an unverified address: %s', async verified => {
    const email = provider.person.email!
    await createUserWithEmailAndPassword(client.auth, email, password)
    await school.database.db.update(accounts).set({ isVerified: true }).where(eq(accounts.email, email))
    await signOut(client.auth)
    provider.person.email_verified = verified as never
    expect(await codeOf(enter())).toBe('auth/account-exists-with-different-credential')
    // The answer does not reveal whether such an account exists.
    provider.person.email = somebody()
    expect(await codeOf(enter())).toBe('auth/account-exists-with-different-credential')
    delete provider.person.email
    expect(await codeOf(enter())).toBe('auth/account-exists-with-different-credential')
    expect(client.auth.currentUser).toBeNull()
    const { sub } = provider.person
    expect(await school.database.db.select().from(providerLinks).where(eq(providerLinks.subject, sub))).toEqual([])
  })

  test('still asks for the second factor', async () => {
    const { user } = await enter()
    const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
    const secretBytes = Buffer.from('12345678901234567890')
    const { seal } = school.settings.secrets
    await school.database.db.insert(secondFactors).values({
      accountId: user.uid,
      sealed: await seal(`second-factor:${user.uid}`, secretBytes.toString('base64')),
      enrolledAt: new Date(),
      lastStep: 0,
    })
    expect(secret.secretKey).not.toBe(base32(secretBytes))
    await signOut(client.auth)
    const error = await enter().catch((thrown: unknown) => thrown as MultiFactorError)
    const resolver = getMultiFactorResolver(client.auth, error as MultiFactorError)
    const code = codeAt(secretBytes, stepOf(school.clock()))
    await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]!.uid, code))
    expect(client.auth.currentUser?.uid).toBe(user.uid)
    expect((await client.auth.currentUser!.getIdTokenResult()).signInProvider).toBe('oidc.school')
  })

  test('needs an invitation where the school requires one, and an account that isn’t disabled', async () => {
    const { db } = school.database
    const signIn = (value: SignInSettings['accounts']) =>
      db.insert(settingVersions).values({
        kind: 'signIn',
        value: {
          accounts: value,
          staffIdleMinutes: null,
          secondFactorGraceDays: null,
          secondFactorSince: null,
          badges: false,
        },
        createdAt: new Date(),
      })
    await signIn('invited')
    expect(await codeOf(enter())).toBe('auth/admin-restricted-operation')
    await db.insert(persons).values({ name: 'Expected', email: provider.person.email! })
    const { user } = await enter()
    await signIn('open')
    await db.update(accounts).set({ isDisabled: true }).where(eq(accounts.id, user.uid))
    expect(await codeOf(enter())).toBe('auth/user-disabled')
  })

  test('accepts its code once, within two minutes', async () => {
    const code = await arrivedCode()
    expect(await codeOf(signInWithCredential(client.auth, credentialOf(code)))).toBe('no error')
    expect(await codeOf(signInWithCredential(client.auth, credentialOf(code)))).toBe('auth/invalid-credential')
    const late = await arrivedCode()
    school.advance(120_000)
    expect(await codeOf(signInWithCredential(client.auth, credentialOf(late)))).toBe('auth/invalid-credential')
    const foreign = new OAuthProvider('oidc.other').credential({ idToken: 'x', rawNonce: 'n' })
    expect(await codeOf(signInWithCredential(client.auth, foreign))).toBe('auth/operation-not-allowed')
  })
})

describe('several providers at once', () => {
  const asGoogle = (code: string) => GoogleAuthProvider.credential(code)
  const asMicrosoft = (code: string) => new OAuthProvider('microsoft.com').credential({ idToken: code, rawNonce: 'n' })
  const keep = async (providerId: string) => {
    const name = clientSecretName(providerId)
    const sealed = await school.settings.secrets.seal(name, provider.client.secret)
    await school.database.db
      .insert(secrets)
      .values({ name, sealed, ending: '5678', changedAt: new Date() })
      .onConflictDoNothing()
  }
  let google: Provider
  beforeAll(async () => {
    google = await openProvider(school.clock)
    await Promise.all([keep('google.com'), keep('microsoft.com')])
    await set(
      {},
      { id: 'google.com', issuer: google.issuer, label: '' },
      { id: 'microsoft.com', issuer: `${google.issuer}/common/v2.0`, label: '' },
    )
  })
  afterAll(async () => {
    await set({})
    await google.close()
  })
  beforeEach(() => {
    google.faults = {}
    google.person = { sub: `google-${(people += 1)}`, email: somebody(), email_verified: true, name: 'Go Ogle' }
  })

  test('Google and Microsoft have built-in addresses', () => {
    expect(issuerOf({ id: 'google.com', issuer: '' })).toBe('https://accounts.google.com')
    expect(issuerOf({ id: 'microsoft.com', issuer: '' })).toBe('https://login.microsoftonline.com/common/v2.0')
    expect(issuerOf({ id: 'oidc.school', issuer: 'https://login.school.example' })).toBe('https://login.school.example')
  })

  test('each signs in under its own id, and one email address is one account', async () => {
    provider.person = { ...provider.person, email: google.person.email! }
    const { user } = await signInWithCredential(client.auth, asGoogle(await arrivedCode('google.com')))
    expect((await user.getIdTokenResult()).signInProvider).toBe('google.com')
    const { user: same } = await enter()
    expect(same.uid).toBe(user.uid)
    expect(same.providerData.map(({ providerId }) => providerId).toSorted()).toEqual(['google.com', 'oidc.school'])
    await unlink(same, 'google.com')
    expect(same.providerData.map(({ providerId }) => providerId)).toEqual(['oidc.school'])
  })

  test('a code from one provider is refused for another', async () => {
    const code = await arrivedCode('google.com')
    expect(await codeOf(signInWithCredential(client.auth, credentialOf(code)))).toBe('auth/invalid-credential')
    // A person who returns from one provider can't use the state of the other.
    const away = await visit('signInViaPopup', 'google.com')
    await set({}, { id: 'google.com', isOn: false, issuer: google.issuer })
    expect((await comeBack(away)).error?.code).toBe('auth/operation-not-allowed')
    await set(
      {},
      { id: 'google.com', issuer: google.issuer, label: '' },
      { id: 'microsoft.com', issuer: `${google.issuer}/common/v2.0`, label: '' },
    )
  })

  const tenant = '11111111-2222-4333-8444-555555555555'
  const ofTenant = (claims: Record<string, unknown> = {}) => ({
    claims: { iss: `${google.issuer}/${tenant}/v2.0`, tid: tenant, email_verified: undefined, ...claims },
  })

  test('an address from Microsoft counts only if its domain’s owner vouches for it', async () => {
    google.faults = ofTenant()
    const plain = await arrivedCode('microsoft.com')
    expect(await codeOf(signInWithCredential(client.auth, asMicrosoft(plain)))).toBe(
      'auth/account-exists-with-different-credential',
    )
    google.faults = ofTenant({ xms_edov: true })
    const { user } = await signInWithCredential(client.auth, asMicrosoft(await arrivedCode('microsoft.com')))
    expect(user).toMatchObject({ email: google.person.email, emailVerified: true })
    const [link] = await school.database.db.select().from(providerLinks).where(eq(providerLinks.accountId, user.uid))
    expect(link).toMatchObject({ providerId: 'microsoft.com', issuer: `${google.issuer}/${tenant}/v2.0` })
  })

  test('a token from Microsoft must come from the directory it names', async () => {
    const other = '99999999-2222-4333-8444-555555555555'
    for (const faults of [ofTenant({ tid: other }), ofTenant({ tid: undefined }), ofTenant({ iss: google.issuer })]) {
      google.faults = faults
      expect((await comeBack(await visit('signInViaPopup', 'microsoft.com'))).error?.code).toBe(
        'auth/invalid-credential',
      )
    }
  })
})

describe('the provider’s answer', () => {
  test('is checked for state, browser and time', async () => {
    const first = await visit()
    const second = await visit()
    // From another browser, of another attempt, or too late.
    for (const wrong of [
      { ...first, cookie: '' },
      { ...first, cookie: second.cookie },
      { ...first, cookie: '__provider=forged' },
    ]) {
      const answer = await fetch(wrong.url, { headers: { cookie: wrong.cookie }, redirect: 'manual' })
      expect(answer.headers.get('location')).toBe('/login#failed=invalid-credential')
    }
    school.advance(600_000)
    const late = await fetch(second.url, { headers: { cookie: second.cookie }, redirect: 'manual' })
    expect(late.headers.get('location')).toBe('/login#failed=invalid-credential')
  })

  test('is checked for signature, issuer, audience, expiry, nonce and client', async () => {
    const claims = (wrong: Record<string, unknown>) => () => void (provider.faults = { claims: wrong })
    expect(await failure()).toBeUndefined()
    expect(await failure(() => (provider.faults = { isForged: true }))).toBe('auth/invalid-credential')
    expect(await failure(claims({ iss: 'https://other.example' }))).toBe('auth/invalid-credential')
    expect(await failure(claims({ aud: 'another' }))).toBe('auth/invalid-credential')
    expect(await failure(claims({ exp: Math.floor(school.clock().getTime() / 1000) - 3600 }))).toBe(
      'auth/invalid-credential',
    )
    expect(await failure(claims({ nonce: 'another' }))).toBe('auth/invalid-credential')
    expect(await failure(claims({ azp: 'another' }))).toBe('auth/invalid-credential')
    expect(await failure(() => (provider.faults = { refuses: 'access_denied' }))).toBe('auth/user-cancelled')
    expect(await failure(() => (provider.faults = { refuses: 'server_error' }))).toBe('auth/invalid-credential')
  })

  test('is requested with PKCE, state and nonce, and without our secret', async () => {
    await visit()
    const { searchParams } = provider.asked.at(-1)!
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    expect(searchParams.get('redirect_uri')).toBe(`${school.url}/auth/provider`)
    expect(searchParams.toString()).not.toContain(provider.client.secret)
  })

  test('is never requested while the provider is switched off', async () => {
    await set({ isOn: false })
    const query = new URLSearchParams({ authType: 'signInViaRedirect', providerId: 'oidc.school' })
    const answer = await fetch(`${school.url}/emulator/auth/handler?${query}`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('/login#failed=operation-not-allowed')
    await set({})
  })

  test('leads back in the same window with the code in the fragment, which is never sent', async () => {
    const { url, cookie } = await visit('signInViaRedirect')
    const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    expect(answer.headers.get('location')).toMatch(/^\/login#arrived=[\w-]{43}&provider=oidc\.school$/)
  })
})

describe('the test button', () => {
  test('finds a provider, its issuer and its keys', async () => {
    expect(await examine(provider.issuer)).toMatchObject({ finding: 'good', issuer: provider.issuer, keys: 1 })
    expect(await examine(`${provider.issuer}/`)).toMatchObject({ finding: 'good' })
    provider.faults.metadata = { code_challenge_methods_supported: ['plain'] }
    expect(await examine(provider.issuer)).toMatchObject({ finding: 'withoutPkce' })
  })

  test.each([
    ['issuer', { issuer: 'https://other.example' }],
    ['incomplete', { jwks_uri: undefined }],
    ['flow', { response_types_supported: ['id_token'] }],
    ['address', { token_endpoint: 'http://other.example/token' }],
  ] as const)('says what is wrong with the provider: %s', async (finding, metadata) => {
    provider.faults.metadata = metadata
    expect(await examine(provider.issuer)).toMatchObject({ finding, keys: 0 })
  })

  test('says what is wrong with the address', async () => {
    provider.faults.metadata = { jwks_uri: `${provider.issuer}/no-keys` }
    expect(await examine(provider.issuer)).toMatchObject({ finding: 'keys' })
    expect(await examine(`${provider.issuer}/nothing`)).toMatchObject({ finding: 'status' })
    expect(await examine(`${provider.issuer}/page`)).toMatchObject({ finding: 'json' })
    // Following a redirect would bypass the check of the address.
    expect(await examine(`${provider.issuer}/moved`)).toMatchObject({ finding: 'unreachable' })
    expect(await examine('http://127.0.0.1:1')).toMatchObject({ finding: 'unreachable' })
    expect(await examine('http://other.example')).toMatchObject({ finding: 'address' })
    expect(await examine('nonsense')).toMatchObject({ finding: 'address' })
  })
})
