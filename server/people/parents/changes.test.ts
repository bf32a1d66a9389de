import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { blankChild, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let home: string
let mia: string
let bobId: string
beforeAll(async () => {
  s = await school()
  home = s.annRegistration.householdId
  mia = (await s.ann.call('students-mine', {}))[0]!.id
  bobId = (await s.bob.call('parents-household', {}))[0]!.guardians[0]!.id
})
afterAll(() => s.drop())
beforeEach(async () => {
  const { rows: open } = await s.ann.call('parents-requests', { status: 'filed' })
  for (const { id } of open) await s.ann.call('parents-withdrawChange', { id })
})

type Change = Input<'parents-requestChange'>['change']
const ask = async (change: Change, who = s.ann) => (await who.call('parents-requestChange', { change })).id
const renamed = (name: string): Change => ({
  kind: 'child',
  studentId: mia,
  name,
  nativeName: '王美雅',
  birthOn: '2019-03-01',
})
const answer = (id: string, to: 'approved' | 'declined' = 'approved', note = '') =>
  s.ida.call('parents-answerChange', { id, to, note })
const lastLetter = async (to: string) =>
  (
    await rows<{ subject: string; text: string }>(
      s.database.db,
      sql`select subject, text from mails where "to" = ${to} order by id desc limit 1`,
    )
  )[0]!
const notFound = { code: 'not-found' }

describe('a child’s name', () => {
  test('is requested, waits, and changes on approval; the family is told by email', async () => {
    const id = await ask(renamed('Maya Wang'))
    expect((await s.ann.call('students-mine', {}))[0]!.name).toBe('Mia Wang')
    expect((await s.ann.call('parents-home', {})).toDo.map(({ kind }) => kind)).toContain('request')
    const [waiting] = (await s.ida.call('parents-requests', { status: 'filed' })).rows
    expect(waiting).toMatchObject({
      id,
      kind: 'child',
      isMine: false,
      subject: { name: 'Mia Wang' },
      askedBy: { name: 'Ann Wang' },
      before: { name: 'Mia Wang' },
      after: { name: 'Maya Wang' },
    })
    await expect(ask(renamed('Maja Wang'))).rejects.toMatchObject({ details: { reason: 'ALREADY_EXISTS' } })
    expect(await answer(id)).toMatchObject({ status: 'approved' })
    expect((await s.ann.call('students-mine', {}))[0]!.name).toBe('Maya Wang')
    expect((await lastLetter(s.ann.email)).text).toContain('name and date of birth of Maya Wang')
    expect((await s.ann.call('parents-home', {})).toDo.map(({ kind }) => kind)).not.toContain('request')
    await expect(answer(id, 'declined')).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
    await answer(await ask(renamed('Mia Wang')))
  })

  test('is declined with a note, in the requester’s language', async () => {
    await s.ann.call('parents-changeMe', { name: 'Ann Wang', nativeName: '王安', phone: '', language: 'zh' })
    await answer(await ask(renamed('Princess')), 'declined', '请出示证件')
    expect((await s.ann.call('students-mine', {}))[0]!.name).toBe('Mia Wang')
    const letter = await lastLetter(s.ann.email)
    expect([letter.subject, letter.text.includes('请出示证件')]).toEqual(['您申请的修改未获批准', true])
    expect((await s.ann.call('parents-requests', {})).rows[0]).toMatchObject({ status: 'declined', note: '请出示证件' })
  })

  test('is not changed if the record has changed since the request', async () => {
    const id = await ask(renamed('Maya Wang'))
    await s.database.db.execute(sql`update persons set name = 'Mia Wang-Li' where id = ${mia}::uuid`)
    await expect(answer(id)).rejects.toMatchObject({ details: { reason: 'REQUEST_OUTDATED' } })
    await s.database.db.execute(sql`update persons set name = 'Mia Wang' where id = ${mia}::uuid`)
    await s.ann.call('parents-withdrawChange', { id })
    await expect(answer(id)).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
  })

  test('is not changed by registering again; that also makes a request', async () => {
    const [known] = (await s.ann.call('enrolments-draft', {})).draft!.children
    const draft = {
      ...s.annFamily,
      children: [{ ...known!, name: 'Mia Wong', preferredName: 'Mimi' }],
      choices: [{ childKey: known!.key, sectionId: s.chess.id }],
    }
    const { totalCents } = await s.ann.call('enrolments-quote', { draft })
    await s.ann.call('enrolments-submit', { draft, agreedCents: totalCents })
    expect((await s.ann.call('students-mine', {}))[0]).toMatchObject({ name: 'Mia Wang', preferredName: 'Mimi' })
    expect((await s.ida.call('parents-requests', { status: 'filed' })).rows).toMatchObject([
      { kind: 'child', before: { name: 'Mia Wang' }, after: { name: 'Mia Wong', nativeName: '王美雅' } },
    ])
  })

  test('can’t be changed for another family or by a teacher, or to the same name or a future birthday', async () => {
    const id = await ask(renamed('Maya Wang'))
    await expect(ask(renamed('Maya Li'), s.bob)).rejects.toMatchObject(notFound)
    await expect(s.bob.call('parents-withdrawChange', { id })).rejects.toMatchObject(notFound)
    expect((await s.bob.call('parents-requests', {})).rows).toEqual([])
    await expect(s.tom.call('parents-requests', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
    await expect(ask(renamed('Mia Wang'))).rejects.toMatchObject({ details: { fields: [{ message: 'same' }] } })
    await expect(
      ask({ kind: 'child', studentId: mia, name: 'Mia', nativeName: '', birthOn: '2030-01-01' }),
    ).rejects.toMatchObject({ details: { reason: 'BIRTH_DATE_FUTURE' } })
  })
})

describe('guardians', () => {
  const rights = (over: { hasDataAccess: boolean; mayPickUp: boolean }): Change => ({
    kind: 'rights',
    householdId: home,
    guardianId: bobId,
    ...over,
  })
  const children = async () => (await s.bob.call('parents-home', {})).children.map(({ name }) => name)

  test('one is added, gets the rights requested, and loses them again', async () => {
    const add: Change = {
      kind: 'guardian-add',
      householdId: home,
      name: 'Bob Li',
      nativeName: '',
      relationship: 'father',
      email: s.bob.email,
      phone: '',
      hasDataAccess: true,
      mayPickUp: true,
    }
    const id = await ask(add)
    expect(await children()).toEqual(['Zoe Li'])
    await answer(id)
    expect(await children()).toEqual(['Mia Wang', 'Zoe Li', 'Leo Wang'])
    await expect(answer(await ask(add))).rejects.toMatchObject({ details: { reason: 'ALREADY_EXISTS' } })

    // One parent's requests about the other are hidden from the other.
    const bar = await ask(rights({ hasDataAccess: false, mayPickUp: false }))
    const kinds = async (who: typeof s.ann) =>
      new Set((await who.call('parents-requests', {})).rows.map(({ kind }) => kind))
    expect([await kinds(s.bob), await kinds(s.ann)]).toEqual([
      new Set(['child']),
      new Set(['child', 'guardian-add', 'rights']),
    ])
    await answer(bar)
    expect(await children()).toEqual(['Zoe Li'])
    expect((await s.ann.call('students-mine', {}))[0]!.pickUps).toMatchObject([
      { name: 'Bob Li', rule: 'deny', isGuardian: true },
      { name: 'Ann Wang', rule: 'allow' },
    ])
    // Without access to any child of the household, he can request nothing about it.
    await expect(ask(rights({ hasDataAccess: true, mayPickUp: true }), s.bob)).rejects.toMatchObject(notFound)
    const letters = await rows(
      s.database.db,
      sql`select 1 from mails where "to" = ${s.bob.email} and subject like '%change%'`,
    )
    expect(letters).toEqual([])
  })

  test('one is removed, but not the last who sees the children', async () => {
    // An adult who takes classes has no guardian, which is no reason to keep one of the children.
    const { id } = await s.ida.call('students-create', {
      householdId: home,
      ...blankChild,
      name: 'Ann Wang',
      birthOn: '1985-02-03',
    })
    await rows(s.database.db, sql`delete from guardianships where student_id = ${id}`)
    await answer(await ask({ kind: 'guardian-remove', householdId: home, guardianId: bobId }))
    const [household] = await s.ann.call('parents-household', {})
    expect(household!.guardians.map(({ name }) => name)).toEqual(['Ann Wang'])
    const annId = household!.guardians[0]!.id
    const alone = await ask({ kind: 'guardian-remove', householdId: home, guardianId: annId })
    await expect(answer(alone)).rejects.toMatchObject({ details: { reason: 'LAST_GUARDIAN' } })
    await rows(s.database.db, sql`delete from students where id = ${id}`)
    expect((await s.ann.call('parents-household', {}))[0]!.guardians).toHaveLength(1)
  })

  test('one who no longer sees any child loses the parent role, and gets it back with access', async () => {
    const zoes = s.bobRegistration.householdId
    await s.database.db.execute(sql`
      insert into guardianships (student_id, guardian_id, relationship) select s.id, p.id, 'mother' from students s, persons p where s.household_id = ${zoes}::uuid and p.email = ${s.ann.email}`)
    await s.database.db.execute(
      sql`insert into household_members (household_id, person_id) select ${zoes}::uuid, id from persons where email = ${s.ann.email}`,
    )
    const change = (hasDataAccess: boolean): Change => ({
      kind: 'rights',
      householdId: zoes,
      guardianId: bobId,
      hasDataAccess,
      mayPickUp: true,
    })
    await answer(await ask(change(false)))
    expect((await s.bob.actor()).roles).toEqual([])
    await answer(await ask(change(true)))
    expect((await s.bob.actor()).roles).toEqual(['parent'])
  })
})

test('a household’s new name waits in the office’s queue and changes on approval', async () => {
  await s.database.db.execute(sql`update persons set native_name = '王安' where name = 'Ann Wang'`)
  const id = await ask({ kind: 'household', householdId: home, name: 'Wang family' })
  const queue = await s.ida.call('parents-requests', { status: 'filed', householdId: home })
  expect(queue).toMatchObject({
    total: 1,
    next: null,
    rows: [{ id, subject: null, household: 'Ann Wang', householdNativeName: '王安' }],
  })
  await answer(id)
  expect((await s.ann.call('parents-household', {})).find(each => each.id === home)!.name).toBe('Wang family')
})

describe('an email address', () => {
  test('of a person who works for the school is changed only by a full administrator', async () => {
    const registrar = await s.officer('registrar')
    await answer(
      await ask({
        kind: 'guardian-add',
        householdId: home,
        name: 'Gus Wang',
        nativeName: '',
        relationship: 'other',
        email: 'gus@home.example',
        phone: '',
        hasDataAccess: true,
        mayPickUp: true,
      }),
    )
    const [gus] = await rows<{ id: string }>(s.database.db, sql`select id from persons where name = 'Gus Wang'`)
    // As after an import: on record, and not invited.
    await s.database.db.execute(sql`update persons set account_id = null where id = ${gus!.id}::uuid`)
    const moved = (email: string): Change => ({
      kind: 'guardian',
      householdId: home,
      guardianId: gus!.id,
      name: 'Gus Wang',
      nativeName: '',
      email,
      phone: '',
    })
    const emailOfGus = async () =>
      (await rows<{ email: string }>(s.database.db, sql`select email from persons where id = ${gus!.id}::uuid`))[0]!
        .email
    // Changing a parent's email is the registrar's work. Then Gus becomes a teacher without an account.
    const approve = async (who: typeof s.ann, email: string) =>
      who.call('parents-answerChange', { id: await ask(moved(email)), to: 'approved', note: '' })
    await approve(registrar, 'gus.one@home.example')
    expect(await emailOfGus()).toBe('gus.one@home.example')
    await s.database.db.execute(
      sql`insert into role_grants (id, person_id, role, starts_at) values (gen_random_uuid(), ${gus!.id}::uuid, 'teacher', now())`,
    )
    await expect(approve(registrar, 'thief@home.example')).rejects.toMatchObject({ details: { reason: 'AREA_NEEDED' } })
    expect(await emailOfGus()).toBe('gus.one@home.example')
    const [open] = (await s.ida.call('parents-requests', { status: 'filed' })).rows
    await answer(open!.id)
    expect(await emailOfGus()).toBe('thief@home.example')
    await s.database.db.execute(sql`delete from role_grants where person_id = ${gus!.id}::uuid and role = 'teacher'`)
    await answer(await ask({ kind: 'guardian-remove', householdId: home, guardianId: gus!.id }))
  })
})
