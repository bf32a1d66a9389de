import { MutationObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answers } from '#web/wire/call.ts'
import { guestCall, newOperationId } from '#web/wire/wire.ts'

// A server that is overloaded at first. The clock is fake, so that the tests don't wait.
let sent: { body: string; at: number }[] = []
let refusals = 0
const network = async (_path: string | URL, { body }: RequestInit = {}): Promise<Response> => {
  sent.push({ body: typeof body === 'string' ? body : '', at: Date.now() })
  if (sent.length > refusals) return Response.json({ result: { done: true } })
  return Response.json(
    { error: { details: { reason: 'BUSY', seconds: 3 }, message: 'Try again in a moment.', status: 'UNAVAILABLE' } },
    { status: 503 },
  )
}

beforeAll(() => vi.stubGlobal('fetch', network))
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  sent = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => vi.useRealTimers())

const pauses = () => sent.slice(1).map(({ at }, n) => at - sent[n]!.at)

test('a read waits as long as the server asks before it retries, and gives up after three tries', async () => {
  refusals = 2
  const read = answers.fetchQuery({ queryKey: ['config', 1], queryFn: () => guestCall('config-get', {}) })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await read).toEqual({ done: true })
  expect(sent).toHaveLength(3)
  for (const pause of pauses()) expect(pause).toBeGreaterThanOrEqual(3000)

  sent = []
  refusals = 99
  const inVain = answers.fetchQuery({ queryKey: ['config', 2], queryFn: () => guestCall('config-get', {}) })
  inVain.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(inVain).rejects.toMatchObject({ code: 'unavailable', seconds: 3 })
  expect(sent).toHaveLength(3)
})

test('a retried write keeps its operation id', async () => {
  refusals = 2
  const operationId = newOperationId()
  const writing = new MutationObserver(answers, {
    mutationFn: (input: { operationId: string }) => guestCall('identity-endSession', input as never),
  })
  const write = writing.mutate({ operationId })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await write).toEqual({ done: true })
  expect(sent.map(({ body }) => (JSON.parse(body) as { data: { operationId: string } }).data.operationId)).toEqual([
    operationId,
    operationId,
    operationId,
  ])
  for (const pause of pauses()) expect(pause).toBeGreaterThanOrEqual(3000)
})
