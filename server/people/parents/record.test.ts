import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { wantsMail } from './acts.ts'

let s: SmallSchool
let home: string
let mia: string
let leo: string
beforeAll(async () => {
  s = await school()
  home = s.annRegistration.householdId
  const children = await s.ann.call('students-mine', {})
  ;[mia, leo] = children.map(({ id }) => id) as [string, string]
  // Bob is also a member of Ann's household but may see nothing of it: he is a guardian of Mia without data access.
  await s.database.db.execute(sql`
    insert into household_members (household_id, person_id, contact_order) select ${home}::uuid, id, 2 from persons where email = 'bob@home.example'`)
  await s.database.db.execute(sql`
    insert into guardianships (student_id, guardian_id, relationship, has_data_access, may_pick_up) select ${mia}::uuid, id, 'father', false, false from persons where email = 'bob@home.example'`)
})
afterAll(() => s.drop())

const household = async () => (await s.ann.call('parents-household', {}))[0]!
const notFound = { code: 'not-found' }
const uncle = {
  studentId: null,
  name: 'Uncle Wu',
  phone: '+1 555 0177',
  relationship: 'uncle',
  fromDay: '2026-09-13',
  toDay: '2026-09-20',
}

test('a guardian without data access sees nothing of a household they belong to', async () => {
  expect((await household()).guardians.map(({ name }) => name)).toEqual(['Ann Wang', 'Bob Li'])
  expect((await s.bob.call('parents-household', {})).map(({ name }) => name)).toEqual(['Bob Li'])
  const start = await s.bob.call('parents-home', {})
  expect([start.children.map(({ name }) => name), start.toDo.map(({ kind }) => kind)]).toEqual([['Zoe Li'], ['pay']])
})

test('a guardian with access to one child sees only that child and what concerns it', async () => {
  await s.database.db.execute(
    sql`update guardianships set has_data_access = true where student_id = ${mia}::uuid and relationship = 'father'`,
  )
  await s.ann.call('parents-allowPickUp', { householdId: home, ...uncle, name: 'Leo’s friend', studentId: leo })
  const seen = (await s.bob.call('parents-household', {})).find(({ id }) => id === home)!
  expect([seen.children.map(({ name }) => name), seen.pickUps]).toEqual([['Mia Wang'], []])
  const [entry] = (await household()).pickUps
  await expect(s.bob.call('parents-removePickUp', { id: entry!.id })).rejects.toMatchObject(notFound)
  await expect(
    s.bob.call('parents-allowPickUp', { householdId: home, ...uncle, studentId: leo }),
  ).rejects.toMatchObject(notFound)
  await s.ann.call('parents-removePickUp', { id: entry!.id })
  await s.database.db.execute(
    sql`update guardianships set has_data_access = false where student_id = ${mia}::uuid and relationship = 'father'`,
  )
})

describe('emergency contacts', () => {
  test('a family adds, changes and removes its own, and other families can’t', async () => {
    const contact = { name: 'Aunt Mei', phone: '+1 555 0144', relationship: 'aunt' }
    const { id } = await s.ann.call('parents-addContact', { householdId: home, ...contact })
    await s.ann.call('parents-changeContact', { id, ...contact, phone: '+1 555 0145' })
    expect((await household()).contacts).toContainEqual({ id, ...contact, phone: '+1 555 0145' })
    for (const call of [
      () => s.bob.call('parents-addContact', { householdId: home, ...contact }),
      () => s.bob.call('parents-changeContact', { id, ...contact }),
      () => s.bob.call('parents-removeContact', { id }),
    ])
      await expect(call()).rejects.toMatchObject(notFound)
    const named = async () => (await household()).contacts.map(({ name }) => name)
    expect(await named()).toEqual(['Aunt Mei', 'Grandma'])
    await s.ann.call('parents-removeContact', { id })
    expect(await named()).toEqual(['Grandma'])
    // The office may do it for them.
    const again = await s.ann.call('parents-addContact', { householdId: home, ...contact })
    await s.ida.call('parents-removeContact', { id: again.id })
    expect(await named()).toEqual(['Grandma'])
  })
  test('if there are none, the home page asks for one until there is one', async () => {
    const [grandma] = (await household()).contacts
    await s.ann.call('parents-removeContact', { id: grandma!.id })
    const kinds = async () => (await s.ann.call('parents-home', {})).toDo.map(({ kind }) => kind)
    expect(await kinds()).toEqual(['pay', 'contact'])
    await s.ann.call('parents-addContact', {
      householdId: home,
      name: 'Grandma',
      phone: '+1 555 0199',
      relationship: '',
    })
    expect(await kinds()).toEqual(['pay'])
  })
})

describe('the pick-up list', () => {
  const listed = async (now?: Date) =>
    (await s.tom.call('students-get', { id: mia }, now && { now })).pickUps.map(({ name, rule }) => [name, rule])

  test('an entry lasts from its first to its last day', async () => {
    const { id } = await s.ann.call('parents-allowPickUp', { householdId: home, ...uncle })
    expect(await listed()).toContainEqual(['Uncle Wu', 'allow'])
    expect(await listed(new Date('2026-09-20T20:00:00Z'))).toContainEqual(['Uncle Wu', 'allow'])
    const after = { now: new Date('2026-09-21T20:00:00Z') }
    expect(await listed(after.now)).not.toContainEqual(['Uncle Wu', 'allow'])
    expect((await s.ann.call('parents-household', {}, after))[0]!.pickUps).toEqual([])
    await expect(s.bob.call('parents-removePickUp', { id })).rejects.toMatchObject(notFound)
    await s.ann.call('parents-removePickUp', { id })
    expect((await household()).pickUps).toEqual([])
    await expect(s.ann.call('parents-removePickUp', { id })).rejects.toMatchObject(notFound)
  })
  test('only the office blocks people; the child’s teachers see it at the roll, and others don’t', async () => {
    const barred = { ...uncle, name: 'Dan Stranger', studentId: mia, toDay: null }
    await expect(s.ann.call('parents-denyPickUp', { householdId: home, ...barred })).rejects.toMatchObject({
      details: { reason: 'ROLE_NEEDED' },
    })
    const { id } = await s.ida.call('parents-denyPickUp', { householdId: home, ...barred })
    expect((await household()).pickUps).toMatchObject([{ id, rule: 'deny' }])
    await expect(s.ann.call('parents-removePickUp', { id })).rejects.toMatchObject(notFound)
    await expect(
      s.ann.call('parents-allowPickUp', { householdId: home, ...barred, name: 'dan stranger' }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'name', message: 'barred' }] } })
    const roll = await s.tom.call('absences-roll', { meetingId: s.meetingId })
    expect(roll.marks.map(({ name, barred: names }) => [name, names])).toEqual([
      ['Zoe Li', []],
      ['Leo Wang', []],
      ['Mia Wang', ['Bob Li', 'Dan Stranger']],
    ])
    expect((await listed()).slice(0, 2)).toEqual([
      ['Bob Li', 'deny'],
      ['Dan Stranger', 'deny'],
    ])
    await expect(s.eve.call('students-get', { id: mia })).rejects.toMatchObject(notFound)
  })
  test('a last day that is past or before the first is refused at its field', async () => {
    for (const [toDay, message] of [
      ['2026-09-12', 'past'],
      ['2026-09-14', 'before'],
    ] as const)
      await expect(
        s.ann.call('parents-allowPickUp', { householdId: home, ...uncle, fromDay: '2026-09-15', toDay }),
      ).rejects.toMatchObject({ details: { fields: [{ path: 'toDay', message }] } })
  })
})

describe('consents', () => {
  test('a new answer is a new row, and an answer for one child doesn’t change another’s', async () => {
    const sign = { householdId: home, kind: 'photo', signedName: 'Ann Wang' } as const
    for (const signedName of ['Ann', 'Bob Li', 'x'])
      await expect(
        s.ann.call('parents-sign', { ...sign, studentId: null, level: 'public', signedName }),
      ).rejects.toMatchObject({ details: { fields: [{ path: 'signedName', message: 'signature' }] } })
    await s.ann.call('parents-sign', { ...sign, studentId: mia, level: 'none' })
    const photos = async () => (await household()).children.map(({ photoConsent }) => photoConsent)
    expect(await photos()).toEqual(['none', 'school'])
    expect(
      (await s.tom.call('classes-roster', { sectionId: s.grade1.id })).map(({ photoConsent }) => photoConsent),
    ).toEqual(['school', 'school', 'none'])
    await s.ann.call('parents-sign', { ...sign, studentId: mia, level: 'public' })
    expect(await photos()).toEqual(['public', 'school'])
    const kept = await rows<{ level: string }>(
      s.database.db,
      sql`select level from consents where student_id = ${mia}::uuid order by signed_at, id`,
    )
    expect(kept.map(({ level }) => level)).toEqual(['none', 'public'])
    await expect(s.bob.call('parents-sign', { ...sign, studentId: mia, level: 'none' })).rejects.toMatchObject(notFound)
    await expect(s.ann.call('parents-sign', { ...sign, studentId: null, level: 'granted' })).rejects.toMatchObject({
      details: { fields: [{ path: 'level', message: 'choose' }] },
    })
  })
  test('new rules ask a family to sign again until it has', async () => {
    await s.ida.call('policies-publish', { kind: 'policy', text: 'New rules', nativeText: '', asksAgain: true })
    const asked = async () => (await s.ann.call('parents-home', {})).toDo.map(({ kind }) => kind)
    expect(await asked()).toContain('sign')
    await s.ann.call('parents-sign', {
      householdId: home,
      studentId: null,
      kind: 'policy',
      level: 'granted',
      signedName: 'Ann Wang',
    })
    expect(await asked()).not.toContain('sign')
    expect((await household()).consents).toContainEqual(expect.objectContaining({ kind: 'policy', version: '2' }))
  })
})

test('people choose which emails they get, and queries for recipients respect it', async () => {
  const wanting = async (category: 'homework' | 'payments') =>
    (
      await rows<{ email: string }>(
        s.database.db,
        sql`select p.email from persons p where p.email in ('ann@home.example', 'tom@school.example') and ${wantsMail(category, sql`p.id`)} order by p.email`,
      )
    ).map(({ email }) => email)
  expect((await s.ann.call('parents-preferences', {})).every(({ mail }) => mail === 'instant')).toBe(true)
  await s.ann.call('parents-changePreference', { category: 'homework', mail: 'off' })
  expect(await wanting('homework')).toEqual(['tom@school.example'])
  expect(await wanting('payments')).toEqual(['ann@home.example', 'tom@school.example'])
  expect((await s.tom.call('parents-preferences', {})).find(({ category }) => category === 'homework')!.mail).toBe(
    'instant',
  )
  await s.ann.call('parents-changePreference', { category: 'homework', mail: 'instant' })
  expect(await wanting('homework')).toHaveLength(2)
})
