import { sql } from 'drizzle-orm'
import { migrate } from '#server/migrate.ts'
import { type Database, rows } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'

// Kept as the schema's comment: it goes when the schema goes, and tells a half-filled demo from a school of its own.
const filling = 'Lantern demo, being filled'
const complete = 'Lantern demo'

const mark = (database: Database, schema: string, text: string) =>
  database.pool.query(`comment on schema "${schema}" is '${text}'`)

const standing = async ({ db }: Database, schema: string): Promise<{ mark: string | null; hasSchool: boolean }> => {
  const [found] = await rows<{ mark: string | null; hasSchool: boolean }>(
    db,
    sql`select obj_description(${schema}::regnamespace, 'pg_namespace') as mark, exists (select 1 from school) as "hasSchool"`,
  )
  return found!
}

export type DemoTools = {
  database: Database
  schema: string
  settings: Context<unknown>['settings']
  now: Date
  say(line: string): void
}

/**
 * Fills a schema with the demo school, once. A schema that an interrupted filling left behind is dropped and made anew
 * first; one with a school stays as it is, no matter who made it. Two that start together fill it once.
 */
export const fillDemo = async (tools: DemoTools): Promise<void> => {
  const { database, schema, say } = tools
  const client = await database.pool.connect()
  try {
    // Filling takes longer than other locks are waited for.
    await client.query(`set lock_timeout = '55s'`)
    await client.query('select pg_advisory_lock(7166, hashtext($1))', [`demo ${schema}`])
    const before = await standing(database, schema)
    if (before.mark === filling) {
      say('The demo was interrupted while it was filled, so it begins again.')
      await database.pool.query(`drop schema "${schema}" cascade`)
      await migrate(database, schema)
    } else if (before.hasSchool) return
    await mark(database, schema, filling)
    // A start of a demo that is filled doesn't read what fills it.
    const { fillLakeside } = await import('./lakeside.ts')
    await fillLakeside(tools)
    await mark(database, schema, complete)
  } finally {
    await client.query('select pg_advisory_unlock(7166, hashtext($1))', [`demo ${schema}`]).catch(() => undefined)
    await client.query('reset lock_timeout').catch(() => undefined)
    client.release()
  }
}
