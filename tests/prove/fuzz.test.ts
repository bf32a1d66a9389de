import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFuzz } from '#tests/fuzz.ts'

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 100_000)
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)
let fuzz: Awaited<ReturnType<typeof openFuzz>>
beforeAll(async () => {
  fuzz = await openFuzz(seed)
})
afterAll(() => fuzz.close())

test(
  `none of ${requests} requests (FUZZ_SEED=${seed}) is answered with a server error`,
  { timeout: 3_600_000 },
  async () => {
    const { faults, answers } = await fuzz.send(requests)
    for (const [kind, of] of Object.entries(answers))
      process.stdout.write(
        `${kind}: ${Object.entries(of)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', ')}\n`,
      )
    expect(faults).toEqual([])
  },
)
