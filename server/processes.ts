import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { readSettings } from '#server/env.ts'
import { openLantern } from '#server/lantern.ts'
import type { Start } from '#server/start.ts'
import { log } from '#server/platform/log.ts'
import { processNumber } from '#server/platform/processNumber.ts'

/** A process's message to the first one: that it is open, or why it can't be. */
type Told = 'open' | { failed: string }

const longestPauseMs = 30_000
const steadyAfterMs = 60_000

const isEnded = ({ process }: Worker): boolean => process.exitCode !== null || process.signalCode !== null

/** Starts a process and waits until it is open. Throws the process's error if it can't be. */
const begin = async (number: number, isFurther: boolean): Promise<Worker> => {
  const worker = cluster.fork({ [processNumber]: String(number), LANTERN_FURTHER: isFurther ? '1' : '' })
  const told = await new Promise<Told>(resolve => {
    worker.once('message', resolve)
    worker.once('exit', (code, signal) => resolve({ failed: `A process ended while starting (${signal ?? code}).` }))
  })
  if (told === 'open') return worker
  throw new Error(told.failed)
}

const end = async (worker: Worker): Promise<void> => {
  if (isEnded(worker)) return
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await ended
}

/** Keeps `count` processes open on one port. Returns a function that stops them. */
const keepOpen = async (count: number, say: Start['say']): Promise<() => Promise<void>> => {
  const workers = new Map<Worker, number>()
  const leaving = new Set<Worker>()
  let isStopping = false
  /** Replaces a process that has died. If replacements keep failing, the pauses grow. */
  const follow = async (number: number, failures: number): Promise<void> => {
    if (failures > 0) await pause(Math.min(longestPauseMs, 500 * 2 ** failures))
    if (isStopping) return
    try {
      keep(number, await begin(number, true), failures)
    } catch (error) {
      log.error({ err: error }, 'a process could not be started')
      await follow(number, failures + 1)
    }
  }
  const keep = (number: number, worker: Worker, failures = 0): void => {
    const since = Date.now()
    workers.set(worker, number)
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      if (isStopping || leaving.delete(worker)) return
      log.error({ code, signal }, 'a process ended unexpectedly; another one is starting')
      void follow(number, Date.now() - since > steadyAfterMs ? 0 : failures + 1)
    })
    if (isStopping) void end(worker)
  }
  let restart = Promise.resolve()
  /** Restarts one process after the other: the new one is open before the old one stops. */
  const replaceAll = async (): Promise<void> => {
    say('Restarting the processes one by one …')
    // Processes that start from here on are already new.
    const before = [...workers]
    for (const [old, number] of before) {
      if (isStopping) return
      // One that has died in the meantime is already being replaced.
      if (!workers.has(old)) continue
      keep(number, await begin(number, true))
      leaving.add(old)
      await end(old)
    }
    say('All processes have been restarted.')
  }
  process.on('SIGUSR2', () => {
    restart = restart
      .then(replaceAll)
      .catch((error: unknown) =>
        log.error({ err: error }, 'the restart was stopped; the earlier processes keep running'),
      )
  })
  const stop = async () => {
    isStopping = true
    await Promise.all([...workers.keys()].map(end))
  }
  try {
    // The first one brings the tables up to date and prints what a person needs to know.
    for (let number = 1; number <= count; number += 1) keep(number, await begin(number, number > 1))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/**
 * Opens Lantern in this process or, if the settings say so, in several that share its port. Returns a function that
 * stops it. `SIGUSR2` then restarts them one after the other. If Lantern can't be opened, throws an error whose one
 * sentence says what to do.
 */
export const openProcesses = async (start: Start): Promise<() => Promise<void>> => {
  if (cluster.isPrimary) {
    const { PROCESSES } = readSettings(start.environment)
    if (PROCESSES > 1) {
      await start.builtWeb
      return keepOpen(PROCESSES, start.say)
    }
    process.on('SIGUSR2', () => start.say('Lantern runs in one process. Set PROCESSES to restart without a pause.'))
    return openLantern(start)
  }
  const tell = (told: Told) => new Promise<void>(sent => process.send!(told, () => sent()))
  // Ctrl-C reaches all processes of a terminal. The first one tells the others when to stop.
  process.on('SIGINT', () => undefined)
  try {
    const stop = await openLantern({ ...start, isFurther: process.env['LANTERN_FURTHER'] === '1' })
    await tell('open')
    return stop
  } catch (error) {
    await tell({ failed: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  }
}
