import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { freshDatabase, type FreshDatabase } from './database-fixture.ts'
import { filledDemo, sundayAtLakeside } from './demo.ts'
import { scratch } from './scratch.ts'

/**
 * The schools that a test file backs up: one that contains everything, and one with a single household, which restores
 * faster.
 */
export const backupSchools = () => {
  const schools = {} as { folder: string; demo: FreshDatabase; small: FreshDatabase }
  beforeAll(async () => {
    schools.folder = await mkdtemp(join(scratch(), 'backup-'))
    schools.demo = await freshDatabase(await filledDemo(sundayAtLakeside))
    schools.small = await freshDatabase()
    await schools.small.database.pool.query(
      "insert into households (id, name, created_at) values (gen_random_uuid(), 'Emily Wang', now())",
    )
  })
  afterAll(async () => {
    await Promise.all([schools.demo.drop(), schools.small.drop()])
    await rm(schools.folder, { recursive: true })
  })
  return schools
}
