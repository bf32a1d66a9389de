import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditEntries } from '#server/platform/tables.ts'
import { log } from '#server/platform/log.ts'
import { school as schools } from '#server/school/config/tables.ts'
import { persons, roleGrants } from '#server/access/users/tables.ts'
import { type Identity, openIdentity, password, somebody } from '#tests/wire/identity-fixture.ts'
import { accounts, signIns } from './tables.ts'

let identity: Identity
beforeAll(async () => {
  identity = await openIdentity()
})
afterAll(() => identity.close())

const teacher = async () => {
  const made = await identity.signUp()
  const { db } = identity.database
  await db.update(accounts).set({ isVerified: true }).where(eq(accounts.id, made.localId))
  const [person] = await db
    .insert(persons)
    .values({ name: 'Tom', email: made.email, accountId: made.localId })
    .returning()
  await db.insert(roleGrants).values({ personId: person!.id, role: 'teacher', startsAt: new Date(0) })
  return made
}
const resetTo = async (email: string, newPassword: string) => {
  await identity.accounts('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  return identity.accounts('resetPassword', { oobCode: await identity.code(email), newPassword })
}
const isRefused = /^PASSWORD_DOES_NOT_MEET_REQUIREMENTS/

describe('a password', () => {
  test.each(['123456', 'Password', 'qwerty123', '      ', 'ILOVEYOU', 'aaaaaaaa', ' letmein '])(
    'is refused when it is a common one: %j',
    async common => {
      expect((await identity.accounts('signUp', { email: somebody(), password: common })).error).toMatch(isRefused)
      const { email, idToken } = await identity.signUp()
      expect((await identity.accounts('update', { idToken, password: common })).error).toMatch(isRefused)
      expect((await resetTo(email, common)).error).toMatch(isRefused)
      expect((await resetTo(email, 'kite-7')).status).toBe(200)
    },
  )

  test.each([
    ['Lantern-2026', null],
    ['!!Teacher!!', null],
    ['xiaoming88', 'xiaoming@home.example'],
    ['lakeside2026', null],
    ['Lakeside Chinese School', null],
    ['湖畔中文学校1', null],
  ])('is refused when it is easy to guess at this school: %j', async (own, address) => {
    const { db } = identity.database
    await db.insert(schools).values({
      name: 'Lakeside Chinese School',
      nativeName: '湖畔中文学校',
      zone: 'America/New_York',
      currency: 'USD',
      createdAt: new Date(0),
    })
    const email = address ?? somebody()
    expect((await identity.accounts('signUp', { email, password: own })).error).toMatch(isRefused)
    const { idToken } = await identity.signUp(email)
    expect((await identity.accounts('update', { idToken, password: own })).error).toMatch(isRefused)
    expect((await resetTo(email, own)).error).toMatch(isRefused)
    expect((await resetTo(email, `${own} and a kite`)).status).toBe(200)
    await db.delete(schools)
  })

  test('needs six characters for families and eight for staff', async () => {
    const family = await identity.signUp()
    expect((await identity.accounts('update', { idToken: family.idToken, password: 'kite-7' })).status).toBe(200)
    const staff = await teacher()
    expect((await identity.accounts('update', { idToken: staff.idToken, password: 'kite-77' })).error).toMatch(
      isRefused,
    )
    expect((await resetTo(staff.email, 'kite-77')).error).toMatch(isRefused)
    expect((await resetTo(staff.email, 'kite-777')).status).toBe(200)
  })

  test('is reported to its owner by email when it changes', async () => {
    const { email, idToken } = await identity.signUp()
    const changes = async () =>
      (await identity.letters(email)).filter(({ subject }) => /password .* has changed/.test(subject))
    await identity.accounts('update', { idToken, password: 'battery staple' })
    expect(await changes()).toHaveLength(1)
    await identity.database.db.update(accounts).set({ isVerified: true }).where(eq(accounts.email, email))
    await resetTo(email, 'battery stapler')
    expect(await changes()).toHaveLength(2)
    expect((await changes())[0]!.isSecret).toBe(false)
  })
})

test('the log says who signed in, how and from where, without any secret', async () => {
  const { email, localId } = await identity.signUp()
  const logged = vi.spyOn(log, 'info')
  await identity.accounts('signInWithPassword', { email, password: 'wrong horse' })
  expect(logged.mock.calls).toEqual([])
  await identity.accounts('signInWithPassword', { email, password }, { address: '192.0.2.9' })
  expect(logged.mock.calls).toEqual([
    [
      { account: localId, signIn: expect.any(String) as string, provider: 'password', address: '192.0.2.9' },
      'someone signed in',
    ],
  ])
  logged.mockRestore()
})

describe('the office’s change log', () => {
  const trail = async (email: string) =>
    (await identity.database.db.select().from(auditEntries).where(eq(auditEntries.actor, email))).map(
      ({ action, outcome, input, address, about }) => ({ action, outcome, input, address, about }),
    )

  test('shows failed sign-ins without what was typed, and refusals once', async () => {
    const { email, localId } = await identity.signUp()
    const guess = (given: string) =>
      identity.accounts('signInWithPassword', { email, password: given }, { address: '192.0.2.7' })
    for (let i = 0; i < 14; i += 1) await guess('x'.repeat(5000))
    const shown = await trail(email)
    expect(shown).toHaveLength(11)
    expect(shown[0]).toEqual({
      action: 'identity-signInFailed',
      outcome: 'failed',
      input: {},
      address: '192.0.2.7',
      about: [localId],
    })
    expect(shown.filter(({ action }) => action === 'identity-signInRefused')).toHaveLength(1)
    await identity.signIn(email)
    expect(await trail(email)).toHaveLength(11)
    const nobody = somebody()
    await identity.accounts('signInWithPassword', { email: nobody, password })
    expect(await trail(nobody)).toEqual([])
  })
})

test('a suspended user is told so when their token is refreshed', async () => {
  const { localId, refreshToken } = await identity.signUp()
  const { db } = identity.database
  await db.update(accounts).set({ isDisabled: true }).where(eq(accounts.id, localId))
  await db.update(signIns).set({ revokedAt: new Date() }).where(eq(signIns.accountId, localId))
  expect((await identity.refresh(refreshToken)).error).toBe('USER_DISABLED')
})
