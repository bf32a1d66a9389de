import { threadId } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { tell } from '#tests/makingThread-fixture.ts'

const told = async (list: readonly number[]) =>
  JSON.parse((await tell(list, {})).toString()) as { threadId: number; list: number[] }
const upTo = (n: number) => Array.from({ length: n }, (_, at) => at)

test('a short list is made into a file at once, a long one in another thread, all of it in its order', async () => {
  expect(await told(upTo(2))).toEqual({ threadId, list: upTo(2) })
  const long = await told(upTo(1234))
  expect(long.list).toEqual(upTo(1234))
  expect(long.threadId).not.toBe(threadId)
})

test('of several that are asked for at once each gets its own', async () => {
  const all = await Promise.all([3, 60, 200].map(n => told(upTo(n))))
  expect(all.map(({ list }) => list.length)).toEqual([3, 60, 200])
})

test('what goes wrong in the thread is told, and the next file is made', async () => {
  await expect(tell(upTo(3), { fails: 'no ink' })).rejects.toThrow('no ink')
  expect((await told(upTo(3))).list).toEqual(upTo(3))
})

test('what can’t be copied is told, too', async () => {
  const odd = [1, 2, (() => 3) as unknown as number]
  await expect(tell(odd, {})).rejects.toThrow('could not be cloned')
  expect((await told(upTo(3))).list).toEqual(upTo(3))
})
