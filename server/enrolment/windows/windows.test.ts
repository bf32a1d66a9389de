import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { family, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let springId: string
let drawing: string
const at = (instant: string) => ({ now: new Date(instant) })
const windows = [
  { audience: 'staff' as const, onDay: '2026-11-01', time: '08:00' },
  { audience: 'current' as const, onDay: '2026-11-08', time: '08:00' },
  { audience: 'all' as const, onDay: '2026-11-15', time: '09:30' },
]
const room = [{ audience: 'staff' as const, email: 'Room@home.example' }]
const wish = (name = 'Kim') =>
  family(
    { name: 'Parent' },
    [{ key: 'k', name, birthOn: '2019-01-01' }],
    [{ childKey: 'k', sectionId: drawing }],
    springId,
  )

beforeAll(async () => {
  s = await school()
  const spring = await s.ida.call('terms-create', {
    name: 'Spring',
    nativeName: '春季',
    startsOn: '2027-01-31',
    endsOn: '2027-06-06',
    weekdays: [7],
    earlyBirdOn: null,
    closures: [],
  })
  springId = spring.id
  await s.ida.call('terms-move', { id: springId, to: 'registration' })
  const section = await s.ida.call('classes-create', s.section({ termId: springId, name: 'Drawing', capacity: 9 }))
  await s.ida.call('classes-move', { id: section.id, to: 'open' })
  drawing = section.id
  await s.ida.call('windows-set', { termId: springId, windows, addresses: room })
})
afterAll(() => s.drop())

describe('registration windows', () => {
  test('are public, in the school’s local time before and after the change to winter time', async () => {
    expect(await s.anybody.call('windows-list', {})).toEqual([
      { termId: springId, audience: 'staff', onDay: '2026-11-01', time: '08:00', opensAt: '2026-11-01T13:00:00.000Z' },
      {
        termId: springId,
        audience: 'current',
        onDay: '2026-11-08',
        time: '08:00',
        opensAt: '2026-11-08T13:00:00.000Z',
      },
      { termId: springId, audience: 'all', onDay: '2026-11-15', time: '09:30', opensAt: '2026-11-15T14:30:00.000Z' },
    ])
    const [summer] = (
      await s.ida.call('windows-set', {
        termId: s.term.id,
        windows: [{ audience: 'all', onDay: '2026-07-01', time: '08:00' }],
        addresses: [],
      })
    ).windows
    expect(summer!.opensAt).toBe('2026-07-01T12:00:00.000Z')
    await s.ida.call('windows-set', { termId: s.term.id, windows: [], addresses: [] })
  })

  test('of a draft term, and the addresses named in them, are for the office only', async () => {
    const draft = await s.ida.call('terms-create', {
      name: 'Draft',
      nativeName: '',
      startsOn: '2028-01-30',
      endsOn: '2028-06-04',
      weekdays: [7],
      earlyBirdOn: null,
      closures: [],
    })
    await s.ida.call('windows-set', {
      termId: draft.id,
      windows: [{ audience: 'all', onDay: '2027-12-01', time: '08:00' }],
      addresses: [],
    })
    const seen = async (who: typeof s.ida) => (await who.call('windows-list', {})).map(({ termId }) => termId)
    expect(await seen(s.ida)).toContain(draft.id)
    expect(await seen(s.ann)).not.toContain(draft.id)
    expect((await s.ida.call('windows-plan', { termId: springId })).addresses).toEqual([
      { audience: 'staff', email: 'room@home.example' },
    ])
    for (const who of [s.ann, s.tom])
      await expect(who.call('windows-plan', { termId: springId })).rejects.toMatchObject({ code: 'permission-denied' })
  })

  test('are refused at their field if incomplete or out of order, and nothing changes', async () => {
    const set = (wrong: typeof windows) =>
      s.ida.call('windows-set', { termId: springId, windows: wrong, addresses: [] })
    await expect(set([windows[0]!])).rejects.toMatchObject({
      details: { fields: [{ path: 'windows', message: 'everybody' }] },
    })
    await expect(set([{ ...windows[0]!, onDay: '2026-12-01' }, windows[2]!])).rejects.toMatchObject({
      details: { fields: [{ path: 'windows.0.onDay', message: 'order' }] },
    })
    await expect(s.ida.call('windows-set', { termId: s.grade1.id, windows: [], addresses: [] })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect((await s.ida.call('windows-plan', { termId: springId })).windows).toHaveLength(3)
  })
})

describe('a family', () => {
  const mine = async (who: typeof s.ida, now = '2026-11-05T12:00:00Z') =>
    (await who.call('windows-mine', {}, at(now))).map(({ audience, onDay, isOpen }) => ({ audience, onDay, isOpen }))

  test('gets the window of its group: staff, current families, named addresses, everyone else', async () => {
    expect(await mine(s.tom)).toEqual([{ audience: 'staff', onDay: '2026-11-01', isOpen: true }])
    expect(await mine(s.ann)).toEqual([{ audience: 'current', onDay: '2026-11-08', isOpen: false }])
    expect(await mine(await s.newcomer('room@home.example'))).toEqual([
      { audience: 'staff', onDay: '2026-11-01', isOpen: true },
    ])
    expect(await mine(await s.newcomer('new@home.example'))).toEqual([
      { audience: 'all', onDay: '2026-11-15', isOpen: false },
    ])
  })

  test('sees at its choice when registration opens, and is refused until then', async () => {
    const nia = await s.newcomer('nia@home.example')
    const draft = wish()
    const before = at('2026-11-15T14:29:59Z')
    const early = await nia.call('enrolments-quote', { draft }, before)
    expect(early.choices).toMatchObject([{ outcome: 'early' }])
    expect(early).toMatchObject({
      totalCents: 0,
      lines: [],
      opens: { audience: 'all', onDay: '2026-11-15', time: '09:30' },
    })
    await expect(nia.call('enrolments-submit', { draft, agreedCents: 0 }, before)).rejects.toMatchObject({
      details: {
        reason: 'WINDOW_NOT_OPEN',
        onDay: '2026-11-15',
        time: '09:30',
        opensAt: '2026-11-15T14:30:00.000Z',
      },
    })
    expect((await nia.actor()).roles).toEqual([])
    const open = at('2026-11-15T14:30:00Z')
    expect((await nia.call('enrolments-quote', { draft }, open)).opens).toBeNull()
    expect((await s.register(nia, draft, open)).outcomes).toMatchObject([{ outcome: 'seat' }])
  })

  test('isn’t a current one for a guardian without access to the child’s data', async () => {
    const bob = await s.bob.actor()
    expect(await mine(s.bob)).toMatchObject([{ audience: 'current' }])
    const bar = (access: boolean) =>
      s.database.db.execute(
        sql`update guardianships set has_data_access = ${access} where guardian_id = ${bob.personId}::uuid`,
      )
    await bar(false)
    expect(await mine(s.bob)).toMatchObject([{ audience: 'all' }])
    await bar(true)
  })

  test('registers at any time for a term without windows, and the office can enrol a student early', async () => {
    expect((await s.ann.call('enrolments-quote', { draft: s.annFamily }, at('2026-07-01T12:00:00Z'))).opens).toBeNull()
    const [mia] = await s.ann.call('students-mine', {})
    const seated = await s.ida.call(
      'enrolments-enrol',
      { studentId: mia!.id, sectionId: drawing },
      at('2026-11-01T12:00:00Z'),
    )
    expect(seated.outcome).toBe('seat')
  })
})

test('anyone can read the rules of a term, with its dates', async () => {
  await s.ida.call('config-changeRefunds', {
    tiers: [
      { until: 'week', number: 4, percent: 50 },
      { until: 'days', number: 1, percent: 100 },
    ],
    processingFeeCents: 3000,
    refundsBooks: false,
  })
  expect(await s.anybody.call('windows-rules', { termId: s.term.id })).toMatchObject({
    windows: [],
    registrationFeeCents: 4000,
    waivedUntil: '2026-06-30',
    siblingPercent: 10,
    siblingProgrammes: [{ name: 'Language', nativeName: '语言' }],
    refunds: [
      { lastDay: '2026-09-12', percent: 100 },
      { lastDay: '2026-10-03', percent: 50 },
    ],
    processingFeeCents: 3000,
    offerHours: 48,
  })
  await expect(s.anybody.call('windows-rules', { termId: s.grade1.id })).rejects.toMatchObject({ code: 'not-found' })
})
