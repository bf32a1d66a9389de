import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { demoPassword } from '#server/school/config/demoAccounts.ts'
import { freePort } from '#tests/ports.ts'

/** A time at which the demo school is in the middle of its term. */
export const clock = '2026-11-22T14:10:00-05:00'

export type Running = {
  origin: string
  pid: number
  /** From the start of the process until it was open. */
  startMs: number
  /** What it has printed so far. */
  output(): string
  stop(): Promise<void>
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>
}

/** Starts the demo, or a school of one's own, in a process of its own. */
export const startLantern = async (
  settings: Record<string, string>,
  what: 'demo' | 'school' = 'demo',
): Promise<Running> => {
  const port = settings['PORT'] ?? (await freePort())
  const origin = `http://localhost:${port}`
  const begun = performance.now()
  const server: ChildProcess = spawn(process.execPath, ['scripts/bench/serve.ts', what], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      // A school of one's own lives in the present.
      ...(what === 'demo' && { SCHOOL_CLOCK: clock }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((ready, failed) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Lantern is open')) ready()
    }
    server.stdout?.on('data', hear)
    server.stderr?.on('data', hear)
    server.once('exit', code => failed(new Error(`Lantern ended with ${code}: ${output}`)))
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await once(server, 'exit')
  }
  return {
    origin,
    pid: server.pid ?? 0,
    startMs: performance.now() - begun,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** The cookie of a browser that has signed in with a token. */
export const cookieOf = async (origin: string, token: string): Promise<string> => {
  const session = await fetch(`${origin}/__session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, origin },
  })
  const cookie = session.headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new Error(`No session for this token: ${session.status}`)
  return cookie
}

/** Signs in one of the demo's people, as the browser does: a token for calls, a cookie for event streams. */
export const signIn = async (origin: string, who: 'office' | 'teacher' | 'parent') => {
  const answer = await fetch(
    `${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=lantern-web`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${who}@lakeside.example`, password: demoPassword, returnSecureToken: true }),
    },
  )
  const { idToken } = (await answer.json()) as { idToken: string }
  return { idToken, cookie: await cookieOf(origin, idToken) }
}

const field = (file: string, name: string): number => {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  } catch {
    // A process may end while it is looked at.
    return 0
  }
}

/**
 * Megabytes of memory of a process, its share of what it has in common with others; 0 where the system does not tell.
 */
export const memoryOf = (pid: number): number => field(`/proc/${pid}/smaps_rollup`, 'Pss') / 1024

/** The processor's time that a process and those it began and has seen end have taken, in microseconds; 0 where the system does not tell. */
export const cpuOf = (pid: number): number => {
  try {
    const after = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    // In hundredths of a second: proc(5), utime, stime, cutime and cstime. A connection's process takes its own with it.
    return after.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) * 10_000
  } catch {
    return 0
  }
}

/** Whether a process works; one that has ended and that nobody has asked about since does not. */
export const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** All processes below one, near and far. */
export const childrenOf = (pid: number): number[] => {
  const parents = readdirSync('/proc').flatMap(name =>
    /^\d+$/.test(name) ? [{ pid: Number(name), parent: field(`/proc/${name}/status`, 'PPid') }] : [],
  )
  const below = (of: number): number[] =>
    parents.filter(({ parent }) => parent === of).flatMap(each => [each.pid, ...below(each.pid)])
  return below(pid)
}
