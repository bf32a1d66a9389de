import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { changedHeader } from '#contract/answer.plain.ts'
import { callsPerMinute, guestStreams, mostReads } from '#contract/callable.ts'
import { openHouse } from '#server/house.ts'
import { buildHttp } from '#server/http.ts'
import { openDatabase } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { requestInLog } from '#server/platform/requestId.ts'
import { newsSince, serve, servedSchool } from '#tests/served.ts'
import { waitingLocks } from '#tests/waitingLocks.ts'

const { s, served } = servedSchool()

test('a write says which slices it changed, and * when it is a repeat', async () => {
  const { idToken } = await served.signIn('ida@school.example')
  const { kind } = (await s.ida.call('policies-list', {}))[0]!
  const changedBy = async (name: string, data: object) => {
    const answer = await served.call(name, data, idToken)
    return [answer.status, answer.headers.get(changedHeader)]
  }
  const data = { operationId: randomUUID(), kind }
  expect(await changedBy('policies-archive', data)).toEqual([200, 'policies parents'])
  // A repeated request may have missed anything since, so everything counts as changed.
  expect(await changedBy('policies-archive', data)).toEqual([200, '*'])
  expect(await changedBy('policies-list', {})).toEqual([200, null])
  const ofNone = { operationId: randomUUID(), kind: randomUUID() }
  expect(await changedBy('policies-archive', ofNone)).toEqual([404, null])
  await s.ida.call('policies-restore', { kind })
})

describe('calls over HTTP', () => {
  test('act for the person signed in, and fail once the sign-in has ended', async () => {
    const { idToken } = await served.signIn('ann@home.example')
    expect(await (await served.call('students-mine', {}, idToken)).json()).toMatchObject({
      result: [{ name: 'Mia Wang' }, { name: 'Leo Wang' }],
    })
    const { result } = (await (await served.call('identity-sessions', {}, idToken)).json()) as {
      result: { id: string; isCurrent: boolean }[]
    }
    expect(result.map(({ isCurrent }) => isCurrent)).toEqual([true])
    expect((await served.write('identity-endSession', { id: result[0]!.id }, idToken)).status).toBe(200)
    expect((await served.call('students-mine', {}, idToken)).status).toBe(401)
  })
  test('get shared answers compressed if they accept it, and personal answers never', async () => {
    const { idToken } = await served.signIn('ann@home.example')
    const ask = async (name: string, encoding: string) => {
      const answer = await fetch(`${served.origin}/fn/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-encoding': encoding,
          authorization: `Bearer ${idToken}`,
        },
        body: '{"data":{}}',
      })
      const { headers } = answer
      return { encoding: headers.get('content-encoding'), vary: headers.get('vary'), body: await answer.json() }
    }
    const packed = await ask('classes-catalogue', 'gzip, br')
    const plain = await ask('classes-catalogue', 'identity')
    expect(packed).toMatchObject({ encoding: 'gzip', vary: 'Origin, Accept-Encoding' })
    expect(plain).toMatchObject({ encoding: null, vary: 'Origin, Accept-Encoding' })
    expect(packed.body).toEqual(plain.body)
    expect(await ask('students-mine', 'gzip')).toMatchObject({ encoding: null, vary: 'Origin' })
  })
  test('are refused without a token when they need a role', async () => {
    const answer = await served.call('students-mine', {})
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { error: { status: 'UNAUTHENTICATED', details: { reason: 'SIGN_IN_NEEDED' } } },
    ])
  })
  describe('several reads in one request', () => {
    type Line = { at: number; status: number; body: { result?: unknown; error?: { status: string } } }
    const together = async (calls: unknown, idToken?: string) => {
      const answer = await fetch(`${served.origin}/fn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(idToken ? { authorization: `Bearer ${idToken}` } : {}) },
        body: JSON.stringify({ calls }),
      })
      const lines = (await answer.text()).split('\n').filter(line => line !== '')
      const read = answer.ok ? lines.map(line => JSON.parse(line) as Line).toSorted((a, b) => a.at - b.at) : []
      return { status: answer.status, lines: read }
    }

    test('are answered like separate calls, each with its own error', async () => {
      const { idToken } = await served.signIn('ann@home.example')
      const calls = [
        { name: 'students-mine', data: {} },
        { name: 'students-list', data: {} },
        { name: 'no-such', data: {} },
        { name: 'events-get', data: { id: 'none' } },
      ]
      const { lines } = await together(calls, idToken)
      const single = await Promise.all(
        calls.map(async ({ name, data }, at) => {
          const answer = await served.call(name, data, idToken)
          return { at, status: answer.status, body: await answer.json() }
        }),
      )
      expect(lines).toEqual(single)
      expect(lines.map(({ status }) => status)).toEqual([200, 403, 404, 400])
    })
    test('show a family only its own children, and a stranger nothing', async () => {
      const calls = [{ name: 'students-mine', data: {} }]
      const { idToken } = await served.signIn('ann@home.example')
      expect((await together(calls, idToken)).lines[0]!.body.result).toMatchObject([
        { name: 'Mia Wang' },
        { name: 'Leo Wang' },
      ])
      const { idToken: other } = await served.signIn('tom@school.example')
      expect((await together(calls, other)).lines.map(({ status }) => status)).toEqual([403])
      expect((await together(calls)).lines.map(({ status }) => status)).toEqual([401])
      expect((await together(calls, 'no token')).lines.map(({ status }) => status)).toEqual([401])
    })
    test('can’t include a write, and are limited in number', async () => {
      const { idToken } = await served.signIn('ann@home.example')
      const written = await together([{ name: 'identity-endSession', data: { operationId: randomUUID() } }], idToken)
      expect(written.lines).toMatchObject([{ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } }])
      const one = { name: 'users-me', data: {} }
      expect(
        (
          await together(
            Array.from({ length: mostReads + 1 }, () => one),
            idToken,
          )
        ).status,
      ).toBe(400)
      expect((await together([], idToken)).status).toBe(400)
      expect((await together('users-me', idToken)).status).toBe(400)
    })
    test('count one by one toward the rate limit', async () => {
      const { idToken } = await served.signIn('ida@school.example')
      const read = { name: 'events-get', data: null }
      const statuses = new Set<number>()
      for (let asked = 0; asked <= callsPerMinute.read; asked += mostReads) {
        const { lines } = await together(
          Array.from({ length: mostReads }, () => read),
          idToken,
        )
        for (const { status } of lines) statuses.add(status)
      }
      expect(statuses).toEqual(new Set([400, 429]))
    })
  })
  test('of one account are limited per minute, and others aren’t affected', async () => {
    const { idToken } = await served.signIn('ann@home.example')
    const { idToken: other } = await served.signIn('tom@school.example')
    const ask = (token: string) => served.call('identity-endSession', null, token)
    const logged = vi.spyOn(log, 'warn')
    const before = await Promise.all(Array.from({ length: callsPerMinute.write - 5 }, () => ask(idToken)))
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([400]))
    const after = await Promise.all(Array.from({ length: 20 }, () => ask(idToken)))
    const refused = after.find(({ status }) => status === 429)
    expect(await refused?.json()).toMatchObject({
      error: { status: 'RESOURCE_EXHAUSTED', details: { reason: 'TOO_MANY_REQUESTS' } },
    })
    // Logged once a minute, so that the log stays readable.
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ kind: 'write', address: '127.0.0.1' }), 'someone calls too often'],
    ])
    logged.mockRestore()
    expect((await ask(other)).status).toBe(400)
    expect((await served.call('students-mine', {}, idToken)).status).toBe(200)
  })
  test('have headers against caching and embedding, and a time limit', async () => {
    const answer = await served.call('config-get', {})
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()') as string,
    })
    expect(served.app.server.requestTimeout).toBe(120_000)
  })
  test('can be read only by the school’s own origin', async () => {
    const ask = (origin: string) =>
      fetch(`${served.origin}/fn/config-get`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: '{"data":{}}',
      })
    const own = new URL(s.settings.publicUrl).origin
    expect((await ask(own)).headers.get('access-control-allow-origin')).toBe(own)
    for (const other of ['https://evil.example', 'null', `${own}.evil.example`])
      expect((await ask(other)).headers.get('access-control-allow-origin'), other).toBeNull()
  })
  test('of a user whose roles have just changed are sent back for a new token', async () => {
    const { idToken } = await served.signIn('bob@home.example')
    expect((await served.call('students-mine', {}, idToken)).status).toBe(200)
    await s.ida.call('users-grantRole', { id: (await s.bob.actor()).accountId!, role: 'teacher' })
    const answer = await served.call('students-mine', {}, idToken)
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { error: { details: { reason: 'STALE_CLAIMS' } } },
    ])
    await s.ida.call('users-endRole', { id: (await s.bob.actor()).accountId!, role: 'teacher' })
    expect((await served.call('students-mine', {}, idToken)).status).toBe(200)
  })
})

/** Reads an event stream until `count` slices have arrived, starting at a mark if one is given. */
const listen = async (cookie: string, mark?: string) => {
  const end = new AbortController()
  const from = mark === undefined ? '' : `?mark=${mark}`
  const response = await fetch(`${served.origin}/live${from}`, { headers: { cookie }, signal: end.signal })
  const slices: string[] = []
  const waiting: { count: number; done: () => void }[] = []
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      for (const [, slice] of chunk.matchAll(/data: \{"slice":"([^"]+)"\}/g)) slices.push(slice!)
      for (const each of waiting) if (slices.length >= each.count) each.done()
    }
  }
  read().catch(() => undefined)
  return {
    slices,
    until: (count: number) =>
      new Promise<void>(done => (slices.length >= count ? done() : waiting.push({ count, done }))),
    close: () => end.abort(),
  }
}

/** Waits until all changes so far have been announced: in a rush, news is announced a moment later. */
const allTold = async () => {
  const stream = await listen((await served.signIn('ida@school.example')).cookie)
  const { school: profile } = await s.anybody.call('config-get', {})
  await s.ida.call('config-change', { ...profile!, tagline: 'All told' })
  await expect.poll(() => stream.slices).toContain('config')
  stream.close()
}

describe('the live stream', () => {
  test('names changed slices only to those who may read them', async () => {
    await allTold()
    const [ann, bob, tom] = await Promise.all(
      ['ann@home.example', 'bob@home.example', 'tom@school.example'].map(async email =>
        listen((await served.signIn(email)).cookie),
      ),
    )
    const roll = await s.tom.call('absences-roll', { meetingId: s.meetingId })
    const mia = roll.marks.find(({ name }) => name === 'Mia Wang')!
    await s.tom.call('absences-take', {
      meetingId: s.meetingId,
      marks: [{ enrolmentId: mia.enrolmentId, code: 'present', note: '' }],
    })
    await Promise.all([ann!.until(4), tom!.until(3)])
    expect(ann!.slices.sort()).toEqual(['absences', 'parents', 'students', 'visits'])
    expect(tom!.slices).toEqual(expect.arrayContaining(['absences', 'teachers']))
    // Bob gets what is meant for everyone, and got nothing of Mia's before it.
    const { school: profile } = await s.anybody.call('config-get', {})
    await s.ida.call('config-change', { ...profile!, tagline: 'New' })
    await bob!.until(1)
    expect(bob!.slices).toEqual(['config'])
    for (const each of [ann, bob, tom]) each!.close()
  })

  test('begins with what has changed since a given mark', async () => {
    await allTold()
    const { cookie } = await served.signIn('bob@home.example')
    const now = await fetch(`${served.origin}/live?wait=5&mark=`, { headers: { cookie } })
    const { mark } = (await now.json()) as { mark: string }
    const { school: profile } = await s.anybody.call('config-get', {})
    await s.ida.call('config-change', { ...profile!, tagline: 'Newest' })
    const late = await listen(cookie, mark)
    await late.until(1)
    expect(late.slices).toEqual(['config'])
    late.close()
  })
})

describe('long polling, where no stream gets through', () => {
  const poll = (cookie: string, mark: string) => newsSince(mark, served, cookie)
  test('waits for changes and misses none between two polls, and only shows those the caller may read', async () => {
    await allTold()
    const [ann, bob] = await Promise.all(
      ['ann@home.example', 'bob@home.example'].map(async email => (await served.signIn(email)).cookie),
    )
    const start = await poll(ann!, '')
    expect(start.slices).toEqual(['*'])
    const waiting = poll(bob!, start.mark)
    const roll = await s.tom.call('absences-roll', { meetingId: s.meetingId })
    const mia = roll.marks.find(({ name }) => name === 'Mia Wang')!
    await s.tom.call('absences-take', {
      meetingId: s.meetingId,
      marks: [{ enrolmentId: mia.enrolmentId, code: 'absent', note: '' }],
    })
    const { school: profile } = await s.anybody.call('config-get', {})
    await s.ida.call('config-change', { ...profile!, tagline: 'Newer' })
    // Bob's poll ended only because of news for everyone. Ann polls late and still gets both changes.
    expect((await waiting).slices).toEqual(['config'])
    await expect
      .poll(async () => (await poll(ann!, start.mark)).slices.sort())
      .toEqual(['absences', 'config', 'parents', 'students', 'visits'])
  })
  test('answers * to an unknown mark, since anything may have changed', async () => {
    const { cookie } = await served.signIn('ann@home.example')
    expect((await poll(cookie, `${randomUUID()}.0`)).slices).toEqual(['*'])
  })
})

describe('a stream or a poll', () => {
  /** Opens a stream; `isOver` resolves when the server ends it. */
  const open = async (cookie: string) => {
    const end = new AbortController()
    const response = await fetch(`${served.origin}/live`, { headers: { cookie }, signal: end.signal })
    let closed = false
    const isOver = (async () => {
      for await (const _chunk of response.body!);
      closed = true
    })()
    isOver.catch(() => undefined)
    return { status: response.status, isOver, isOpen: () => !closed, close: () => end.abort() }
  }

  test('ends at once when the account is suspended or the sign-in is ended elsewhere', async () => {
    const [bob, eve, eveElsewhere] = [
      await served.signIn('bob@home.example'),
      await served.signIn('eve@school.example'),
      await served.signIn('eve@school.example'),
    ]
    const streams = { bob: await open(bob.cookie), eve: await open(eve.cookie), other: await open(eveElsewhere.cookie) }
    const waiting = fetch(`${served.origin}/live?wait=30&mark=${await markOf(bob.cookie)}`, {
      headers: { cookie: bob.cookie },
    })
    const id = (await s.bob.actor()).accountId!
    await s.ida.call('users-suspend', { id })
    await streams.bob.isOver
    expect((await waiting).status).toBe(200)
    expect([streams.eve.isOpen(), streams.other.isOpen()]).toEqual([true, true])
    await s.ida.call('users-restore', { id })

    expect((await served.write('identity-endSessions', {}, eve.idToken)).status).toBe(200)
    await streams.other.isOver
    expect(streams.eve.isOpen()).toBe(true)
    streams.eve.close()
  })
  const markOf = async (cookie: string) =>
    ((await (await fetch(`${served.origin}/live?wait=5&mark=`, { headers: { cookie } })).json()) as { mark: string })
      .mark

  test('is limited for guests of one network, but not for people who are signed in', async () => {
    const streams = await Promise.all(Array.from({ length: guestStreams }, () => open('')))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    const refused = await fetch(`${served.origin}/live`)
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { status: 'RESOURCE_EXHAUSTED' } }])
    expect((await fetch(`${served.origin}/live?wait=5&mark=`)).status).toBe(429)
    const ann = await open((await served.signIn('ann@home.example')).cookie)
    expect(ann.status).toBe(200)
    for (const each of [ann, ...streams]) each.close()
    await expect.poll(async () => (await fetch(`${served.origin}/live?wait=5&mark=`)).status).toBe(200)
  })
})

describe('files', () => {
  test('a receipt opens only for its family and the office', async () => {
    const { paymentId } = await s.ida.call('payments-record', {
      householdId: s.annRegistration.householdId,
      method: 'cash',
      amountCents: 100,
      receivedOn: '2026-09-13',
      reference: '',
      payer: '',
    })
    const open = async (cookie: string) =>
      fetch(`${served.origin}/files/receipts/${paymentId}.pdf`, { headers: { cookie } })
    for (const email of ['ann@home.example', 'ida@school.example']) {
      const answer = await open((await served.signIn(email)).cookie)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    }
    expect((await open((await served.signIn('bob@home.example')).cookie)).status).toBe(404)
    const logged = vi.spyOn(log, 'warn')
    const { cookie } = await served.signIn('bob@home.example')
    // No proxy is configured, so the header must not change the caller's address.
    await fetch(`${served.origin}/files/students.csv`, { headers: { cookie, 'x-forwarded-for': '203.0.113.9' } })
    expect(logged.mock.calls).toEqual([
      [
        expect.objectContaining({ name: 'students-export', reason: 'ROLE_NEEDED', address: '127.0.0.1' }),
        'a request was refused',
      ],
    ])
    logged.mockRestore()
    const stranger = await open('')
    expect([stranger.status, await stranger.text()]).toEqual([403, 'Sign in first, then open this file from its page.'])
    expect((await fetch(`${served.origin}/files/receipts/${randomUUID()}.pdf`)).status).toBe(403)
  })
})

describe('pictures', () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const send = (headers: Record<string, string>, body: Buffer = pixel) =>
    fetch(`${served.origin}/files/pictures?caption=House`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', ...headers },
      body: new Uint8Array(body),
    })
  test('can be uploaded only by the office with its token, and are public and cacheable', async () => {
    const ida = await served.signIn('ida@school.example')
    const ann = await served.signIn('ann@home.example')
    const answer = await send({ authorization: `Bearer ${ida.idToken}` })
    const { result } = (await answer.json()) as { result: { id: string } }
    expect([answer.status, result]).toMatchObject([200, { caption: 'House', width: 1 }])
    const file = await fetch(`${served.origin}/files/pictures/${result.id}`)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pixel)
    expect((await send({ authorization: `Bearer ${ann.idToken}` })).status).toBe(403)
    // A cookie alone changes nothing, so that no other site can make the office's browser send a write.
    expect((await send({ cookie: ida.cookie })).status).toBe(401)
    expect((await send({ authorization: `Bearer ${ida.idToken}`, 'content-type': 'image/svg+xml' })).status).toBe(415)
    expect((await send({ authorization: `Bearer ${ida.idToken}` }, Buffer.from('no picture'))).status).toBe(400)
    expect((await send({ authorization: `Bearer ${ida.idToken}` }, Buffer.alloc(4 * 1024 * 1024 + 1))).status).toBe(413)
    await s.ida.call('config-removePicture', { id: result.id })
    expect((await fetch(`${served.origin}/files/pictures/${result.id}`)).status).toBe(404)
    expect((await fetch(`${served.origin}/files/pictures/${randomUUID()}`)).status).toBe(404)
  })
})

describe('pages', () => {
  test('have a strict content security policy', async () => {
    const answer = await fetch(`${served.origin}/healthz`)
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')
  })
  test('and all other responses have the same security headers, and aren’t cached unless they say so', async () => {
    const over = await serve({ ...s, settings: { ...s.settings, publicUrl: 'https://school.example' } })
    const end = new AbortController()
    for (const path of [
      '/healthz',
      '/live',
      '/fn/config-get',
      '/files/students.csv',
      '/files/nothing',
      '/emulator/auth/handler',
      '/robots.txt',
    ]) {
      const answer = await fetch(`${over.origin}${path}`, { signal: end.signal })
      expect(Object.fromEntries(answer.headers), path).toMatchObject({
        'content-security-policy': expect.stringContaining("object-src 'none'; base-uri 'none'") as string,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'cache-control': path === '/robots.txt' ? 'public, max-age=86400' : 'no-store',
      })
      expect(answer.headers.get('content-type'), path).toMatch(
        path === '/live' ? /^text\/event-stream$/ : /; charset=utf-8$/,
      )
    }
    end.abort()
    await over.close()
  })
  test('refuse the TRACE method and echo nothing', async () => {
    const answer = await new Promise<IncomingMessage>((done, failed) => {
      request(`${served.origin}/healthz`, { method: 'TRACE', headers: { 'x-marked': 'marked' } }, done)
        .on('error', failed)
        .end()
    })
    expect(answer.statusCode).toBe(404)
    let body = ''
    for await (const chunk of answer) body += String(chunk)
    expect(body).not.toContain('marked')
  })
  test('include the mailbox only in the demo', async () => {
    expect(await (await fetch(`${served.origin}/mailbox`)).text()).not.toContain('Demo mailbox')
    const demo = await serve(s, { isDemo: true })
    const page = await (await fetch(`${demo.origin}/mailbox?to=ann@home.example`)).text()
    expect(page).toContain('Your registration at Lakeside')
    expect(page).not.toContain('bob@home.example')
    await demo.close()
  })
})

test('with the database down, calls answer 503 and nobody is signed out', async () => {
  const { idToken } = await served.signIn('ann@home.example')
  const database = openDatabase('postgres://nobody:x@127.0.0.1:9/none', 'none')
  const house = {
    database,
    schema: s.schema,
    settings: s.settings,
    jobs: { ...s.jobs, stop: async () => undefined },
    clock: () => s.clock.now,
  }
  const app = buildHttp({
    ...house,
    door: openHouse(house),
    live: {
      join: () => () => undefined,
      since: () => ({ slices: [], mark: '' }),
      close: async () => undefined,
    },
    enumerationProtection: true,
    proxies: 0,
    isPaced: true,
    attestation: { mode: 'off' },
  })
  const headers = { 'content-type': 'application/json' }
  const call = await app.inject({ method: 'POST', url: '/fn/config-get', headers, payload: '{"data":{}}' })
  expect([call.statusCode, call.json()]).toMatchObject([503, { error: { status: 'UNAVAILABLE' } }])
  const signedIn = await app.inject({
    method: 'POST',
    url: '/fn/students-mine',
    headers: { ...headers, authorization: `Bearer ${idToken}` },
    payload: '{"data":{}}',
  })
  expect(signedIn.statusCode).toBe(503)
  const lookup = await app.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:lookup?key=lantern-web',
    headers,
    payload: JSON.stringify({ idToken }),
  })
  expect([lookup.statusCode, lookup.json()]).toMatchObject([503, { error: { message: 'NETWORK_REQUEST_FAILED' } }])
  const ready = await app.inject({ method: 'GET', url: '/readyz' })
  expect([ready.statusCode, ready.body]).toEqual([503, 'The database does not answer.'])
  // The process is alive: ending it would not bring the database back.
  expect((await app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
  await app.close()
  await database.close()
})

describe('readiness', () => {
  const ready = async (origin = served.origin) => {
    const answer = await fetch(`${origin}/readyz`)
    return [answer.status, await answer.text()]
  }
  test('is reported once every migration has run', async () => {
    expect(await ready()).toEqual([200, 'ready'])
    const { rows: taken } = await s.database.pool.query<{ tag: string; hash: string }>(
      'delete from migrations where tag = (select max(tag) from migrations) returning tag, hash',
    )
    expect(await ready()).toEqual([503, 'The database is not up to date. Restart Lantern.'])
    await s.database.pool.query('insert into migrations (tag, hash) values ($1, $2)', [taken[0]!.tag, taken[0]!.hash])
    expect(await ready()).toEqual([200, 'ready'])
  })
  test('ends at a shutdown, which finishes running calls and closes open streams', async () => {
    const other = await serve(s)
    const { idToken, cookie } = await other.signIn('ann@home.example')
    const stream = await fetch(`${other.origin}/live`, { headers: { cookie } })
    const streamed = stream.text()
    const { mark } = (await (await fetch(`${other.origin}/live?wait=30&mark=`)).json()) as { mark: string }
    const polled = fetch(`${other.origin}/live?wait=30&mark=${mark}`)
    const lock = await s.database.pool.connect()
    await lock.query('begin')
    await lock.query('lock table students in access exclusive mode')
    const call = other.call('students-mine', {}, idToken)
    await expect.poll(() => waitingLocks(s.database)).toContainEqual({ kind: 'relation', table: 'students' })
    const closed = other.close()
    await streamed
    expect((await polled).status).toBe(200)
    expect(await ready(other.origin)).toEqual([503, 'Lantern is shutting down.'])
    await lock.query('commit')
    lock.release()
    const answer = await call
    expect([answer.status, await answer.json()]).toMatchObject([200, { result: [{ name: 'Mia Wang' }, {}] }])
    await closed
    await expect(ready(other.origin)).rejects.toThrow('fetch failed')
  })
})

describe('an internal error', () => {
  const reference = /^[A-Z2-9]{4}-[A-Z2-9]{4}$/
  /** Renames a table during a request, and records which requests the log names. */
  const without = async (table: string, ask: () => Promise<Response>) => {
    const logged: object[] = []
    const spy = vi.spyOn(log, 'error').mockImplementation(() => void logged.push(requestInLog()))
    await s.database.pool.query(`alter table ${table} rename to gone`)
    try {
      return { answer: await ask(), logged }
    } finally {
      await s.database.pool.query(`alter table gone rename to ${table}`)
      spy.mockRestore()
    }
  }
  const ask = (origin: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}/fn/events-public`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"data":{}}',
    })
  test('has a reference that is also in the log, and a generic body', async () => {
    const { answer, logged } = await without('events', () => ask(served.origin, { 'x-request-id': 'from-a-stranger' }))
    expect([answer.status, await answer.text()]).toEqual([500, '{"error":{"message":"INTERNAL","status":"INTERNAL"}}'])
    const code = answer.headers.get('x-reference')!
    expect(code).toMatch(reference)
    expect(answer.headers.get('x-request-id')).toBe(code)
    expect(logged).toEqual([{ request: code }])
    expect((await ask(served.origin)).headers.get('x-reference')).not.toBe(code)
  })
  test('carries the request ID of a proxy in front', async () => {
    const behind = await serve(s, { proxies: 1 })
    const id = randomUUID()
    const { answer, logged } = await without('events', () => ask(behind.origin, { 'x-request-id': id }))
    expect(answer.headers.get('x-request-id')).toBe(id)
    expect(answer.headers.get('x-reference')).toMatch(reference)
    expect(logged).toEqual([{ request: id, reference: answer.headers.get('x-reference') }])
    const odd = await ask(behind.origin, { 'x-request-id': 'a "b" {c}' })
    expect(odd.headers.get('x-request-id')).toBe(odd.headers.get('x-reference'))
    await behind.close()
  })
  test('shows its reference in a plain-text response, too', async () => {
    const { cookie } = await served.signIn('ida@school.example')
    const { answer } = await without('terms', () => fetch(`${served.origin}/sitemap.xml`, { headers: { cookie } }))
    expect([answer.status, await answer.text()]).toEqual([
      500,
      `Something went wrong. The details are in the log. Reference: ${answer.headers.get('x-reference')}`,
    ])
  })
})

describe('metrics', () => {
  const token = 'a-token-of-metrics'
  const read = async (origin: string, authorization?: string) => {
    const answer = await fetch(`${origin}/metrics`, { headers: authorization ? { authorization } : {} })
    return { status: answer.status, text: await answer.text() }
  }
  test('exist only with a token in the settings, and only for requests that send it', async () => {
    for (const given of [undefined, `Bearer ${token}`, 'Bearer undefined', 'Bearer ']) {
      const { status, text } = await read(served.origin, given)
      expect([status, text.includes('# TYPE lantern_')]).toEqual([404, false])
    }
    const watched = await serve(s, { metricsToken: token })
    expect((await read(watched.origin, `Bearer ${token}`)).text).toContain('# TYPE lantern_')
    for (const given of [undefined, 'Bearer wrong', token, `Bearer ${token}x`, `Basic ${token}`]) {
      const refused = await read(watched.origin, given)
      expect([refused.status, refused.text]).toEqual([401, 'Send METRICS_TOKEN as a bearer token.'])
    }
    const { headers, status } = await fetch(`${watched.origin}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    await watched.close()
  })
  test('show outcomes and durations of calls, open streams, and the state of jobs and backups', async () => {
    const watched = await serve(s, { metricsToken: token })
    const { idToken, cookie } = await watched.signIn('ann@home.example')
    await watched.call('students-mine', {}, idToken)
    await watched.call('students-mine', {}, idToken)
    await watched.call('students-list', {}, idToken)
    await watched.call('no-such-thing', {}, idToken)
    await fetch(`${watched.origin}/fn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      body: '{"calls":[{"name":"students-mine","data":{}}]}',
    })
    const end = new AbortController()
    await fetch(`${watched.origin}/live`, { headers: { cookie }, signal: end.signal })
    await s.database.pool.query('delete from backups')
    const none = await read(watched.origin, `Bearer ${token}`)
    expect(none.text).not.toMatch(/^lantern_backup_age_seconds/m)
    const hours = (count: number) => new Date(s.clock.now.getTime() - count * 3_600_000)
    await s.database.pool.query(
      `insert into backups (id, taken_at, finished_at, file_name, problem) values
         (gen_random_uuid(), $1, $1, 'a', null), (gen_random_uuid(), $2, $2, 'b', 'full')`,
      [hours(5), hours(1)],
    )
    await s.database.pool.query(`create schema ${s.schema}_jobs`)
    await s.database.pool.query(
      `create table ${s.schema}_jobs.job as select name, state, now() - make_interval(secs => age) as start_after from (values
         ('messages-send', 'created', 90), ('messages-send', 'retry', -60), ('messages-send', 'completed', 900),
         ('backups-take', 'failed', 900), ('__pgboss__send-it', 'failed', 900)) as v (name, state, age)`,
    )
    const { text } = await read(watched.origin, `Bearer ${token}`)
    await s.database.pool.query(`drop schema ${s.schema}_jobs cascade`)
    await s.database.pool.query('delete from backups')
    const lines = text.split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        '# TYPE lantern_calls_total counter',
        'lantern_calls_total{function="students-mine",outcome="ok"} 3',
        'lantern_calls_total{function="students-list",outcome="permission-denied"} 1',
        'lantern_calls_total{function="unknown",outcome="not-found"} 1',
        '# TYPE lantern_call_duration_seconds histogram',
        'lantern_call_duration_seconds_bucket{function="students-mine",le="+Inf"} 3',
        'lantern_call_duration_seconds_count{function="students-mine"} 3',
        'lantern_event_streams 1',
        'lantern_database_up 1',
        'lantern_jobs_waiting 1',
        'lantern_jobs_failed{job="backups-take"} 1',
        'lantern_backup_age_seconds 18000',
        'lantern_database_connections_most{pool="calls"} 8',
      ]),
    )
    const valueOf = (name: string) => Number(lines.find(line => line.startsWith(`${name} `))?.split(' ')[1])
    expect(valueOf('lantern_jobs_oldest_seconds')).toBeGreaterThanOrEqual(90)
    expect(valueOf('lantern_event_loop_lag_seconds{quantile="1"}')).toBeGreaterThanOrEqual(0)
    expect(valueOf('lantern_memory_bytes{kind="resident"}')).toBeGreaterThan(10_000_000)
    expect(valueOf('lantern_http_answers_total{status="4xx"}')).toBeGreaterThanOrEqual(2)
    // Every line is valid for Prometheus.
    for (const line of lines)
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"\\]*",?)+\})? -?\d+(\.\d+)?(e[-+]\d+)?|)$/)
    end.abort()
    await watched.close()
  })
})
