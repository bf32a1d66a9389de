import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingVersions } from '#server/school/config/tables.ts'
import { persons, roleGrants } from '#server/access/users/tables.ts'
import { openAuthenticator } from '#tests/authenticator.ts'
import { type Identity, openIdentity, publicUrl, somewhere, type Tokens } from '#tests/wire/identity-fixture.ts'
import { authenticate } from './actor.ts'
import { accounts, passkeys, signIns } from './tables.ts'

type Authenticator = ReturnType<typeof openAuthenticator>
type Options = { challenge: string; user: { id: string }; excludeCredentials?: { id: string }[]; rp: { id: string } }
type Started = { creationOptions: Options; requestOptions: Options; sessionInfo: string }

let identity: Identity
let ann: Tokens
let device: Authenticator
beforeAll(async () => {
  identity = await openIdentity()
})
afterAll(() => identity.close())
beforeEach(async () => {
  ann = await identity.signUp()
  await identity.database.db.update(accounts).set({ isVerified: true }).where(eq(accounts.id, ann.localId))
  device = openAuthenticator(publicUrl)
})

const ask = async <T>(operation: string, body: object): Promise<T> => {
  const answer = await identity.call(`/identitytoolkit.googleapis.com/v2/accounts/${operation}`, body)
  if (answer.error) throw new Error(answer.error)
  return answer.body as T
}
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: Error) => error.message.split(' : ')[0],
  )
const start = (idToken = ann.idToken) => ask<Started>('passkeyEnrollment:start', { idToken })
const keep = (started: Started, registrationResponse: object, idToken = ann.idToken) =>
  ask<Tokens>('passkeyEnrollment:finalize', {
    idToken,
    sessionInfo: started.sessionInfo,
    name: 'Phone',
    registrationResponse,
  })
/** Makes a passkey; the sign-in continues with the tokens of the answer. */
const add = async (by = device) => {
  const started = await start()
  ann = { ...ann, ...(await keep(started, by.make(started.creationOptions))) }
}
const begin = () => ask<Started>('passkeySignIn:start', {})
const finish = (started: Started, authenticationResponse: object) =>
  ask<{ customToken: string }>('passkeySignIn:finalize', { sessionInfo: started.sessionInfo, authenticationResponse })
const exchange = (token: string) => identity.accounts('signInWithCustomToken', { token, returnSecureToken: true })
const enter = async (by = device): Promise<Tokens> => {
  const started = await begin()
  const { body, error } = await exchange((await finish(started, by.sign(started.requestOptions))).customToken)
  if (error) throw new Error(error)
  return body as Tokens
}

describe('a passkey', () => {
  test('is registered, signs in on its own, and is announced to its owner by email', async () => {
    const started = await start()
    expect(started.creationOptions.rp.id).toBe('school.example')
    ann = { ...ann, ...(await keep(started, device.make(started.creationOptions))) }
    const tokens = await enter()
    expect(tokens.localId).toBe(ann.localId)
    const settings = { publicUrl }
    const found = await authenticate(identity.database, settings, tokens.idToken, identity.clock())
    expect(found?.actor.email).toBe(ann.email)
    const letters = await identity.letters(ann.email)
    expect(letters.filter(({ subject }) => subject.startsWith('A passkey')).map(({ text }) => text)).toEqual([
      expect.stringContaining('Phone'),
    ])
    const [kept] = await identity.database.db.select().from(passkeys).where(eq(passkeys.accountId, ann.localId))
    expect(kept).toMatchObject({ name: 'Phone', transports: 'internal' })
    expect(kept?.lastUsedAt).not.toBeNull()
    expect((await start()).creationOptions.excludeCredentials?.map(({ id }) => id)).toEqual([device.id])
  })

  test('needs a recent sign-in and a confirmed address to be registered', async () => {
    const stranger = await identity.signUp()
    expect(await errorOf(start(stranger.idToken))).toBe('UNVERIFIED_EMAIL')
    expect(await errorOf(start())).toBe('no error')
    await identity.database.db
      .update(signIns)
      .set({ authTime: new Date(identity.clock().getTime() - 301_000) })
      .where(eq(signIns.accountId, ann.localId))
    expect(await errorOf(start())).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })

  test('is registered only for the account that asked, once, and within five minutes', async () => {
    const bob = await identity.signUp()
    await identity.database.db.update(accounts).set({ isVerified: true }).where(eq(accounts.id, bob.localId))
    const started = await start()
    const made = device.make(started.creationOptions)
    expect(await errorOf(keep(started, made, bob.idToken))).toBe('INVALID_SESSION_INFO')
    ann = { ...ann, ...(await keep(started, made)) }
    expect(await errorOf(keep(started, made))).toBe('INVALID_SESSION_INFO')
    // The same key for another account, with a challenge of its own.
    const theirs = await start(bob.idToken)
    expect(await errorOf(keep(theirs, device.make(theirs.creationOptions), bob.idToken))).toBe('PASSKEY_EXISTS')
    const late = await start()
    identity.advance(300_000)
    const another = openAuthenticator(publicUrl)
    expect(await errorOf(keep(late, another.make(late.creationOptions)))).toBe('INVALID_SESSION_INFO')
  })

  test.each([
    ['another origin', { origin: 'https://school.example.evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['nobody verified', { isUnverified: true }],
  ])('is not registered for %s', async (_, faults) => {
    const started = await start()
    expect(await errorOf(keep(started, device.make(started.creationOptions, faults)))).toBe('INVALID_PASSKEY')
    expect(await errorOf(keep(started, device.make(started.creationOptions)))).toBe('no error')
  })
})

describe('signing in with a passkey', () => {
  beforeEach(() => add())

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['a signature of another key', { isForged: true }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['nobody verified', { isUnverified: true }],
    ['another person', { userHandle: Buffer.from('somebody-else').toString('base64url') }],
  ])('is refused for %s', async (_, faults) => {
    const started = await begin()
    expect(await errorOf(finish(started, device.sign(started.requestOptions, faults)))).toBe('INVALID_PASSKEY')
    expect(await errorOf(finish(started, device.sign(started.requestOptions)))).toBe('no error')
  })

  test('works once: the answer, its challenge and the custom token can’t be reused', async () => {
    const started = await begin()
    const signed = device.sign(started.requestOptions)
    const { customToken } = await finish(started, signed)
    expect(await errorOf(finish(started, signed))).toBe('INVALID_PASSKEY')
    expect(await errorOf(finish(started, device.sign(started.requestOptions)))).toBe('INVALID_PASSKEY')
    const other = await begin()
    expect(await errorOf(finish(other, signed))).toBe('INVALID_PASSKEY')
    expect((await exchange(customToken)).error).toBeUndefined()
    expect((await exchange(customToken)).error).toBe('INVALID_CUSTOM_TOKEN')
  })

  test('expires after five minutes, and its custom token after one', async () => {
    const started = await begin()
    identity.advance(300_000)
    expect(await errorOf(finish(started, device.sign(started.requestOptions)))).toBe('INVALID_SESSION_INFO')
    const fresh = await begin()
    const good = await finish(fresh, device.sign(fresh.requestOptions))
    identity.advance(61_000)
    expect((await exchange(good.customToken)).error).toBe('INVALID_CUSTOM_TOKEN')
  })

  test('detects a copied key by its counter', async () => {
    await enter()
    await enter()
    device.turnBack(3)
    expect(await errorOf(enter())).toBe('INVALID_PASSKEY')
  })

  test('is refused for a removed key and for a disabled account', async () => {
    await identity.database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.id, ann.localId))
    expect(await errorOf(enter())).toBe('USER_DISABLED')
    await identity.database.db.update(accounts).set({ isDisabled: false }).where(eq(accounts.id, ann.localId))
    expect(await errorOf(enter())).toBe('no error')
    await identity.database.db.delete(passkeys).where(eq(passkeys.accountId, ann.localId))
    expect(await errorOf(enter())).toBe('PASSKEY_NOT_FOUND')
  })

  test('is limited to a hundred wrong answers from one address', async () => {
    const address = somewhere()
    const guess = () =>
      identity.call('/identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:finalize', {}, { address })
    for (let tries = 0; tries < 100; tries += 1) await guess()
    expect((await guess()).error).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/)
    expect((await guess()).status).toBe(400)
  })

  test('counts as two factors, unlike a password alone', async () => {
    const { db } = identity.database
    const [person] = await db.insert(persons).values({ name: 'Tea', accountId: ann.localId }).returning()
    const startsAt = new Date(identity.clock().getTime() - 86_400_000)
    await db.insert(roleGrants).values({ personId: person!.id, role: 'teacher', startsAt })
    await db.insert(settingVersions).values({
      kind: 'signIn',
      value: {
        accounts: 'open',
        staffIdleMinutes: null,
        secondFactorGraceDays: 0,
        secondFactorSince: startsAt.toISOString(),
        badges: false,
      },
      createdAt: identity.clock(),
    })
    const rolesOf = async ({ idToken }: { idToken: string }) =>
      (await authenticate(identity.database, { publicUrl }, idToken, identity.clock()))?.actor.roles
    expect(await rolesOf(await enter())).toEqual(['teacher'])
    expect(await rolesOf(await identity.signIn(ann.email))).toEqual([])
    await db.insert(settingVersions).values({
      kind: 'signIn',
      value: {
        accounts: 'open',
        staffIdleMinutes: null,
        secondFactorGraceDays: null,
        secondFactorSince: null,
        badges: false,
      },
      createdAt: identity.clock(),
    })
  })
})

describe('a custom token', () => {
  test('is not accepted in a call, nor is an ID token accepted in its place', async () => {
    await add()
    const started = await begin()
    const { customToken } = await finish(started, device.sign(started.requestOptions))
    expect(await authenticate(identity.database, { publicUrl }, customToken, identity.clock())).toBeNull()
    expect((await exchange(ann.idToken)).error).toBe('INVALID_CUSTOM_TOKEN')
    expect((await exchange('')).error).toBe('MISSING_CUSTOM_TOKEN')
    const [head, body, signature] = customToken.split('.')
    const changed = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body!, 'base64url').toString()), uid: 'somebody' }),
    ).toString('base64url')
    expect((await exchange(`${head}.${changed}.${signature}`)).error).toBe('INVALID_CUSTOM_TOKEN')
    expect((await exchange(customToken)).error).toBeUndefined()
  })
})
