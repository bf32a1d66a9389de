import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAt, type TwoSchools, twoSchools } from '#tests/manySchools.ts'

let two: TwoSchools
beforeAll(async () => {
  two = await twoSchools()
})
afterAll(() => two.close())

test('the host name decides which school answers', async () => {
  const { oak, elm } = two
  const nameOf = async (at: typeof oak) => {
    const { text } = await at.call('config-get', {})
    return (JSON.parse(text) as { result: { school: { name: string } } }).result.school.name
  }
  expect(await nameOf(oak)).toBe('Lakeside')
  expect(await nameOf(elm)).toBe('Elm Lakeside')
  expect(two.host.count()).toEqual({ all: 2, open: 2 })
})

test('there is no school at an unknown host name, and people are told so in both languages', async () => {
  const page = await askAt(two.origin, 'ash.example', '/')
  expect(page.status).toBe(404)
  expect(page.text).toContain('There is no school at ash.example.')
  expect(page.text).toContain('ash.example 没有学校。')
  const call = await askAt(two.origin, 'ash.example', '/fn/config-get', { method: 'POST', body: '{"data":{}}' })
  expect(call.status).toBe(404)
  expect(JSON.parse(call.text)).toEqual({
    error: {
      message: 'There is no school at ash.example. Check the address, or ask your school for it.',
      status: 'NOT_FOUND',
    },
  })
})
