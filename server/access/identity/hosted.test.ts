import { eq } from 'drizzle-orm'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { persons, roleGrants } from '#server/access/users/tables.ts'
import { openHostedIdentity } from '#tests/hostedIdentity.ts'
import { type Identity, openIdentity, publicUrl, somebody } from '#tests/wire/identity-fixture.ts'
import { authenticate } from './actor.ts'
import { accounts, signIns } from './tables.ts'

type Service = Awaited<ReturnType<typeof openHostedIdentity>>
let identity: Identity
let service: Service
let other: Service
let count = 0
let ann: Service['people'][number]
beforeAll(async () => {
  identity = await openIdentity()
  service = await openHostedIdentity('lakeside-school', identity.clock)
  other = await openHostedIdentity('another-school', identity.clock)
})
afterAll(() => Promise.all([identity.close(), service.close(), other.close()]))
beforeEach(() => {
  ann = { uid: `hosted-${(count += 1)}`, email: somebody(), isVerified: true, name: 'Ann Hosted', password: '' }
})

const who = async (token: string, isTrusted = true) => {
  const { project, issuer, keysUrl } = service
  const settings = { publicUrl, hosted: isTrusted ? { project, issuer, keysUrl } : undefined }
  return (await authenticate(identity.database, settings, token, identity.clock()))?.actor ?? null
}
const make = async (email: string) => {
  const { localId, idToken } = await identity.signUp(email)
  await identity.database.db.update(accounts).set({ isVerified: true }).where(eq(accounts.id, localId))
  return { localId, idToken }
}

test('a hosted token stands for the account with its address, with the roles Lantern gives it', async () => {
  const { localId, idToken } = await make(ann.email)
  const { db } = identity.database
  const [person] = await db.insert(persons).values({ name: 'Ann', accountId: localId }).returning()
  await db.insert(roleGrants).values({ personId: person!.id, role: 'parent', startsAt: new Date(0) })
  expect(await who(await service.tokenOf(ann, { admin: true }))).toMatchObject({
    accountId: localId,
    roles: ['parent'],
  })
  // Lantern's own tokens remain valid beside them.
  expect(await who(idToken)).toMatchObject({ accountId: localId })
  // Whatever happens to the address there, the person stays the same.
  expect(await who(await service.tokenOf({ ...ann, email: somebody() }))).toMatchObject({ accountId: localId })
})

test('a new user gets an account, and one sign-in for all tokens', async () => {
  // Set for both tokens, because a second may end between the two.
  const signedIn = { auth_time: Math.floor(identity.clock().getTime() / 1000) }
  const first = await service.tokenOf(ann, signedIn)
  const next = await service.tokenOf(ann, { ...signedIn, jti: 'next' })
  const [one, two] = await Promise.all([who(first), who(next)])
  expect(one).toMatchObject({ email: ann.email, name: 'Ann Hosted', isVerified: true, roles: [] })
  expect(two?.signInId).toBe(one?.signInId)
  const kept = await identity.database.db.select().from(signIns).where(eq(signIns.accountId, one!.accountId!))
  expect(kept).toHaveLength(1)
})

test('ending the sign-in or disabling the account in Lantern takes effect at once', async () => {
  const token = await service.tokenOf(ann)
  const actor = await who(token)
  const { db } = identity.database
  await db.update(signIns).set({ revokedAt: identity.clock() }).where(eq(signIns.id, actor!.signInId!))
  expect(await who(token)).toBeNull()
  const later = { auth_time: Math.floor(identity.clock().getTime() / 1000) + 1 }
  expect(await who(await service.tokenOf(ann, later))).toMatchObject({ accountId: actor!.accountId })
  await db.update(accounts).set({ isDisabled: true }).where(eq(accounts.id, actor!.accountId!))
  expect(await who(await service.tokenOf(ann, later))).toBeNull()
})

test('forged, expired and foreign hosted tokens are refused', async () => {
  const seconds = Math.floor(identity.clock().getTime() / 1000)
  expect(await who(await service.tokenOf(ann))).not.toBeNull()
  const wrong: Record<string, Promise<string> | string> = {
    'of another key': service.tokenOf(ann, {}, true),
    'of another project': other.tokenOf(ann),
    'of another project in this one’s name': other.tokenOf(ann, { iss: service.issuer, aud: service.project }),
    'for another audience': service.tokenOf(ann, { aud: 'another-school' }),
    'too old': service.tokenOf(ann, { exp: seconds - 10 }),
    'for nobody': service.tokenOf(ann, { sub: '' }),
    'not signed': new UnsecuredJWT({ sub: ann.uid, auth_time: seconds, email: ann.email, email_verified: true })
      .setIssuer(service.issuer)
      .setAudience(service.project)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 60)
      .encode(),
    'in our name': service.tokenOf(ann, { iss: publicUrl, aud: 'lantern' }),
    'far too long': service.tokenOf(ann, { more: 'x'.repeat(5000) }),
  }
  for (const [what, token] of Object.entries(wrong)) expect(await who(await token), what).toBeNull()
  expect(await who(await service.tokenOf(ann), false), 'with no hosted service configured').toBeNull()
})

test('an address the service hasn’t verified matches no account and creates none', async () => {
  const { localId } = await make(ann.email)
  expect(await who(await service.tokenOf({ ...ann, isVerified: false }))).toBeNull()
  expect(await who(await service.tokenOf(ann))).toMatchObject({ accountId: localId })
  const stranger = { ...ann, uid: 'stranger', email: somebody(), isVerified: false }
  expect(await who(await service.tokenOf(stranger))).toBeNull()
  const made = await identity.database.db.select().from(accounts).where(eq(accounts.email, stranger.email))
  expect(made).toEqual([])
})
