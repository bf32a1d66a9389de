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

test('one thread does one thing after the other, and what it tells is heard in its order', async () => {
  const thread = open()
  const [[first], numbers] = await Promise.all([thread.run(ask('id')), thread.run(ask('1', '2', '3'))])
  expect(numbers).toEqual(['1', '2', '3'])
  expect(await thread.run(ask('id'))).toEqual([first])
})

test('what takes too long is given up, and the next thing has another thread', async () => {
  let threads = 0
  const count = () => void (threads += 1)
  process.on('worker', count)
  const thread = open({ mostMs: 100 })
  for (let n = 0; n < 2; n += 1)
    await expect(thread.run(ask('nothing'))).rejects.toMatchObject({ details: { reason: 'BUSY' } })
  process.off('worker', count)
  expect(threads).toBe(2)
})

test('a thread that fails or ends is told of, and made anew', async () => {
  const thread = open()
  const [first] = await thread.run(ask('id'))
  await expect(thread.run(ask('throw'))).rejects.toThrow('thrown')
  await expect(thread.run(ask('exit'))).rejects.toThrow('has ended')
  const [next] = await thread.run(ask('id'))
  expect(next).not.toBe(first)
})

test('what Node tells of the modules it reads while it watches them isn’t taken for an answer', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
  const thread = open()
  expect(await thread.run(ask('1', '2'))).toEqual(['1', '2'])
})

test('one that needs more memory than it may have is refused in the words of its work', async () => {
  const tooLarge = () => new CallError('failed-precondition', 'It is too large.')
  const thread = open({ mb: 8, tooLarge })
  await expect(thread.run(ask('memory'))).rejects.toThrow('It is too large.')
})
