import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openPage } from '#tests/openPage.ts'
import { quantile } from '#tests/prove/figures.ts'
import { signInNewcomers } from './families.ts'
import { cookieOf, type Running, signIn } from './lantern.ts'
import { type Line, limitLine } from './table.ts'

/** The number of attempts a browser makes while the server is overloaded. */
const mostTries = 5
/** The number of office staff with their dashboard open. */
const dashboards = 3
/** The limits, in milliseconds, for 99 of 100 answers. */
const goalMs = { reads: 300, submits: 1_000 }

type Answer = { status: number; result: Record<string, unknown>; seconds: number; reason: string | undefined }
type Seen = { reads: number[]; submits: number[]; signedOut: number; turnedAway: number; failed: Map<string, number> }

const posting = (origin: string, agent: Agent) => {
  const ask = async (token: string, name: string, data: object): Promise<Answer> =>
    new Promise((done, failed) => {
      const body = JSON.stringify({ data })
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        authorization: `Bearer ${token}`,
        // As a browser does. The catalogue is only displayed, so its compressed answer is not read.
        'accept-encoding': 'gzip',
      }
      const asked = request(`${origin}/fn/${name}`, { method: 'POST', agent, headers }, answer => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const isPacked = answer.headers['content-encoding'] === 'gzip'
          const { result, error } = (isPacked ? {} : JSON.parse(Buffer.concat(parts).toString())) as {
            result?: Record<string, unknown>
            error?: { details?: { reason?: string; seconds?: number }; message: string }
          }
          done({
            status: answer.statusCode ?? 0,
            result: result ?? {},
            seconds: error?.details?.seconds ?? 1,
            reason: error?.details?.reason ?? error?.message,
          })
        })
      })
      asked.on('error', (error: NodeJS.ErrnoException) => {
        // The server has closed an idle connection just now; a browser then opens another one.
        if (asked.reusedSocket && error.code === 'ECONNRESET') ask(token, name, data).then(done, failed)
        else failed(error)
      })
      asked.end(body)
    })
  return ask
}

type Choice = { childKey: string; sectionId: string; outcome: string }

/**
 * Simulates one family from the catalogue to the invoice, and then viewing the catalogue until `endsAt`. It views each
 * page for about `lookMs` milliseconds and gets live updates of seats that others take, as a browser does.
 */
const register = async (
  { origin, agent, ask }: { origin: string; agent: Agent; ask: ReturnType<typeof posting> },
  { token, email }: { token: string; email: string },
  asked: { termId: string; sectionId: string; levels: Record<string, string> },
  seen: Seen,
  { endsAt, lookMs }: { endsAt: number; lookMs: number },
): Promise<void> => {
  const once = async (name: string, data: object, times: number[]): Promise<Answer> => {
    const begun = performance.now()
    for (let tried = 1; ; tried += 1) {
      const answer = await ask(token, name, data)
      if (answer.status === 503 && tried < mostTries) {
        seen.turnedAway += 1
        await pause(answer.seconds * 1000)
        continue
      }
      times.push(performance.now() - begun)
      if (answer.status === 401) seen.signedOut += 1
      else if (answer.status !== 200) {
        const why = `${name} ${answer.reason ?? answer.status}`
        seen.failed.set(why, (seen.failed.get(why) ?? 0) + 1)
      }
      return answer
    }
  }
  const look = () => pause(lookMs * (0.5 + Math.random()))
  const read = async (name: string, data: object = {}) => {
    const answer = await once(name, data, seen.reads)
    await look()
    return answer
  }
  const write = (name: string, data: object) => once(name, { operationId: randomUUID(), ...data }, seen.submits)
  const draft = {
    termId: asked.termId,
    address: '1 Rush Road',
    guardians: [
      { key: 'me', isMe: true, name: `Parent ${email}`, relationship: 'mother', phone: '+1 555 0100', email: '' },
    ],
    children: [{ key: 'c', studentId: null, name: `Child ${email}`, birthOn: '2018-05-01', grade: '3' }],
    contacts: [{ key: 'k', name: 'Grandma', phone: '+1 555 0199', relationship: 'grandmother' }],
    consents: { levels: asked.levels, signedName: `Parent ${email}` },
    choices: [{ childKey: 'c', sectionId: asked.sectionId }],
  }
  const cookie = await cookieOf(origin, token)
  const close = await openPage({ origin, agent, cookie }, async slice =>
    slice === 'classes' ? once('classes-catalogue', {}, seen.reads) : undefined,
  )
  await read('classes-catalogue')
  await read('enrolments-draft')
  await write('enrolments-saveDraft', { draft })
  await look()
  await write('enrolments-hold', { draft })
  // When a class has filled up in the meantime, the family sees it and submits the rest.
  for (let tried = 1; tried <= 3; tried += 1) {
    const { result } = await read('enrolments-quote', { draft })
    const { totalCents, choices = [] } = result as { totalCents?: number; choices?: Choice[] }
    if (totalCents === undefined) break
    const agreed = choices.map(each => ({
      childKey: each.childKey,
      sectionId: each.sectionId,
      outcome: each.outcome,
    }))
    const { status } = await write('enrolments-submit', { draft, agreedCents: totalCents, agreed })
    if (status !== 409 && status !== 400) break
  }
  await pause(Math.max(0, endsAt - performance.now()))
  close()
}

/** Creates classes with fewer seats than there are families. */
const openClasses = async (client: pg.Client, name: string, families: number) => {
  const { rows } = await client.query<{ id: string; term_id: string }>(
    `insert into sections (id, term_id, course_id, name, weekday, starts_at, ends_at, capacity, tuition_cents, books_cents, crayon, status, created_at)
      select gen_random_uuid(), s.term_id, s.course_id, $1 || n, s.weekday, s.starts_at, s.ends_at, $2, 26000, 0, s.crayon, 'open', now()
      from generate_series(1, 10) n, (select s.* from sections s join terms t on t.id = s.term_id where t.status = 'active' order by s.id limit 1) s
      returning id, term_id`,
    [name, Math.ceil((families * 2) / 3 / 10)],
  )
  return rows
}

/**
 * Simulates the opening of registration: families arrive within the first third of the time, choose a class that has
 * too few seats, hold a seat and submit. Repeats it with growing numbers of families until answers take too long.
 */
export const measureRegistration = async (
  { origin }: Running,
  at: { url: string; schema: string; dataDir: string; minutes: number; lookMs: number; curve: readonly number[] },
): Promise<Line[]> => {
  const client = new pg.Client({ connectionString: at.url, options: `-c search_path=${at.schema},public` })
  await client.connect()
  const agent = new Agent({ keepAlive: true })
  const ask = posting(origin, agent)
  const office = await signIn(origin, 'office')
  const rush = async (name: string, families: number, minutes: number) => {
    const sections = await openClasses(client, name, families)
    // The policies that the school asks families to sign.
    const policies = await client.query<{ kind: string }>('select kind from policies where archived_at is null')
    const levels = Object.fromEntries(policies.rows.map(({ kind }) => [kind, kind === 'photo' ? 'school' : 'granted']))
    const accounts = await signInNewcomers({ origin, ...at }, `${name}.example`, families)
    const seen: Seen = { reads: [], submits: [], signedOut: 0, turnedAway: 0, failed: new Map() }
    const dashboardMs: number[] = []
    const readDashboard = async () => {
      const begun = performance.now()
      await Promise.all(
        ['dashboard-attention', 'dashboard-figures', 'dashboard-charts'].map(name => ask(office.idToken, name, {})),
      )
      dashboardMs.push(performance.now() - begun)
    }
    const closings = await Promise.all(
      Array.from({ length: dashboards }, () =>
        openPage({ origin, agent, cookie: office.cookie }, async slice =>
          slice === 'dashboard' ? readDashboard() : undefined,
        ),
      ),
    )
    const ms = minutes * 60_000
    const endsAt = performance.now() + ms
    await Promise.all(
      accounts.map(async (account, index) => {
        await pause((ms / 3) * Math.random())
        const { id, term_id: termId } = sections[index % sections.length]!
        await register({ origin, agent, ask }, account, { termId, sectionId: id, levels }, seen, {
          endsAt,
          lookMs: at.lookMs,
        })
      }),
    )
    for (const close of closings) close()
    const { rows } = await client.query<{ seats: number; over: number }>(
      `select sum(seated)::int as seats, coalesce(sum(greatest(seated - capacity, 0)), 0)::int as over from (
        select x.capacity, (select count(*) from enrolments e where e.section_id = x.id and e.status in ('held', 'approval', 'active')) as seated
        from sections x where x.id = any($1)) taken`,
      [sections.map(({ id }) => id)],
    )
    const { seats, over } = rows[0]!
    return {
      seen,
      dashboardMs,
      seats,
      over,
      readMs: quantile(seen.reads, 0.99),
      submitMs: quantile(seen.submits, 0.99),
    }
  }
  try {
    const lines: Line[] = []
    for (const [step, families] of [300, ...at.curve].entries()) {
      const { seen, dashboardMs, seats, over, readMs, submitMs } = await rush(
        `rush${Date.now()}`,
        families,
        step === 0 ? at.minutes : 0.5,
      )
      const found = (times: readonly number[]) =>
        `p99 ${quantile(times, 0.99).toFixed(0)} ms, p50 ${quantile(times, 0.5).toFixed(0)} ms of ${times.length}`
      const who = `${families} families${step === 0 ? '' : ' within ten seconds'}`
      const p99 = (ms: number) => `p99 ${ms.toFixed(0)} ms`
      const none = { most: 0 }
      lines.push(
        limitLine(`${who}: reads`, readMs, { most: goalMs.reads }, p99, { measured: found(seen.reads) }),
        limitLine(`${who}: saved, held and sent`, submitMs, { most: goalMs.submits }, p99, {
          measured: found(seen.submits),
        }),
        // Without any seat taken nothing was tested.
        limitLine(`${who}: seats oversold`, seats === 0 ? Number.NaN : over, none, String, {
          measured: `${over} of ${seats} taken`,
        }),
        limitLine(`${who}: signed out`, seen.signedOut, none, String),
      )
      console.log(
        `  ${who}: reads ${found(seen.reads)}; writes ${found(seen.submits)}; ${dashboards} dashboards reread ${dashboardMs.length} times, p50 ${quantile(dashboardMs, 0.5).toFixed(0)} ms; told to try again ${seen.turnedAway} times; refused: ${JSON.stringify([...seen.failed])}`,
      )
      if (readMs > goalMs.reads || submitMs > goalMs.submits) break
    }
    return lines
  } finally {
    agent.destroy()
    await client.end()
  }
}
