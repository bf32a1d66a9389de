import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileNameHeader } from '#contract/access/files.ts'
import { oneRosterBasePath } from '#contract/exchange/oneroster.ts'
import { hookSecret, signed } from '#server/demo/cardProvider.ts'
import { addSchool, listLines, moveSchool, setState } from '#server/many/acts.ts'
import { listSchools } from '#server/many/registry.ts'
import { schoolOn } from '#server/many/schools.ts'
import { isFor } from '#server/many/turns.ts'
import { openConnections, openPool } from '#server/platform/connections.ts'
import { type Database, rows } from '#server/platform/db.ts'
import { openFlush } from '#server/platform/flush.ts'
import { announce, openEar } from '#server/platform/live.ts'
import { openMailServer, type TestMailServer } from '#tests/mailServer.ts'
import { askAt, beside, listenAt, openOn, schoolClient, type TwoSchools } from '#tests/manySchools.ts'
import { type PushService, startPushService } from '#tests/pushService.ts'
import { school, type SmallSchool } from '#tests/school.ts'

type Client = ReturnType<typeof schoolClient>

let s: SmallSchool
let two: TwoSchools
let smtp: TestMailServer
const metricsToken = 'a-token-of-this-test'
beforeAll(async () => {
  s = await school()
  smtp = await openMailServer()
  two = await beside(s, {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Schools <office@host.example>',
    METRICS_TOKEN: metricsToken,
    // The push service of these tests runs here.
    PRIVATE_HOSTS: '127.0.0.1',
  })
})
afterAll(async () => {
  await two.close()
  await smtp.close()
  await s.drop()
})

const ofResult = <T>({ text }: { text: string }): T => (JSON.parse(text) as { result: T }).result
const write = (at: Client, name: string, data: object, idToken: string) =>
  at.call(name, { operationId: randomUUID(), ...data }, idToken)

describe('the host name', () => {
  test('decides which school answers, regardless of case and port', async () => {
    const nameAt = async (host: string) => {
      const body = '{"data":{}}'
      const headers = { 'content-type': 'application/json' }
      const answer = await askAt(two.origin, host, '/fn/config-get', { method: 'POST', headers, body })
      return ofResult<{ school: { name: string } }>(answer).school.name
    }
    expect(await nameAt('oak.example')).toBe('Lakeside')
    expect(await nameAt('elm.example')).toBe('Elm School')
    expect(await nameAt('ELM.example:3000')).toBe('Elm School')
    expect(two.host.count()).toEqual({ all: 2, open: 2 })
  })

  test('of no school gets a plain answer, in both languages on a page', async () => {
    const page = await askAt(two.origin, 'ash.example', '/')
    expect(page.status).toBe(404)
    expect(page.text).toContain('There is no school at ash.example.')
    expect(page.text).toContain('ash.example 没有学校。')
    const call = await askAt(two.origin, 'ash.example', '/fn/config-get', { method: 'POST', body: '{"data":{}}' })
    expect(call.status).toBe(404)
    expect(JSON.parse(call.text)).toEqual({
      error: {
        message: 'There is no school at ash.example. Check the address, or ask your school for it.',
        status: 'NOT_FOUND',
      },
    })
    const odd = await askAt(two.origin, '<b>oak', '/')
    expect(odd.status).toBe(404)
    expect(odd.text).not.toContain('<b>oak')
  })

  test('doesn’t matter for health checks and metrics', async () => {
    expect((await askAt(two.origin, '127.0.0.1', '/healthz')).text).toBe('ok')
    expect((await askAt(two.origin, '127.0.0.1', '/readyz')).text).toBe('ready')
    const metrics = (token: string) =>
      askAt(two.origin, '127.0.0.1', '/metrics', { headers: { authorization: `Bearer ${token}` } })
    expect((await metrics('another')).status).toBe(401)
    const { text } = await metrics(metricsToken)
    expect(text).toMatch(/^lantern_schools\{kind="all"\} 2$/m)
    expect(text).toMatch(/^lantern_schools_failed 0$/m)
    expect(text).toMatch(/^lantern_database_connections_most\{pool="schools"\} 40$/m)
  })
})

describe('a key to Oak opens nothing at Elm', () => {
  /**
   * Each returns a function that tries a key at a school and resolves with the HTTP status: 200 to 299 if it opens
   * something.
   */
  const keys: Record<string, () => Promise<(at: Client) => Promise<number>>> = {
    'a token': async () => {
      const { idToken } = await two.oak.signIn('ann@home.example')
      return async at => (await at.call('users-me', {}, idToken)).status
    },
    'a refresh token': async () => {
      const { refreshToken } = await two.oak.signIn('ann@home.example')
      return async at => {
        const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString()
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        return (await at.send('/securetoken.googleapis.com/v1/token?key=lantern-web', form, headers)).status
      }
    },
    'a cookie, for a file': async () => {
      const { cookie } = await two.oak.signIn('ida@school.example')
      return async at => (await at.get('/files/journal.csv', { cookie })).status
    },
    'the address of a calendar': async () => {
      const { url } = await s.ann.call('events-makeFeed', {})
      return async at => (await at.get(new URL(url).pathname)).status
    },
    'a key of a OneRoster program, and its token': async () => {
      const secret = randomBytes(32).toString('base64url')
      const secretHash = createHash('sha256').update(secret).digest('hex')
      const { id } = await s.ida.call('oneroster-createClient', { name: 'App', scopes: ['roster-core'], secretHash })
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const given = await two.oak.send('/oauth/token', form.toString(), headers)
      const { access_token: token } = JSON.parse(given.text) as { access_token: string }
      return async at => {
        const again = await at.send('/oauth/token', form.toString(), headers)
        const read = await at.get(`${oneRosterBasePath}/orgs`, { authorization: `Bearer ${token}` })
        return Math.min(again.status, read.status)
      }
    },
    'a signed hook of the card provider': async () => {
      await write(
        two.oak,
        'cards-keepKey',
        { name: 'webhookSecret', secret: hookSecret },
        (await two.oak.signIn('ida@school.example')).idToken,
      )
      const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'nothing', data: { object: {} } })
      return async at => {
        const headers = { 'content-type': 'application/json', 'stripe-signature': signed(body) }
        return (await at.send('/hooks/stripe', body, headers)).status
      }
    },
    'a badge': async () => {
      const { 'Mia Wang': code } = await s.badges(s.grade1.id, 'Mia Wang')
      return async at => (await at.identity('v1/accounts:signInWithBadge', { code })).status
    },
    'the id of an upload': async () => {
      const ann = { oak: await two.oak.signIn('ann@home.example'), elm: await two.elm.signIn('ann@home.example') }
      const png = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      )
      const headers = { authorization: `Bearer ${ann.oak.idToken}`, [fileNameHeader]: 'picture.png' }
      const stored = await two.oak.send('/files/uploads', png, headers)
      const { id } = JSON.parse(stored.text) as { id: string }
      return async at => {
        const { cookie } = at === two.oak ? ann.oak : ann.elm
        return (await at.get(`/files/uploads/${id}`, { cookie })).status
      }
    },
  }
  test.each(Object.entries(keys))('%s', async (_name, make) => {
    const tryAt = await make()
    const opened = await tryAt(two.oak)
    expect(opened).toBeGreaterThanOrEqual(200)
    expect(opened).toBeLessThan(300)
    expect(await tryAt(two.elm)).toBeGreaterThanOrEqual(400)
  })

  test('each school signs with its own key', async () => {
    const keysOf = async (at: Client) => {
      const { text } = await at.get('/.well-known/jwks.json')
      return (JSON.parse(text) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
    }
    const [oak, elm] = [await keysOf(two.oak), await keysOf(two.elm)]
    expect(oak.length).toBeGreaterThan(0)
    expect(elm.length).toBeGreaterThan(0)
    expect(elm.filter(kid => oak.includes(kid))).toEqual([])
  })
})

describe('live updates', () => {
  type News = { slices: string[]; mark: string }
  const hear = async (at: Client, cookie: string, query: string): Promise<News> =>
    JSON.parse((await at.get(`/live?${query}`, { cookie })).text) as News
  /** All news after a mark, up to a slice, which may come after news of earlier changes. */
  const heardUntil = async (slice: string, at: Client, cookie: string, mark: string): Promise<string[]> => {
    const news = await hear(at, cookie, `wait=60&mark=${mark}`)
    return news.slices.includes(slice)
      ? news.slices
      : [...news.slices, ...(await heardUntil(slice, at, cookie, news.mark))]
  }

  test('of Oak arrive only at Oak', async () => {
    const [oak, elm] = [await two.oak.signIn('ida@school.example'), await two.elm.signIn('ida@school.example')]
    const marks = {
      oak: (await hear(two.oak, oak.cookie, 'wait=1')).mark,
      elm: (await hear(two.elm, elm.cookie, 'wait=1')).mark,
    }
    await write(two.oak, 'classes-createRoom', { name: 'Oak 7', capacity: 9 }, oak.idToken)
    await heardUntil('classes', two.oak, oak.cookie, marks.oak)
    // All news comes in one order, so whatever Elm hears of this came after Oak's.
    await write(two.elm, 'absences-createCode', { code: 'excused', name: 'Trip', nativeName: '' }, elm.idToken)
    expect(await heardUntil('absences', two.elm, elm.cookie, marks.elm)).not.toContain('classes')
  })
})

describe('push notifications', () => {
  let service: PushService
  beforeAll(async () => {
    service = await startPushService()
  })
  afterAll(() => service.close())

  /** Ann, who has the same id at both schools, and a browser of hers that one of them may send to. */
  const annAt = async (at: Client) => {
    const office = await at.signIn('ida@school.example')
    const isOn = await write(at, 'config-changePush', { isOn: true, contact: `push@${at.host}` }, office.idToken)
    expect(isOn.status, isOn.text).toBe(200)
    const { idToken } = await at.signIn('ann@home.example')
    const { key } = ofResult<{ key: string }>(await write(at, 'push-begin', {}, idToken))
    const { id: browser, ...subscription } = service.subscribe(key)
    const signedUp = await write(at, 'push-subscribe', { ...subscription, key }, idToken)
    expect(signedUp.status, signedUp.text).toBe(200)
    const device = ofResult<{ id: string }>(signedUp).id
    const devices = async () =>
      ofResult<{ devices: { id: string }[] }>(await at.call('push-mine', {}, idToken)).devices.map(({ id }) => id)
    return { idToken, key, browser, subscription, device, devices }
  }

  test('come only from the school where the device is subscribed, under its name and key', async () => {
    const [oak, elm] = [await annAt(two.oak), await annAt(two.elm)]
    expect(elm.key).not.toBe(oak.key)
    await write(two.oak, 'push-test', {}, oak.idToken)
    const ofOak = {
      id: oak.browser,
      text: expect.stringContaining('"Lakeside: ') as string,
      subject: 'mailto:push@oak.example',
    }
    await expect.poll(() => service.received, { timeout: 60_000 }).toMatchObject([ofOak])
    await write(two.elm, 'push-test', {}, elm.idToken)
    const ofElm = {
      id: elm.browser,
      text: expect.stringContaining('"Elm School: ') as string,
      subject: 'mailto:push@elm.example',
    }
    await expect.poll(() => service.received, { timeout: 60_000 }).toMatchObject([ofOak, ofElm])

    // A device of Oak can be neither subscribed nor unsubscribed at Elm.
    const again = await write(two.elm, 'push-subscribe', { ...oak.subscription, key: oak.key }, elm.idToken)
    expect(JSON.parse(again.text)).toMatchObject({ error: { details: { reason: 'CHANGED_MEANWHILE' } } })
    expect((await write(two.elm, 'push-end', { id: oak.device }, elm.idToken)).status).toBe(404)
    expect([await oak.devices(), await elm.devices()]).toEqual([[oak.device], [elm.device]])
    expect((await write(two.oak, 'push-end', { id: oak.device }, oak.idToken)).status).toBe(200)
    expect([await oak.devices(), await elm.devices()]).toEqual([[], [elm.device]])
  })
})

describe('a school that is not in use', () => {
  let resting: Awaited<ReturnType<typeof openOn>>
  beforeAll(async () => {
    resting = await openOn(two.environment)
  })
  afterAll(() => resting.host.stop())

  test('is unloaded and loaded by the next call, but not while someone is listening', async () => {
    const { host, origin } = resting
    const oak = schoolClient(origin, 'oak.example')
    await oak.call('config-get', {})
    const listening = await listenAt(origin, 'elm.example')
    expect(host.count().open).toBe(2)
    await host.rest(0)
    expect(host.count().open).toBe(1)
    await two.elmDatabase.transaction((_db, client) => announce(client, [{ slices: ['classes'] }], two.elmSchema))
    await expect.poll(listening.heard).toContain('{"slice":"classes"}')
    listening.end()
    await expect
      .poll(async () => {
        await host.rest(0)
        return host.count().open
      })
      .toBe(0)
    expect((await oak.call('config-get', {})).status).toBe(200)
    expect(host.count().open).toBe(1)
  })

  /** What a process opens for a school that gets so many first calls at once, and so many turns for its jobs. */
  const openedBy = async (calls: number, turns: number) => {
    const { env, url, key, seal } = two.desk
    const pool = openPool({ connectionString: url, max: 3 })
    const ear = await openEar(pool)
    const connections = openConnections(10)
    const opened = { listeners: 0, pools: 0 }
    const ground = {
      env,
      url,
      pool,
      key,
      seal,
      isPaced: false,
      flushed: openFlush(pool),
      enqueued: () => undefined,
      stop: { lingerMs: 0, isShared: false },
      ear: {
        ...ear,
        join(...given: Parameters<typeof ear.join>) {
          opened.listeners += 1
          return ear.join(...given)
        },
      },
      connections: {
        ...connections,
        share(...given: Parameters<typeof connections.share>) {
          opened.pools += 1
          return connections.share(...given)
        },
      },
    }
    const oak = schoolOn(
      ground,
      (await listSchools(pool)).find(({ host }) => host === 'oak.example')!,
    )
    const front = createServer((request, answer) => void oak.serve(request, answer))
    await new Promise<void>(ready => void front.listen(0, '127.0.0.1', ready))
    const client = schoolClient(`http://127.0.0.1:${(front.address() as AddressInfo).port}`, 'oak.example')
    try {
      expect(oak.isOpen()).toBe(false)
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: calls }, () => client.call('config-get', {}))),
        ...Array.from({ length: turns }, () => oak.turn()),
      ])
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: calls }, () => 200))
      return opened
    } finally {
      await new Promise(done => front.close(done))
      await oak.end()
      ear.close()
      await pool.end()
    }
  }

  test('is loaded once by ten simultaneous calls, all of which are answered', async () => {
    const once = await openedBy(1, 0)
    expect(once).toMatchObject({ listeners: 1 })
    expect(once.pools).toBeGreaterThan(0)
    expect(await openedBy(10, 1)).toEqual(once)
  })

  test('still runs its jobs when they are due, and no email is another school’s', async () => {
    const { host, origin } = resting
    const elm = schoolClient(origin, 'elm.example')
    await elm.identity('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ann@home.example' })
    await host.rest(0)
    const lettersOf = (name: string) =>
      smtp.received.filter(({ text }) => text?.includes(`http://${name}.example:3000/`))
    await expect.poll(() => lettersOf('elm').length, { timeout: 60_000 }).toBe(1)
    const resets = async ({ db }: Database) => {
      const found = sql`select count(*)::int as n from mails where status = 'sent' and is_secret and "to" = 'ann@home.example'`
      return (await rows<{ n: number }>(db, found))[0]!.n
    }
    await expect.poll(() => resets(two.elmDatabase)).toBe(1)
    expect(await resets(s.database)).toBe(0)
    await host.rest(0)
    // A job that is due later. Nothing in this process knows of it.
    const id = randomUUID()
    await two.elmDatabase.db.execute(
      sql`insert into mails (id, "to", subject, text, html, status, queued_at) values (${id}::uuid, 'bob@home.example', 'Later', 'Later.', '', 'queued', now())`,
    )
    await two.desk.pool.query(
      `insert into "${two.elmSchema}_jobs".job (name, data, retry_limit, retry_delay, heartbeat_seconds, start_after)
       values ('mail-send', $1, 5, 0, 20, now() + interval '1 second')`,
      [JSON.stringify({ mailId: id })],
    )
    await expect
      .poll(() => smtp.received.filter(({ subject }) => subject === 'Later').length, { timeout: 60_000 })
      .toBe(1)
    expect(host.count().open).toBe(0)
  })
})

describe('a scheduled job', () => {
  test('runs at each school, also at one that nobody has called since the start', async () => {
    const { schema: ivy } = await addSchool(two.desk, 'ivy.example', { name: 'Ivy' })
    await expect.poll(() => two.host.count().all).toBe(3)
    const { open } = two.host.count()
    await two.desk.pool.query(
      `insert into lantern_host_jobs.job (name, retry_limit, expire_seconds) values ('mail-blank-expired', 0, 900)`,
    )
    const done = async (schema: string) =>
      (
        await two.desk.pool.query(
          `select from "${schema}_jobs".job where name = 'mail-blank-expired' and state = 'completed'`,
        )
      ).rowCount
    for (const schema of [s.schema, two.elmSchema, ivy])
      await expect.poll(() => done(schema), { timeout: 60_000 }).toBeGreaterThan(0)
    const { rows: found } = await two.desk.pool.query<{ calledAt: Date | null }>(
      'select called_at as "calledAt" from lantern_host.schools where schema = $1',
      [ivy],
    )
    expect(found).toEqual([{ calledAt: null }])
    expect(two.host.count()).toEqual({ all: 3, open })
  })

  test('that depends on calls is skipped where there was no recent call', () => {
    const now = new Date('2026-11-26T10:30:00Z')
    const called = (minutes: number) => ({ calledAt: new Date(now.getTime() - minutes * 60_000) })
    expect(isFor({ followsCalls: true }, called(59), now)).toBe(true)
    expect(isFor({ followsCalls: true }, called(61), now)).toBe(false)
    expect(isFor({ followsCalls: true }, { calledAt: null }, now)).toBe(false)
    expect(isFor({}, { calledAt: null }, now)).toBe(true)
    expect(isFor({ followsCalls: true }, { calledAt: null }, new Date('2026-11-26T10:00:30Z'))).toBe(true)
  })
})

describe('a school', () => {
  test('that is closed or being moved says so, and can open again', async () => {
    const statusOf = async () => (await two.elm.call('config-get', {})).status
    expect(await statusOf()).toBe(200)
    await setState(two.desk, 'elm.example', 'moving')
    await expect.poll(statusOf).toBe(503)
    const page = await two.elm.get('/')
    expect(page.headers['retry-after']).toBe('60')
    expect(page.text).toContain('This school is being moved')
    await setState(two.desk, 'elm.example', 'closed')
    await expect.poll(statusOf).toBe(404)
    expect((await two.elm.get('/')).text).toContain('学校网站已关闭')
    expect((await two.oak.call('config-get', {})).status).toBe(200)
    await setState(two.desk, 'elm.example', 'open')
    await expect.poll(statusOf).toBe(200)
  })

  test('with a new host name is redirected to from the old one', async () => {
    const { to } = await moveSchool(two.desk, 'elm.example', 'yew.example')
    expect(to).toBe('http://yew.example:3000')
    await expect.poll(async () => (await two.elm.get('/classes?term=1')).status).toBe(308)
    expect((await two.elm.get('/classes?term=1')).headers['location']).toBe('http://yew.example:3000/classes?term=1')
    const yew = schoolClient(two.origin, 'yew.example')
    expect(ofResult<{ school: { name: string } }>(await yew.call('config-get', {})).school.name).toBe('Elm School')
    await moveSchool(two.desk, 'yew.example', 'elm.example')
    await expect.poll(async () => (await two.elm.call('config-get', {})).status).toBe(200)
    expect((await yew.get('/')).status).toBe(308)
  })

  test('whose tables can’t be migrated doesn’t keep another from working', async () => {
    const { publicUrl, schema } = await addSchool(two.desk, 'fir.example', { name: 'Fir' })
    expect(publicUrl).toBe('http://fir.example:3000')
    const { pool } = two.desk
    const stop = `create or replace function "${schema}".record_batches(left_out jsonb) returns void language plpgsql as 'begin raise exception ''no room for Fir''; end'`
    await pool.query(stop)
    await pool.query(`update lantern_host.schools set ready_for = 'an older Lantern'`)
    const later = await openOn(two.environment)
    const at = (host: string) => schoolClient(later.origin, host).call('config-get', {})
    try {
      expect((await at('oak.example')).status).toBe(200)
      const failed = await at('fir.example')
      expect(failed.status).toBe(503)
      expect(JSON.parse(failed.text)).toMatchObject({ error: { status: 'UNAVAILABLE' } })
      await expect
        .poll(async () => (await listLines(two.desk)).map(line => line.split(/ {2,}/).slice(0, 4).join(' | ')))
        .toEqual([
          'host | name | state | tables',
          'elm.example | Elm School | open | up to date',
          'fir.example | Fir | open | failed: no room for Fir',
          'ivy.example | Ivy | open | up to date',
          expect.stringMatching(/^oak\.example .*open .*up to date/),
        ])
    } finally {
      await later.host.stop()
    }
  })
})
