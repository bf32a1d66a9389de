import type { Client } from './db.ts'

/** The state of the job queue. `oldestSeconds` is how long the job that has been due the longest has waited. */
export type QueueState = { waiting: number; oldestSeconds: number; failed: { name: string; count: number }[] }

/** Reads the state of a school's job queue. Jobs that failed for good are kept for a week. */
export const queueState = async (client: Client, schema: string): Promise<QueueState> => {
  const table = `"${schema}_jobs".job`
  const { rows: there } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])
  if (!there[0]!.there) return { waiting: 0, oldestSeconds: 0, failed: [] }
  // The queue library has maintenance jobs of its own.
  const ours = String.raw`name not like '\_\_pgboss%'`
  const { rows: due } = await client.query<{ waiting: number; oldestSeconds: number }>(
    `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as "oldestSeconds"
     from ${table} where state in ('created', 'retry') and start_after <= now() and ${ours}`,
  )
  const { rows: failed } = await client.query<{ name: string; count: number }>(
    `select name, count(*)::int as count from ${table} where state = 'failed' and ${ours} group by name order by name`,
  )
  return { ...due[0]!, failed }
}

const due = "state in ('created', 'retry') and start_after <= now()"
const lost = "state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < now()"

/** The kinds of jobs that are due in a school; `isLost` is true if a dead process held any. */
export const dueIn = async (client: Client, schema: string): Promise<{ names: string[]; isLost: boolean }> => {
  const { rows } = await client.query<{ name: string; isDue: boolean; isLost: boolean }>(
    `select name, bool_or(${due}) as "isDue", bool_or(${lost}) as "isLost" from "${schema}_jobs".job
     where (${due}) or (${lost}) group by name`,
  )
  return { names: rows.filter(each => each.isDue).map(({ name }) => name), isLost: rows.some(each => each.isLost) }
}

/** Returns those of these schools' schemas that have jobs that are due or were held by a dead process. */
export const withDueJobs = async (client: Client, schemas: readonly string[]): Promise<string[]> => {
  if (schemas.length === 0) return []
  const { rows } = await client.query<{ schema: string }>(
    schemas
      .map(
        schema =>
          `select '${schema}' as schema where exists (select from "${schema}_jobs".job where (${due}) or (${lost}))`,
      )
      .join(' union all '),
  )
  return rows.map(({ schema }) => schema)
}
