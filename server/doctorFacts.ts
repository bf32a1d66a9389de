import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Facts, SchoolFacts } from '#server/doctor.ts'
import { readSettings, type Settings } from '#server/env.ts'
import { openDesk } from '#server/many/acts.ts'
import { keyOf, listSchools, thisLantern } from '#server/many/registry.ts'
import { migrationState } from '#server/migrate.ts'
import { unusable } from '#server/platform/databaseErrors.ts'
import { type Database, openDatabase, rows } from '#server/platform/db.ts'
import { errorText, type FindMailServer, sendThrough } from '#server/platform/mailServer.ts'
import { allowPrivateHosts } from '#server/platform/outgoing.ts'
import { reachPostgres } from '#server/platform/postgres.ts'
import { asSentence } from '#server/platform/printed.ts'
import { queueState } from '#server/platform/queue.ts'
import { readSecretKey, sealWith, secretKeyFile } from '#server/platform/secrets.ts'
import { serverVersion } from '#server/platform/serverVersion.ts'
import { keyFits } from '#server/rotation.ts'
import { backupWarning, lastGoodBackup } from '#server/school/backups/acts.ts'
import { findSetting, mailServerOf } from '#server/school/config/acts.ts'

type Found = Exclude<Facts['found'], { problem: string }>
type FoundDatabase = Extract<Found['database'], { school: unknown }>
type FoundSchools = Extract<Found['database'], { schools: unknown }>

/** Milliseconds to wait for the mail server. A server slower than this delays letters, too. */
const mailMs = 15_000

/**
 * The facts about a folder. If it doesn't exist, those of its nearest existing parent, in which it could be created.
 */
const folderFacts = async (name: string, path: string): Promise<Found['folders'][number]> => {
  let there = path
  while (!existsSync(there)) there = dirname(there)
  const { bavail, bsize } = await statfs(there)
  const isWritable = await access(there, constants.W_OK).then(
    () => true,
    () => false,
  )
  return { name, path, isWritable, freeBytes: bavail * bsize }
}

const keyFacts = async (env: Settings, folder: string): Promise<{ facts: Found['key']; key: Uint8Array | null }> => {
  const file = env.SECRET_KEY ? null : secretKeyFile(folder)
  if (file !== null && !existsSync(file)) return { facts: { file, problem: 'missing', mode: 0 }, key: null }
  const key = await readSecretKey(env.SECRET_KEY, folder).catch(() => null)
  const mode = file === null ? 0 : (await stat(file)).mode & 0o777
  return { facts: { file, problem: key ? null : 'unreadable', mode }, key }
}

const mailFacts = async (database: Database, find: FindMailServer): Promise<SchoolFacts['mail']> => {
  const server = await find(database.db)
  if (!server) return (await findSetting(database.db, 'mail')).way === 'hand' ? 'hand' : null
  const answered = new AbortController()
  try {
    const transport = await server.open()
    const late = pause(mailMs, 'it doesn’t answer', { signal: answered.signal })
    const problem = await Promise.race([transport.verify().then(() => null), late])
    transport.close()
    return { problem }
  } catch (error) {
    return { problem: errorText(error).replaceAll('\n', ' ') }
  } finally {
    answered.abort()
  }
}

const schoolFacts = async (
  database: Database,
  env: Settings,
  { now, hasKey }: { now: Date; hasKey: boolean },
): Promise<NonNullable<FoundDatabase['school']>> => {
  const { db, pool, secrets } = database
  type Warning = { what: 'failed' | 'old' | 'never' }
  const [warning] = await rows<Warning>(db, backupWarning(now))
  const [times] = await rows<{ databaseNow: string; lastChange: string | null }>(
    db,
    sql`select clock_timestamp() as database_now, (select max(at) from audit_entries where outcome <> 'read') as last_change`,
  )
  return {
    keyFits: hasKey ? await keyFits(database) : null,
    mail: await mailFacts(database, env.SMTP_URL ? sendThrough(env.SMTP_URL, env.MAIL_FROM) : mailServerOf(secrets)),
    lastBackup: await lastGoodBackup(db),
    backupWarning: warning?.what ?? null,
    queue: await queueState(pool, env.SCHOOL_SCHEMA),
    databaseNow: new Date(times!.databaseNow),
    lastChange: times!.lastChange === null ? null : new Date(times!.lastChange),
  }
}

const databaseFacts = async (
  env: Settings,
  folder: string,
  key: Uint8Array | null,
  now: Date,
): Promise<Found['database']> => {
  const dataDir = resolve(folder, 'school')
  if (!env.DATABASE_URL && !existsSync(dataDir))
    return {
      problem: `There is no school in ${folder}. Set DATA_DIR to the folder that has one, or make one: npm start`,
    }
  const postgres = env.DATABASE_URL ? null : await reachPostgres(dataDir)
  const database = openDatabase(env.DATABASE_URL ?? postgres!.url, env.SCHOOL_SCHEMA, {
    max: 2,
    ...(key && { secrets: sealWith(key) }),
  })
  try {
    const state = await migrationState(database.pool)
    const isWhole = state.missing.length === 0
    return {
      version: await serverVersion(database.pool),
      ...state,
      school: isWhole ? await schoolFacts(database, env, { now, hasKey: key !== null }) : null,
    }
  } finally {
    await database.close()
    await postgres?.stop()
  }
}

const manyFacts = async (
  environment: Record<string, string | undefined>,
  hasKey: boolean,
): Promise<FoundSchools | { problem: string }> => {
  // Without a key, opening a desk would make one.
  if (!hasKey) return { problem: 'It can be checked once the secret key is in its place.' }
  const desk = await openDesk(environment)
  try {
    const schools = await listSchools(desk.pool)
    const opened = await Promise.allSettled(schools.map(each => keyOf(desk.seal, desk.key, each)))
    const waiting = schools.filter(({ readyFor, problem }) => problem === null && readyFor !== thisLantern())
    return {
      version: await serverVersion(desk.pool),
      schools: {
        all: schools.length,
        failed: schools.flatMap(({ host, problem }) => (problem === null ? [] : [{ host, problem }])),
        waiting: waiting.length,
        keyFits: schools.length === 0 ? null : opened.every(({ status }) => status === 'fulfilled'),
      },
    }
  } finally {
    await desk.close()
  }
}

/** Examines everything that a school depends on and changes nothing. Works beside a running Lantern. */
export const examine = async (environment: Record<string, string | undefined>, now: Date): Promise<Facts> => {
  const facts = { node: process.versions.node, now }
  let env: Settings
  try {
    env = readSettings(environment)
  } catch (error) {
    return { ...facts, found: { problem: (error as Error).message } }
  }
  allowPrivateHosts(env.PRIVATE_HOSTS ?? [])
  const folder = resolve(env.DATA_DIR)
  const backups = resolve(env.BACKUP_DIR ?? resolve(folder, 'backups'))
  const { facts: keyFound, key } = await keyFacts(env, folder)
  return {
    ...facts,
    found: {
      publicUrl: env.publicUrl,
      isPublicUrlGiven: env.PUBLIC_URL !== undefined,
      host: env.HOST,
      folders: [await folderFacts('Data folder', folder), await folderFacts('Backup folder', backups)],
      key: keyFound,
      database: await (
        env.SCHOOLS === 'many' ? manyFacts(environment, key !== null) : databaseFacts(env, folder, key, now)
      ).catch((error: Error) => ({
        problem: env.DATABASE_URL
          ? unusable(error).message
          : `It can’t be used: ${asSentence(error.message)} Lantern’s log may have more.`,
      })),
    },
  }
}
