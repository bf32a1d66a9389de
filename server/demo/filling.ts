import { sql } from 'drizzle-orm'
import { migrate } from '#server/migrate.ts'
import { type Database, rows } from '#server/platform/db.ts'
import type { DemoTools } from './lakeside.ts'

// Stored as the schema's comment, which disappears with the schema and distinguishes a half-filled demo from a real
// school.
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

/**
 * Fills a schema with the demo school, once. A schema left by an interrupted filling is dropped and recreated first;
 * one that has a school stays as it is, regardless of who created it. Of two concurrent starts, only one fills it.
 */
export const fillDemo = async (tools: DemoTools): Promise<void> => {
  const { database, schema, say } = tools
  const client = await database.pool.connect()
  try {
    // Filling takes longer than the usual lock timeout.
    await client.query(`set lock_timeout = '55s'`)
    await client.query('select pg_advisory_lock(7166, hashtext($1))', [`demo ${schema}`])
    const before = await standing(database, schema)
    if (before.mark === filling) {
      say('Filling the demo was interrupted, so it starts over.')
      await database.pool.query(`drop schema "${schema}" cascade`)
      await migrate(database, schema)
    } else if (before.hasSchool) return
    await mark(database, schema, filling)
    // Starting a demo that is already filled doesn't load the code that fills it.
    const { fillLakeside } = await import('./lakeside.ts')
    await fillLakeside(tools)
    await mark(database, schema, complete)
  } finally {
    await client.query('select pg_advisory_unlock(7166, hashtext($1))', [`demo ${schema}`]).catch(() => undefined)
    await client.query('reset lock_timeout').catch(() => undefined)
    client.release()
  }
}
