import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { takeBackup } from '#server/backup.ts'
import { migrate } from '#server/migrate.ts'
import { openDatabase } from '#server/platform/db.ts'
import { type Postgres, startPostgres } from '#server/platform/postgres.ts'
import { readSecretKey } from '#server/platform/secrets.ts'
import { restoreBackup } from '#server/restore.ts'
import { compare, lineOf } from './compare.ts'
import { crowdHouseholds, signInFamilies } from './families.ts'
import { type Running, signIn, startLantern } from './lantern.ts'
import { inProcess, type Pace, paymentOf, posting, type Round, turning } from './load.ts'
import type { Line } from './table.ts'
import { isPostgres15Here, startPostgres15 } from '../prove/postgres15.ts'
import { loadCrowd } from '../crowdRows.ts'

const schema = 'school'
/** Enough families that no answer comes from a cache. */
const students = 1_000
/** The time that a cheap server's disk takes to flush, in microseconds. */
const flushUs = 4_000

/** The typical work of families and of the office in a large school, as rounds. */
const workIn = async (
  { origin }: Running,
  url: string,
  dataDir: string,
): Promise<Record<'home' | 'pay' | 'move', Round>> => {
  const database = openDatabase(url, schema)
  try {
    await migrate(database, schema)
    await loadCrowd(database, students)
    const someone = turning(await signInFamilies({ origin, url, schema, dataDir }))
    const { idToken } = await signIn(origin, 'office')
    const household = await crowdHouseholds(database.pool)
    const homes = await database.pool.query<{ personId: string; householdId: string }>(
      `select person_id as "personId", household_id as "householdId" from household_members`,
    )
    const homeOf = new Map(homes.rows.map(({ personId, householdId }) => [personId, householdId]))
    let mover = someone()
    const move = () => {
      mover = someone()
      const householdId = homeOf.get(mover.personId ?? '')
      return { operationId: randomUUID(), householdId, address: `${randomInt(10_000)} Crowd Street` }
    }
    const asFamily = () => ({ authorization: `Bearer ${someone().token}` })
    const asOffice = () => ({ authorization: `Bearer ${idToken}` })
    return {
      home: posting(origin, '/fn/parents-home', 32, () => ({}), asFamily),
      pay: posting(origin, '/fn/payments-record', 16, () => paymentOf(household()), asOffice),
      // A small write, by as many callers as one process admits at a time.
      move: posting(origin, '/fn/parents-changeAddress', 48, move, () => ({ authorization: `Bearer ${mover.token}` })),
    }
  } finally {
    await database.close()
  }
}

/** Opens the demo school in a database, with the work to measure. */
const openSchool = async (url: string, dataDir: string) => {
  const lantern = await startLantern({ DATA_DIR: dataDir, DATABASE_URL: url, SCHOOL_SCHEMA: schema })
  return { work: await workIn(lantern, url, dataDir), stop: () => lantern.stop() }
}

/** Copies the school of one database into another. */
const copySchool = async (from: string, to: string, dataDir: string): Promise<void> => {
  const [source, target] = [openDatabase(from, schema), openDatabase(to, schema)]
  const file = join(dataDir, 'school.backup')
  try {
    await takeBackup({ database: source, schema, key: await readSecretKey(undefined, dataDir) }, file)
    await restoreBackup({ database: target, schema, url: to }, file)
  } finally {
    await source.close()
    await target.close()
  }
}

/**
 * Compares the embedded database with a PostgreSQL server on the same machine, each with its own Lantern and the same
 * school.
 */
const compareEngines = async (url: string, dataDir: string, pace: Pace): Promise<Line[]> => {
  const goal = 'embedded against a PostgreSQL server beside it'
  if (!isPostgres15Here())
    return [{ goal, measured: 'not measured', against: 'PostgreSQL 15 is not installed here', target: '≥ 0.95' }]
  const server = await startPostgres15({ durable: true })
  const opened: { stop(): Promise<unknown> }[] = [server]
  try {
    await copySchool(url, server.url, dataDir)
    const embedded = await openSchool(url, dataDir)
    opened.push(embedded)
    const beside = await openSchool(server.url, dataDir)
    opened.push(beside)
    const line = async (what: string, round: 'home' | 'pay') =>
      lineOf(
        `${goal}: ${what}`,
        'the same on PostgreSQL 15',
        { ratio: 0.95 },
        await compare(embedded.work[round], beside.work[round], pace),
      )
    return [await line('parent dashboard, 32 callers', 'home'), await line('payment, 16 callers', 'pay')]
  } finally {
    for (const each of opened.reverse()) await each.stop()
  }
}

/**
 * Measures writes on a slow disk against single commits one after the other. PostgreSQL itself waits before each flush
 * (`commit_delay`), and later commits wait behind it. Commits that arrive during the wait share its flush.
 */
const measureSlowDisk = async ({ url, adminUrl }: Postgres, dataDir: string, pace: Pace): Promise<Line> => {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query(`alter role lantern set commit_delay = ${flushUs}`)
    await admin.query('alter role lantern set commit_siblings = 0')
    const { work, stop } = await openSchool(url, dataDir)
    const one = new pg.Client({ connectionString: url })
    await one.connect()
    try {
      await one.query('create table bench_commits (n int)')
      const alone = inProcess(1, () => one.query('insert into bench_commits values (1)'))
      return lineOf(
        `durable writes (parents-changeAddress) with a flush of ${flushUs / 1000} ms, 48 callers`,
        'one insert after the other',
        { ratio: 6 },
        await compare(work.move, alone, pace),
      )
    } finally {
      await one.query('drop table if exists bench_commits')
      await one.end()
      await stop()
    }
  } finally {
    await admin.query('alter role lantern reset all')
    await admin.end()
  }
}

/** Measures how the database affects a school's speed; `dataDir` contains the demo school. */
export const measureDatabase = async (dataDir: string, pace: Pace): Promise<Line[]> => {
  const postgres = await startPostgres({ dataDir: join(dataDir, 'demo') })
  try {
    return [...(await compareEngines(postgres.url, dataDir, pace)), await measureSlowDisk(postgres, dataDir, pace)]
  } finally {
    await postgres.stop()
  }
}
