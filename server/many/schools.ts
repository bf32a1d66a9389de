import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { backupPlace } from '#server/backup.ts'
import { planDeliveries } from '#server/communication/messages/jobs.ts'
import type { Settings } from '#server/env.ts'
import { jobs as allJobs } from '#server/functions.ts'
import { hearingMs, startHearing } from '#server/hearing.ts'
import { openHouse } from '#server/house.ts'
import { buildHttp } from '#server/http.ts'
import { keyOf, type Listed, noteReady, thisLantern } from '#server/many/registry.ts'
import { migrate } from '#server/migrate.ts'
import { type Counts, openCounts } from '#server/platform/allowance.ts'
import { realClock } from '#server/platform/clock.ts'
import type { Connections } from '#server/platform/connections.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { openQuietJobs, prepareQueues, type QuietJobs } from '#server/platform/jobs.ts'
import type { Ear } from '#server/platform/live.ts'
import { log } from '#server/platform/log.ts'
import type { Room } from '#server/platform/room.ts'
import { type Seal, sealWith } from '#server/platform/secrets.ts'
import type { Stop } from '#server/platform/traffic.ts'
import { httpBy, mailBy } from '#server/schoolSettings.ts'
import { sealNotes } from '#server/sealing.ts'

/**
 * The maximum number of connections in each of a school's pools, so that one school can’t take all that the process
 * has.
 */
const mostOfOne = 5
/**
 * The number of calls of one school that are served at a time, beside those of others; further calls wait
 * (server/overload.ts).
 */
const callsAtOnce = 6
/** Milliseconds until a school that could not be opened is tried again. */
const tryAgainMs = 10_000

/** The resources that all schools of a process share. */
export type Ground = {
  env: Settings
  url: string
  /** For the registry and for queues. */
  pool: pg.Pool
  connections: Connections
  /** Waits until everything that any of them has committed is safe on disk. */
  flushed: () => Promise<void>
  ear: Ear
  key: Uint8Array
  seal: Seal
  room?: Room | undefined
  isPaced: boolean
  stop: Pick<Stop, 'lingerMs' | 'isShared'>
  /** Called when a school has enqueued a job. */
  enqueued(schema: string): void
}

type SchoolSettings = Parameters<typeof openQuietJobs>[4]
/** A school whose jobs can run. It takes little memory, and no connection while it is idle. */
type AtWork = { database: Database; jobs: QuietJobs; counts: Counts; settings: SchoolSettings }
/** A school that also answers calls. */
type Answering = { app: FastifyInstance; close(): Promise<void> }

/** The address of a school: its host name, with the protocol and the port of PUBLIC_URL. */
export const addressOf = (env: Pick<Settings, 'publicUrl'>, host: string): string => {
  const url = new URL(env.publicUrl)
  url.hostname = host
  return url.origin
}

/** The folder of a school’s backups, which it shares with no other school. */
const backupsOf = (env: Settings, schema: string): string =>
  resolve(env.BACKUP_DIR ?? resolve(env.DATA_DIR, 'backups'), schema)

/** Opens the database of one school among many. Throws if the host's key doesn't open the school's key. */
export const openOne = async (
  ground: Pick<Ground, 'url' | 'seal' | 'key'> & Partial<Pick<Ground, 'connections' | 'flushed' | 'room'>>,
  school: Pick<Listed, 'schema' | 'sealedKey'>,
): Promise<{ database: Database; key: Uint8Array }> => {
  const key = await keyOf(ground.seal, ground.key, school)
  const database = openDatabase(ground.url, school.schema, {
    max: mostOfOne,
    secrets: sealWith(key),
    ...(ground.connections && { connections: ground.connections }),
    ...(ground.flushed && { flushed: ground.flushed }),
    ...(ground.room && { room: ground.room }),
  })
  return { database, key }
}

/** Brings a school’s tables and queues up to date and records that, or why it failed. Throws the error. */
export const prepare = async (pool: pg.Pool, database: Database, { schema }: Pick<Listed, 'schema'>): Promise<void> => {
  try {
    await migrate(database, schema)
    await sealNotes(database)
    await prepareQueues(pool, schema, allJobs)
    await noteReady(pool, schema, { readyFor: thisLantern() })
  } catch (error) {
    const problem = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error)
    await noteReady(pool, schema, { problem }).catch(() => undefined)
    throw error
  }
}

/** One school of a process. */
export type School = {
  listed: Listed
  publicUrl: string
  /** Answers a request. Opens the school first if it is not open, and rejects if that fails. */
  serve(request: IncomingMessage, answer: ServerResponse): Promise<void>
  /** Enqueues a scheduled job. */
  give(name: string): Promise<void>
  /** Runs some of its jobs that are due. Returns true if there were any. */
  turn(): Promise<boolean>
  /** Brings it up to date if necessary, without opening it for calls. */
  ready(): Promise<void>
  isReady(): boolean
  /** True if it currently answers calls. */
  isOpen(): boolean
  /** Frees what it holds if nobody has needed it for `idleMs` milliseconds. */
  rest(idleMs: number): Promise<void>
  /** Closes it, because its address has changed or nobody may reach it now. Waits for what is under way. */
  close(): Promise<void>
  /** Closes it together with the process. */
  end(): Promise<void>
}

/** A school that is not open yet. It is opened when it is needed. */
export const schoolOn = (ground: Ground, listed: Listed): School => {
  const { env, pool } = ground
  const { schema } = listed
  const publicUrl = addressOf(env, listed.host)
  let work: Promise<AtWork> | undefined
  let answering: Promise<Answering> | undefined
  let isReady = listed.readyFor === thisLantern()
  let callsUnderWay = 0
  let turnsUnderWay = 0
  let calledAt = 0
  let workedAt = 0

  const begin = async (): Promise<AtWork> => {
    const { database, key } = await openOne(ground, listed)
    try {
      const isNew = !isReady
      if (isNew) await prepare(pool, database, listed)
      isReady = true
      const counts = openCounts()
      const secrets = sealWith(key)
      const settings = {
        counts,
        publicUrl,
        isDemo: false,
        mail: mailBy(env, secrets),
        secrets,
        backups: backupPlace({ database, schema, key }, backupsOf(env, schema), env.BACKUP_PASSPHRASE),
      }
      const quiet = await openQuietJobs(database, pool, schema, allJobs, settings)
      const jobs: QuietJobs = {
        ...quiet,
        async enqueue(...given) {
          await quiet.enqueue(...given)
          ground.enqueued(schema)
        },
      }
      if (isNew) await planDeliveries(database, jobs)
      return { database, jobs, counts, settings }
    } catch (error) {
      await database.close()
      throw error
    }
  }
  /** The current or finished opening. A failed one is not retried at once. */
  const atWork = (): Promise<AtWork> => {
    workedAt = Date.now()
    if (work) return work
    const opening = begin()
    work = opening
    opening.catch((error: unknown) => {
      log.error({ err: error, schema }, 'a school can’t be opened; the others keep running')
      setTimeout(() => {
        if (work === opening) work = undefined
      }, tryAgainMs).unref()
    })
    return opening
  }
  const open = async (): Promise<Answering> => {
    const { database, jobs, counts, settings } = await atWork()
    // The embedded database serves one process, while a database server may serve several.
    const others = env.DATABASE_URL ? { counts, hearingMs } : undefined
    const { live, memory, callers } = await startHearing(database, schema, undefined, others, ground.ear)
    const house = { database, schema, settings, jobs, clock: realClock, memory }
    const app = buildHttp({
      ...house,
      ...httpBy(env),
      door: openHouse(house),
      live,
      callers,
      isPaced: ground.isPaced,
      callsAtOnce,
      stop: ground.stop,
      isFrontElsewhere: true,
    })
    await app.ready()
    return {
      app,
      async close() {
        await app.close()
        await live.close()
      },
    }
  }
  const answers = (): Promise<Answering> => {
    if (answering) return answering
    const opening = open()
    answering = opening
    opening.catch(() => {
      if (answering === opening) answering = undefined
    })
    return opening
  }
  const closeAnswers = async (): Promise<void> => {
    const open = answering
    answering = undefined
    await (await open?.catch(() => undefined))?.close()
  }
  /** Requests that arrive while the process waits for what is under way are answered, too. */
  const endAnswers = async (): Promise<void> => {
    await (await answering?.catch(() => undefined))?.close()
    answering = undefined
  }
  const closeWork = async (): Promise<void> => {
    const done = work
    work = undefined
    const was = await done?.catch(() => undefined)
    await was?.jobs.stop()
    await was?.database.close()
  }
  const during = async <T>(task: (at: AtWork) => Promise<T>): Promise<T> => {
    turnsUnderWay += 1
    try {
      return await task(await atWork())
    } finally {
      turnsUnderWay -= 1
      workedAt = Date.now()
    }
  }
  return {
    listed,
    publicUrl,
    async serve(request, answer) {
      callsUnderWay += 1
      answer.once('close', () => {
        callsUnderWay -= 1
        calledAt = Date.now()
      })
      const { app } = await answers()
      app.routing(request, answer)
    },
    give: name => during(({ jobs }) => jobs.give(name)),
    turn: () => during(({ jobs }) => jobs.runDue()),
    ready: () => during(async () => undefined),
    isReady: () => isReady,
    isOpen: () => answering !== undefined,
    async rest(idleMs) {
      const since = Date.now() - idleMs
      // An event stream counts as a call under way.
      if (callsUnderWay > 0 || calledAt > since) return
      await closeAnswers()
      if (callsUnderWay === 0 && turnsUnderWay === 0 && workedAt <= since) await closeWork()
    },
    async close() {
      await closeAnswers()
      await closeWork()
    },
    async end() {
      await endAnswers()
      await closeWork()
    },
  }
}
