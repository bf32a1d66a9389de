import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import { verifyAudit } from '#server/access/audit/chain.ts'
import { type Backup, writeBackup } from '#server/backup.ts'
import { readSettings, type Settings } from '#server/env.ts'
import {
  changeHost,
  changeKey,
  changeState,
  hostIn,
  insertSchool,
  keyOf,
  type Listed,
  listSchools,
  makeRegistry,
  nameSchool,
  removeSchool,
  schemaFor,
  type SchoolState,
  sealKey,
  thisLantern,
} from '#server/many/registry.ts'
import { addressOf, openOne, prepare } from '#server/many/schools.ts'
import { isDuplicate } from '#server/platform/databaseErrors.ts'
import { reachPostgres } from '#server/platform/postgres.ts'
import { fingerprintOf, keyIn, readSecretKey, type Seal, sealWith } from '#server/platform/secrets.ts'
import { headOf, Refusal, restoreBackup } from '#server/restore.ts'
import { rotateKey } from '#server/rotation.ts'
import { prepareFirstRun } from '#server/school/config/setUp.ts'

/** The tools of the commands for many schools, which work whether or not Lantern is running. */
export type Desk = { env: Settings; url: string; pool: pg.Pool; key: Uint8Array; seal: Seal; close(): Promise<void> }

/** Connects to the database of the settings. Throws an error with one sentence if that fails. */
export const openDesk = async (environment: Record<string, string | undefined>): Promise<Desk> => {
  const env = readSettings(environment)
  if (env.SCHOOLS !== 'many')
    throw new Refusal('Without SCHOOLS=many, only one school is served. Set it, here and for Lantern itself.')
  const folder = resolve(env.DATA_DIR)
  const postgres = env.DATABASE_URL ? null : await reachPostgres(resolve(folder, 'school'))
  const url = env.DATABASE_URL ?? postgres!.url
  const pool = new pg.Pool({ connectionString: url, max: 3, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => undefined)
  const close = async () => {
    await pool.end()
    await postgres?.stop()
  }
  try {
    await makeRegistry(pool)
    const key = await readSecretKey(env.SECRET_KEY, folder)
    return { env, url, pool, key, seal: sealWith(key), close }
  } catch (error) {
    await close()
    throw error
  }
}

const hostFrom = (given: string | undefined, example: string): string => {
  const host = hostIn(given ?? '')
  if (host) return host
  throw new Refusal(
    given
      ? `"${given}" is not a host name. Write one such as oak.example, without https:// and without a port.`
      : `Name the host: ${example}`,
  )
}

const takenBy = (school: Listed, host: string): Refusal =>
  new Refusal(
    school.host === host
      ? `There is already a school at ${host}.`
      : `${host} is a former host name of the school at ${school.host} and still leads there. Choose another.`,
  )

const all = (desk: Desk): Promise<Listed[]> => listSchools(desk.pool)

/** The school at a host name. Throws a `Refusal` if there is none. */
const schoolAt = async (desk: Desk, given: string | undefined, example: string): Promise<Listed> => {
  const host = hostFrom(given, example)
  const found = (await all(desk)).find(each => each.host === host)
  if (found) return found
  throw new Refusal(`There is no school at ${host}. To see all: npm run schools -- list`)
}

const isThere = async ({ pool }: Desk, schema: string): Promise<boolean> => {
  const { rows } = await pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `"${schema}".migrations`,
  ])
  return rows[0]!.there
}

type Adding = {
  name?: string | undefined
  /** The schema of a school that this database already has, such as one that was served alone. */
  schema?: string | undefined
  /** A backup of a school that is to continue here. */
  from?: string | undefined
}
/** The result of adding: the school's address, and the code for its first page if nobody has set it up yet. */
export type Added = { publicUrl: string; schema: string; code: string | null; takenAt: string | null }

/**
 * The key of a backup's school, sealed for the registry; null if it is this host's key. Throws a `Refusal` if the key
 * is unknown.
 */
const keyFrom = async (desk: Desk, schema: string, file: string): Promise<string | null> => {
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`)
  const head = await headOf(file, desk.env.BACKUP_PASSPHRASE)
  if (head.key) return sealKey(desk.seal, schema, keyIn(head.key))
  if (head.keyFingerprint === fingerprintOf(desk.key)) return null
  // The backup may be of a school of this host, whose key is in the registry.
  for (const each of await all(desk)) {
    const key = await keyOf(desk.seal, desk.key, each).catch(() => null)
    if (key && head.keyFingerprint === fingerprintOf(key)) return sealKey(desk.seal, schema, key)
  }
  throw new Refusal(
    `${file} doesn’t contain the key of its school, so the secrets in it couldn’t be opened. Take the backup again with BACKUP_PASSPHRASE.`,
  )
}

/**
 * Adds a school at a host name: a new one, one that the database already has, or one from a backup. All or nothing.
 * Throws a `Refusal` with one sentence.
 */
export const addSchool = async (desk: Desk, given: string | undefined, adding: Adding): Promise<Added> => {
  const { pool } = desk
  const host = hostFrom(given, 'npm run schools -- add HOST [--name NAME] [--from FILE]')
  const listed = await all(desk)
  const taken = listed.find(each => each.host === host || each.formerHosts.includes(host))
  if (taken) throw takenBy(taken, host)
  const schema = adding.schema ?? schemaFor(host)
  if (adding.schema !== undefined) {
    if (adding.from !== undefined) throw new Refusal('Give --schema or --from, not both.')
    if (listed.some(each => each.schema === schema))
      throw new Refusal(`The school in the schema ${schema} is already listed.`)
    if (!/^[a-z][a-z0-9_]{0,40}$/.test(schema) || !(await isThere(desk, schema)))
      throw new Refusal(`This database has no school in a schema ${schema}.`)
  }
  const sealedKey =
    adding.schema !== undefined
      ? null
      : adding.from === undefined
        ? await sealKey(desk.seal, schema, null)
        : await keyFrom(desk, schema, resolve(adding.from))
  const school = { schema, name: adding.name ?? '', host, sealedKey }
  await insertSchool(pool, school).catch((error: unknown) => {
    throw isDuplicate(error) ? new Refusal(`${host} has just been taken. To see all: npm run schools -- list`) : error
  })
  const { database } = await openOne(desk, school)
  try {
    let takenAt: string | null = null
    if (adding.from !== undefined) {
      const at = { database, schema, url: desk.url }
      takenAt = (await restoreBackup(at, resolve(adding.from), desk.env.BACKUP_PASSPHRASE)).takenAt
    }
    await prepare(pool, database, school)
    if (adding.name === undefined) await nameSchool(pool, schema)
    const code = await prepareFirstRun(database)
    await changeState(pool, schema, 'open')
    return { publicUrl: addressOf(desk.env, host), schema, code, takenAt }
  } catch (error) {
    await removeSchool(pool, schema)
    // What existed before stays as it is.
    if (adding.schema === undefined)
      for (const name of [schema, `${schema}_jobs`]) await pool.query(`drop schema if exists "${name}" cascade`)
    throw error
  } finally {
    await database.close()
  }
}

/** Gives a school another host name. The previous one leads to it from then on. */
export const moveSchool = async (
  desk: Desk,
  given: string | undefined,
  givenNext: string | undefined,
): Promise<{ from: string; to: string }> => {
  const example = 'npm run schools -- move HOST NEW_HOST'
  const school = await schoolAt(desk, given, example)
  const host = hostFrom(givenNext, example)
  const other = (await all(desk)).find(
    each => each.host === host || (each.schema !== school.schema && each.formerHosts.includes(host)),
  )
  if (other) throw takenBy(other, host)
  await changeHost(desk.pool, school.schema, host)
  return { from: addressOf(desk.env, school.host), to: addressOf(desk.env, host) }
}

/** Changes whether people can reach a school. */
export const setState = async (desk: Desk, given: string | undefined, state: SchoolState): Promise<Listed> => {
  const school = await schoolAt(desk, given, `npm run schools -- ${state === 'open' ? 'open' : 'close'} HOST`)
  await changeState(desk.pool, school.schema, state)
  return school
}

/** Writes one school into an encrypted file, with its own key and no other. */
export const exportSchool = async (
  desk: Desk,
  given: string | undefined,
  file: string | undefined,
): Promise<Backup> => {
  const school = await schoolAt(desk, given, 'npm run schools -- export HOST FILE')
  if (!file) throw new Refusal('Name the file: npm run schools -- export HOST FILE')
  const passphrase = desk.env.BACKUP_PASSPHRASE
  if (!passphrase)
    throw new Refusal(
      'Set BACKUP_PASSPHRASE. The file then contains the school’s key, without which the secrets in it couldn’t be opened elsewhere.',
    )
  if (existsSync(resolve(file))) throw new Refusal(`The file ${resolve(file)} already exists. Choose another name.`)
  const { database, key } = await openOne(desk, school)
  try {
    return await writeBackup({ database, schema: school.schema, key }, resolve(file), passphrase)
  } finally {
    await database.close()
  }
}

/**
 * Seals the keys of all schools with another key of the host, and the data of schools that use the host's own key. An
 * interrupted run can be repeated. Returns the number of schools.
 */
export const rotateHostKey = async (desk: Desk, to: Uint8Array): Promise<number> => {
  const schools = await all(desk)
  const next = sealWith(to)
  for (const school of schools) {
    if (school.sealedKey !== null) {
      const key = await keyOf(desk.seal, desk.key, school).catch(() => keyOf(next, to, school))
      await changeKey(desk.pool, school.schema, await sealKey(next, school.schema, key))
      continue
    }
    const { database } = await openOne(desk, school)
    try {
      await rotateKey(database, desk.seal, next)
    } finally {
      await database.close()
    }
  }
  return schools.length
}

/** Verifies the change log of one school. */
export const verifyAt = async (desk: Desk, given: string | undefined): ReturnType<typeof verifyAudit> => {
  const school = await schoolAt(desk, given, 'npm run verify-audit -- HOST')
  const { database, key } = await openOne(desk, school)
  try {
    return await verifyAudit(database.db, sealWith(key))
  } finally {
    await database.close()
  }
}

const readiness = ({ readyFor, problem }: Listed): string =>
  problem !== null ? `failed: ${problem}` : readyFor === thisLantern() ? 'up to date' : 'waiting'
const dayOf = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? 'never'

/** All schools as a table, one line each. */
export const listLines = async (desk: Desk): Promise<string[]> => {
  const schools = await all(desk)
  if (schools.length === 0) return ['There is no school yet. Add one: npm run schools -- add HOST']
  const lines = [
    ['host', 'name', 'state', 'tables', 'schema', 'added', 'last called'],
    ...schools.map(each => [
      each.host,
      each.name,
      each.state,
      readiness(each),
      each.schema,
      dayOf(each.createdAt),
      dayOf(each.calledAt),
    ]),
  ]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map(line => line[column]!.length)))
  return lines.map(line =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}
