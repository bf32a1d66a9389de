import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { guestCall as GuestCall } from '#web/wire/wire.ts'

// A network that takes every call and answers only the first; the clock is ours, so that nobody waits.
let sent = 0
const network = (path: string | URL, { signal }: RequestInit = {}): Promise<Response> => {
  if (String(path).endsWith('/first')) return Promise.resolve(Response.json({ result: 1 }))
  sent += 1
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
}
let guestCall: typeof GuestCall
let officialCall: (name: string, data: unknown, isWrite: boolean) => Promise<unknown>

beforeAll(async () => {
  vi.stubGlobal('location', new URL('http://school.example'))
  vi.stubGlobal('self', globalThis)
  // A page that names no hosted identity service.
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', network)
  ;({ guestCall } = await import('#web/wire/wire.ts'))
  ;({ officialCall } = await import('#web/wire/officialCall.ts'))
  // The client finds out first, by its own time, that nobody is signed in.
  expect(await officialCall('first', {}, false)).toBe(1)
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  sent = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // The platform's own runs by a clock that nobody can move.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    const end = new AbortController()
    setTimeout(() => end.abort(new DOMException('The time is up', 'TimeoutError')), ms)
    return end.signal
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test.each([
  ['a guest’s', () => guestCall('config-get', {})],
  ['the official client’s', () => officialCall('students-mine', {}, false)],
])('%s call gives up after 70,000 ms and not before (specification, section 9)', async (_whose, call) => {
  let ended: unknown
  void call().catch((error: unknown) => (ended = error))
  await vi.advanceTimersByTimeAsync(69_999)
  expect(sent).toBe(1)
  expect(ended).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toMatchObject({ code: 'deadline-exceeded', answered: false })
})
