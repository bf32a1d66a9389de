import { expect, test } from 'vitest'
import { openAdmission } from './admission.ts'

/** For each call, true if its turn has come by the time all pending callbacks have run. */
const turnsOf = async (calls: readonly ({ turn: Promise<void> } | null)[]): Promise<boolean[]> => {
  const come = calls.map(() => false)
  calls.forEach((call, index) => void call?.turn.then(() => (come[index] = true)))
  await new Promise<void>(done => setImmediate(done))
  return come
}

test('a school alone serves all whom it lets in', async () => {
  const admission = openAdmission(3)
  const calls = [admission.enter(), admission.enter(), admission.enter()]
  expect(await turnsOf(calls)).toEqual([true, true, true])
  expect(admission.enter()).toBeNull()
  expect(admission.refused()).toBe(1)
})

test('a school among others serves some at a time, in order, without those who have gone', async () => {
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
