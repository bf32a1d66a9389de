import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
const second = () => s.person('rita@school.example')
beforeAll(async () => {
  s = await school()
  await s.ida.call('users-invite', {
    email: 'rita@school.example',
    name: 'Rita',
    nativeName: '',
    role: 'admin',
    area: 'treasurer',
    endsOn: null,
  })
  await s.database.db.execute(sql`update persons set native_name = '艾达' where name = 'Ida Office'`)
  await s.database.db.execute(sql`update accounts set is_verified = true where email = 'rita@school.example'`)
})
afterAll(() => s.drop())

const view = {
  list: 'students' as const,
  name: 'Owing third graders',
  address: 'grade=3&sort=-balance',
  isShared: false,
}
const seen = async (who: typeof s.ida) => (await who.call('views-list', { list: 'students' })).map(({ name }) => name)

test('a view is saved, changed and removed only by its maker, and others see it once it is shared', async () => {
  const { id } = await s.ida.call('views-save', view)
  expect(await s.ida.call('views-list', { list: 'students' })).toEqual([
    {
      id,
      name: view.name,
      address: view.address,
      isShared: false,
      isOwn: true,
      by: 'Ida Office',
      byNativeName: '艾达',
      isDefault: false,
    },
  ])
  expect(await s.ida.call('views-list', { list: 'families' })).toEqual([])
  expect(await seen(second())).toEqual([])
  await s.ida.call('views-save', { ...view, id, isShared: true })
  expect(await s.person('rita@school.example').call('views-list', { list: 'students' })).toMatchObject([
    { id, isOwn: false, by: 'Ida Office', byNativeName: '艾达' },
  ])
  for (const name of ['views-save', 'views-remove'] as const)
    await expect(
      name === 'views-save' ? second().call(name, { ...view, id }) : second().call(name, { id }),
    ).rejects.toMatchObject({ details: { reason: 'NOT_FOUND' } })
  await expect(s.ida.call('views-save', view)).rejects.toMatchObject({
    details: { reason: 'ALREADY_EXISTS', fields: [{ path: 'name', message: 'taken' }] },
  })
  await second().call('views-save', view)
  expect(await seen(second())).toEqual([view.name, view.name])
  await s.ida.call('views-remove', { id })
  expect(await seen(s.ida)).toEqual([])
  expect(await seen(second())).toEqual([view.name])
})

test('each officer picks a list’s default view; one that is no longer shared is a default only for its maker', async () => {
  const { id } = await s.ida.call('views-save', { ...view, name: 'All', isShared: true })
  const starts = async (who: typeof s.ida) =>
    (await who.call('views-list', { list: 'students' })).filter(({ isDefault }) => isDefault).map(({ name }) => name)
  for (const who of [s.ida, second()]) await who.call('views-setDefault', { list: 'students', id })
  expect([await starts(s.ida), await starts(second())]).toEqual([['All'], ['All']])
  await s.ida.call('views-save', { ...view, name: 'All', id, isShared: false })
  expect(await starts(s.ida)).toEqual(['All'])
  await s.ida.call('views-save', { ...view, name: 'All', id, isShared: true })
  expect(await starts(second())).toEqual([])
  await s.ida.call('views-setDefault', { list: 'students', id: null })
  expect(await starts(s.ida)).toEqual([])
  await expect(s.ida.call('views-setDefault', { list: 'families', id })).rejects.toMatchObject({
    details: { reason: 'NOT_FOUND' },
  })
})

test('saving a view can make it the default or stop it from being one', async () => {
  const first = { ...view, list: 'families' as const, name: 'First' }
  const { id } = await s.ida.call('views-save', { ...first, isDefault: true })
  const starts = async () =>
    (await s.ida.call('views-list', { list: 'families' })).filter(({ isDefault }) => isDefault).map(({ name }) => name)
  expect(await starts()).toEqual(['First'])
  await s.ida.call('views-save', { ...first, name: 'Second', isDefault: false })
  expect(await starts()).toEqual(['First'])
  await s.ida.call('views-save', { ...first, id, name: 'First of all' })
  expect(await starts()).toEqual(['First of all'])
  await s.ida.call('views-save', { ...first, id, isDefault: false })
  expect(await starts()).toEqual([])
})

test('only the office can save or read views', async () => {
  expect(await seen(s.ida)).toEqual(['All'])
  for (const who of [s.ann, s.tom]) {
    await expect(who.call('views-list', { list: 'students' })).rejects.toMatchObject({
      details: { reason: 'ROLE_NEEDED' },
    })
    await expect(who.call('views-save', view)).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
  }
})
