import { afterEach, expect, test, vi } from 'vitest'
import { openThread, type Talk } from './thread.ts'
import { CallError } from './errors.ts'

const module = new URL('../../tests/thread-fixture.ts', import.meta.url)
const open = (more: Partial<Parameters<typeof openThread>[0]> = {}) =>
  openThread<string, string>({ module, mb: 64, mostMs: 60_000, keptMs: 60_000, ...more })
const ask =
  (...given: string[]) =>
  async ({ give, told }: Talk<string, string>): Promise<string[]> => {
    for (const each of given) give(each)
    const all: string[] = []
    while (all.length < given.length) all.push(await told())
    return all
  }

afterEach(() => vi.unstubAllEnvs())

test('a thread does one task after the other, and its messages arrive in order', async () => {
  const thread = open()
  const [[first], numbers] = await Promise.all([thread.run(ask('id')), thread.run(ask('1', '2', '3'))])
  expect(numbers).toEqual(['1', '2', '3'])
  expect(await thread.run(ask('id'))).toEqual([first])
})

test('a task that takes too long is abandoned, and the next one gets a new thread', async () => {
  let threads = 0
  const count = () => void (threads += 1)
  process.on('worker', count)
  const thread = open({ mostMs: 100 })
  for (let n = 0; n < 2; n += 1)
    await expect(thread.run(ask('nothing'))).rejects.toMatchObject({ details: { reason: 'BUSY' } })
  process.off('worker', count)
  expect(threads).toBe(2)
})

test('a thread that fails or exits is reported and replaced', async () => {
  const thread = open()
  const [first] = await thread.run(ask('id'))
  await expect(thread.run(ask('throw'))).rejects.toThrow('thrown')
  await expect(thread.run(ask('exit'))).rejects.toThrow('has ended')
  const [next] = await thread.run(ask('id'))
  expect(next).not.toBe(first)
})

test('Node’s watch-mode messages aren’t taken for answers', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
  const thread = open()
  expect(await thread.run(ask('1', '2'))).toEqual(['1', '2'])
})

test('a task that needs too much memory fails with its own error', async () => {
  const tooLarge = () => new CallError('failed-precondition', 'It is too large.')
  const thread = open({ mb: 8, tooLarge })
  await expect(thread.run(ask('memory'))).rejects.toThrow('It is too large.')
})
