import { expect, test } from 'vitest'
import { answerMemory } from './answerMemory.ts'

const counting = () => {
  const now = { ms: 0 }
  const memory = answerMemory(() => now.ms)
  let reads = 0
  const ask = (key = 'catalogue', caller: string | null = null) =>
    memory.ask(
      'classes',
      key,
      async () => {
        reads += 1
        return reads
      },
      caller,
    )
  return { now, memory, ask }
}

test('callers who ask for the same at once, or within half a second, share one answer', async () => {
  const { now, ask } = counting()
  expect(await Promise.all([ask(), ask(), ask('terms')])).toEqual([1, 1, 2])
  now.ms = 499
  expect(await ask()).toBe(1)
  now.ms = 500
  expect(await ask()).toBe(3)
})

test('after a change the answer is read again, even while an older read is still running', async () => {
  const now = { ms: 0 }
  const memory = answerMemory(() => now.ms)
  const slow = Promise.withResolvers<string>()
  const before = memory.ask('classes', 'catalogue', () => slow.promise)
  memory.forget(['classes'])
  const after = memory.ask('classes', 'catalogue', async () => 'new')
  slow.resolve('old')
  expect([await before, await after]).toEqual(['old', 'new'])
  expect(await memory.ask('classes', 'catalogue', async () => 'newer')).toBe('new')
})

test('a change in one slice keeps the answers of the others', async () => {
  const { memory, ask } = counting()
  expect(await ask()).toBe(1)
  memory.forget(['enrolments', 'audit'])
  expect(await ask()).toBe(1)
  memory.forget(['enrolments', 'classes'])
  expect(await ask()).toBe(2)
  memory.forget(['*'])
  expect(await ask()).toBe(3)
  // Settings of the school show in every slice.
  memory.forget(['config'])
  expect(await ask()).toBe(4)
})

test('a write refreshes the answer for everyone, and under load for its writer first', async () => {
  const { now, memory, ask } = counting()
  const asking = (caller: string | null) => ask('catalogue', caller)
  expect(await asking('ann')).toBe(1)
  memory.forgetFor('ann', ['classes', 'students'])
  expect(await asking('bob')).toBe(2)
  now.ms = 399
  memory.forgetFor('ann', ['classes'])
  expect([await asking('bob'), await asking(null)]).toEqual([2, 2])
  expect(await asking('ann')).toBe(3)
  // The answer was recomputed for one caller, so everyone gets the new one.
  expect([await asking('bob'), await asking('ann')]).toEqual([3, 3])
  memory.forgetFor('ann', ['students'])
  expect(await asking('ann')).toBe(3)
  memory.forgetFor('ann', ['classes'])
  memory.forget(['classes'])
  expect(await asking('bob')).toBe(4)
  now.ms = 799
  memory.forgetFor('ann', ['classes'])
  expect(await asking('bob')).toBe(5)
})

test('a change by a guest or to a setting refreshes the answer for everyone', async () => {
  const { memory, ask } = counting()
  expect(await ask()).toBe(1)
  memory.forgetFor(null, ['classes'])
  expect(await ask()).toBe(2)
  memory.forgetFor('ida', ['config'])
  expect(await ask()).toBe(3)
})

test('a failure reaches everyone who waits for it, and isn’t cached', async () => {
  const { memory } = counting()
  const failing = () => memory.ask('classes', 'catalogue', () => Promise.reject(new Error('out of reach')))
  await expect(Promise.all([failing(), failing()])).rejects.toThrow('out of reach')
  expect(await memory.ask('classes', 'catalogue', async () => 'fine')).toBe('fine')
})

test('the cache is limited to five hundred answers', async () => {
  const { ask } = counting()
  for (let at = 0; at < 500; at += 1) await ask(String(at))
  expect(await ask('0')).toBe(1)
  await ask('one more')
  expect(await ask('0')).toBe(502)
})
