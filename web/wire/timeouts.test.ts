import type { User } from '@firebase/auth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { guestCall as GuestCall } from '#web/wire/wire.ts'

// A network that accepts every call and answers none. The clock is fake, so that the tests don't wait.
let sent = 0
const network = (_path: string | URL, { signal }: RequestInit = {}): Promise<Response> => {
  sent += 1
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
}
let guestCall: typeof GuestCall

beforeAll(async () => {
  vi.stubGlobal('fetch', network)
  ;({ guestCall } = await import('#web/wire/wire.ts'))
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  sent = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // The platform's own `AbortSignal.timeout` doesn't follow fake timers.
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

test('a call gives up after 70,000 ms and not before (specification, section 9)', async () => {
  let ended: unknown
  void guestCall('config-get', {}).catch((error: unknown) => (ended = error))
  await vi.advanceTimersByTimeAsync(69_999)
  expect(sent).toBe(1)
  expect(ended).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toMatchObject({ code: 'deadline-exceeded', answered: false })
})

test('the request for the session cookie also times out, and can be made again', async () => {
  vi.stubGlobal('isSecureContext', true)
  const { syncToken } = await import('#web/session/tokenSync.ts')
  const issuedAtTime = new Date().toISOString()
  const user = { getIdTokenResult: () => Promise.resolve({ token: 'x', issuedAtTime }) } as unknown as User
  let synced = 0
  for (const times of [1, 2]) {
    void syncToken(user).then(() => (synced += 1))
    await vi.advanceTimersByTimeAsync(70_000)
    expect([sent, synced]).toEqual([times, times])
  }
})
