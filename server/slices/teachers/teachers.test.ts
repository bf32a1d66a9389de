import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

test('the office lists, finds and adds teachers, who are invited by mail', async () => {
  const { rows, total } = await s.ida.call('teachers-list', { search: 'tom' })
  expect(total).toBe(1)
  expect(rows[0]).toMatchObject({ name: 'Tom Teacher', studentCount: 3, sections: [{ name: 'Grade 1' }] })
  await s.ida.call('teachers-create', {
    name: 'Fay Teacher',
    nativeName: '费老师',
    email: 'fay@school.example',
    phone: '',
  })
  expect((await s.ida.call('teachers-list', { search: '费老' })).rows.map(({ name }) => name)).toEqual(['Fay Teacher'])
  expect((await s.person('fay@school.example').actor()).roles).toEqual(expect.arrayContaining([]) as unknown)
  await expect(
    s.ida.call('teachers-create', { name: 'Fay Twice', nativeName: '', email: 'fay@school.example', phone: '' }),
  ).rejects.toMatchObject({ details: { reason: 'ALREADY_EXISTS', fields: [{ path: 'email' }] } })
})
test('somebody whom the school knows becomes a teacher and stays one person', async () => {
  const before = (await s.ida.call('users-list', { search: 'ann' })).total
  await s.ida.call('teachers-create', { name: 'Ann Wang', nativeName: '', email: 'ann@home.example', phone: '' })
  expect((await s.ann.actor()).roles).toEqual(['parent', 'teacher'])
  expect((await s.ida.call('users-list', { search: 'ann' })).total).toBe(before)
})
test('a teacher’s day holds their own meetings: today, next and missing', async () => {
  expect(await s.tom.call('teachers-today', {})).toMatchObject({
    today: '2026-09-13',
    meetings: [{ section: 'Grade 1', studentCount: 3, isRollTaken: false }],
    next: [{ onDay: '2026-09-20' }],
    missing: [],
  })
  expect(await s.tom.call('teachers-today', {}, { now: new Date('2026-09-21T12:00:00Z') })).toMatchObject({
    meetings: [],
    next: [{ onDay: '2026-09-27' }],
    missing: [{ onDay: '2026-09-13' }, { onDay: '2026-09-20' }],
  })
  expect((await s.eve.call('teachers-today', {})).meetings.map(({ section }) => section)).toEqual(['Chess'])
})

test('whoever stops teaching leaves the lists, and comes back with the role', async () => {
  const id = (await s.eve.actor()).accountId!
  const names = async () => [
    (await s.ida.call('teachers-list', { search: 'eve' })).total,
    (await s.ida.call('classes-parts', {})).teachers.filter(({ name }) => name === 'Eve Teacher').length,
  ]
  expect(await names()).toEqual([1, 1])
  await s.ida.call('users-endRole', { id, role: 'teacher' })
  expect(await names()).toEqual([0, 0])
  await s.ida.call('users-grantRole', { id, role: 'teacher' })
  expect(await names()).toEqual([1, 1])
})
