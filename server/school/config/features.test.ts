import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { contract, type FunctionName } from '#contract/index.ts'
import { oneRosterBasePath, oneRosterTokenPath } from '#contract/exchange/oneroster.ts'
import { type Feature, features } from '#contract/settings.plain.ts'
import { functionsOf, neededFeature } from '#rules/features.ts'
import { CallError } from '#server/platform/errors.ts'
import { rows } from '#server/platform/db.ts'
import { emptyHouse, family, type Person } from '#tests/school.ts'
import { prepareFirstRun } from './setUp.ts'
import { servedSchool } from '#tests/served.ts'

const may = { now: new Date('2026-07-05T12:00:00Z') }

describe('a new school', () => {
  test('starts with no rule that no one chose, and every feature off', async () => {
    const house = await emptyHouse()
    try {
      await house.anybody.call('config-setUp', {
        code: (await prepareFirstRun(house.database))!,
        school: { name: 'Lakeside', nativeName: '', zone: 'America/New_York', currency: 'USD' },
        admin: { name: 'Ida', email: 'ida@school.example', password: 'office secret' },
      })
      const ida = house.person('ida@school.example')
      expect(await ida.call('config-pricing', {})).toMatchObject({
        registrationFeeCents: 0,
        siblingPercent: 0,
        staffPercent: 0,
        classesPercent: 0,
        earlyPercent: 0,
        seniorFromAge: null,
        prorations: [],
      })
      const { refunds, lateFees, retention, signIn } = await ida.call('config-rules', {})
      expect(refunds).toMatchObject({ tiers: [], processingFeeCents: 0, transferFeeCents: 0 })
      expect(lateFees).toMatchObject({ flatCents: 0, percent: 0, perWeekCents: 0 })
      expect(retention).toMatchObject({ drafts: null, mails: null, addresses: null })
      expect(signIn).toMatchObject({ staffIdleMinutes: null, secondFactorGraceDays: null, badges: false })
      expect(await ida.call('config-registration', {})).toMatchObject({ priorities: [] })
      expect(await ida.call('config-duties', {})).toMatchObject({ points: 0 })
      expect((await house.anybody.call('config-get', {})).features).toEqual([])
      expect((await ida.call('config-features', {})).on).toEqual([])
      // What is kept forever is never cleaned up, however old.
      const later = { now: new Date('2036-01-01T12:00:00Z') }
      expect((await ida.call('config-retention', retention, later)).now).toMatchObject({
        drafts: 0,
        mails: 0,
        addresses: 0,
      })
      // There is no version: these are all defaults.
      expect(await rows(house.database.db, sql`select kind from setting_versions`)).toEqual([])
    } finally {
      await house.drop()
    }
  })
})

describe('a feature that is off', () => {
  const { s, served } = servedSchool()
  const set = (...on: Feature[]) => s.ida.call('config-changeFeatures', { on })

  const id = randomUUID()
  const now = { enrolmentId: id, agreedCents: 0, agreedFreeCents: 0, back: 'credit', note: '' }
  const lottery = {
    name: 'Draw',
    nativeName: '',
    opensAt: '2026-07-08T08:00',
    closesAt: '2026-07-20T08:00',
    confirmHours: 48,
    usesPriorities: false,
    publicSource: '',
    sectionIds: [id],
  }
  const code = {
    code: 'AUTUMN',
    percent: 10,
    amountCents: null,
    programmeIds: [],
    validFrom: null,
    validUntil: null,
    mostUses: null,
    mostPerHousehold: null,
    isForNewFamilies: false,
    isCombinable: true,
    note: '',
  }
  /** A caller for each function in the table, with valid input. */
  const calls = (): Record<string, [Person, object]> => ({
    'visits-days': [s.anybody, { sectionId: s.chess.id }],
    'visits-children': [s.ann, {}],
    'visits-ask': [
      s.ann,
      { sectionId: id, onDay: '2026-09-13', kind: 'trial', studentId: id, note: '', agreedCents: 0 },
    ],
    'enrolments-submit': [
      s.ann,
      {
        draft: {
          ...s.annFamily,
          choices: [{ childKey: 'mia', sectionId: s.chess.id, type: 'audit' }],
        },
        agreedCents: 0,
      },
    ],
    'leavings-changeType': [s.ida, { ...now, toType: 'audit' }],
    'leavings-ask': [s.ann, { ...now, toSectionId: null, leavesWaits: false, toType: 'audit' }],
    'windows-plan': [s.ida, { termId: s.term.id }],
    'windows-set': [s.ida, { termId: s.term.id, windows: [], addresses: [] }],
    'lotteries-list': [s.ida, {}],
    'lotteries-entries': [s.ida, { id }],
    'lotteries-create': [s.ida, { termId: id, ...lottery }],
    'lotteries-change': [s.ida, { id, ...lottery }],
    'lotteries-move': [s.ida, { id, to: 'open' }],
    'lotteries-draw': [s.ida, { id, publicValue: '' }],
    'lotteries-rerun': [s.ida, { id }],
    'lotteries-enter': [s.ann, { id, together: 'alone', children: [{ studentId: id, ranks: [id] }] }],
    'lotteries-withdraw': [s.ann, { id }],
    'prices-codes': [s.ida, {}],
    'prices-createCode': [s.ida, code],
    'prices-changeCode': [s.ida, { id, ...code }],
    'prices-archiveCode': [s.ida, { id, isArchived: true }],
    'oneroster-summary': [s.ida, { extent: 'current' }],
    'oneroster-upload': [s.ida, { name: 'a.zip', bytes: 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==' }],
    'oneroster-check': [s.ida, { uploadId: id }],
    'oneroster-apply': [s.ida, { uploadId: id }],
    'oneroster-createClient': [s.ida, { name: 'Library', scopes: ['roster'], secretHash: 'a'.repeat(64) }],
  })
  const answerTo = async (name: string): Promise<string> => {
    const [who, input] = calls()[name]!
    const operationId = contract[name as FunctionName].kind === 'write' ? { operationId: randomUUID() } : {}
    try {
      await s.door.call({
        name,
        data: { ...operationId, ...input },
        actor: await who.actor(),
        address: '127.0.0.1',
        ...may,
      })
      return 'done'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return String((Object(error.details) as { reason?: string }).reason)
    }
  }
  const table = Object.entries(functionsOf).flatMap(([feature, refused]) =>
    Object.keys(refused).map(name => [feature as Feature, name] as const),
  )

  test('each feature has functions, and every one of them is called here', () => {
    expect(new Set(table.map(([feature]) => feature))).toEqual(new Set(features))
    expect(Object.keys(calls()).toSorted()).toEqual(table.map(([, name]) => name).toSorted())
  })

  test.each(table)('%s: %s is refused, and answers once it is on', async (feature, name) => {
    await set(...features.filter(each => each !== feature))
    expect(await answerTo(name)).toBe('FEATURE_OFF')
    await set(...features)
    // Unknown ids are rejected for being unknown.
    expect(await answerTo(name)).not.toMatch(/FEATURE_OFF|INVALID_INPUT/)
  })

  test('refuses nothing that doesn’t use it', () => {
    const draft = s.annFamily
    expect(neededFeature('enrolments-submit', { draft })).toBeUndefined()
    expect(neededFeature('leavings-changeType', { toType: 'regular' })).toBeUndefined()
    expect(neededFeature('visits-cancel', { id })).toBeUndefined()
    expect(neededFeature('oneroster-revokeClient', { id })).toBeUndefined()
    expect(neededFeature('classes-list', {})).toBeUndefined()
  })

  test('a promo code lowers no price while codes are off, and does so again once they are on', async () => {
    await set(...features)
    await s.ida.call('prices-createCode', { ...code, code: 'SPRING' })
    const draft = {
      ...family(
        { name: 'Kim Ro' },
        [{ key: 'pat', name: 'Pat Ro', birthOn: '2018-02-02' }],
        [{ childKey: 'pat', sectionId: s.chess.id }],
        s.term.id,
      ),
      promoCode: 'SPRING',
    }
    const kim = await s.newcomer('kim@home.example')
    const withCode = await kim.call('enrolments-quote', { draft }, may)
    expect(withCode.promo).toEqual({ code: 'SPRING', problem: null })
    await set()
    const without = await kim.call('enrolments-quote', { draft }, may)
    expect(without.promo).toBeNull()
    expect(without.totalCents).toBe(withCode.totalCents + 1500)
    await set('promoCodes')
    expect((await kim.call('enrolments-quote', { draft }, may)).totalCents).toBe(withCode.totalCents)
  })

  test('windows make no one wait while they are off, and apply again unchanged', async () => {
    await set('windows')
    const windows = [
      { audience: 'current' as const, onDay: '2026-07-10', time: '08:00' },
      { audience: 'all' as const, onDay: '2026-07-20', time: '08:00' },
    ]
    await s.ida.call('windows-set', { termId: s.term.id, windows, addresses: [] })
    expect((await s.ida.call('config-features', {}, may)).going['windows']).toBe(1)
    expect(await s.ann.call('windows-mine', {}, may)).toMatchObject([{ termId: s.term.id }])
    await set()
    expect(await s.ann.call('windows-mine', {}, may)).toEqual([])
    expect(await s.anybody.call('windows-list', {})).toEqual([])
    await set('windows')
    expect(await s.anybody.call('windows-list', {})).toHaveLength(2)
    await s.ida.call('windows-set', { termId: s.term.id, windows: [], addresses: [] })
  })

  test('lotteries can’t be turned off while one is open', async () => {
    await set('lotteries')
    const robots = await s.ida.call('classes-create', s.section({ name: 'Robots', startsAt: '18:05', endsAt: '19:00' }))
    await s.ida.call('classes-move', { id: robots.id, to: 'open' })
    const { id } = await s.ida.call('lotteries-create', { termId: s.term.id, ...lottery, sectionIds: [robots.id] }, may)
    await expect(set('trials')).rejects.toMatchObject({ details: { reason: 'FEATURE_IN_USE' } })
    expect((await s.anybody.call('config-get', {})).features).toEqual(['lotteries'])
    await s.ida.call('lotteries-move', { id, to: 'cancelled' }, may)
    await set('trials')
    expect((await s.anybody.call('config-get', {})).features).toEqual(['trials'])
  })

  test('programs get no token and no list, and the office no file', async () => {
    await set('oneroster')
    const { cookie } = await served.signIn('ida@school.example')
    const zip = async () => (await fetch(`${served.origin}/files/oneroster.zip`, { headers: { cookie } })).status
    const secret = 'a secret that is long enough'
    const secretHash = createHash('sha256').update(secret).digest('hex')
    const { id: clientId } = await s.ida.call('oneroster-createClient', {
      name: 'Library',
      scopes: ['roster'],
      secretHash,
    })
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
    const ask = () =>
      fetch(`${served.origin}${oneRosterTokenPath}`, { method: 'POST', body: new URLSearchParams(form) })
    const { access_token: token } = (await (await ask()).json()) as { access_token: string }
    const list = async () =>
      (await fetch(`${served.origin}${oneRosterBasePath}/orgs`, { headers: { authorization: `Bearer ${token}` } }))
        .status
    expect([await zip(), await list()]).toEqual([200, 200])
    expect((await s.ida.call('config-features', {})).going['oneroster']).toBeGreaterThan(0)
    await set()
    expect([await zip(), await list()]).toEqual([403, 403])
    expect(await (await ask()).json()).toMatchObject({ error: 'unauthorized_client' })
    // A key can still be revoked.
    await s.ida.call('oneroster-revokeClient', { id: clientId })
  })

  test('only full administrators turn features on and off', async () => {
    for (const who of [s.ann, s.tom, await s.officer('registrar'), await s.officer('treasurer')])
      await expect(who.call('config-changeFeatures', { on: [] })).rejects.toMatchObject({ code: 'permission-denied' })
    const registrar = await s.officer('academic')
    expect((await registrar.call('config-features', {})).on).toEqual((await s.ida.call('config-features', {})).on)
  })
})
