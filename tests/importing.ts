import { sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { rows } from '#server/platform/db.ts'
import type { SmallSchool } from './school.ts'

/** A sheet of tests/fixtures/imports/, as the office uploads it. */
export const sheet = (fileName: string) => ({
  fileName,
  bytes: readFileSync(new URL(`fixtures/imports/${fileName}`, import.meta.url)).toString('base64'),
})

const tables = ['persons', 'students', 'households', 'guardianships', 'household_members'] as const

/** The office's actions on an import, and the numbers of people and families. */
export const importing = (schoolOf: () => SmallSchool) => {
  const get = (id: string) => schoolOf().ida.call('imports-get', { id })
  const count = async (table: (typeof tables)[number]): Promise<number> => {
    const { db } = schoolOf().database
    return (await rows<{ n: number }>(db, sql`select count(*)::int as n from ${sql.identifier(table)}`))[0]!.n
  }
  return {
    get,
    counts: () => Promise.all(tables.map(count)),
    apply: async (id: string, options?: { now: Date }) =>
      schoolOf().ida.call('imports-apply', { id, counts: (await get(id)).counts }, options),
  }
}
