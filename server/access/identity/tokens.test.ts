import { createSecretKey } from 'node:crypto'
import { eq } from 'drizzle-orm'
import {
  createLocalJWKSet,
  type CryptoKey,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { log } from '#server/platform/log.ts'
import { type Identity, openIdentity, publicUrl } from '#tests/wire/identity-fixture.ts'
import { authenticate } from './actor.ts'
import { keyRing } from './signingKeys.ts'
import { accounts, signingKeys, signIns } from './tables.ts'

let identity: Identity
beforeAll(async () => {
  // The outages below are intended.
  log.level = 'silent'
  identity = await openIdentity()
})
afterAll(() => identity.close())

const whoIs = async (token: string) => authenticate(identity.database, { publicUrl }, token, identity.clock())

describe('ID tokens', () => {
  test('are RS256 and verify with the published keys', async () => {
    const { idToken, localId, email } = await identity.signUp()
    const answer = await identity.apps.on.inject('/.well-known/jwks.json')
    const keys = answer.json<JSONWebKeySet>()
    expect(keys.keys[0]).not.toHaveProperty('d')
    expect(Buffer.from(keys.keys[0]!.n!, 'base64url')).toHaveLength(3072 / 8)
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

  test('are refused when forged, altered, expired or for another audience', async () => {
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
      'a key that it brings': await sign({}, other.privateKey, { jwk: await exportJWK(other.publicKey) }),
      'an address of keys': await sign({}, other.privateKey, { jku: 'https://evil.example/jwks.json' }),
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

  test('still expire when cached, and end with their sign-in or account', async () => {
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

  test('are signed with one key even on simultaneous first use, and the previous key stays published', async () => {
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
