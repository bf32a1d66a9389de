import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { leftOutOf } from '#server/platform/tables.ts'

const folder = import.meta.dirname
// The files in which drizzle.config.ts finds them, too.
const files = globSync(['platform/tables.ts', '*/*/tables.ts'], { cwd: folder }).toSorted()
const modules = await Promise.all(
  files.map(file => import(pathToFileURL(join(folder, file)).href) as Promise<Record<string, unknown>>),
)

/** Every table of a school. */
export const tables: readonly PgTable[] = modules.flatMap(each => Object.values(each)).filter(each => is(each, PgTable))

/** What takes no part in batches: whole tables, and columns of others, by their names in the database. */
export const leftOut: Readonly<Record<string, 'all' | readonly string[]>> = Object.fromEntries(
  tables.flatMap(table => {
    const of = leftOutOf(table)
    return of ? [[getTableName(table), of]] : []
  }),
)
