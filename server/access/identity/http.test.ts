import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { log } from '#server/platform/log.ts'
import { type Identity, openIdentity, password, publicUrl } from '#tests/wire/identity-fixture.ts'
import { authenticate } from './actor.ts'
import { networkOf } from '#server/platform/network.ts'

let identity: Identity
beforeAll(async () => {
  // The outages below are intended.
  log.level = 'silent'
  identity = await openIdentity()
})
afterAll(() => identity.close())

describe('responses', () => {
  test('are JSON errors for unknown paths, unreadable bodies and missing keys', async () => {
    expect(await identity.call('/identitytoolkit.googleapis.com/v1/projects', undefined)).toMatchObject({
      status: 404,
      body: { error: { code: 404 } },
    })
    expect(await identity.accounts('signInWithPhoneNumber', {})).toMatchObject({ status: 404 })
    expect(await identity.call('/securetoken.googleapis.com/v2', {})).toMatchObject({ status: 404 })
    expect(await identity.accounts('signUp', {}, { key: '' })).toMatchObject({
      status: 403,
      body: { error: { code: 403 } },
    })
    expect(await identity.accounts('signUp', {}, { key: '?key=a:b' })).toMatchObject({ status: 403 })
    for (const payload of ['{', '[]', 'null', 'x'.repeat(100_000)]) {
      const answer = await identity.apps.on.inject({
        method: 'POST',
        url: '/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k',
        headers: { 'content-type': 'application/json' },
        payload,
      })
      expect([answer.statusCode, answer.json<{ error: { message: string } }>().error.message]).toEqual([
        400,
        expect.stringMatching(/^INVALID_ARGUMENT : /),
      ])
    }
  })

  test('give the password policy in the client’s format', async () => {
    const { body } = await identity.call('/identitytoolkit.googleapis.com/v2/passwordPolicy', undefined)
    expect(body).toMatchObject({
      customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: 4096 },
      enforcementState: 'ENFORCE',
      schemaVersion: 1,
    })
  })

  test('during a database outage are 503, so that nobody is signed out', async () => {
    const other = await openIdentity()
    const { idToken, refreshToken, email } = await other.signUp()
    await other.database.close()
    const outage = { status: 503, body: { error: { code: 503, message: 'NETWORK_REQUEST_FAILED' } } }
    expect(await other.accounts('lookup', { idToken })).toMatchObject(outage)
    expect(await other.refresh(refreshToken)).toMatchObject(outage)
    expect(await other.accounts('signInWithPassword', { email, password })).toMatchObject(outage)
    const headers = { origin: publicUrl, authorization: `Bearer ${idToken}` }
    expect((await other.apps.on.inject({ method: 'POST', url: '/__session', headers })).statusCode).toBe(503)
    await expect(authenticate(other.database, { publicUrl }, idToken)).rejects.toThrow()
    await other.close()
  })

  test('to a failed query are 503 for lookup and token refresh, and 500 for delete', async () => {
    const other = await openIdentity()
    const { idToken, refreshToken } = await other.signUp()
    await other.database.pool.query('drop table role_grants')
    expect(await other.accounts('lookup', { idToken })).toMatchObject({ status: 503, error: 'NETWORK_REQUEST_FAILED' })
    expect(await other.refresh(refreshToken)).toMatchObject({ status: 503, error: 'NETWORK_REQUEST_FAILED' })
    expect(await other.accounts('delete', { idToken })).toMatchObject({ status: 500, error: 'INTERNAL_ERROR' })
    await other.close()
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
