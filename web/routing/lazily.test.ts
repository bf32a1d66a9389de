import { expect, test } from 'vitest'
import { partsReady, withPage } from './lazily.tsx'

test('a page waits for the parts that every visit shows, and for no others', async () => {
  const Part = () => null
  const always = Promise.withResolvers<typeof Part>()
  withPage(() => always.promise, 'always')
  let asked = false
  withPage(async () => {
    asked = true
    return Part
  })
  let isReady = false
  const ready = partsReady().then(() => (isReady = true))
  await new Promise(setImmediate)
  expect(isReady).toBe(false)
  always.resolve(Part)
  await ready
  expect(asked).toBe(false)
})

test('a part that can’t be loaded doesn’t keep a page waiting', async () => {
  withPage(() => Promise.reject(new Error('away')), 'always')
  await partsReady()
})
