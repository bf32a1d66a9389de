import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Round } from '#contract/people/confirmations.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool, blankCard } from '#tests/school.ts'

let s: SmallSchool
let round: Round
let home: string
beforeAll(async () => {
  s = await school()
  home = s.annRegistration.householdId
  await s.ida.call('parents-addGuardian', {
    householdId: home,
    guardian: {
      name: 'Rex Barr',
      nativeName: '',
      email: 'rex@home.example',
      phone: '',
      language: 'en',
      relationship: 'father',
      hasDataAccess: false,
      mayPickUp: false,
    },
  })
  round = await s.ida.call('confirmations-start', { dueOn: '2026-10-01' })
})
afterAll(() => s.drop())

const list = async (view?: 'waiting' | 'confirmed' | 'changed') =>
  (await s.ida.call('confirmations-list', { roundId: round.id, ...(view && { view }) })).rows.map(
    ({ household }) => household,
  )
const toDo = async (who = s.ann) => (await who.call('parents-home', {})).toDo.map(({ kind }) => kind)

describe('a round', () => {
  test('asks every family with a child, and only one runs at a time', async () => {
    expect(round).toMatchObject({ families: 2, confirmed: 0, dueOn: '2026-10-01', endedOn: null })
    expect(await list('waiting')).toEqual(['Bob Li', 'Ann Wang'])
    expect(await toDo()).toContain('confirm')
    await expect(s.ida.call('confirmations-start', { dueOn: '2026-11-01' })).rejects.toMatchObject({
      details: { reason: 'ROUND_RUNNING' },
    })
    await expect(s.ida.call('confirmations-start', { dueOn: '2026-01-01' })).rejects.toMatchObject({
      details: { fields: [{ path: 'dueOn', message: 'past' }] },
    })
  })

  test('counts only families that an email can reach among those to remind', async () => {
    const unreminded = async () => (await s.ida.call('confirmations-rounds', {}))[0]!.unreminded
    expect(await unreminded()).toBe(2)
    await s.database.db.execute(sql`update persons set email = '' where email = 'bob@home.example'`)
    expect(await unreminded()).toBe(1)
    await s.database.db.execute(sql`update persons set email = 'bob@home.example' where name = 'Bob Li'`)
  })

  test('reminds families that have not confirmed, once, and no guardian without data access', async () => {
    expect(await s.ida.call('confirmations-remind', { roundId: round.id })).toEqual({ families: 2, mails: 2 })
    const mails = await rows<{ to: string; text: string }>(
      s.database.db,
      sql`select "to", text from mails where subject like 'Is your family%' order by "to"`,
    )
    expect(mails.map(({ to }) => to)).toEqual(['ann@home.example', 'bob@home.example'])
    expect(mails[0]!.text).toContain('October 1, 2026')
    await expect(s.ida.call('confirmations-remind', { roundId: round.id })).rejects.toMatchObject({
      details: { reason: 'ALREADY_REMINDED' },
    })
  })

  test('is confirmed by a family in one step; the office sees that nothing changed', async () => {
    expect(await s.bob.call('confirmations-mine', {})).toMatchObject([{ roundId: round.id, confirmedAt: null }])
    await s.bob.call('confirmations-confirm', { roundId: round.id, householdId: s.bobRegistration.householdId })
    expect(await s.bob.call('confirmations-mine', {})).toMatchObject([{ confirmedBy: { name: 'Bob Li' } }])
    expect(await toDo(s.bob)).not.toContain('confirm')
    expect(await list('confirmed')).toEqual(['Bob Li'])
    expect(
      (await s.ida.call('confirmations-get', { roundId: round.id, householdId: s.bobRegistration.householdId }))
        .changes,
    ).toEqual([])
    expect(await list('changed')).toEqual([])
  })

  test('shows what a family changed, field by field', async () => {
    const [household] = await s.ann.call('parents-household', {})
    const mia = household!.children.find(({ name }) => name === 'Mia Wang')!
    await s.ann.call('parents-changeAddress', { householdId: home, address: '22 Hill Street' })
    await s.ann.call('students-changeMedical', {
      ...blankCard,
      id: mia.id,
      allergies: 'Peanuts',
    })
    await s.ann.call('parents-removeContact', { id: household!.contacts[0]!.id })
    await s.ann.call('parents-addContact', { householdId: home, name: 'Uncle', phone: '+1 555 0188', relationship: '' })
    // A request to the office changes nothing until it is approved.
    await s.ann.call('parents-requestChange', {
      change: { kind: 'child', studentId: mia.id, name: 'Mia Wong', nativeName: '', birthOn: '2019-03-01' },
    })
    await s.ann.call('confirmations-confirm', { roundId: round.id, householdId: home })
    const { changes } = await s.ida.call('confirmations-get', { roundId: round.id, householdId: home })
    expect(changes).toMatchObject([
      {
        part: 'household',
        act: 'changed',
        facts: [{ field: 'address', before: '1 Lake Road', after: '22 Hill Street' }],
      },
      { part: 'child', name: 'Mia Wang', facts: [{ field: 'allergies', before: '', after: 'Peanuts' }] },
      { part: 'contact', act: 'added', name: 'Uncle' },
      { part: 'contact', act: 'removed', name: 'Grandma' },
    ])
    expect(await list('changed')).toEqual(['Ann Wang'])
    // Later changes are not part of what was confirmed.
    await s.ann.call('parents-changeAddress', { householdId: home, address: '1 Lake Road' })
    const later = await s.ida.call('confirmations-get', { roundId: round.id, householdId: home })
    expect(later.changes).toEqual(changes)
  })

  test('ends, and then asks no one', async () => {
    expect(await s.ida.call('confirmations-change', { id: round.id, dueOn: '2026-10-08' })).toMatchObject({
      dueOn: '2026-10-08',
    })
    expect(await s.ida.call('confirmations-end', { id: round.id })).toMatchObject({ confirmed: 2, changed: 1 })
    expect(await s.ann.call('confirmations-mine', {})).toEqual([])
    await expect(s.ann.call('confirmations-confirm', { roundId: round.id, householdId: home })).rejects.toThrow(
      'not found',
    )
    await expect(s.ida.call('confirmations-end', { id: round.id })).rejects.toThrow('not found')
  })
})

describe('access to rounds', () => {
  test('families confirm only their own record, and only the office sees rounds', async () => {
    const next = await s.ida.call('confirmations-start', { dueOn: '2026-10-01' })
    const bobs = { roundId: next.id, householdId: s.bobRegistration.householdId }
    await expect(s.ann.call('confirmations-confirm', bobs)).rejects.toThrow('not found')
    await s.bob.call('confirmations-confirm', bobs)
    await expect(s.ann.call('confirmations-list', { roundId: next.id })).rejects.toThrow('role')
    await expect(s.tom.call('confirmations-get', bobs)).rejects.toThrow('role')
  })

  test('a guardian without data access is not asked and can’t confirm', async () => {
    const rex = await s.newcomer('rex@home.example', 'Rex')
    await s.database.db.execute(
      sql`update persons set account_id = (select id from accounts where email = 'rex@home.example') where email = 'rex@home.example'`,
    )
    await s.database.db.execute(
      sql`insert into role_grants (id, person_id, role, starts_at) select gen_random_uuid(), id, 'parent', now() from persons where email = 'rex@home.example'`,
    )
    expect(await s.ann.call('confirmations-mine', {})).toHaveLength(1)
    expect(await rex.call('confirmations-mine', {})).toEqual([])
    const [running] = await s.ida.call('confirmations-rounds', {})
    await expect(rex.call('confirmations-confirm', { roundId: running!.id, householdId: home })).rejects.toThrow(
      'not found',
    )
  })
})

test('a reminder that is sent after the day says that the day is past', async () => {
  const running = (await s.ida.call('confirmations-rounds', {})).find(({ endedOn }) => endedOn === null)
  await s.ida.call('confirmations-remind', { roundId: running!.id }, { now: new Date('2026-10-02T12:00:00Z') })
  const [mail] = await rows<{ text: string }>(
    s.database.db,
    sql`select text from mails where subject like 'Is your family%' order by queued_at desc limit 1`,
  )
  expect(mail!.text).toContain('the date was October 1, 2026')
  expect(mail!.text).not.toContain('by October 1, 2026')
})
