import { expect, test } from 'vitest'
import { type Count, openCounts } from './allowance.ts'

const allowance = (most: number, windowMs: number) => openCounts().allowance('calls', most, windowMs)

test('allows a limited number per window and key, and starts again in the next window', () => {
  const { take } = allowance(2, 60_000)
  expect([take('a', 0), take('a', 1_000), take('a', 2_000), take('b', 2_000)]).toEqual([0, 0, 58, 0])
  expect(take('a', 59_999)).toBe(1)
  expect([take('a', 60_000), take('a', 60_001), take('a', 60_002)]).toEqual([0, 0, 60])
})

test('tells how long the next call has to wait, without counting it', () => {
  const { take, wait } = allowance(2, 60_000)
  expect([wait('a', 0), take('a', 0), wait('a', 0), take('a', 0)]).toEqual([0, 0, 0, 0])
  expect([wait('a', 30_000), wait('a', 30_000), wait('b', 30_000), wait('a', 60_000)]).toEqual([30, 30, 0, 0])
})

test('counts of other processes apply here, and low counts of a large allowance are not shared', async () => {
  const told: Count[] = []
  const [here, there] = [openCounts(), openCounts()]
  here.share(counts => {
    told.push(...counts)
    there.hear(counts)
  })
  const [few, many] = [here.allowance('few', 2, 60_000), here.allowance('many', 800, 60_000)]
  expect([few.take('a'), few.take('a')]).toEqual([0, 0])
  for (let call = 0; call < 100; call += 1) many.take('b')
  await expect.poll(() => told.length).toBeGreaterThan(0)
  expect(there.allowance('few', 2, 60_000).wait('a')).toBeGreaterThan(0)
  expect(there.allowance('few', 2, 60_000).wait('b')).toBe(0)
  expect(told.filter(([name]) => name === 'many')).toEqual([])
  many.take('b')
  await expect.poll(() => told.find(([name]) => name === 'many')?.slice(0, 3)).toEqual(['many', 'b', 101])
  const { take } = there.allowance('many', 102, 60_000)
  expect([take('b'), take('b') > 0]).toEqual([0, true])
})
