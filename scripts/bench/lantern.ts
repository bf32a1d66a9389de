import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { demoPassword } from '#server/school/config/demoAccounts.ts'
import { freePort } from '#tests/ports.ts'

/** A time in the middle of the demo school's term. */
export const clock = '2026-11-22T14:10:00-05:00'

export type Running = {
  origin: string
  pid: number
  /** Milliseconds from the start of the process until it was open. */
  startMs: number
  /** Everything it has printed so far. */
  output(): string
  stop(): Promise<void>
  /** Kills it as `kill -9` does. */
  kill(): Promise<void>
}

/** Starts the demo or an empty school in a separate process. */
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
      // An empty school runs at the present time.
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

/** Returns the cookie of a browser that has signed in with a token. */
export const cookieOf = async (origin: string, token: string): Promise<string> => {
  const session = await fetch(`${origin}/__session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, origin },
  })
  const cookie = session.headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new Error(`No session for this token: ${session.status}`)
  return cookie
}

/** Signs in one of the demo's people as the browser does. Returns a token for calls and a cookie for event streams. */
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
    // The process may end while it is being read.
    return 0
  }
}

/**
 * The memory of a process in megabytes, with its share of memory common with other processes; 0 when the system does
 * not report it.
 */
export const memoryOf = (pid: number): number => field(`/proc/${pid}/smaps_rollup`, 'Pss') / 1024

/**
 * The processor time used by a process and by its children that have ended and been waited for, in microseconds; 0 when
 * the system does not report it.
 */
export const cpuOf = (pid: number): number => {
  try {
    const after = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    // In hundredths of a second (proc(5): utime, stime, cutime and cstime). A connection's database process counts once
    // it has ended.
    return after.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) * 10_000
  } catch {
    return 0
  }
}

/** True while a process runs. Returns false for a zombie, which has ended but was not waited for. */
export const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The ids of all descendants of a process. */
export const childrenOf = (pid: number): number[] => {
  const parents = readdirSync('/proc').flatMap(name =>
    /^\d+$/.test(name) ? [{ pid: Number(name), parent: field(`/proc/${name}/status`, 'PPid') }] : [],
  )
  const below = (of: number): number[] =>
    parents.filter(({ parent }) => parent === of).flatMap(each => [each.pid, ...below(each.pid)])
  return below(pid)
}
