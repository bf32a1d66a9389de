import { expect, test } from 'vitest'
import { Deadline } from './deadline.ts'

const never = () => new Promise<never>(() => undefined)

test('a call that takes too long fails with deadline-exceeded, and its signal aborts', async () => {
  const deadline = new Deadline(0)
  const { signal } = deadline
  await expect(deadline.within(never)).rejects.toMatchObject({ code: 'deadline-exceeded' })
  expect(signal.aborted).toBe(true)
  expect(() => deadline.throwIfLate()).toThrow('too long')
})

test('a call is canceled when its caller leaves, and may still finish its work', async () => {
  const deadline = new Deadline(60_000)
  const waiting = deadline.within(never)
  deadline.leave()
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  // A signal requested after the end is already aborted, too.
  expect(deadline.signal.aborted).toBe(true)
  expect(() => deadline.throwIfLate()).not.toThrow()
  await expect(deadline.within(async () => 'late')).rejects.toMatchObject({ code: 'cancelled' })
})

test('the result or error of the work is passed on unchanged', async () => {
  expect(await new Deadline(60_000).within(async () => 7)).toBe(7)
  await expect(new Deadline(60_000).within(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
