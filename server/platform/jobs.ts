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

/** Something to do after a commit. It may run twice, so it must bear that. */
export type Job<T extends object> = {
  readonly name: string
  /** When it runs by itself, in UTC, as cron writes it; its data is then empty. */
  readonly cron?: string
  /** Whether only what people do makes it necessary: a school that nobody has called since is left in peace. */
  readonly followsCalls?: boolean
  /** What it fails at is kept elsewhere for the office to see, so it isn't listed twice. */
  readonly keepsFailures?: boolean
  run(data: T, tools: JobTools): Promise<void>
}
export type JobTools = {
  database: Database
  signal: AbortSignal
  settings: JobSettings
  /** The school's clock when the job runs. */
  now: Date
  /** Puts a further job into a transaction of this one. */
  enqueue: Jobs['enqueue']
  /**
   * Tells open screens of `people` and of administrators, or of all who may, to read these slices again after the
   * commit.
   */
  touch(client: Client, slices: readonly string[], people?: readonly string[]): Promise<void>
}
/** Where backups lie on the server, and what makes them. */
export type BackupPlace = {
  folder: string
  isEncrypted: boolean
  nameAt(at: Date): string
  /** Takes one, which is there whole or not at all. */
  take(name: string): Promise<{ rows: number; bytes: number }>
  /** Removes one; nothing where the name is not of a backup. */
  remove(name: string): Promise<void>
  /** Removes what an interrupted one of that name left. */
  removePart(name: string): Promise<void>
  /** The names of those that are there. */
  names(): Promise<readonly string[]>
}
/** The settings that a function's context has, too. */
export type JobSettings = {
  publicUrl: string
  isDemo: boolean
  mail: FindMailServer
  secrets: Seal
  /** Left out where nothing is kept for long: tools that fill a school, and most tests. */
  backups?: BackupPlace
  /** What callers have used of their allowances. Left out where nobody is slowed down. */
  counts?: Counts
}

export type Jobs = {
  /**
   * Puts a job into the transaction of `client`: it exists exactly when the change does. It runs soon, or from the
   * instant `at` of the school's clock on.
   */
  enqueue<T extends object>(client: Client, job: Job<T>, data: T, at?: Date): Promise<void>
  stop(): Promise<void>
}

/** Jobs that are taken at once; with more waiting, the next are taken without a pause. */
const atOnce = 10
/** A process that runs a job says so at half of this time; what it held when it died is taken up after it. */
const silentSeconds = 20
/** How often the queue looks for what a dead process held. */
const lookSeconds = 10

/** What the list says of work whose process ended, or which took too long, each time. */
const endedBefore = 'ENDED: the process ended before it was done'
/** Where the queue puts what has failed for good, whether it threw or took its process along. */
const failedQueue = 'failed'

/** What went wrong, in one line for the office's list: the reason of the database rather than the statement. */
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
    // The school's clock may differ from the queue's, so the queue is told how long to wait.
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

/** Writes down for the office what failed for good. */
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

/** Runs jobs of one kind, one after the other, and answers how each of them ended. */
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
 * Makes a queue for each kind of job: five tries with growing pauses, then what has failed for good. Those that are there
 * are asked for once, since a start that changes nothing should say nothing.
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
    // One that an earlier version made goes by its rules.
    else if (!isDeepStrictEqual({ ...found, ...rules }, found)) await boss.updateQueue(job.name, rules)
  }
}

/**
 * Starts the queue on the school's own database: five tries with growing pauses, then a row of `job_failures`, which the
 * office sees. Each kind has a queue of its own, so a thousand letters keep no other kind waiting.
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

/** The queue of a school among many: nothing looks into it by itself, so that a quiet school costs nothing. */
export type QuietJobs = Jobs & {
  /** Puts in a job that comes by the clock. */
  give(name: string): Promise<void>
  /** Runs a few of each kind that is due, and answers whether there were any. */
  runDue(): Promise<boolean>
}

/** Opens such a queue, which `prepareQueues` has made, on the connections that its process keeps for queues. */
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
      // Takes up what a process held that died, and forgets what is long done.
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
  /** Runs what is due at `now`, in order; what waits for a later instant stays. */
  drain(now: Date): Promise<void>
  /** Forgets what a transaction that failed had enqueued. */
  drop(): void
}

/** A queue that lives in this process and waits to be told: for filling the demo, and for tests. */
export const holdJobs = (database: Database, settings: JobSettings): HeldJobs => {
  type Held = { at: Date | undefined; run(now: Date): Promise<void> }
  let held: Held[] = []
  let waiting: Held[] = []
  // No screen is open yet where jobs are held.
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
