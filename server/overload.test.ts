import { expect, test } from 'vitest'
import { openAdmission } from '#server/platform/admission.ts'
import { serve, servedSchool } from '#tests/served.ts'
import { waitingLocks } from '#tests/waitingLocks.ts'

const { s, served } = servedSchool()
const token = 'a-token-of-this-test'

test('calls beyond the limit are turned away at once, while sign-in, live updates and health checks work', async () => {
  const busy = await serve(s, { mostCalls: 1, metricsToken: token })
  const { cookie, idToken } = await busy.signIn('tom@school.example')
  const lock = await s.database.pool.connect()
  await lock.query('begin')
  await lock.query('lock table events in access exclusive mode')
  const ask = () => busy.call('events-agenda', { from: '2026-09-01', to: '2026-09-30' }, idToken)
  const first = ask()
  await expect.poll(() => waitingLocks(s.database)).toContainEqual({ kind: 'relation', table: 'events' })

  const [call, together, file] = await Promise.all([
    ask(),
    fetch(`${busy.origin}/fn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"calls":[{"name":"config-get","data":{}}]}',
    }),
    fetch(`${busy.origin}/files/my-data.zip`, { headers: { cookie } }),
  ])
  for (const answer of [call, together, file]) {
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  expect(await call.json()).toEqual({
    error: {
      details: { reason: 'BUSY', seconds: Number(call.headers.get('retry-after')) },
      message: 'Lantern is too busy right now. Try again in a moment.',
      status: 'UNAVAILABLE',
    },
  })
  expect((await fetch(`${busy.origin}/healthz`)).status).toBe(200)
  expect((await busy.signIn('ida@school.example')).idToken).toEqual(expect.any(String))
  const news = new AbortController()
  expect((await fetch(`${busy.origin}/live`, { headers: { cookie }, signal: news.signal })).status).toBe(200)
  news.abort()

  await lock.query('commit')
  lock.release()
  // Admitted calls are answered.
  expect((await first).status).toBe(200)
  expect((await ask()).status).toBe(200)
  const answer = await fetch(`${busy.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(await answer.text()).toMatch(/^lantern_calls_turned_away_total 3$/m)
  await busy.close()
})

test('a limited number of calls is admitted, and another one when one has left', () => {
  const admission = openAdmission()
  const inside = Array.from({ length: 48 }, () => admission.enter()!)
  expect(admission.enter()).toBeNull()
  // Leaving twice frees only one place.
  inside[0]!.leave()
  inside[0]!.leave()
  expect([admission.enter(), admission.enter()].map(each => each !== null)).toEqual([true, false])
  expect(admission.refused()).toBe(2)
})

test('calls waiting for the same shared answer take an eighth of a place each', async () => {
  const busy = await serve(s, { mostCalls: 1 })
  const lock = await s.database.pool.connect()
  await lock.query('begin')
  await lock.query('lock table events in access exclusive mode')
  const first = busy.call('events-public', {})
  await expect.poll(() => waitingLocks(s.database)).toContainEqual({ kind: 'relation', table: 'events' })
  const answered: number[] = []
  const others = Array.from({ length: 20 }, () =>
    busy.call('events-public', {}).then(({ status }) => answered.push(status)),
  )
  await expect.poll(() => answered).toEqual(Array.from({ length: 13 }, () => 503))
  await lock.query('commit')
  lock.release()
  await Promise.all(others)
  expect([(await first).status, ...answered.slice(13)]).toEqual(Array.from({ length: 8 }, () => 200))
  await busy.close()
})

test('callers over the rate limit learn when to try again', async () => {
  const { idToken } = await served.signIn('bob@home.example')
  for (let asked = 0; asked < 240; asked += 40)
    await Promise.all(Array.from({ length: 40 }, () => served.call('identity-endSession', null, idToken)))
  const refused = await served.call('identity-endSession', null, idToken)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
