import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FunctionName, Input, Output } from '#contract/index.ts'
import { householdSorts } from '#contract/people/parents.ts'
import { studentSorts } from '#contract/people/students.ts'
import { sealWith } from '#server/platform/secrets.ts'
import { readSettings } from '#server/env.ts'
import { openHouse } from '#server/house.ts'
import { migrate } from '#server/migrate.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import { holdJobs } from '#server/platform/jobs.ts'
import { startPostgres } from '#server/platform/postgres.ts'
import { keepMails } from '#server/platform/mailServer.ts'
import { loadCrowd } from './crowdRows.ts'

const pagesDeep = 100

/**
 * Measures, at the door, how long the office waits for its lists: the first answer, a repeated one, and that of a late
 * page.
 */
const measure = async (database: Database, schema: string): Promise<void> => {
  const settings = { publicUrl: 'http://localhost', isDemo: true, mail: keepMails, secrets: sealWith() }
  const door = openHouse({ database, schema, settings, jobs: holdJobs(database, settings), clock: () => new Date() })
  const actor: Actor = {
    accountId: '00000000-0000-7000-8000-000000000000',
    personId: null,
    signInId: null,
    signedInAt: null,
    email: 'crowd',
    name: 'Crowd',
    language: 'en',
    isVerified: true,
    roles: ['admin'],
    area: 'all',
  }
  const ask = async <N extends FunctionName>(name: N, data: Input<N>) => {
    const begun = performance.now()
    const answer = (await door.call({ name, data, actor, address: 'crowd' })) as { next: string | null; total: number }
    return { ms: performance.now() - begun, ...answer }
  }
  const times = async <N extends 'students-list' | 'parents-list'>(what: string, name: N, data: Input<N>) => {
    const cold = await ask(name, data)
    const warm = await ask(name, data)
    let last = warm
    let page = 1
    while (last.next !== null && page < pagesDeep) {
      last = await ask(name, { ...(data as object), after: last.next } as Input<N>)
      page += 1
    }
    const far = page > 1 ? ` · page ${page} ${last.ms.toFixed(0)} ms` : ''
    console.log(
      `  ${what.padEnd(34)} ${String(warm.total).padStart(6)} rows · first ${cold.ms.toFixed(0)} ms · again ${warm.ms.toFixed(0)} ms${far}`,
    )
  }
  console.log('How long the dashboard takes:')
  const { term } = (await door.call({
    name: 'dashboard-figures',
    data: {},
    actor,
    address: 'crowd',
  })) as Output<'dashboard-figures'>
  const dashboard = async <
    N extends 'dashboard-attention' | 'dashboard-figures' | 'dashboard-charts' | 'dashboard-list',
  >(
    name: N,
    data: Input<N>,
  ) => {
    const cold = await ask(name, data)
    const warm = await ask(name, data)
    const key = data && 'key' in data ? ` ${String(data.key)}` : ''
    console.log(`  ${`${name}${key}`.padEnd(34)} first ${cold.ms.toFixed(0)} ms · again ${warm.ms.toFixed(0)} ms`)
  }
  await dashboard('dashboard-attention', {})
  await dashboard('dashboard-figures', {})
  if (term) {
    await dashboard('dashboard-charts', { termId: term.id })
    for (const key of ['overdue', 'never', 'places', 'owed'] as const)
      await dashboard('dashboard-list', { key, termId: term.id })
  }
  console.log('How long lists take:')
  for (const sort of studentSorts)
    for (const down of [false, true])
      await times(`students by ${sort}${down ? ', down' : ''}`, 'students-list', { sort, down })
  for (const search of ['王', 'mia w', 'wangyiming', 'wxm', '5550000042', 'Xiaomng', 'zzz', 'guardian42'])
    await times(`students, searched for ${search}`, 'students-list', { search })
  for (const view of ['active', 'left'] as const) await times(`students, ${view}`, 'students-list', { view })
  for (const sort of householdSorts)
    for (const down of [false, true])
      await times(`families by ${sort}${down ? ', down' : ''}`, 'parents-list', { sort, down })
  for (const search of ['王', 'haddad 77']) await times(`families, searched for ${search}`, 'parents-list', { search })
}

const { DATA_DIR, SCHOOL_SCHEMA: schema } = readSettings(process.env)
const dataDir = resolve(DATA_DIR, 'demo')
if (!existsSync(dataDir)) throw new Error(`There is no demo school in ${DATA_DIR} yet. Run npm run demo once.`)
const postgres = await startPostgres({ dataDir })
const database = openDatabase(postgres.url, schema)
try {
  await migrate(database, schema)
  await loadCrowd(database)
  await measure(database, schema)
} finally {
  await database.close()
  await postgres.stop()
}
