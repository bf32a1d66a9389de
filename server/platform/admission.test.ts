import { expect, test } from 'vitest'
import { openAdmission } from './admission.ts'

/** For each call, true if its turn has come by the time all pending callbacks have run. */
const turnsOf = async (calls: readonly ({ turn: Promise<void> } | null)[]): Promise<boolean[]> => {
  const come = calls.map(() => false)
  calls.forEach((call, index) => void call?.turn.then(() => (come[index] = true)))
  await new Promise<void>(done => setImmediate(done))
  return come
}

test('a school alone on its host serves every call that it lets in at once', async () => {
  const admission = openAdmission(3)
  const calls = [admission.enter(), admission.enter(), admission.enter()]
  expect(await turnsOf(calls)).toEqual([true, true, true])
  expect(admission.enter()).toBeNull()
  expect(admission.refused()).toBe(1)
})

test('a school among others serves a few calls at a time, in order, and skips those that have left', async () => {
  const admission = openAdmission(4, 1)
  const [first, second, third, fourth] = [admission.enter(), admission.enter(), admission.enter(), admission.enter()]
  const calls = [first!, second!, third!, fourth!]
  expect(await turnsOf(calls)).toEqual([true, false, false, false])
  expect(admission.enter()).toBeNull()
  calls[1]!.leave()
  calls[0]!.leave()
  calls[0]!.leave()
  expect(await turnsOf(calls)).toEqual([true, false, true, false])
  calls[2]!.leave()
  expect(await turnsOf(calls)).toEqual([true, false, true, true])
  calls[3]!.leave()
  const next = admission.enter()
  expect(await turnsOf([next])).toEqual([true])
})
