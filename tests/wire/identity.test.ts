import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { deleteApp, type FirebaseApp, initializeApp } from '@firebase/app'
import {
  applyActionCode,
  type Auth,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  inMemoryPersistence,
  initializeAuth,
  linkWithCredential,
  onIdTokenChanged,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signOut,
  unlink,
  updatePassword,
  updateProfile,
  type User,
  validatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from '@firebase/auth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealWith } from '#server/platform/secrets.ts'
import { log } from '#server/platform/log.ts'
import { mails } from '#server/platform/tables.ts'
import { authenticate } from '#server/access/identity/actor.ts'
import { endStaffRoles } from '#server/access/users/acts.ts'
import { identityRoutes } from '#server/access/identity/http.ts'
import { accounts, signIns } from '#server/access/identity/tables.ts'
import { persons, roleGrants } from '#server/access/users/tables.ts'
import { keepMails } from '#server/platform/mailServer.ts'
import { type FreshDatabase, freshDatabase } from '#tests/database-fixture.ts'

/** The official client against a listening server: what browsers do, without a browser (wire B10). */
const password = 'correct horse'
const publicUrl = 'https://school.example'

type School = {
  url: string
  fresh: FreshDatabase
  /** Sent with each request as its Cookie header. */
  cookie: string | undefined
  advance(ms: number): void
  close(): Promise<void>
}

const openSchool = async (enumerationProtection: boolean): Promise<School> => {
  const fresh = await freshDatabase()
  let ahead = 0
  const app = Fastify()
  app.addHook('onRequest', async request => {
    request.headers.cookie = opened.cookie
  })
  identityRoutes(app, {
    database: fresh.database,
    endStaffRoles,
    jobs: null,
    clock: () => new Date(Date.now() + ahead),
    settings: { publicUrl, isDemo: false, mail: keepMails, secrets: sealWith(), enumerationProtection },
  })
  const opened: School = {
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    fresh,
    cookie: undefined,
    advance(ms) {
      ahead += ms
    },
    async close() {
      await app.close()
      await fresh.drop()
    },
  }
  return opened
}

let school: School
let open: School
let client: { app: FirebaseApp; auth: Auth }
let people = 0
const somebody = () => `person${(people += 1)}@families.example`

const connect = (to: School) => {
  const app = initializeApp(
    { apiKey: 'lantern', authDomain: 'school.example', projectId: 'lantern' },
    `client${(people += 1)}`,
  )
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, to.url, { disableWarnings: true })
  return { app, auth }
}

beforeAll(async () => {
  log.level = 'silent'
  ;[school, open] = await Promise.all([openSchool(true), openSchool(false)])
})
afterAll(() => Promise.all([school.close(), open.close()]))
beforeEach(async () => {
  client = connect(school)
  // Each test acts as a separate family, with its own rate limits.
  await Promise.all([school, open].map(({ fresh }) => fresh.database.pool.query('delete from attempts')))
})
afterEach(() => deleteApp(client.app))

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )
const oobCode = async (to: string): Promise<string> => {
  const [mail] = (await school.fresh.database.db.select().from(mails).where(eq(mails.to, to))).toReversed()
  return new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? 'missing:').searchParams.get('oobCode') ?? ''
}
const register = async (email = somebody()): Promise<User> =>
  (await createUserWithEmailAndPassword(client.auth, email, password)).user

/** Runs `work` like a browser that holds a user's session cookie, because the client in Node stores no cookies. */
const withCookie = async (user: User, work: () => Promise<void>): Promise<void> => {
  const headers = { origin: publicUrl, authorization: `Bearer ${await user.getIdToken()}` }
  const answer = await fetch(`${school.url}/__session`, { method: 'POST', headers })
  school.cookie = answer.headers.get('set-cookie')!.split(';')[0]
  await work().finally(() => {
    school.cookie = undefined
  })
}

describe('with the official client', () => {
  test('a family registers, confirms its address and gets its roles', async () => {
    const email = somebody()
    const { db } = school.fresh.database
    const [person] = await db.insert(persons).values({ name: 'Pat Parent', email }).returning()
    await db.insert(roleGrants).values({ personId: person!.id, role: 'parent', startsAt: new Date() })

    const user = await register(email)
    expect(user).toMatchObject({ email, emailVerified: false, isAnonymous: false })
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password'])
    expect(new Date(user.metadata.creationTime ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000)

    await sendEmailVerification(user, { url: `${publicUrl}/register?step=2` })
    const code = await oobCode(email)
    expect(await checkActionCode(client.auth, code)).toEqual({
      operation: 'VERIFY_EMAIL',
      data: expect.objectContaining({ email }),
    })
    await withCookie(user, () => applyActionCode(client.auth, code))
    expect(await codeOf(applyActionCode(client.auth, code))).toBe('auth/invalid-action-code')
    await user.reload()
    expect(user.emailVerified).toBe(true)

    // The user has confirmed that it is their family (claims.test.ts).
    await db.update(persons).set({ accountId: user.uid }).where(eq(persons.id, person!.id))
    // Unless a refresh is forced, the client still uses the old token (wire C2).
    expect((await user.getIdTokenResult()).claims['parent']).toBeUndefined()
    const { claims, signInProvider, authTime, expirationTime, issuedAtTime } = await user.getIdTokenResult(true)
    expect(claims).toMatchObject({ parent: true, email_verified: true, name: 'Pat Parent', sub: user.uid })
    expect(signInProvider).toBe('password')
    expect(Date.parse(expirationTime) - Date.parse(issuedAtTime)).toBe(900_000)
    expect(Date.parse(authTime)).toBeGreaterThan(0)
    const found = await authenticate(school.fresh.database, { publicUrl }, await user.getIdToken())
    expect(found).toMatchObject({ actor: { accountId: user.uid, roles: ['parent'] }, claimedRoles: ['parent'] })
  })

  test('confirming an address in another browser ends the first session and its password', async () => {
    const user = await register()
    await sendEmailVerification(user)
    await applyActionCode(client.auth, await oobCode(user.email!))
    expect(await codeOf(user.reload())).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(client.auth, user.email!, password))).toBe('auth/invalid-credential')
    await sendPasswordResetEmail(client.auth, user.email!)
    await confirmPasswordReset(client.auth, await oobCode(user.email!), 'battery staple')
    expect((await signInWithEmailAndPassword(client.auth, user.email!, 'battery staple')).user.emailVerified).toBe(true)
  })

  test('two tabs refresh the same session in parallel and both stay signed in', async () => {
    const user = await register()
    const tab = connect(school)
    await tab.auth.updateCurrentUser(user)
    const other = tab.auth.currentUser!
    const events: (string | undefined)[] = []
    onIdTokenChanged(tab.auth, changed => events.push(changed?.uid))
    for (let round = 0; round < 2; round += 1) await Promise.all([user.getIdToken(true), other.getIdToken(true)])
    expect([client.auth.currentUser?.uid, tab.auth.currentUser?.uid]).toEqual([user.uid, user.uid])
    expect(events).not.toContain(undefined)
    await deleteApp(tab.app)
  })

  test('registering and signing in fail with the codes that the client expects', async () => {
    const { email } = await register()
    const create = (address: string, given: string) =>
      codeOf(createUserWithEmailAndPassword(client.auth, address, given))
    const enter = (address: string, given: string) => codeOf(signInWithEmailAndPassword(client.auth, address, given))
    expect(await create(email!, password)).toBe('auth/email-already-in-use')
    expect(await create(somebody(), '12345')).toBe('auth/weak-password')
    expect(await create(somebody(), '')).toBe('auth/missing-password')
    expect(await create('nobody', password)).toBe('auth/invalid-email')
    expect(await create(somebody(), 'x'.repeat(5000))).toBe('auth/password-does-not-meet-requirements')
    expect(await codeOf(signInAnonymously(connect(school).auth))).toBe('auth/admin-restricted-operation')
    expect(await enter(email!, 'wrong one')).toBe('auth/invalid-credential')
    expect(await enter(somebody(), password)).toBe('auth/invalid-credential')
    await signOut(client.auth)
    expect(await enter(email!, password)).toBe('no error')
    await school.fresh.database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.email, email!))
    expect(await enter(email!, password)).toBe('auth/user-disabled')
    for (let i = 0; i < 9; i += 1) await enter('target@families.example', 'x'.repeat(5000))
    await enter('target@families.example', 'wrong one')
    expect(await enter('target@families.example', password)).toBe('auth/too-many-requests')
  })

  test('without enumeration protection, error codes reveal which accounts exist', async () => {
    const { auth, app } = connect(open)
    const email = somebody()
    await createUserWithEmailAndPassword(auth, email, password)
    expect(await codeOf(signInWithEmailAndPassword(auth, email, 'wrong one'))).toBe('auth/wrong-password')
    expect(await codeOf(signInWithEmailAndPassword(auth, somebody(), password))).toBe('auth/user-not-found')
    expect(await codeOf(sendPasswordResetEmail(auth, somebody()))).toBe('auth/user-not-found')
    await deleteApp(app)
  })

  test('resetting a forgotten password signs out everywhere', async () => {
    const user = await register()
    expect(await codeOf(sendPasswordResetEmail(client.auth, somebody()))).toBe('no error')
    expect(await codeOf(sendPasswordResetEmail(client.auth, user.email!, { url: 'https://evil.example/' }))).toBe(
      'auth/unauthorized-continue-uri',
    )
    await sendPasswordResetEmail(client.auth, user.email!)
    const code = await oobCode(user.email!)
    expect(await verifyPasswordResetCode(client.auth, code)).toBe(user.email)
    expect(await codeOf(confirmPasswordReset(client.auth, code, '12345'))).toBe('auth/weak-password')
    await confirmPasswordReset(client.auth, code, 'battery staple')
    expect(await codeOf(confirmPasswordReset(client.auth, code, 'battery staple'))).toBe('auth/invalid-action-code')
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
    expect(client.auth.currentUser).toBeNull()
    expect((await signInWithEmailAndPassword(client.auth, user.email!, 'battery staple')).user.emailVerified).toBe(true)

    await sendPasswordResetEmail(client.auth, user.email!)
    const late = await oobCode(user.email!)
    school.advance(3_600_000)
    expect(await codeOf(verifyPasswordResetCode(client.auth, late))).toBe('auth/expired-action-code')
    expect(await codeOf(verifyPasswordResetCode(client.auth, 'guessed'))).toBe('auth/invalid-action-code')
  })

  test('a new address must be confirmed before it counts', async () => {
    const user = await register()
    const before = user.email!
    const after = somebody()
    await verifyBeforeUpdateEmail(user, after)
    const code = await oobCode(after)
    const { operation, data } = await checkActionCode(client.auth, code)
    expect([operation, data.email, data.previousEmail]).toEqual(['VERIFY_AND_CHANGE_EMAIL', after, before])
    expect(await codeOf(applyActionCode(client.auth, code))).toBe('auth/requires-recent-login')
    await withCookie(user, () => applyActionCode(client.auth, code))
    expect(await codeOf(user.reload())).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(client.auth, before, password))).toBe('auth/invalid-credential')
    expect((await signInWithEmailAndPassword(client.auth, after, password)).user).toMatchObject({
      uid: user.uid,
      email: after,
      emailVerified: true,
    })
  })

  test('a name and a picture are saved', async () => {
    const user = await register()
    await updateProfile(user, { displayName: 'Ann Lee', photoURL: 'https://pictures.example/a.png' })
    await user.reload()
    expect([user.displayName, user.photoURL]).toEqual(['Ann Lee', 'https://pictures.example/a.png'])
    await updateProfile(user, { displayName: '' })
    await user.reload()
    expect([user.displayName, user.photoURL]).toEqual([null, 'https://pictures.example/a.png'])
  })

  test('sensitive changes ask for the password again after five minutes', async () => {
    const user = await register()
    const stranger = EmailAuthProvider.credential((await register()).email!, password)
    await client.auth.updateCurrentUser(user)
    school.advance(301_000)
    expect(await codeOf(updatePassword(user, 'battery staple'))).toBe('auth/requires-recent-login')
    expect(await codeOf(deleteUser(user))).toBe('auth/requires-recent-login')
    expect(await codeOf(verifyBeforeUpdateEmail(user, somebody()))).toBe('auth/requires-recent-login')
    expect(
      await codeOf(reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email!, 'wrong one'))),
    ).toBe('auth/invalid-credential')
    expect(await codeOf(reauthenticateWithCredential(user, stranger))).toBe('auth/user-mismatch')
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email!, password))
    expect(await codeOf(updatePassword(user, '12345'))).toBe('auth/weak-password')
    await updatePassword(user, 'battery staple')
    await user.getIdToken(true)
    await unlink(user, 'password')
    expect(user.providerData).toEqual([])
    await linkWithCredential(user, EmailAuthProvider.credential(user.email!, 'third one'))
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password'])
    await deleteUser(user)
    expect(client.auth.currentUser).toBeNull()
    expect(await codeOf(signInWithEmailAndPassword(client.auth, user.email!, 'third one'))).toBe(
      'auth/invalid-credential',
    )
  })

  test('a session that was ended elsewhere is signed out at its next token refresh', async () => {
    const user = await register()
    await school.fresh.database.db.update(signIns).set({ revokedAt: new Date() }).where(eq(signIns.accountId, user.uid))
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
    expect(client.auth.currentUser).toBeNull()
  })

  test('the client understands the password policy', async () => {
    expect(await validatePassword(client.auth, '12345')).toMatchObject({
      isValid: false,
      meetsMinPasswordLength: false,
    })
    expect(await validatePassword(client.auth, '123456')).toMatchObject({ isValid: true })
  })

  test('an outage signs nobody out', async () => {
    const away = await openSchool(true)
    const { auth, app } = connect(away)
    const { user } = await createUserWithEmailAndPassword(auth, somebody(), password)
    await away.fresh.database.close()
    expect(await codeOf(user.reload())).toBe('auth/network-request-failed')
    expect(await codeOf(user.getIdToken(true))).toBe('auth/network-request-failed')
    expect(auth.currentUser?.uid).toBe(user.uid)
    await deleteApp(app)
    await away.close()
  })
})
