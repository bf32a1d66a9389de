import { threadId } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { tell } from '#tests/makingThread-fixture.ts'

const told = async (list: readonly number[]) =>
  JSON.parse((await tell(list, {})).toString()) as { threadId: number; list: number[] }
const upTo = (n: number) => Array.from({ length: n }, (_, at) => at)

test('a short list becomes a file in the same thread, a long one in another, complete and in order', async () => {
  expect(await told(upTo(2))).toEqual({ threadId, list: upTo(2) })
  const long = await told(upTo(1234))
  expect(long.list).toEqual(upTo(1234))
  expect(long.threadId).not.toBe(threadId)
})

test('several files requested at once each get their own content', async () => {
  const all = await Promise.all([3, 60, 200].map(n => told(upTo(n))))
  expect(all.map(({ list }) => list.length)).toEqual([3, 60, 200])
})

test('an error in the thread is passed on, and the next file is still made', async () => {
  await expect(tell(upTo(3), { fails: 'no ink' })).rejects.toThrow('no ink')
  expect((await told(upTo(3))).list).toEqual(upTo(3))
})

test('data that can’t be cloned is an error, and the next file is still made', async () => {
  const odd = [1, 2, (() => 3) as unknown as number]
  await expect(tell(odd, {})).rejects.toThrow('could not be cloned')
  expect((await told(upTo(3))).list).toEqual(upTo(3))
})
