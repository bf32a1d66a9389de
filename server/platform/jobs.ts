import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Counts } from './allowance.ts'
import { type Clock, realClock } from './clock.ts'
import type { Client, Database } from './db.ts'
import { announce } from './live.ts'
import { log } from './log.ts'
import { jobFailures } from './tables.ts'
import { errorText, type FindMailServer } from './mailServer.ts'
import { dueIn } from './queue.ts'
import type { Seal } from './secrets.ts'

/** Work to do after a commit. It may run twice, so `run` must be idempotent. */
export type Job<T extends object> = {
  readonly name: string
  /** When it runs on a schedule, as a cron expression in UTC; its data is then empty. */
  readonly cron?: string
  /**
   * True if only people's actions make this scheduled job necessary. A process with many schools skips it for a school
   * that nobody has called lately, except once an hour.
   */
  readonly followsCalls?: boolean
  /** True if its failures are kept elsewhere for the office to see, so that they aren't listed twice. */
  readonly keepsFailures?: boolean
  run(data: T, tools: JobTools): Promise<void>
}
export type JobTools = {
  database: Database
  signal: AbortSignal
  settings: JobSettings
  /** The school's clock when the job runs. */
  now: Date
  /** Enqueues a further job within a transaction of this one. */
  enqueue: Jobs['enqueue']
  /**
   * After the commit, tells open screens to read these slices again: those of `people` and of administrators, or
   * without `people` those of everyone who may read them.
   */
  touch(client: Client, slices: readonly string[], people?: readonly string[]): Promise<void>
}
/** The folder of backups on the server, and the operations on it. */
export type BackupPlace = {
  folder: string
  isEncrypted: boolean
  nameAt(at: Date): string
  /** Takes a backup. It appears under its name only once it is complete. */
  take(name: string): Promise<{ rows: number; bytes: number }>
  /** Removes a backup. Does nothing if the name is not a backup's. */
  remove(name: string): Promise<void>
  /** Removes what an interrupted backup of that name left behind. */
  removePart(name: string): Promise<void>
  /** The names of the existing backups. */
  names(): Promise<readonly string[]>
}
/** The settings that a function's context has, too. */
export type JobSettings = {
  publicUrl: string
  isDemo: boolean
  mail: FindMailServer
  secrets: Seal
  /** Left out where nothing is kept for long: in tools that fill a school, and in most tests. */
  backups?: BackupPlace
  /** The counts of callers' used allowances. Left out where no caller is limited. */
  counts?: Counts
}

export type Jobs = {
  /**
   * Enqueues a job within the transaction of `client`, so that the job exists exactly if the change does. It runs soon,
   * or from the instant `at` of the school's clock on.
   */
  enqueue<T extends object>(client: Client, job: Job<T>, data: T, at?: Date): Promise<void>
  stop(): Promise<void>
}

/** Jobs fetched at once. If more are waiting, the next ones are fetched without a pause. */
const atOnce = 10
/**
 * Seconds of silence after which a running job counts as abandoned and is taken up again. A live process reports at
 * half of this interval.
 */
const silentSeconds = 20
/** Seconds between the queue's checks for jobs of dead processes. */
const lookSeconds = 10

/** The listed error of a job that failed for good because its process ended or the job took too long each time. */
const endedBefore = 'ENDED: the process ended before the job was done'
/** The queue for jobs that have failed for good, whether they threw or their process died. */
const failedQueue = 'failed'

/** The error in one line for the office's list: the database's reason rather than the statement. */
const reasonOf = (error: unknown): string => {
  const { cause = error } = Object(error) as { cause?: unknown }
  return errorText(cause).split('\n', 1)[0]!.slice(0, 300)
}

type Queue = {
  boss: PgBoss
  database: Database
  schema: string
  settings: JobSettings
  clock: Clock
}

const enqueueIn =
  ({ boss, clock }: Pick<Queue, 'boss' | 'clock'>): Jobs['enqueue'] =>
  async (client, job, data, at) => {
    // The school's clock may differ from the queue's, so the queue gets a delay instead of an instant.
    const seconds = at ? Math.max(0, Math.ceil((at.getTime() - clock().getTime()) / 1000)) : 0
    await boss.send(job.name, data, {
      ...(seconds > 0 ? { startAfter: seconds } : {}),
      db: { executeSql: async (text, values) => client.query(text, values as unknown[]) },
    })
  }

const touchIn =
  (schema: string): JobTools['touch'] =>
  (client, slices, people) =>
    announce(client, [people ? { slices, people } : { slices }], schema)

/** Records jobs that failed for good, for the office to see. */
const keepFailures = async (
  { database, schema, clock }: Queue,
  batch: readonly Pick<JobWithMetadata<unknown>, 'sourceName' | 'sourceId' | 'sourceOutput' | 'data'>[],
): Promise<void> =>
  database.transaction(async (db, client) => {
    for (const { sourceName, sourceId, sourceOutput, data } of batch)
      if (sourceName && sourceId)
        await db
          .insert(jobFailures)
          .values({
            id: sourceId,
            name: sourceName,
            data: Object(data) as object,
            error: (Object(sourceOutput) as { message?: string }).message ?? endedBefore,
            failedAt: clock(),
          })
          .onConflictDoNothing()
    await touchIn(schema)(client, ['jobs', 'dashboard'], [])
  })

/** Runs jobs of one kind, one after the other. Returns the result of each. */
const runBatch = async (
  queue: Queue,
  job: Job<never>,
  batch: readonly { id: string; data: unknown; signal: AbortSignal }[],
): Promise<JobResult[]> => {
  const { database, settings, clock, schema } = queue
  const tools = { database, settings, enqueue: enqueueIn(queue), touch: touchIn(schema) }
  const results: JobResult[] = []
  for (const { id, data, signal } of batch)
    try {
      await job.run(data as never, { ...tools, signal, now: clock() })
      results.push({ id, status: 'completed' })
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'a job failed')
      results.push({ id, status: 'failed', output: { message: reasonOf(error) } })
    }
  return results
}

/**
 * Makes a queue for each kind of job: five retries with growing pauses, then the queue of failed jobs. Existing queues
 * are fetched once, so that a start that changes nothing writes nothing.
 */
const makeQueues = async (boss: PgBoss, jobs: readonly Job<never>[]): Promise<void> => {
  const known = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
  if (!known.has(failedQueue)) await boss.createQueue(failedQueue, { retryLimit: 5, retryDelay: 10 })
  for (const job of jobs) {
    const rules = {
      retryLimit: 5,
      retryDelay: 10,
      retryBackoff: true,
      heartbeatSeconds: silentSeconds,
      ...(!job.keepsFailures && { deadLetter: failedQueue }),
    }
    const found = known.get(job.name)
    if (!found) await boss.createQueue(job.name, rules)
    // A queue made by an earlier version gets the current rules.
    else if (!isDeepStrictEqual({ ...found, ...rules }, found)) await boss.updateQueue(job.name, rules)
  }
}

/**
 * Starts the queue on the school's own database: five retries with growing pauses, then a row of `job_failures`, which
 * the office sees. Each kind of job has its own queue, so a thousand letters delay no other kind.
 */
export const startJobs = async (
  database: Database,
  url: string,
  schema: string,
  jobs: readonly Job<never>[],
  settings: JobSettings,
  clock: Clock = realClock,
): Promise<Jobs> => {
  const boss = new PgBoss({
    connectionString: url,
    schema: `${schema}_jobs`,
    max: 2,
    application_name: 'lantern-jobs',
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
  })
  boss.on('error', error => log.error({ err: error }, 'queue'))
  await boss.start()
  const queue = { boss, database, schema, settings, clock }
  await makeQueues(boss, jobs)
  const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  await boss.work(failedQueue, { includeMetadata: true, batchSize: atOnce }, batch => keepFailures(queue, batch))
  for (const job of jobs) {
    if (job.cron && job.cron !== crons.get(job.name)) await boss.schedule(job.name, job.cron, {})
    const taking = {
      pollingIntervalSeconds: 1,
      batchSize: atOnce,
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const
    await boss.work(job.name, taking, batch => runBatch(queue, job, batch))
  }
  return { enqueue: enqueueIn(queue), stop: () => boss.stop({ graceful: true, timeout: 5_000 }) }
}

/** The queue of one school among many. Nothing polls it by itself, so that a quiet school costs nothing. */
export type QuietJobs = Jobs & {
  /** Enqueues a scheduled job. */
  give(name: string): Promise<void>
  /** Runs a few jobs of each kind that is due. Returns true if any kind was due. */
  runDue(): Promise<boolean>
}

/**
 * Opens the queue of a school, which `prepareQueues` has made, on the connections that the process keeps for queues.
 */
export const openQuietJobs = async (
  database: Database,
  pool: Pick<pg.Pool, 'query'>,
  schema: string,
  jobs: readonly Job<never>[],
  settings: JobSettings,
  clock: Clock = realClock,
): Promise<QuietJobs> => {
  const boss = quietBoss(pool, schema, { migrate: false })
  await boss.start()
  const queue = { boss, database, schema, settings, clock }
  const known = new Map(jobs.map(job => [job.name, job]))

  const runKind = async (name: string): Promise<void> => {
    if (name === failedQueue) {
      const failed = await boss.fetch(name, { includeMetadata: true, batchSize: atOnce })
      if (failed.length === 0) return
      await keepFailures(queue, failed)
      await boss.complete(name, failed)
      return
    }
    const job = known.get(name)
    const taken = job ? await boss.fetch(name, { batchSize: atOnce }) : []
    if (!job || taken.length === 0) return
    const beat = setInterval(
      () => void boss.touch(name, taken).catch((error: unknown) => log.warn({ err: error }, 'queue')),
      (silentSeconds / 2) * 1000,
    )
    try {
      const longest = Math.max(...taken.map(({ expireInSeconds }) => expireInSeconds))
      const signal = AbortSignal.timeout(longest * 1000)
      const results = await runBatch(
        queue,
        job,
        taken.map(({ id, data }) => ({ id, data, signal })),
      )
      for (const { id, status, output } of results) {
        const one = taken.filter(each => each.id === id)
        if (status === 'completed') await boss.complete(name, one)
        else await boss.fail(name, one, output as object)
      }
    } finally {
      clearInterval(beat)
    }
  }
  return {
    enqueue: enqueueIn(queue),
    give: async name => void (await boss.send(name, {})),
    async runDue() {
      const { names, isLost } = await dueIn(pool, schema)
      // Takes up jobs of a dead process, and deletes those finished long ago.
      if (isLost) await boss.supervise()
      await Promise.all(names.map(runKind))
      return names.length > 0
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

/** Makes the queues of a school among many, or brings them up to date. */
export const prepareQueues = async (
  pool: Pick<pg.Pool, 'query'>,
  schema: string,
  jobs: readonly Job<never>[],
): Promise<void> => {
  const boss = quietBoss(pool, schema, { migrate: true })
  await boss.start()
  try {
    await makeQueues(boss, jobs)
  } finally {
    await boss.stop({ graceful: false })
  }
}

const quietBoss = (pool: Pick<pg.Pool, 'query'>, schema: string, { migrate }: { migrate: boolean }): PgBoss => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: `${schema}_jobs`,
    supervise: false,
    schedule: false,
    migrate,
  })
  boss.on('error', error => log.error({ err: error, schema }, 'queue'))
  return boss
}

type HeldJobs = Pick<Jobs, 'enqueue'> & {
  /** Runs the jobs due at `now`, in order. Jobs for a later instant stay. */
  drain(now: Date): Promise<void>
  /** Drops the jobs that a failed transaction had enqueued. */
  drop(): void
}

/** A queue in this process's memory that runs only when `drain` is called: for filling the demo, and for tests. */
export const holdJobs = (database: Database, settings: JobSettings): HeldJobs => {
  type Held = { at: Date | undefined; run(now: Date): Promise<void> }
  let held: Held[] = []
  let waiting: Held[] = []
  // While jobs are held, no screen is open yet.
  const touch: JobTools['touch'] = async () => undefined
  const enqueue: Jobs['enqueue'] = async (_client, job, data, at) => {
    held.push({
      at,
      run: now => job.run(data, { database, settings, enqueue, touch, now, signal: AbortSignal.timeout(60_000) }),
    })
  }
  return {
    enqueue,
    async drain(now) {
      held = [...waiting, ...held]
      waiting = []
      for (let job = held.shift(); job; job = held.shift()) {
        if (job.at !== undefined && job.at > now) waiting.push(job)
        else await job.run(now)
      }
    },
    drop: () => void held.splice(0),
  }
}
