import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type Account, runAs } from './account.ts'
import { engineEnv } from './engine.ts'

/** A program that cannot outlive this process. */
export type Watched = {
  /** Resolves once the program and every process that writes to its log are gone. */
  ended: Promise<{ code: number | null }>
  /** Asks for a clean shutdown, however long that takes. */
  interrupt(): void
  /** Ends the program as if this process had died: cleanly if that takes less than a second. */
  abandon(): void
}

/*
 * The guard reads from a pipe whose other end is held only by this process. A line on it asks for a clean shutdown. The
 * end of the pipe, which the kernel brings about however this process dies, does so too, and forces the program to end
 * a second later: first SIGINT (PostgreSQL's fast shutdown), then SIGQUIT (the immediate shutdown, repaired from the
 * log at the next start).
 */
const script = `
"$@" </dev/null 3<&- &
program=$!
(
  read -r line <&3
  kill -INT $program
  read -r line <&3
  sleep 1 &
  nap=$!
  trap 'kill $nap; exit' TERM
  wait $nap
  kill -QUIT $program
) >/dev/null 2>&1 &
guard=$!
exec 3<&-
wait $program
code=$?
kill $guard 2>/dev/null
wait $guard 2>/dev/null
exit $code
`

/** Starts a program under a watchdog that ends it when this process is gone, even if killed by SIGKILL. */
export function spawnWatched(command: string[], account: Account, log: (line: string) => void): Watched {
  const shell = spawn('/bin/sh', ['-c', script, 'lantern-watchdog', ...command], {
    cwd: '/',
    env: engineEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A session of its own: Lantern handles Ctrl-C in a terminal itself, after the last request is done.
    detached: true,
    ...runAs(account),
  })
  const pipe = shell.stdio[3]
  if (!pipe || !('write' in pipe)) throw new Error('The watchdog has no pipe.')
  // The shell closes its end when the program ends, which is not an error here.
  pipe.on('error', () => undefined)
  for (const stream of [shell.stdout, shell.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', log)
  }
  const ended = new Promise<{ code: number | null }>(done => {
    shell.on('error', error => {
      log(error.message)
      done({ code: null })
    })
    shell.on('close', code => {
      pipe.destroy()
      done({ code })
    })
  })
  return {
    ended,
    interrupt: () => void pipe.write('stop\n'),
    abandon: () => void pipe.end(),
  }
}
