import { randomUUID } from 'node:crypto'
import { Agent, createServer, request } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import * as z from 'zod'
import { openHouse } from '#server/house.ts'
import { openDatabase } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/functions.ts'
import { holdJobs } from '#server/platform/jobs.ts'
import { sealWith } from '#server/platform/secrets.ts'
import { keepMails } from '#server/platform/mailServer.ts'
import { type Running, signIn } from './lantern.ts'
import { type Line, median } from './table.ts'

const rounds = 3
const roundMs = 2000

type Work = () => Promise<unknown>

/** How often in a second a piece of work is done by a number of callers at once. */
const rate = async (work: Work, callers: number): Promise<number> => {
  const begun = performance.now()
  let done = 0
  const one = async () => {
    while (performance.now() - begun < roundMs) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, one))
  return (done / (performance.now() - begun)) * 1000
}

/** Ours and the reference in turns, so that a noisy neighbour disturbs both. */
const compare = async (ours: Work, reference: Work, callers: number) => {
  await ours()
  await reference()
  const mine: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    mine.push(await rate(ours, callers))
    theirs.push(await rate(reference, callers))
  }
  return {
    ours: median(mine),
    reference: median(theirs),
    ratio: median(mine.map((each, round) => each / theirs[round]!)),
  }
}

const lineOf = (goal: string, what: string, target: string, found: Awaited<ReturnType<typeof compare>>): Line => ({
  goal,
  measured: `${found.ratio.toFixed(2)} (${found.ours.toFixed(0)}/s)`,
  against: `${what} (${found.reference.toFixed(0)}/s)`,
  target,
})

/** Callers who keep their connection, as browsers do; fails on any other answer than the expected one. */
const poster = (origin: string, agent: Agent, headers: Record<string, string>) => {
  const { port } = new URL(origin)
  return (path: string, data: () => unknown, status = 200) =>
    (): Promise<void> =>
      new Promise((done, failed) => {
        const body = JSON.stringify({ data: data() })
        const asked = request(
          {
            host: '127.0.0.1',
            port,
            path,
            method: 'POST',
            agent,
            headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
          },
          answer => {
            answer.resume()
            answer.on('end', () =>
              answer.statusCode === status ? done() : failed(new Error(`${path} answered ${answer.statusCode}`)),
            )
          },
        )
        asked.on('error', failed)
        asked.end(body)
      })
}

/** What a family's start page tells, in five statements without a framework. */
const family = [
  `select p.id, p.name, p.native_name, p.birth_on, s.grade, s.allergies from guardianships g join students s on s.id = g.student_id join persons p on p.id = s.id
   where g.guardian_id = $1 and g.has_data_access`,
  `select e.id, e.student_id, sec.name, sec.native_name, sec.crayon, sec.weekday, sec.starts_at, sec.ends_at, t.name as term from guardianships g join enrolments e on e.student_id = g.student_id
   join sections sec on sec.id = e.section_id join terms t on t.id = sec.term_id where g.guardian_id = $1 and g.has_data_access and e.status = 'active' and t.status <> 'archived'`,
  `select m.id, e.student_id, m.on_day, m.starts_at, m.ends_at, sec.name, a.code from guardianships g join enrolments e on e.student_id = g.student_id join sections sec on sec.id = e.section_id
   join meetings m on m.section_id = sec.id left join attendance a on a.meeting_id = m.id and a.enrolment_id = e.id
   where g.guardian_id = $1 and g.has_data_access and e.status = 'active' order by m.on_day desc limit 20`,
  `select h.id, (select coalesce(sum(c.amount_cents), 0) from charges c where c.household_id = h.id) - (select coalesce(sum(p.amount_cents), 0) from payments p where p.household_id = h.id and p.status = 'succeeded') as cents
   from household_members hm join households h on h.id = hm.household_id where hm.person_id = $1`,
  `select n.id, r.read_at from notice_recipients r join notices n on n.id = r.notice_id where r.person_id = $1 order by n.id desc limit 10`,
]

const personOf = `select p.id, p.name, p.native_name, p.phone, p.language, a.email, a.is_verified from accounts a join persons p on p.account_id = a.id where a.email = $1`

const paymentSteps = (household: string, cents: number): [string, unknown[]][] => [
  ['select id from households where id = $1 for update', [household]],
  [
    `select c.id, c.amount_cents from charges c where c.household_id = $1 order by c.due_on, c.id limit 50`,
    [household],
  ],
  [
    `insert into numbers (kind, last) values ('bench', 1) on conflict (kind) do update set last = numbers.last + 1 returning last`,
    [],
  ],
  [
    `insert into payments (id, number, household_id, method, amount_cents, received_on, status, created_at) values ($1, $2, $3, 'cheque', $4, current_date, 'succeeded', now())`,
    [randomUUID(), `BENCH-${randomUUID()}`, household, cents],
  ],
  [
    `insert into audit_entries (id, at, actor, action, input, outcome) values ($1, now(), 'bench', 'bench', '{}', 'done')`,
    [randomUUID()],
  ],
]

const office: Actor = {
  accountId: null,
  personId: null,
  signInId: null,
  signedInAt: null,
  email: 'bench',
  name: 'Bench',
  language: 'en',
  isVerified: true,
  roles: ['admin'],
  area: 'all',
}

/** How many bytes a call answers. */
const sizeOf = async (url: string): Promise<number> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: {} }),
  })
  return (await answer.arrayBuffer()).byteLength
}

/** The statements that the door sends for one read, with their values. */
const statementsOf = async (url: string, schema: string, name: string, data: unknown) => {
  const database = openDatabase(url, schema)
  const settings = { publicUrl: 'http://localhost', isDemo: true, mail: keepMails, secrets: sealWith() }
  const sent: { text: string; values: unknown[] }[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
    const [config, values] = given as [string | { text: string }, unknown[] | undefined]
    const text = typeof config === 'string' ? config : config.text
    if (/^\s*(select|with)\b/i.test(text)) sent.push({ text, values: values ?? [] })
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    const door = openHouse({ database, schema, settings, jobs: holdJobs(database, settings), clock: () => new Date() })
    await door.call({ name, data, actor: { ...office, accountId: randomUUID() }, address: 'bench' })
  } finally {
    pg.Client.prototype.query = query
    await database.close()
  }
  return sent
}

/** What Lantern answers in a second, compared with bare pieces that do the same beside it. */
export const measureServer = async ({ origin }: Running, url: string, schema: string): Promise<Line[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const pool = new pg.Pool({ connectionString: url, max: 8, options: `-c search_path=${schema},public` })
  const named = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values })
  try {
    const parent = await signIn(origin, 'parent')
    const staff = await signIn(origin, 'office')
    const asParent = poster(origin, agent, { authorization: `Bearer ${parent.idToken}` })
    const asOffice = poster(origin, agent, { authorization: `Bearer ${staff.idToken}` })
    const [me] = (await named('me', personOf, ['parent@lakeside.example'])).rows as { id: string }[]
    const lines: Line[] = []
    const keep = (line: Line) => {
      lines.push(line)
      console.log(`  ${line.goal}: ${line.measured} against ${line.against ?? ''}`)
    }

    const home = asParent('/fn/parents-home', () => ({}))
    const five = () => Promise.all(family.map((text, index) => named(`family${index}`, text, [me!.id])))
    keep(lineOf('parent dashboard, 32 callers', 'five named statements', '≥ 1.0', await compare(home, five, 32)))

    const point = asParent('/fn/users-me', () => ({}))
    keep(
      lineOf(
        'point read, 32 callers',
        'one named statement',
        '≥ 0.5',
        await compare(point, () => named('me', personOf, ['parent@lakeside.example']), 32),
      ),
    )

    const catalogue = poster(origin, agent, {})('/fn/classes-catalogue', () => ({}))
    const bytes = Buffer.alloc(await sizeOf(`${origin}/fn/classes-catalogue`), ' ')
    const file = createServer((given, answer) => {
      given.resume().on('end', () => answer.writeHead(200, { 'content-type': 'application/json' }).end(bytes))
    }).listen(0, '127.0.0.1')
    await once(file, 'listening')
    const bareFile = poster(`http://127.0.0.1:${(file.address() as AddressInfo).port}`, agent, {})('/', () => ({}))
    keep(
      lineOf(
        'classes for guests, 16 callers',
        'bare node:http with as many bytes',
        '≥ 5,000/s',
        await compare(catalogue, bareFile, 16),
      ),
    )
    file.close()

    const households = (await pool.query(`select id from households where address like '% Crowd Street' limit 500`))
      .rows as { id: string }[]
    let turn = 0
    const next = () => households[(turn += 1) % households.length]!.id
    const pay = asOffice('/fn/payments-record', () => ({
      operationId: randomUUID(),
      householdId: next(),
      method: 'cheque',
      amountCents: 100,
      receivedOn: '2026-11-20',
      reference: '',
      payer: '',
    }))
    const bare = async () => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        for (const [text, values] of paymentSteps(next(), 100)) await client.query(text, values)
        await client.query('commit')
      } finally {
        client.release()
      }
    }
    keep(lineOf('payment, 16 callers', 'five statements in a transaction', '≥ 1.2', await compare(pay, bare, 16)))

    const asked = { search: 'mia', sort: 'name', down: true }
    const list = asOffice('/fn/students-list', () => asked)
    const statements = await statementsOf(url, schema, 'students-list', asked)
    const same = () => Promise.all(statements.map(({ text, values }, index) => named(`list${index}`, text, values)))
    keep(
      lineOf(
        '50 of 10,000 students, searched and sorted, 8 callers',
        'the same statements, named',
        '≥ 0.8',
        await compare(list, same, 8),
      ),
    )

    const Ask = z.object({ data: z.object({ operationId: z.uuid() }) })
    const plain = createServer((given, answer) => {
      const parts: Buffer[] = []
      given.on('data', (part: Buffer) => parts.push(part))
      given.on('end', () => {
        const { data } = Ask.parse(JSON.parse(Buffer.concat(parts).toString()))
        answer.writeHead(200, { 'content-type': 'application/json' })
        answer.end(JSON.stringify({ result: data }))
      })
    }).listen(0, '127.0.0.1')
    await once(plain, 'listening')
    const plainCall = poster(
      `http://127.0.0.1:${(plain.address() as AddressInfo).port}`,
      agent,
      {},
    )('/', () => ({ operationId: randomUUID() }))
    const refused = asParent('/fn/students-list', () => ({}), 403)
    keep(
      lineOf(
        'signed-in call that its role refuses, 32 callers',
        'bare node:http with zod',
        '≥ 0.95',
        await compare(refused, plainCall, 32),
      ),
    )
    plain.close()
    return lines
  } finally {
    agent.destroy()
    await pool.end()
  }
}
