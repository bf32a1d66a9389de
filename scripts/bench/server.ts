import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import * as z from 'zod'
import { openHouse } from '#server/house.ts'
import { openDatabase } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import { holdJobs } from '#server/platform/jobs.ts'
import { sealWith } from '#server/platform/secrets.ts'
import { keepMails } from '#server/platform/mailServer.ts'
import { compare, lineOf } from './compare.ts'
import { crowdHouseholds, signInFamilies } from './families.ts'
import { type Running, signIn } from './lantern.ts'
import { inProcess, type Pace, paymentOf, posting, turning } from './load.ts'
import type { Line } from './table.ts'

/** The data of a family's home page, as five plain SQL statements. */
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

/** The size in bytes of a call's answer as a browser gets it, compressed. */
const sizeOf = async (url: string): Promise<number> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: {} }),
  })
  return Number(answer.headers.get('content-length'))
}

/** Returns the statements that the door sends for one read, with their values. */
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

/** Measures how many requests per second Lantern answers, compared with plain code that does the same. */
export const measureServer = async (
  { origin }: Running,
  {
    url,
    schema,
    dataDir,
    students,
    pace,
  }: { url: string; schema: string; dataDir: string; students: number; pace: Pace },
): Promise<Line[]> => {
  const pool = new pg.Pool({ connectionString: url, max: 8, options: `-c search_path=${schema},public` })
  const named = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values })
  try {
    const parent = await signIn(origin, 'parent')
    const staff = await signIn(origin, 'office')
    // Many families, because repeated requests of one family would be answered from a cache.
    const families = await signInFamilies({ origin, url, schema, dataDir })
    const someone = turning(families)
    const asFamily = () => ({ authorization: `Bearer ${someone().token}` })
    const asOffice = () => ({ authorization: `Bearer ${staff.idToken}` })
    const asParent = () => ({ authorization: `Bearer ${parent.idToken}` })
    const lines: Line[] = []
    const keep = (line: Line) => {
      lines.push(line)
      console.log(`  ${line.goal}: ${line.measured} against ${line.against ?? ''}`)
    }

    const home = posting(origin, '/fn/parents-home', 32, () => ({}), asFamily)
    const five = inProcess(32, async () => {
      const { personId } = someone()
      await Promise.all(family.map((text, index) => named(`family${index}`, text, [personId])))
    })
    keep(
      lineOf(
        `parent dashboard, ${families.length} families, 32 callers`,
        'five named statements',
        { ratio: 1 },
        await compare(home, five, pace),
      ),
    )

    const point = posting(origin, '/fn/users-me', 32, () => ({}), asFamily)
    const bareMe = inProcess(32, () => named('me', personOf, [someone().email]))
    keep(lineOf('point read, 32 callers', 'one named statement', { ratio: 0.5 }, await compare(point, bareMe, pace)))

    const packed = () => ({ 'accept-encoding': 'gzip' })
    const catalogue = posting(origin, '/fn/classes-catalogue', 16, () => ({}), packed)
    const bytes = Buffer.alloc(await sizeOf(`${origin}/fn/classes-catalogue`), ' ')
    const file = createServer((given, answer) => {
      given
        .resume()
        .on('end', () =>
          answer.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes),
        )
    }).listen(0, '127.0.0.1')
    await once(file, 'listening')
    const bareFile = posting(`http://127.0.0.1:${(file.address() as AddressInfo).port}`, '/', 16, () => ({}))
    keep(
      lineOf(
        'classes for guests, 16 callers',
        'bare node:http with as many bytes',
        { rate: 5000 },
        await compare(catalogue, bareFile, pace),
      ),
    )
    file.close()

    const household = await crowdHouseholds(pool)
    const pay = posting(origin, '/fn/payments-record', 16, () => paymentOf(household()), asOffice)
    const bare = inProcess(16, async () => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        for (const [text, values] of paymentSteps(household(), 100)) await client.query(text, values)
        await client.query('commit')
      } finally {
        client.release()
      }
    })
    keep(
      lineOf('payment, 16 callers', 'five statements in a transaction', { ratio: 1.2 }, await compare(pay, bare, pace)),
    )

    const asked = { search: 'mia', sort: 'name', down: true }
    const list = posting(origin, '/fn/students-list', 8, () => asked, asOffice)
    const statements = await statementsOf(url, schema, 'students-list', asked)
    const same = inProcess(8, () =>
      Promise.all(statements.map(({ text, values }, index) => named(`list${index}`, text, values))),
    )
    keep(
      lineOf(
        `50 of ${students} students, searched and sorted, 8 callers`,
        'the same statements, named',
        { ratio: 0.8 },
        await compare(list, same, pace),
      ),
    )

    const Ask = z.object({ data: z.object({ operationId: z.uuid() }) })
    const plain = createServer((given, answer) => {
      const parts: Buffer[] = []
      given.on('data', (part: Buffer) => parts.push(part))
      given.on('end', () => {
        const { data } = Ask.parse(JSON.parse(Buffer.concat(parts).toString()))
        const body = JSON.stringify({ result: data })
        answer.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        answer.end(body)
      })
    }).listen(0, '127.0.0.1')
    await once(plain, 'listening')
    const plainOrigin = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`
    const plainCall = posting(plainOrigin, '/', 32, () => ({ operationId: randomUUID() }))
    const refused = posting(origin, '/fn/students-list', 32, () => ({}), asParent, 403)
    keep(
      lineOf(
        'signed-in call that its role refuses, 32 callers',
        'bare node:http with zod',
        { ratio: 0.95 },
        await compare(refused, plainCall, pace),
      ),
    )
    plain.close()
    return lines
  } finally {
    await pool.end()
  }
}
