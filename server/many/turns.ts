import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { jobs as allJobs } from '#server/functions.ts'
import { type Listed, listSchools, registrySchema } from '#server/many/registry.ts'
import type { School } from '#server/many/schools.ts'
import type { Job } from '#server/platform/jobs.ts'
import { log } from '#server/platform/log.ts'
import { withDueJobs } from '#server/platform/queue.ts'

/** The number of schools whose jobs run at a time. */
const mostTurns = 4
/** Milliseconds after which a job that a call has enqueued begins, approximately. */
const soonMs = 1_000
/**
 * Milliseconds for which the queue is checked again, in case the transaction that enqueued a job takes long to commit.
 */
const soonForMs = 5_000
/** Milliseconds between checks for scheduled jobs and retries. */
const sweepMs = 10_000
/** The number of schools that one statement checks. */
const askedAtOnce = 50
/** Milliseconds after a call during which a school may have jobs that follow from calls. */
const calledMs = 60 * 60_000

/**
 * True if a scheduled job must run for a school. A job that only follows from calls is skipped for a school that nobody
 * has called lately, except once an hour, to finish what the last calls have left.
 */
export const isFor = (
  { followsCalls }: Pick<Job<never>, 'followsCalls'>,
  { calledAt }: Pick<Listed, 'calledAt'>,
  now: Date,
): boolean =>
  !followsCalls || now.getUTCMinutes() === 0 || (calledAt !== null && now.getTime() - calledAt.getTime() < calledMs)

/** Runs the jobs of all schools in turns, including those of schools that nobody calls. */
export type Turns = {
  /** Call this when a school has enqueued a job. */
  enqueued(schema: string): void
  stop(): Promise<void>
}

/** Starts the turns. Several processes may do so; each job is run by one of them. */
export const openTurns = async (pool: pg.Pool, find: (schema: string) => School | undefined): Promise<Turns> => {
  const line = new Set<string>()
  const inTurn = new Map<string, Promise<void>>()
  const soon = new Map<string, number>()
  let isStopping = false

  const take = async (schema: string): Promise<void> => {
    try {
      // A few jobs of each kind run, then it is another school's turn.
      if (await find(schema)?.turn()) line.add(schema)
    } catch (error) {
      log.warn({ err: error, schema }, 'the jobs of a school are delayed')
    }
  }
  const next = (): void => {
    for (const schema of line) {
      if (isStopping || inTurn.size >= mostTurns) return
      if (inTurn.has(schema)) continue
      line.delete(schema)
      inTurn.set(
        schema,
        take(schema).finally(() => {
          inTurn.delete(schema)
          next()
        }),
      )
    }
  }
  const open = async () =>
    (await listSchools(pool)).filter(({ schema, state }) => state === 'open' && find(schema)?.isReady())
  const sweep = async (): Promise<void> => {
    const schemas = (await open()).map(({ schema }) => schema)
    for (let at = 0; at < schemas.length; at += askedAtOnce)
      for (const schema of await withDueJobs(pool, schemas.slice(at, at + askedAtOnce))) line.add(schema)
    next()
  }
  let sweeping: Promise<void> | undefined
  const sweepTimer = setInterval(() => {
    sweeping ??= sweep()
      .catch((error: unknown) => log.warn({ err: error }, 'the jobs of all schools are delayed'))
      .finally(() => (sweeping = undefined))
  }, sweepMs)
  const soonTimer = setInterval(() => {
    for (const [schema, until] of soon) {
      line.add(schema)
      if (until < Date.now()) soon.delete(schema)
    }
    next()
  }, soonMs)

  /** Puts a scheduled job into the queue of each school. */
  const giveAll = async (job: Job<never>): Promise<void> => {
    const now = new Date()
    for (const listed of await open()) {
      const { schema } = listed
      if (!isFor(job, listed, now)) continue
      await find(schema)
        ?.give(job.name)
        .catch((error: unknown) => log.warn({ err: error, schema, job: job.name }, 'a scheduled job was skipped'))
      line.add(schema)
      next()
    }
  }
  const clock = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: `${registrySchema}_jobs`,
  })
  clock.on('error', error => log.error({ err: error }, 'the schedule of all schools failed'))
  await clock.start()
  for (const job of allJobs) {
    if (!job.cron) continue
    await clock.createQueue(job.name, { retryLimit: 0 })
    await clock.schedule(job.name, job.cron, {})
    await clock.work(job.name, { pollingIntervalSeconds: 5 }, () => giveAll(job))
  }
  return {
    enqueued: schema => void soon.set(schema, Date.now() + soonForMs),
    async stop() {
      isStopping = true
      clearInterval(sweepTimer)
      clearInterval(soonTimer)
      await clock.stop({ graceful: true, timeout: 5_000 })
      await sweeping
      await Promise.all(inTurn.values())
    },
  }
}
