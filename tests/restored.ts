import { type Database, openDatabase } from '#server/platform/db.ts'
import { restoreBackup } from '#server/restore.ts'
import { makeDatabase, tablesOf } from './database-fixture.ts'

const schema = 'school'

/** Restores a file into an empty database and passes it to `look`. The database is deleted afterwards. */
export const restored = async <T>(file: string, look: (database: Database) => Promise<T>, by?: string): Promise<T> => {
  const { url, drop } = await makeDatabase(null)
  const database = openDatabase(url, schema)
  try {
    await restoreBackup({ database, schema, url }, file, by)
    return await look(database)
  } finally {
    await database.close()
    await drop()
  }
}

/** All data of a school: each row of each table, including computed columns, and the tables' constraints. */
export const everything = async (database: Database): Promise<Record<string, unknown>> => {
  const { pool } = database
  const found: Record<string, unknown> = {}
  for (const name of await tablesOf(database))
    found[name] = (
      await pool.query(
        `select count(*)::int as n, md5(string_agg(md5(t::text), '' order by t::text)) as sum from "${name}" t`,
      )
    ).rows[0]
  const catalogue = [
    "select conrelid::regclass::text as t, pg_get_constraintdef(oid) as d, convalidated as v from pg_constraint where connamespace = 'school'::regnamespace",
    "select tgrelid::regclass::text as t, tgname as d, tgenabled as v from pg_trigger where not tgisinternal and tgrelid::regclass::text <> 'x'",
    "select tablename as t, indexdef as d from pg_indexes where schemaname = 'school'",
    "select sequencename as t, last_value::text as d from pg_sequences where schemaname = 'school'",
    'select tag as t from migrations',
  ]
  for (const statement of catalogue)
    found[statement] = (await pool.query(`select * from (${statement}) x order by x::text`)).rows
  return found
}
