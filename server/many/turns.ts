import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { jobs as allJobs } from '#server/functions.ts'
import { type Listed, listSchools, registrySchema } from '#server/many/registry.ts'
import type { School } from '#server/many/schools.ts'
import type { Job } from '#server/platform/jobs.ts'
import { log } from '#server/platform/log.ts'
import { withDueJobs } from '#server/platform/queue.ts'

/** Schools whose jobs run at one time. */
const mostTurns = 4
/** A job that a call has put in begins about so long after it. */
const soonMs = 1_000
/** What was put in by a transaction that takes its time is looked for that long. */
const soonForMs = 5_000
/** What waited for its hour, or for another try, begins so long after it. */
const sweepMs = 10_000
/** Schools that one statement asks. */
const askedAtOnce = 50
/** A school that somebody has called within this time may have something to do that follows from calls. */
const calledMs = 60 * 60_000

/**
 * Whether a job that comes by the clock is for a school: one that only follows from calls is left out where nobody has
 * called, but for once an hour, which makes good what the last calls have left.
 */
export const isFor = (
  { followsCalls }: Pick<Job<never>, 'followsCalls'>,
  { calledAt }: Pick<Listed, 'calledAt'>,
  now: Date,
): boolean =>
  !followsCalls || now.getUTCMinutes() === 0 || (calledAt !== null && now.getTime() - calledAt.getTime() < calledMs)

/** Runs the jobs of all schools, each in its turn, also of those that nobody calls. */
export type Turns = {
  /** A school has put a job into its queue. */
  enqueued(schema: string): void
  stop(): Promise<void>
}

/** Begins with it. Several processes may do so: a job is run by one of them. */
export const openTurns = async (pool: pg.Pool, find: (schema: string) => School | undefined): Promise<Turns> => {
  const line = new Set<string>()
  const inTurn = new Map<string, Promise<void>>()
  const soon = new Map<string, number>()
  let isStopping = false

  const take = async (schema: string): Promise<void> => {
    try {
      // A few of each kind, then it is another school's turn.
      if (await find(schema)?.turn()) line.add(schema)
    } catch (error) {
      log.warn({ err: error, schema }, 'the jobs of a school wait')
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
      .catch((error: unknown) => log.warn({ err: error }, 'the jobs of all schools wait'))
      .finally(() => (sweeping = undefined))
  }, sweepMs)
  const soonTimer = setInterval(() => {
    for (const [schema, until] of soon) {
      line.add(schema)
      if (until < Date.now()) soon.delete(schema)
    }
    next()
  }, soonMs)

  /** Puts a job that comes by the clock into the queue of each school. */
  const giveAll = async (job: Job<never>): Promise<void> => {
    const now = new Date()
    for (const listed of await open()) {
      const { schema } = listed
      if (!isFor(job, listed, now)) continue
      await find(schema)
        ?.give(job.name)
        .catch((error: unknown) => log.warn({ err: error, schema, job: job.name }, 'a job by the clock was left out'))
      line.add(schema)
      next()
    }
  }
  const clock = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: `${registrySchema}_jobs`,
  })
  clock.on('error', error => log.error({ err: error }, 'clock of all schools'))
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
