import { PgBoss } from 'pg-boss'
import type { Client, Database } from './db.ts'
import { log } from './log.ts'

/** Something to do after a commit. It may run twice, so it must bear that. */
export type Job<T extends object> = {
  readonly name: string
  run(data: T, tools: JobTools): Promise<void>
}
export type JobTools = { database: Database; signal: AbortSignal }

export type Jobs = {
  /** Puts a job into the transaction of `client`: it exists exactly when the change does. */
  enqueue<T extends object>(client: Client, job: Job<T>, data: T): Promise<void>
  stop(): Promise<void>
}

/** Starts the queue on the school's own database: five tries with growing pauses, then the dead-letter state. */
export const startJobs = async (database: Database, url: string, schema: string, jobs: readonly Job<never>[]): Promise<Jobs> => {
  const boss = new PgBoss({ connectionString: url, schema: `${schema}_jobs`, max: 2, application_name: 'lantern-jobs' })
  boss.on('error', (error) => log.error({ err: error }, 'queue'))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, { retryLimit: 5, retryDelay: 10, retryBackoff: true })
    await boss.work(job.name, { pollingIntervalSeconds: 1 }, async (batch) => {
      for (const { data, signal } of batch) await job.run(data as never, { database, signal })
    })
  }
  return {
    async enqueue(client, job, data) {
      await boss.send(job.name, data, {
        db: { executeSql: async (text, values) => client.query(text, values as unknown[]) },
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
