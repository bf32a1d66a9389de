import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { mails } from '#server/platform/tables.ts'
import { school, type SmallSchool, blankChild } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const guardian = (over: Partial<Input<'parents-create'>['guardian']> = {}): Input<'parents-create'>['guardian'] => ({
  name: 'Dan Wang',
  nativeName: '王丹',
  email: 'dan@home.example',
  phone: '+1 555 0110',
  language: 'zh',
  relationship: 'father',
  hasDataAccess: true,
  mayPickUp: true,
  ...over,
})
const child = (over: Partial<Input<'students-create'>> = {}): Omit<Input<'students-create'>, 'householdId'> => ({
  ...blankChild,
  name: 'Kim Park',
  nativeName: '박김',
  birthOn: '2018-02-03',
  grade: '2',
  ...over,
})
const reason = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { details?: { reason?: string } }) => error.details?.reason,
  )
const annsHousehold = () => s.annRegistration.householdId
const care = async (guardianId: string) =>
  (await s.ida.call('parents-care', { householdId: annsHousehold() })).filter(each => each.guardianId === guardianId)
const change = (id: string, over: Partial<Input<'parents-changeGuardian'>>): Input<'parents-changeGuardian'> => ({
  householdId: annsHousehold(),
  id,
  name: 'Dan Wang',
  nativeName: '王丹',
  email: 'dan@home.example',
  phone: '',
  language: 'zh',
  contactOrder: 2,
  children: [],
  ...over,
})

describe('a household made by the office', () => {
  test('has a guardian, then children with the guardian’s relationship and rights', async () => {
    const { id, guardianId } = await s.ida.call('parents-create', {
      name: 'Park',
      address: '',
      guardian: guardian({ name: 'Jin Park', email: 'jin@home.example', hasDataAccess: false }),
    })
    const first = await s.ida.call('students-create', { householdId: id, ...child() })
    await s.ida.call('students-create', { householdId: id, ...child({ name: 'Sue Park' }) })
    expect(await s.ida.call('parents-care', { householdId: id })).toMatchObject([
      { student: 'Kim Park', guardianId, relationship: 'father', hasDataAccess: false },
      { student: 'Sue Park', guardianId, relationship: 'father', hasDataAccess: false },
    ])
    expect(await s.ida.call('students-get', { id: first.id })).toMatchObject({ nativeName: '박김', householdId: id })
    // Guardians without access to a child's data are not invited.
    expect(await reason(s.ida.call('parents-invite', { householdId: id, id: guardianId }))).toBe('NO_DATA_ACCESS')
  })
  test('doesn’t take over a person with the guardian’s email but another name', async () => {
    const { id: lihua } = await s.ida.call('teachers-create', {
      name: 'Lihua Chen',
      nativeName: '陈丽华',
      email: 'lihua@school.example',
      phone: '',
    })
    const paula = { email: 'lihua@school.example', name: 'Paula Different', nativeName: '' }
    const refused = { details: { fields: [{ path: 'guardian.email', message: 'another' }] } }
    const householdId = annsHousehold()
    const make = (over: object) =>
      s.ida.call('parents-create', { name: 'Different', address: '', guardian: guardian({ ...paula, ...over }) })
    await expect(make({})).rejects.toMatchObject(refused)
    await expect(s.ida.call('parents-addGuardian', { householdId, guardian: guardian(paula) })).rejects.toMatchObject(
      refused,
    )
    // A matching name identifies the person, in either script and regardless of case.
    for (const over of [{ name: 'LIHUA chen' }, { name: '陈丽华' }, { name: 'Chen', nativeName: '陈丽华' }])
      expect((await make(over)).guardianId).toBe(lihua)
  })
  test('is made and changed only by the office', async () => {
    const input = { id: annsHousehold(), name: 'Mine', address: '' }
    for (const who of [s.ann, s.bob, s.tom]) expect(await reason(who.call('parents-change', input))).toBe('ROLE_NEEDED')
    await s.ida.call('parents-change', { ...input, name: 'Wang' })
    expect((await s.ann.call('parents-household', {}))[0]).toMatchObject({ name: 'Wang', address: '' })
  })
})

describe('guardians', () => {
  test('are added with their rights, and see only the children they have access to', async () => {
    const { id } = await s.ida.call('parents-addGuardian', {
      householdId: annsHousehold(),
      guardian: guardian({ hasDataAccess: false, mayPickUp: false }),
    })
    const dan = await s.newcomer('dan@home.example')
    await s.ida.call('users-invite', { email: 'dan@home.example', name: 'Dan', nativeName: '', role: 'parent' })
    expect(await dan.call('students-mine', {})).toEqual([])
    expect(await dan.call('parents-household', {})).toEqual([])
    const [mia, leo] = await care(id)
    const children = [mia!, leo!].map(({ studentId }) => ({
      studentId,
      relationship: 'father' as const,
      hasDataAccess: studentId === mia!.studentId,
      mayPickUp: true,
    }))
    await s.ida.call('parents-changeGuardian', change(id, { children }))
    expect((await dan.call('students-mine', {})).map(({ name }) => name)).toEqual(['Mia Wang'])
    await s.ida.call(
      'parents-changeGuardian',
      change(id, { children: children.map(each => ({ ...each, hasDataAccess: false })) }),
    )
    // Without data access to any child, the parent role ends.
    expect(await reason(dan.call('students-mine', {}))).toBe('ROLE_NEEDED')
  })
  test('keep the email address they sign in with', async () => {
    const dan = (await s.person('dan@home.example').actor()).personId!
    await expect(
      s.ida.call('parents-changeGuardian', change(dan, { email: 'other@home.example' })),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'email', message: 'account' }] } })
  })
  test('are listed in contact order', async () => {
    const dan = (await s.person('dan@home.example').actor()).personId!
    const order = async () =>
      (await s.ida.call('parents-get', { id: annsHousehold() })).guardians.map(({ name, contactOrder }) => [
        name,
        contactOrder,
      ])
    await s.ida.call('parents-changeGuardian', change(dan, { contactOrder: 1 }))
    expect(await order()).toEqual([
      ['Dan Wang', 1],
      ['Ann Wang', 2],
    ])
    await s.ida.call('parents-changeGuardian', change(dan, { contactOrder: 9 }))
    expect((await order()).map(([name]) => name)).toEqual(['Ann Wang', 'Dan Wang'])
  })
  test('are invited once they have access to a child, and again on request', async () => {
    const dan = (await s.person('dan@home.example').actor()).personId!
    const letters = () => s.database.db.$count(mails, eq(mails.to, 'dan@home.example'))
    const ask = () => s.ida.call('parents-invite', { householdId: annsHousehold(), id: dan })
    expect(await reason(ask())).toBe('NO_DATA_ACCESS')
    const children = (await care(dan)).map(({ studentId }) => ({
      studentId,
      relationship: 'father' as const,
      hasDataAccess: true,
      mayPickUp: true,
    }))
    await s.ida.call('parents-changeGuardian', change(dan, { children }))
    await s.database.db.delete(mails)
    await ask()
    expect(await letters()).toBe(1)
  })
  test('count as signed in only after they have been, which only the office reads', async () => {
    const dan = s.person('dan@home.example')
    const { accountId } = await dan.actor()
    const ofOffice = async () =>
      (await s.ida.call('parents-get', { id: annsHousehold() })).guardians.find(
        ({ email }) => email === 'dan@home.example',
      )
    const lastSignInAt = (at: Date | null) =>
      s.database.db.update(accounts).set({ lastSignInAt: at }).where(eq(accounts.id, accountId!))
    await lastSignInAt(null)
    expect(await ofOffice()).toMatchObject({ hasAccount: true, hasSignedIn: false })
    await lastSignInAt(new Date())
    expect(await ofOffice()).toMatchObject({ hasAccount: true, hasSignedIn: true })
    expect(
      (await s.ann.call('parents-household', {}))[0]!.guardians.map(({ hasSignedIn }) => hasSignedIn),
    ).not.toContain(true)
  })
  test('of another household can’t be changed', async () => {
    const bob = (await s.bob.actor()).personId!
    expect(await reason(s.ida.call('parents-changeGuardian', change(bob, { name: 'Bob' })))).toBe('NOT_FOUND')
    const [zoe] = (await s.ida.call('students-list', { search: 'zoe' })).rows
    const dan = (await s.person('dan@home.example').actor()).personId!
    const children = [{ studentId: zoe!.id, relationship: 'father' as const, hasDataAccess: true, mayPickUp: true }]
    expect(await reason(s.ida.call('parents-changeGuardian', change(dan, { children })))).toBe('NOT_FOUND')
  })
  test('can be removed, except the last one who sees a child', async () => {
    const dan = (await s.person('dan@home.example').actor()).personId!
    const ann = (await s.ann.actor()).personId!
    const children = (await care(dan)).map(({ studentId }) => ({
      studentId,
      relationship: 'father' as const,
      hasDataAccess: false,
      mayPickUp: false,
    }))
    await s.ida.call('parents-changeGuardian', change(dan, { children }))
    // Only Dan would be left, who is barred.
    expect(await reason(s.ida.call('parents-removeGuardian', { householdId: annsHousehold(), id: ann }))).toBe(
      'LAST_GUARDIAN',
    )
    expect((await s.ann.call('students-mine', {})).length).toBeGreaterThan(0)
    await s.ida.call('parents-removeGuardian', { householdId: annsHousehold(), id: dan })
    expect(await reason(s.person('dan@home.example').call('students-mine', {}))).toBe('ROLE_NEEDED')
    expect(await reason(s.ida.call('parents-removeGuardian', { householdId: annsHousehold(), id: ann }))).toBe(
      'ONLY_GUARDIAN',
    )
  })
})

describe('archiving', () => {
  const names = async (view: 'active' | 'archived') =>
    (await s.ida.call('parents-list', { view })).rows.map(({ name }) => name)
  test('is refused for an enrolled family or student and for a teacher with a class', async () => {
    const [mia] = (await s.ida.call('students-list', { search: 'mia' })).rows
    const [tom] = (await s.ida.call('teachers-list', { search: 'tom' })).rows
    expect(await reason(s.ida.call('parents-archive', { ids: [annsHousehold()] }))).toBe('FAMILY_ENROLLED')
    expect(await reason(s.ida.call('students-archive', { ids: [mia!.id] }))).toBe('STUDENT_ENROLLED')
    expect(await reason(s.ida.call('teachers-archive', { ids: [tom!.id] }))).toBe('TEACHER_NEEDED')
  })
  test('is refused for a family that owes, until it has paid', async () => {
    const [park] = (await s.ida.call('parents-list', { search: 'park' })).rows
    const householdId = park!.id
    await s.ida.call('payments-charge', {
      audience: { kind: 'households', householdIds: [householdId] },
      per: 'household',
      kind: 'books',
      description: 'Workbook',
      nativeDescription: '',
      amountCents: 1500,
      dueOn: '2026-09-20',
      again: [],
      without: [],
      agreedCount: 1,
      agreedCents: 1500,
    })
    const pay = (amountCents: number) =>
      s.ida.call('payments-record', {
        householdId,
        method: 'cash',
        amountCents,
        receivedOn: '2026-09-13',
        reference: '',
        payer: '',
      })
    const archive = () => s.ida.call('parents-archive', { ids: [householdId] })
    expect(await reason(archive())).toBe('FAMILY_OWES')
    await pay(1499)
    expect(await reason(archive())).toBe('FAMILY_OWES')
    expect(await names('archived')).toEqual([])
    await pay(1)
    expect(await archive()).toMatchObject({ archived: [householdId], kept: [] })
    await s.ida.call('parents-restore', { ids: [householdId] })
  })
  test('takes families with their children, only those that can be archived, and can be reversed', async () => {
    const [park] = (await s.ida.call('parents-list', { search: 'park' })).rows
    const [kim, sue] = (await s.ida.call('students-list', { search: 'park' })).rows
    await s.ida.call('students-archive', { ids: [kim!.id] }, { now: new Date('2026-09-13T18:11:00Z') })
    const done = await s.ida.call('parents-archive', { ids: [park!.id, annsHousehold()] })
    expect(done).toMatchObject({ archived: [park!.id], kept: [{ id: annsHousehold(), reason: 'FAMILY_ENROLLED' }] })
    expect(await names('archived')).toEqual(['Park'])
    expect(await names('active')).not.toContain('Park')
    expect((await s.ida.call('students-list', { view: 'archived' })).rows.map(({ id }) => id)).toEqual([
      kim!.id,
      sue!.id,
    ])
    expect((await s.ida.call('students-list', {})).total).toBe(3)
    expect(await s.ida.call('parents-restore', { ids: done.archived })).toMatchObject({ restored: [park!.id] })
    expect(await names('archived')).toEqual([])
    // Kim was archived earlier, on her own.
    expect((await s.ida.call('students-list', { view: 'archived' })).rows.map(({ id }) => id)).toEqual([kim!.id])
    await s.ida.call('students-restore', { ids: [kim!.id] })
    expect((await s.ida.call('students-list', {})).total).toBe(5)
  })
  test('is for the office only', async () => {
    const [park] = (await s.ida.call('parents-list', { search: 'park' })).rows
    for (const who of [s.ann, s.bob, s.tom])
      expect(await reason(who.call('parents-archive', { ids: [park!.id] }))).toBe('ROLE_NEEDED')
    expect(await names('active')).toContain('Park')
  })
})
