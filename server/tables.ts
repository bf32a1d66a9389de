import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { leftOutOf } from '#server/platform/tables.ts'
import { tableModules } from '#server/tableModules.ts'

/** Every table of a school. */
export const tables: readonly PgTable[] = tableModules
  .flatMap(each => Object.values(each))
  .filter(each => is(each, PgTable))

/** Whole tables, and columns of other tables, that are excluded from batches, by their database names. */
export const leftOut: Readonly<Record<string, 'all' | readonly string[]>> = Object.fromEntries(
  tables.flatMap(table => {
    const of = leftOutOf(table)
    return of ? [[getTableName(table), of]] : []
  }),
)
