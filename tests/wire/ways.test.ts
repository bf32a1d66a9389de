import { eq } from 'drizzle-orm'
import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  getMultiFactorResolver,
  isSignInWithEmailLink,
  linkWithCredential,
  type MultiFactorError,
  reauthenticateWithCredential,
  sendSignInLinkToEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  TotpMultiFactorGenerator,
} from '@firebase/auth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { log } from '#server/platform/log.ts'
import { mails } from '#server/platform/tables.ts'
import { settingVersions } from '#server/school/config/tables.ts'
import { issueCustomToken } from '#server/access/identity/customToken.ts'
import { accounts, secondFactors, signInLinks, signIns } from '#server/access/identity/tables.ts'
import { codeAt, stepOf } from '#server/access/identity/totp.ts'
import { persons } from '#server/access/users/tables.ts'
import { codeOf, type Listening, openListening } from './clients.ts'

/** The official client's other ways to sign in: an email link, a custom token, and the query for available methods. */
const password = 'correct horse'
let school: Listening
let open: Listening
let client: ReturnType<Listening['client']>
let people = 0
const somebody = () => `opener${(people += 1)}@families.example`

beforeAll(async () => {
  log.level = 'silent'
  ;[school, open] = await Promise.all([openListening(), openListening({ enumerationProtection: false })])
})
afterAll(() => Promise.all([school.close(), open.close()]))
beforeEach(async () => {
  client = school.client()
  await Promise.all([school, open].map(({ database }) => database.pool.query('delete from attempts')))
})
afterEach(() => client.end())

const send = (email: string, url = `${school.url}/auth/action?next=%2Fstudent`) =>
  sendSignInLinkToEmail(client.auth, email, { url, handleCodeInApp: true })
const lettersTo = async (email: string) =>
  (await school.database.db.select().from(mails).where(eq(mails.to, email))).toReversed()
const linkTo = async (email: string): Promise<string> => {
  await send(email)
  return /http\S+/.exec((await lettersTo(email))[0]?.text ?? '')?.[0] ?? ''
}
const accountOf = async (email: string) =>
  (await school.database.db.select().from(accounts).where(eq(accounts.email, email)))[0]
const invitedOnly = async (is: boolean) => {
  await school.database.db.insert(settingVersions).values({
    kind: 'signIn',
    value: {
      accounts: is ? 'invited' : 'open',
      staffIdleMinutes: null,
      secondFactorGraceDays: null,
      secondFactorSince: null,
      badges: false,
    },
    createdAt: new Date(),
  })
}

describe('a sign-in link by email', () => {
  test('signs in a new person with a confirmed address, and keeps where they wanted to go', async () => {
    const email = somebody()
    const link = await linkTo(email)
    expect(isSignInWithEmailLink(client.auth, link)).toBe(true)
    expect(new URL(link).searchParams.get('next')).toBe('/student')
    // Requesting a link alone creates no account.
    expect(await accountOf(email)).toBeUndefined()
    const { user } = await signInWithEmailLink(client.auth, email, link)
    expect(user).toMatchObject({ email, emailVerified: true })
    expect((await user.getIdTokenResult()).signInProvider).toBe('password')
    expect(
      (await lettersTo(email)).every(({ text }) => !text.includes(new URL(link).searchParams.get('oobCode')!)),
    ).toBe(true)
  })

  test('works once, within an hour, for its own address, and only if it is the newest', async () => {
    const email = somebody()
    const first = await linkTo(email)
    const second = await linkTo(email)
    const enter = (link: string, as = email) => codeOf(signInWithEmailLink(client.auth, as, link))
    expect(await enter(first)).toBe('auth/invalid-action-code')
    // A wrong address does not use the link up.
    expect(await enter(second, somebody())).toBe('auth/invalid-email')
    expect(await enter(second)).toBe('no error')
    expect(await enter(second)).toBe('auth/invalid-action-code')
    const late = await linkTo(email)
    school.advance(3_600_000)
    expect(await enter(late)).toBe('auth/expired-action-code')
  })

  test('leads only to this school', async () => {
    const email = somebody()
    expect(await codeOf(send(email, 'https://evil.example/'))).toBe('auth/unauthorized-continue-uri')
    expect(await codeOf(send(email, 'nonsense'))).toBe('auth/invalid-continue-uri')
    expect(await lettersTo(email)).toEqual([])
  })

  test('takes over an unconfirmed account from the person who created it', async () => {
    const email = somebody()
    const stranger = school.client()
    const { user: theirs } = await createUserWithEmailAndPassword(stranger.auth, email, password)
    const { user } = await signInWithEmailLink(client.auth, email, await linkTo(email))
    expect(user.uid).toBe(theirs.uid)
    expect(await codeOf(theirs.getIdToken(true))).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(stranger.auth, email, password))).toBe('auth/invalid-credential')
    await stranger.end()
  })

  test('leaves a confirmed account its password, and links the only person with that address', async () => {
    const email = somebody()
    const [person] = await school.database.db.insert(persons).values({ name: 'Expected', email }).returning()
    const { user } = await signInWithEmailLink(client.auth, email, await linkTo(email))
    const [linked] = await school.database.db.select().from(persons).where(eq(persons.id, person!.id))
    expect(linked?.accountId).toBe(user.uid)
    await linkWithCredential(user, EmailAuthProvider.credential(email, password))
    await signInWithEmailLink(client.auth, email, await linkTo(email))
    expect(await codeOf(signInWithEmailAndPassword(client.auth, email, password))).toBe('no error')
    // When two people on file share the address, the office decides.
    const shared = somebody()
    await school.database.db.insert(persons).values([
      { name: 'One', email: shared },
      { name: 'Two', email: shared },
    ])
    await signInWithEmailLink(client.auth, shared, await linkTo(shared))
    const both = await school.database.db.select().from(persons).where(eq(persons.email, shared))
    expect(both.map(({ accountId }) => accountId)).toEqual([null, null])
  })

  test('asks for the second factor if there is one', async () => {
    const email = somebody()
    const { user } = await signInWithEmailLink(client.auth, email, await linkTo(email))
    const secret = Buffer.from('12345678901234567890')
    await school.database.db.insert(secondFactors).values({
      accountId: user.uid,
      sealed: await school.settings.secrets.seal(`second-factor:${user.uid}`, secret.toString('base64')),
      enrolledAt: school.clock(),
      lastStep: 0,
    })
    const error = await signInWithEmailLink(client.auth, email, await linkTo(email)).catch((each: unknown) => each)
    const resolver = getMultiFactorResolver(client.auth, error as MultiFactorError)
    const code = codeAt(secret, stepOf(school.clock()))
    await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]!.uid, code))
    expect(client.auth.currentUser?.uid).toBe(user.uid)
  })

  test('counts as a recent sign-in, and can’t link accounts', async () => {
    const email = somebody()
    const { user } = await signInWithEmailLink(client.auth, email, await linkTo(email))
    await school.database.db
      .update(signIns)
      .set({ authTime: new Date(school.clock().getTime() - 600_000) })
      .where(eq(signIns.accountId, user.uid))
    const again = EmailAuthProvider.credentialWithLink(email, await linkTo(email))
    expect(await codeOf(reauthenticateWithCredential(user, again))).toBe('no error')
    const other = EmailAuthProvider.credentialWithLink(email, await linkTo(email))
    expect(await codeOf(linkWithCredential(user, other))).toBe('auth/operation-not-allowed')
  })

  test('doesn’t reveal who has an account or may have one', async () => {
    const known = somebody()
    await signInWithEmailLink(client.auth, known, await linkTo(known))
    await school.database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.email, known))
    const stranger = somebody()
    await invitedOnly(true)
    const before = (await lettersTo(known)).length
    expect(await Promise.all([known, stranger].map(each => codeOf(send(each))))).toEqual(['no error', 'no error'])
    expect(await lettersTo(stranger)).toEqual([])
    expect(await lettersTo(known)).toHaveLength(before)
    await school.database.db.insert(persons).values({ name: 'Expected', email: stranger })
    const link = await linkTo(stranger)
    expect(await codeOf(signInWithEmailLink(client.auth, stranger, link))).toBe('no error')
    await invitedOnly(false)
  })

  test('is stored only as a hash, and at most five are sent', async () => {
    const email = somebody()
    const code = new URL(await linkTo(email)).searchParams.get('oobCode')!
    const [kept] = await school.database.db.select().from(signInLinks).where(eq(signInLinks.email, email))
    expect(kept?.codeHash).not.toContain(code)
    for (let sent = 1; sent < 5; sent += 1) await send(email)
    expect(await codeOf(send(email))).toBe('auth/too-many-requests')
  })
})

describe('a custom token', () => {
  const tokenFor = (accountId: string) =>
    issueCustomToken(school.database, school.url, { accountId, provider: 'custom' }, school.clock())

  test('signs in with the official client, once', async () => {
    const email = somebody()
    const { user } = await createUserWithEmailAndPassword(client.auth, email, password)
    const token = await tokenFor(user.uid)
    const { user: same } = await signInWithCustomToken(client.auth, token)
    expect(same).toMatchObject({ uid: user.uid, email })
    expect((await same.getIdTokenResult()).signInProvider).toBe('custom')
    expect(await codeOf(signInWithCustomToken(client.auth, token))).toBe('auth/invalid-custom-token')
    expect(await codeOf(signInWithCustomToken(client.auth, 'nonsense'))).toBe('auth/invalid-custom-token')
    const late = await tokenFor(user.uid)
    school.advance(61_000)
    expect(await codeOf(signInWithCustomToken(client.auth, late))).toBe('auth/invalid-custom-token')
    await school.database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.id, user.uid))
    expect(await codeOf(signInWithCustomToken(client.auth, await tokenFor(user.uid)))).toBe('auth/user-disabled')
  })

  test('is refused if it is from another school or for no account', async () => {
    const { user } = await createUserWithEmailAndPassword(client.auth, somebody(), password)
    const foreign = await issueCustomToken(
      open.database,
      school.url,
      { accountId: user.uid, provider: 'custom' },
      school.clock(),
    )
    expect(await codeOf(signInWithCustomToken(client.auth, foreign))).toBe('auth/invalid-custom-token')
    const nobody = await tokenFor('00000000-0000-4000-8000-000000000000')
    expect(await codeOf(signInWithCustomToken(client.auth, nobody))).toBe('auth/invalid-custom-token')
  })
})

describe('asking for the ways to sign in', () => {
  test('reveals nothing with enumeration protection, and lists them without it', async () => {
    const email = somebody()
    await createUserWithEmailAndPassword(client.auth, email, password)
    expect(await fetchSignInMethodsForEmail(client.auth, email)).toEqual([])
    expect(await fetchSignInMethodsForEmail(client.auth, somebody())).toEqual([])
    const there = open.client()
    await createUserWithEmailAndPassword(there.auth, email, password)
    expect(await fetchSignInMethodsForEmail(there.auth, email)).toEqual(['password', 'emailLink'])
    expect(await fetchSignInMethodsForEmail(there.auth, somebody())).toEqual([])
    expect(await codeOf(fetchSignInMethodsForEmail(there.auth, 'nonsense'))).toBe('auth/invalid-email')
    await there.end()
  })
})

test('a suspended account is told so at its next token refresh', async () => {
  const { user } = await createUserWithEmailAndPassword(client.auth, somebody(), password)
  await user.getIdToken(true)
  const { db } = school.database
  await db.update(accounts).set({ isDisabled: true }).where(eq(accounts.id, user.uid))
  await db.update(signIns).set({ revokedAt: school.clock() }).where(eq(signIns.accountId, user.uid))
  expect(await codeOf(user.getIdToken(true))).toBe('auth/user-disabled')
  expect(client.auth.currentUser).toBeNull()
})
