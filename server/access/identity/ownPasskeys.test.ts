import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mails } from '#server/platform/tables.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { insertSignIn } from './queries.ts'
import { accounts, passkeys } from './tables.ts'

let s: SmallSchool
let annsKey = ''
beforeAll(async () => {
  s = await school()
  const { db } = s.database
  const [account] = await db.select().from(accounts).where(eq(accounts.email, s.ann.email))
  const key = { accountId: account!.id, credentialId: 'of-ann', publicKey: 'key', counter: 0, name: 'Phone' }
  const [made] = await db
    .insert(passkeys)
    .values({ ...key, createdAt: new Date() })
    .returning()
  annsKey = made!.id
})
afterAll(() => s.drop())

test('users list and rename only their own passkeys', async () => {
  expect(await s.ann.call('identity-passkeys', {})).toMatchObject([{ id: annsKey, name: 'Phone', lastUsedAt: null }])
  expect(await s.bob.call('identity-passkeys', {})).toEqual([])
  expect(await s.ann.call('identity-renamePasskey', { id: annsKey, name: 'Old phone' })).toMatchObject([
    { name: 'Old phone' },
  ])
  for (const somebody of [s.bob, s.ida])
    await expect(somebody.call('identity-renamePasskey', { id: annsKey, name: 'Mine' })).rejects.toMatchObject({
      code: 'not-found',
    })
  await expect(s.anybody.call('identity-passkeys', {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('passkey and sign-in times follow the school’s clock when it differs from the machine’s', async () => {
  const [passkey] = await s.ann.call('identity-passkeys', {})
  const { accountId } = await s.ann.actor()
  const now = new Date()
  await insertSignIn(s.database.db, {
    accountId: accountId!,
    provider: 'password',
    authTime: now,
    lastUsedAt: now,
    refreshHash: 'of-ann',
    expiresAt: new Date(now.getTime() + 60_000),
  })
  const [own] = await s.ann.call('identity-sessions', {})
  const [seen] = await s.ida.call('users-signIns', { id: accountId! })
  for (const at of [passkey!.createdAt, own!.lastUsedAt, own!.signedInAt, seen!.lastUsedAt, seen!.signedInAt])
    expect(Math.abs(Date.parse(at) - s.clock.now.getTime()), at).toBeLessThan(60_000)
})

test('only its owner can remove a passkey, and is told by email', async () => {
  const { db } = s.database
  await expect(s.bob.call('identity-removePasskey', { id: annsKey })).rejects.toMatchObject({ code: 'not-found' })
  expect(await s.ann.call('identity-removePasskey', { id: annsKey })).toEqual([])
  const letters = await db.select().from(mails).where(eq(mails.to, s.ann.email))
  expect(letters.map(({ text }) => text).join()).toContain('Old phone')
})
