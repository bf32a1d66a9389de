import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type Account, runAs } from './account.ts'
import { engineEnv } from './engine.ts'

/** A program that cannot outlive us. */
export type Watched = {
  /** Settles once the program and all that writes to its log is gone. */
  ended: Promise<{ code: number | null }>
  /** Asks for a clean end, however long that takes. */
  interrupt(): void
  /** Ends it as if we had died: cleanly if that takes less than a second. */
  abandon(): void
}

/*
 * The guard reads from a pipe of which we alone hold the other end. A line on it asks for a clean end; the end of the
 * pipe, which the kernel brings about when we die of whatever cause, does so too, and a second later means it: first
 * SIGINT (PostgreSQL's fast shutdown), then SIGQUIT (the immediate one, repaired from the log at the next start).
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

/** Starts a program under a watchdog that ends it when this process is gone, even by SIGKILL. */
export function spawnWatched(command: string[], account: Account, log: (line: string) => void): Watched {
  const shell = spawn('/bin/sh', ['-c', script, 'lantern-watchdog', ...command], {
    cwd: '/',
    env: engineEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // Its own session: Ctrl-C in a terminal is for us to answer, after the last request is done.
    detached: true,
    ...runAs(account),
  })
  const pipe = shell.stdio[3]
  if (!pipe || !('write' in pipe)) throw new Error('The watchdog has no pipe.')
  // The shell closes its end when the program ends; that is no error of ours.
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
