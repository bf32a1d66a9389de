import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Running, signIn } from './lantern.ts'
import { type Line, limitLine } from './table.ts'

/** The longest that a large file may block the server, in milliseconds. */
const goalMs = 50

/**
 * Sends small requests one after the other while `work` runs. Returns the longest wait for an answer, in milliseconds.
 */
const longestWait = async (origin: string, work: () => Promise<unknown>): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<void>((done, failed) => {
      get(`${origin}/healthz`, { agent }, answer => answer.resume().on('end', done)).on('error', failed)
    })
  await ask()
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  // A failure is rethrown below, once the requests have stopped. An unhandled rejection before that would end the
  // benchmark.
  working.catch(() => undefined)
  let longest = 0
  while (!isDone) {
    const begun = performance.now()
    await ask()
    longest = Math.max(longest, performance.now() - begun)
    await pause(2)
  }
  agent.destroy()
  await working
  return longest
}

/** The longest block of the server's event loop since the last call, in milliseconds. */
const longestStall = async (origin: string, token: string): Promise<number> => {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const [, seconds] = /^lantern_event_loop_lag_seconds\{[^}]*quantile="1"[^}]*\} (\S+)/m.exec(await answer.text()) ?? []
  if (seconds === undefined) throw new Error(`/metrics answers ${answer.status} without the lag of the event loop`)
  return Number(seconds) * 1000
}

/**
 * Measures how long the server is blocked at most while the office downloads the largest files, and how long other
 * requests wait. A short run skips the slowest files. `token` opens the metrics.
 */
export const measureFiles = async (
  { origin }: Running,
  token: string,
  url: string,
  schema: string,
  isShort: boolean,
): Promise<Line[]> => {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema},public` })
  await client.connect()
  const { rows: students } = await client.query<{ id: string }>('select id from students order by id')
  const { rows: terms } = await client.query<{ id: string }>(
    `select term_id as id from sections group by term_id order by count(*) desc limit 1`,
  )
  await client.end()
  const labels = { of: 'students', kind: 'badge', sheet: 'letter30', ids: students.map(({ id }) => id).join() }
  const files: [string, object?][] = [
    ['students.csv'],
    ['students.xlsx'],
    ['families.xlsx'],
    ['balances.xlsx'],
    ['received.xlsx'],
    ['journal.csv'],
    ['deposit-slip.pdf'],
    ['labels.pdf', labels],
  ]
  if (!isShort)
    files.push(
      [`class-lists.pdf?term=${terms[0]!.id}`],
      [`class-lists.pdf?kind=roll&term=${terms[0]!.id}`],
      ['school.zip'],
    )
  const lines: Line[] = []
  for (const [file, form] of files) {
    // Lists of people require a recent sign-in.
    const { cookie } = await signIn(origin, 'office')
    await longestStall(origin, token)
    const begun = performance.now()
    let bytes = 0
    const longest = await longestWait(origin, async () => {
      const answer = await fetch(`${origin}/files/${file}`, {
        headers: { cookie },
        ...(form && { method: 'POST', body: new URLSearchParams({ ...form }) }),
      })
      if (!answer.ok) throw new Error(`${file}: ${answer.status} ${await answer.text()}`)
      for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length
    })
    const seconds = (performance.now() - begun) / 1000
    const stall = await longestStall(origin, token)
    const tell = (ms: number) => `${ms.toFixed(0)} ms`
    lines.push(
      limitLine(`held up by ${file.replace(/&?term=.*/, '').replace(/\?$/, '')}`, stall, { most: goalMs }, tell, {
        measured: `${tell(stall)}, others waited ${longest.toFixed(0)}; ${(bytes / 1024).toFixed(0)} KB within ${seconds.toFixed(1)} s`,
      }),
    )
  }
  return lines
}
