import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

test('every write is in the trail, newest first, and can be found by who and what', async () => {
  const { rows, total } = await s.ida.call('audit-list', {})
  expect(total).toBe(rows.length)
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['config-setUp', 'terms-create', 'enrolments-submit']),
  )
  expect((await s.ida.call('audit-list', { search: 'ann@home' })).rows.map(({ action }) => action)).toEqual([
    'enrolments-submit',
  ])
})
