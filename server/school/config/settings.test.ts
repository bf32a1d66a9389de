import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { family, school, type SmallSchool } from '#tests/school.ts'
import { cleanUp } from './jobs.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

describe('rules are kept in versions', () => {
  test('after a change the next invoice follows the new rule, issued ones keep theirs, and the history shows who changed it', async () => {
    const invoices = () => rows<{ lines: unknown }>(s.database.db, sql`select lines from invoices order by number`)
    const before = await invoices()
    const pricing = await s.ida.call('config-pricing', {})
    await s.ida.call('config-changePricing', { ...pricing, siblingPercent: 50 })
    // Saving the current values adds no version.
    await s.ida.call('config-changePricing', { ...pricing, siblingPercent: 50 })
    expect(await invoices()).toEqual(before)
    await s.database.pool.query(`update persons set native_name = '艾达' where name = 'Ida Office'`)
    const history = await s.ida.call('config-history', { kind: 'pricing' })
    expect(history.map(({ by, byNativeName, value }) => [by, byNativeName, value['siblingPercent']])).toEqual([
      ['Ida Office', '艾达', 50],
      ['Ida Office', '艾达', 10],
    ])
    expect(await s.ida.call('config-pricing', {})).toMatchObject({ siblingPercent: 50 })
    // A family like Ann's registers now: the younger child pays half, where Ann's paid 10% less.
    const twin = await s.ida.call(
      'classes-create',
      s.section({ name: 'Grade 1 B', startsAt: '09:00', endsAt: '10:50', capacity: 2 }),
    )
    await s.ida.call('classes-move', { id: twin.id, to: 'open' })
    const cara = await s.newcomer('cara@home.example', 'Cara')
    const children = [
      { key: 'kim', name: 'Kim Cara', birthOn: '2019-03-01' },
      { key: 'lee', name: 'Lee Cara', birthOn: '2020-05-01' },
    ]
    const choices = children.map(({ key }) => ({ childKey: key, sectionId: twin.id }))
    const made = await s.register(cara, family({ name: 'Cara' }, children, choices, s.term.id), { now: s.clock.now })
    const both = 26_000 + 2500 * 2 + 4000
    expect(s.annRegistration.totalCents).toBe(both + 23_400)
    expect(made.totalCents).toBe(both + 13_000)
    const invoiced = async (who: SmallSchool['ann']) =>
      (await who.call('payments-ledger', {}))[0]!.invoices.map(({ totalCents }) => totalCents)
    expect([await invoiced(s.ann), await invoiced(cara)]).toEqual([[both + 23_400], [both + 13_000]])
    expect((await invoices()).slice(0, before.length)).toEqual(before)
  })

  test('each has a default and is checked', async () => {
    const { refunds, lateFees, languages } = await s.ida.call('config-rules', {})
    expect(refunds.tiers).toEqual([{ until: 'days', number: 1, percent: 100 }])
    expect(lateFees).toMatchObject({ flatCents: 0, capCents: null })
    expect(languages.offered).toEqual(['en', 'zh'])
    await expect(
      s.ida.call('config-changeRefunds', { ...refunds, tiers: [{ until: 'week', number: 4, percent: 120 }] }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'tiers.0.percent', message: 'percent' }] } })
    await expect(s.ida.call('config-changeLanguages', { offered: [] })).rejects.toMatchObject({
      details: { fields: [{ path: 'offered', message: 'required' }] },
    })
    await s.ida.call('config-changeLanguages', { offered: ['zh'] })
    expect((await s.anybody.call('config-get', {})).languages).toEqual(['zh'])
    for (const who of [s.ann, s.tom])
      await expect(who.call('config-rules', {})).rejects.toMatchObject({ code: 'permission-denied' })
  })

  test('the currency can’t be changed once money has moved', async () => {
    const { school: now } = await s.anybody.call('config-get', {})
    await expect(s.ida.call('config-change', { ...now!, currency: 'EUR' })).rejects.toMatchObject({
      details: { fields: [{ path: 'currency', message: 'fixed' }] },
    })
  })
})

describe('retention', () => {
  test('the preview counts what the nightly cleanup removes, once a day, and money records stay', async () => {
    const { retention } = await s.ida.call('config-rules', {})
    const money = () => rows(s.database.db, sql`select count(*) from charges union all select count(*) from invoices`)
    const before = await money()
    const run = (now: string) =>
      cleanUp.run(
        {},
        {
          database: s.database,
          signal: AbortSignal.timeout(10_000),
          settings: s.settings,
          enqueue: s.jobs.enqueue,
          touch: async () => undefined,
          now: new Date(now),
        },
      )
    const asked = { ...retention, mails: 30, addresses: 30 }
    await s.ida.call('config-changeRetention', asked)
    const later = { now: new Date('2027-10-01T07:00:00Z') }
    const { now } = await s.ida.call('config-retention', asked, later)
    expect(now.mails).toBeGreaterThan(0)
    expect(now.addresses).toBeGreaterThan(0)
    // 1:30 AM in New York is too early.
    await run('2027-10-01T05:30:00Z')
    expect((await s.ida.call('config-retention', asked, later)).runs).toEqual([])
    await run('2027-10-01T07:00:00Z')
    await run('2027-10-01T09:00:00Z')
    const after = await s.ida.call('config-retention', asked, later)
    expect(after.runs).toHaveLength(1)
    expect(after.runs[0]!.counts).toMatchObject({ mails: now.mails, addresses: now.addresses })
    expect(after.now.mails).toBe(0)
    expect(await money()).toEqual(before)
    expect((await s.ida.call('audit-list', {})).total).toBeGreaterThan(0)
  })
})
