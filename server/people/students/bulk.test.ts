import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool, blankChild } from '#tests/school.ts'

let s: SmallSchool
let left: string[]
beforeAll(async () => {
  s = await school()
  const [home] = (await s.ida.call('parents-list', { search: 'ann' })).rows
  left = []
  for (const name of ['Gus Wang', 'Hal Wang'])
    left.push(
      (
        await s.ida.call('students-create', {
          ...blankChild,
          householdId: home!.id,
          name,
          birthOn: '2014-01-01',
          grade: '6',
        })
      ).id,
    )
})
afterAll(() => s.drop())

const everybody = async () => (await s.ida.call('students-select', {})).map(({ id }) => id)
const names = async (view: 'everyone' | 'archived' = 'everyone') =>
  (await s.ida.call('students-list', { view })).rows.map(({ name }) => name)

test('select all returns every match on any page, with its family', async () => {
  const shown = (await s.ida.call('students-list', {})).rows
  expect(await s.ida.call('students-select', {})).toEqual(shown.map(({ id, householdId }) => ({ id, householdId })))
  expect(await s.ida.call('students-select', { search: 'gus' })).toMatchObject([{ id: left[0] }])
  expect(await s.ida.call('students-select', { view: 'active' })).toHaveLength(3)
  await expect(s.tom.call('students-select', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
})

test('a preview counts who is affected and who is left out; archiving does exactly that and can be undone', async () => {
  const ids = await everybody()
  const preview = await s.ida.call('students-preview', { ids, act: 'archive' })
  expect([preview.n, preview.kept.map(({ name, reason }) => [name, reason])]).toEqual([
    2,
    expect.arrayContaining([['Mia Wang', 'STUDENT_ENROLLED']]),
  ])
  expect(await names()).toHaveLength(5)
  const done = await s.ida.call('students-archive', { ids })
  expect(done.archived.toSorted()).toEqual(left.toSorted())
  expect(done.kept).toEqual(preview.kept)
  expect(await names('archived')).toEqual(['Gus Wang', 'Hal Wang'])
  await s.ida.call('batches-undo', { id: done.batchId! })
  expect(await names()).toHaveLength(5)
  expect((await s.ida.call('batches-list', {})).rows[0]).toMatchObject({ kind: 'students-archive', n: 2 })
})

test('restoring from the archive is also previewed', async () => {
  await s.ida.call('students-archive', { ids: left })
  expect(await s.ida.call('students-preview', { ids: left, act: 'restore' })).toEqual({ n: 2, kept: [] })
  const { restored, batchId } = await s.ida.call('students-restore', { ids: left })
  expect(restored).toHaveLength(2)
  await s.ida.call('batches-undo', { id: batchId! })
  expect(await names('archived')).toHaveLength(2)
  await s.ida.call('students-restore', { ids: left })
  expect(await s.ida.call('students-restore', { ids: left })).toEqual({ restored: [], batchId: null })
})

test('grades change only for students in another grade, and can be changed back', async () => {
  const ids = await everybody()
  const grades = async () => (await s.ida.call('students-list', {})).rows.map(({ grade }) => grade)
  const before = await grades()
  const preview = await s.ida.call('students-preview', { ids, act: 'grade', grade: '6' })
  expect([preview.n, preview.kept.map(({ name }) => name).toSorted()]).toEqual([3, ['Gus Wang', 'Hal Wang']])
  const done = await s.ida.call('students-changeGrades', { ids, grade: '6' })
  expect(done.changed).toHaveLength(3)
  expect(await grades()).toEqual(['6', '6', '6', '6', '6'])
  await s.ida.call('batches-undo', { id: done.batchId! })
  expect(await grades()).toEqual(before)
})

test('families are previewed, selected and undone the same way', async () => {
  await s.database.db.execute(
    sql`insert into households (id, name, created_at) values ('00000000-0000-7000-8000-0000000000aa', 'Empty', now())`,
  )
  const ids = (await s.ida.call('parents-select', {})).map(({ id }) => id)
  expect(ids).toHaveLength(3)
  const preview = await s.ida.call('parents-preview', { ids, act: 'archive' })
  expect([preview.n, new Set(preview.kept.map(({ reason }) => reason))]).toEqual([1, new Set(['FAMILY_ENROLLED'])])
  const { archived, batchId } = await s.ida.call('parents-archive', { ids })
  expect(archived).toHaveLength(1)
  expect(await s.ida.call('parents-preview', { ids, act: 'restore' })).toMatchObject({ n: 1 })
  await s.ida.call('batches-undo', { id: batchId! })
  expect((await s.ida.call('parents-list', { search: 'empty' })).total).toBe(1)
  for (const who of [s.ann, s.tom])
    await expect(who.call('parents-preview', { ids, act: 'archive' })).rejects.toMatchObject({
      details: { reason: 'ROLE_NEEDED' },
    })
})

test('search results list the best match on the name first', async () => {
  const named = async (search: string) =>
    (await s.ida.call('users-search', { search })).map(({ name }) => name).filter(name => /lin/i.test(name))
  for (const name of ['Collin Abbott', 'Abby Linden', 'Lin', 'Linda Zhu', 'Amy Lin'])
    await s.ida.call('teachers-create', {
      name,
      nativeName: '',
      email: `${name.replace(' ', '.').toLowerCase()}@staff.example`,
      phone: '',
    })
  const best = ['Lin', 'Linda Zhu', 'Abby Linden', 'Amy Lin', 'Collin Abbott']
  expect(await named('lin')).toEqual(best)
  const addressed = await s.ida.call('messages-find', { search: 'lin' })
  expect(addressed.map(({ name }) => name).filter(name => best.includes(name))).toEqual([
    'Lin',
    'Linda Zhu',
    'Amy Lin',
    'Abby Linden',
    'Collin Abbott',
  ])
})

test('one search finds students, guardians, teachers and officers, limited to the searcher’s area', async () => {
  const kinds = async (who: typeof s.ida, search: string) =>
    (await who.call('users-search', { search })).map(({ kind, name }) => `${kind} ${name}`)
  expect(await kinds(s.ida, 'wang')).toEqual(
    expect.arrayContaining(['student Mia Wang', 'student Leo Wang', 'student Gus Wang']),
  )
  expect(await kinds(s.ida, '美雅')).toEqual(['student Mia Wang'])
  expect(await kinds(s.ida, 'tom teacher')).toEqual(['teacher Tom Teacher'])
  expect(await kinds(s.ida, 'ida')).toEqual(['user Ida Office'])
  expect(await kinds(s.ida, 'ann@home')).toMatchObject([expect.stringMatching(/^guardian /)])
  expect(await kinds(s.ida, '')).toEqual([])
  await s.ida.call('users-invite', {
    email: 'rita@school.example',
    name: 'Rita',
    nativeName: '',
    role: 'admin',
    area: 'treasurer',
    endsOn: null,
  })
  await s.database.db.execute(sql`update accounts set is_verified = true where email = 'rita@school.example'`)
  const rita = s.person('rita@school.example')
  expect(await kinds(rita, '美雅')).toEqual(['student Mia Wang'])
  expect(await kinds(rita, 'ida')).toEqual([])
  for (const who of [s.ann, s.tom])
    await expect(who.call('users-search', { search: 'wang' })).rejects.toMatchObject({
      details: { reason: 'ROLE_NEEDED' },
    })
})
