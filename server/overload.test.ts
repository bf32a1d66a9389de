import { expect, test } from 'vitest'
import { openAdmission } from '#server/platform/admission.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { serve, servedSchool } from '#tests/served.ts'
import { sql } from 'drizzle-orm'

const { s, served } = servedSchool()

test('who comes when too many calls are under way is turned away at once; signing in and health are answered', async () => {
  const { idToken } = await served.signIn('ann@home.example')
  const { cookie } = await served.signIn('tom@school.example')
  await s.database.db.execute(
    sql`update accounts set password_hash = ${await hashPassword('office secret')} where email = 'ida@school.example'`,
  )
  const lock = await s.database.pool.connect()
  await lock.query('begin')
  await lock.query('lock table students in access exclusive mode')
  const ask = () => served.call('students-mine', {}, idToken)
  const under = Array.from({ length: 48 }, ask)
  const isWaiting = async () => (await lock.query('select from pg_locks where not granted')).rowCount
  await expect.poll(isWaiting).toBeGreaterThan(0)
  const waitingFor = new Set(under.map(answer => answer.then(({ status }) => status)))
  // The last of them may still be on its way in.
  await expect.poll(async () => (await served.call('config-get', {})).status).toBe(503)

  const [call, together, file] = await Promise.all([
    ask(),
    fetch(`${served.origin}/fn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"calls":[{"name":"config-get","data":{}}]}',
    }),
    fetch(`${served.origin}/files/my-data.zip`, { headers: { cookie } }),
  ])
  for (const answer of [call, together, file]) {
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  expect(await call.json()).toEqual({
    error: {
      details: { reason: 'BUSY' },
      message: 'Lantern has too much to do just now. Try again in a moment.',
      status: 'UNAVAILABLE',
    },
  })
  expect((await fetch(`${served.origin}/healthz`)).status).toBe(200)
  const signedIn = await served.identity('v1/accounts:signInWithPassword', {
    email: 'ida@school.example',
    password: 'office secret',
    returnSecureToken: true,
  })
  expect(signedIn.status).toBe(200)
  const news = new AbortController()
  expect((await fetch(`${served.origin}/live`, { headers: { cookie }, signal: news.signal })).status).toBe(200)
  news.abort()

  await lock.query('commit')
  lock.release()
  // Whoever was let in gets an answer.
  expect(new Set(await Promise.all(waitingFor))).toEqual(new Set([200]))
  expect((await ask()).status).toBe(200)
})

test('how many were turned away is in the metrics', async () => {
  const token = 'a-token-of-this-test'
  const watched = await serve(s, { metricsToken: token })
  const answer = await fetch(`${watched.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(await answer.text()).toMatch(/^lantern_calls_turned_away_total 0$/m)
  await watched.close()
})

test('a process that comes late to everything lets fewer in', () => {
  const now = { ms: 0 }
  const admission = openAdmission(() => now.ms)
  const all = () => {
    const inside: (() => void)[] = []
    for (let leave = admission.enter(); leave; leave = admission.enter()) inside.push(leave)
    for (const leave of inside) {
      leave()
      // Saying so twice frees no second place.
      leave()
    }
    return inside.length
  }
  expect(all()).toBe(48)
  now.ms += 400
  expect(all()).toBe(12)
  expect(admission.refused()).toBe(2)
  admission.close()
})

test('who asks too often learns when to come back', async () => {
  const { idToken } = await served.signIn('bob@home.example')
  for (let asked = 0; asked < 240; asked += 40)
    await Promise.all(Array.from({ length: 40 }, () => served.call('identity-endSession', null, idToken)))
  const refused = await served.call('identity-endSession', null, idToken)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
