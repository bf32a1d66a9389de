import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFuzz } from './fuzz.ts'

let fuzz: Awaited<ReturnType<typeof openFuzz>>
beforeAll(async () => {
  fuzz = await openFuzz(20_261_122)
})
afterAll(() => fuzz.close())

/** `npm run prove` sends a hundred thousand. */
test('no generated request causes a server error', async () => {
  const { faults, answers } = await fuzz.send(1000)
  expect(faults).toEqual([])
  expect(answers.functions[200]).toBeGreaterThan(100)
  expect(answers.functions[400]).toBeGreaterThan(100)
})
