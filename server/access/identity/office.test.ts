import { eq, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { auditEntries, mails } from '#server/platform/tables.ts'
import { findSecret } from '#server/school/config/acts.ts'
import { openProvider, type Provider } from '#tests/oidcProvider.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve } from '#tests/served.ts'
import { accounts, recoveryCodes, secondFactors } from './tables.ts'
import { allowPrivateHosts } from '#server/platform/outgoing.ts'

/** The office's decisions about signing in: that staff need a second factor, and the school's own provider. */
let s: SmallSchool
let provider: Provider
let served: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  ;[s, provider] = await Promise.all([school(), openProvider()])
  served = await serve(s)
})
afterAll(async () => {
  await served.close()
  await provider.close()
  await s.drop()
})
beforeEach(() => s.database.pool.query('delete from attempts'))

const enrol = async (email: string): Promise<string> => {
  const { db } = s.database
  const [account] = await db.select().from(accounts).where(eq(accounts.email, email))
  const accountId = account!.id
  await db.insert(secondFactors).values({ accountId, sealed: 'sealed', enrolledAt: new Date(), lastStep: 0 })
  await db.insert(recoveryCodes).values([{ accountId, codeHash: 'one' }])
  return accountId
}
const withdraw = async () => {
  await s.database.db.delete(recoveryCodes)
  await s.database.db.delete(secondFactors)
}

const rule = (secondFactorGraceDays: number | null): Input<'config-changeSignIn'> => ({
  accounts: 'open',
  staffIdleMinutes: null,
  secondFactorGraceDays,
  secondFactorSince: null,
  badges: false,
})
/** Makes it look as if the office had decided this number of days ago. */
const backdate = (days: number) => {
  const since = new Date(Date.now() - days * 86_400_000).toISOString()
  return s.database.db.execute(
    sql`update setting_versions set value = jsonb_set(value, '{secondFactorSince}', to_jsonb(${since}::text))
      where kind = 'signIn' and value ->> 'secondFactorSince' is not null`,
  )
}

const signedIn = async (email: string) => {
  const { idToken } = await served.signIn(email)
  const answer = await served.call('teachers-today', {}, idToken)
  return { idToken, claims: decodeJwt(idToken), status: answer.status }
}

describe('a second factor for staff', () => {
  test('is optional until the school requires it', async () => {
    const { claims, status } = await signedIn(s.tom.email)
    expect([claims['teacher'], claims['second_factor_by'], status]).toEqual([true, undefined, 200])
  })

  test('is announced with its deadline in the grace period, and roles wait for it afterwards', async () => {
    await s.ida.call('config-changeSignIn', rule(14))
    const asked = await signedIn(s.tom.email)
    expect([asked.claims['teacher'], asked.status]).toEqual([true, 200])
    const by = Number(asked.claims['second_factor_by']) * 1000
    expect(Math.round((by - Date.now()) / 86_400_000)).toBe(14)

    await backdate(15)
    // An open sign-in can't do anything from now on either.
    expect((await served.call('teachers-today', {}, asked.idToken)).status).toBe(403)
    const late = await signedIn(s.tom.email)
    expect([late.claims['teacher'], late.status]).toEqual([undefined, 403])
    const { result } = (await (await served.call('identity-secondFactor', {}, late.idToken)).json()) as {
      result: { neededBy: string }
    }
    expect(Date.parse(result.neededBy)).toBeLessThan(Date.now())

    // A second factor counts as soon as it is set up.
    await enrol(s.tom.email)
    const { idToken } = await served.signIn(s.ann.email)
    expect(decodeJwt(idToken)).toMatchObject({ parent: true })
    expect(decodeJwt(idToken)['second_factor_by']).toBeUndefined()
    const behind = (await (await served.call('teachers-today', {}, late.idToken)).json()) as {
      error: { details: { reason: string } }
    }
    // The browser then fetches a token with the new claims and repeats the call.
    expect(behind.error.details.reason).toBe('STALE_CLAIMS')
    await withdraw()
  })

  test('has its own grace period for anyone who becomes staff later', async () => {
    await s.database.db.execute(
      sql`update role_grants set starts_at = now() where person_id = (select p.id from persons p join accounts a on a.id = p.account_id where a.email = ${s.eve.email})`,
    )
    expect((await signedIn(s.eve.email)).claims).toMatchObject({ teacher: true })
  })

  test('counts from a date that the server sets, and sets again when the rule is turned back on', async () => {
    const long = '2020-01-01T00:00:00.000Z'
    const before = await s.ida.call('config-changeSignIn', { ...rule(14), secondFactorSince: long })
    expect(before.secondFactorSince).not.toBe(long)
    expect((await s.ida.call('config-changeSignIn', rule(30))).secondFactorSince).toBe(before.secondFactorSince)
    expect((await s.ida.call('config-changeSignIn', rule(null))).secondFactorSince).toBeNull()
    const again = await s.ida.call('config-changeSignIn', rule(14))
    expect(Date.parse(again.secondFactorSince!)).toBeGreaterThan(Date.now() - 60_000)
    await s.ida.call('config-changeSignIn', rule(null))
    // Nobody else needs to know how staff sign in.
    expect((await s.anybody.call('config-get', {})).signIn).toEqual({
      accounts: 'open',
      staffIdleMinutes: null,
      badges: false,
    })
  })

  test('is counted for the office, and filters its list of users', async () => {
    const before = await s.ida.call('identity-staff', {})
    expect(before).toEqual({ staff: 3, without: 3 })
    await enrol(s.tom.email)
    expect(await s.ida.call('identity-staff', {})).toEqual({ staff: 3, without: 2 })
    const emails = async (hasSecondFactor: boolean) =>
      (await s.ida.call('users-list', { hasSecondFactor })).rows.map(({ email }) => email)
    expect(await emails(true)).toEqual([s.tom.email])
    expect(await emails(false)).toContain(s.eve.email)
    expect(await emails(false)).not.toContain(s.tom.email)
    for (const somebody of [s.ann, s.tom])
      await expect(somebody.call('identity-staff', {})).rejects.toMatchObject({ code: 'permission-denied' })
    await withdraw()
  })

  test('can be removed by the office after a lost device, but not from the officer’s own account', async () => {
    const id = await enrol(s.tom.email)
    expect(await s.ida.call('users-get', { id })).toMatchObject({ hasSecondFactor: true })
    for (const somebody of [s.ann, s.tom, s.eve])
      await expect(somebody.call('users-endSecondFactor', { id })).rejects.toMatchObject({ code: 'permission-denied' })
    expect(await s.ida.call('users-endSecondFactor', { id })).toMatchObject({ hasSecondFactor: false })
    const { db } = s.database
    expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, id))).toEqual([])
    const letters = async () =>
      (await db.select().from(mails).where(eq(mails.to, s.tom.email))).filter(({ subject }) =>
        subject.includes('wo-step sign-in'),
      )
    expect(await letters()).toHaveLength(1)
    // There is no second factor left to remove, and nobody to tell.
    await s.ida.call('users-endSecondFactor', { id })
    expect(await letters()).toHaveLength(1)
    const audited = await db.select().from(auditEntries).where(eq(auditEntries.action, 'users-endSecondFactor'))
    expect(audited.map(({ about }) => about)).toContainEqual([id])
    const own = await enrol(s.ida.email)
    await expect(s.ida.call('users-endSecondFactor', { id: own })).rejects.toMatchObject({
      details: { reason: 'OWN_ACCOUNT' },
    })
    await withdraw()
  })

  test('is shown to users for their own account, and not to visitors', async () => {
    await enrol(s.ann.email)
    expect(await s.ann.call('identity-secondFactor', {})).toMatchObject({
      enrolledAt: expect.any(String),
      recoveryCodesLeft: 1,
      neededBy: null,
    })
    expect(await s.bob.call('identity-secondFactor', {})).toMatchObject({ enrolledAt: null, recoveryCodesLeft: 0 })
    await expect(s.anybody.call('identity-secondFactor', {})).rejects.toMatchObject({ code: 'unauthenticated' })
    await withdraw()
  })
})

describe('a sign-in provider', () => {
  const wanted = {
    id: 'oidc.school',
    isOn: true,
    issuer: '',
    clientId: 'lantern',
    label: 'School account',
    nativeLabel: '学校账号',
  }
  const secret = 'the-client-secret-9876'

  test('never shows its secret or stores it in plain text', async () => {
    const change = { provider: { ...wanted, issuer: provider.issuer }, secret }
    const answer = await s.ida.call('identity-changeProvider', change)
    expect(answer).toEqual({
      providers: [{ provider: change.provider, secretEnding: '9876' }],
      redirectUri: 'http://localhost:3000/auth/provider',
    })
    expect(await s.ida.call('identity-providers', {})).toEqual(answer)
    const kept = await rows<{ text: string }>(
      s.database.db,
      sql`select to_jsonb(o)::text as text from operations o union all select to_jsonb(a)::text from audit_entries a
        union all select to_jsonb(v)::text from setting_versions v union all select to_jsonb(x)::text from secrets x`,
    )
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.filter(({ text }) => text.includes(secret))).toEqual([])
    expect(await findSecret(s.database.db, s.settings.secrets, 'provider.clientSecret')).toBe(secret)
    // Left out, the secret stays; empty, it is deleted.
    await s.ida.call('identity-changeProvider', { provider: { ...change.provider, label: 'Ours' } })
    expect(await findSecret(s.database.db, s.settings.secrets, 'provider.clientSecret')).toBe(secret)
    const gone = await s.ida.call('identity-changeProvider', { provider: change.provider, secret: '' })
    expect(gone.providers.map(({ secretEnding }) => secretEnding)).toEqual([null])
  })

  test('shows the public only its button labels, and only while it is on', async () => {
    expect((await s.anybody.call('config-get', {})).providers).toEqual([
      { id: 'oidc.school', label: 'School account', nativeLabel: '学校账号' },
    ])
    await s.ida.call('identity-changeProvider', { provider: { ...wanted, isOn: false } })
    expect((await s.anybody.call('config-get', {})).providers).toEqual([])
    for (const somebody of [s.ann, s.tom])
      await expect(somebody.call('identity-providers', {})).rejects.toMatchObject({ code: 'permission-denied' })
  })

  test('can be one of several, each with its own secret; Google needs only a client ID', async () => {
    const google = { id: 'google.com', isOn: true, issuer: '', clientId: 'of-google', label: '', nativeLabel: '' }
    await s.ida.call('identity-changeProvider', {
      provider: { ...wanted, issuer: provider.issuer },
      secret: 'first-1111',
    })
    const { providers } = await s.ida.call('identity-changeProvider', { provider: google, secret: 'second-2222' })
    expect(providers.map(({ provider: { id }, secretEnding }) => [id, secretEnding])).toEqual([
      ['oidc.school', '1111'],
      ['google.com', '2222'],
    ])
    expect((await s.anybody.call('config-get', {})).providers.map(({ id }) => id)).toEqual([
      'oidc.school',
      'google.com',
    ])
    await expect(s.tom.call('identity-removeProvider', { id: 'google.com' })).rejects.toMatchObject({
      code: 'permission-denied',
    })
    const left = await s.ida.call('identity-removeProvider', { id: 'google.com' })
    expect(left.providers.map(({ provider: { id } }) => id)).toEqual(['oidc.school'])
    expect(await findSecret(s.database.db, s.settings.secrets, 'provider.clientSecret:google.com')).toBeNull()
    expect(await findSecret(s.database.db, s.settings.secrets, 'provider.clientSecret')).toBe('first-1111')
    await expect(s.ida.call('identity-removeProvider', { id: 'google.com' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test.each([
    ['provider.id', { ...wanted, id: 'facebook.com', issuer: 'https://provider.example' }],
    ['provider.clientId', { ...wanted, id: 'google.com', clientId: '' }],
    ['provider.issuer', { ...wanted, issuer: '' }],
    ['provider.issuer', { ...wanted, issuer: 'http://provider.example' }],
    ['provider.clientId', { ...wanted, issuer: 'https://provider.example', clientId: '' }],
    ['provider.label', { ...wanted, issuer: 'https://provider.example', label: '' }],
  ])('is refused when %s is missing or unsafe', async (path, value) => {
    await expect(s.ida.call('identity-changeProvider', { provider: value })).rejects.toMatchObject({
      details: { fields: [expect.objectContaining({ path })] },
    })
  })

  test('can be tested before it is saved, by administrators only', async () => {
    const { issuer } = provider
    expect(await s.ida.call('identity-testProvider', { issuer })).toMatchObject({ finding: 'good', issuer, keys: 1 })
    expect(await s.ida.call('identity-testProvider', { issuer: `${issuer}/nothing` })).toMatchObject({
      finding: 'status',
    })
    await expect(s.ida.call('identity-testProvider', { issuer: '' })).rejects.toMatchObject({
      code: 'invalid-argument',
    })
    await expect(s.tom.call('identity-testProvider', { issuer })).rejects.toMatchObject({ code: 'permission-denied' })
    for (const area of ['auditor', 'registrar'] as const)
      await expect((await s.officer(area)).call('identity-testProvider', { issuer })).rejects.toMatchObject({
        details: { reason: 'AREA_NEEDED' },
      })
  })

  test('is not looked up in a private network, and its test quotes nothing of the page found', async () => {
    const page = `${provider.issuer}/page`
    const found = await s.ida.call('identity-testProvider', { issuer: page })
    expect(found).toMatchObject({ finding: 'json' })
    expect(found.detail).not.toContain('<html>')
    allowPrivateHosts([])
    try {
      for (const issuer of [
        'https://localhost:5432',
        'https://127.0.0.1',
        'https://[::1]',
        'https://169.254.169.254/x',
      ])
        expect(await s.ida.call('identity-testProvider', { issuer }), issuer).toMatchObject({ finding: 'private' })
      expect(await s.ida.call('identity-testProvider', { issuer: page })).toMatchObject({ finding: 'address' })
    } finally {
      allowPrivateHosts(['127.0.0.1', 'localhost'])
    }
  })
})
