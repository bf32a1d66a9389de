import { existsSync } from 'node:fs'
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readSettings } from '#server/env.ts'
import { openDesk, rotateHostKey } from '#server/many/acts.ts'
import { migrate } from '#server/migrate.ts'
import { lastLine } from '#server/platform/databaseErrors.ts'
import { openDatabase } from '#server/platform/db.ts'
import { startPostgres } from '#server/platform/postgres.ts'
import { counted } from '#server/platform/printed.ts'
import { keyIn, newSecretKey, readSecretKey, sealWith, secretKeyFile } from '#server/platform/secrets.ts'
import { rotateKey } from '#server/rotation.ts'
import { sealNotes } from '#server/sealing.ts'

const env = readSettings(process.env)
const folder = resolve(env.DATA_DIR)
const file = secretKeyFile(folder)
const waiting = `${file}.new`

/** The new key: the one given, or one that is stored beside the old key until the database uses it. */
const takeNewKey = async (): Promise<string> => {
  const given = process.env['NEW_SECRET_KEY']
  if (env.SECRET_KEY) {
    if (!given || !keyIn(given))
      throw new Error(
        'Set NEW_SECRET_KEY to the new key: 32 random bytes in base64, as `openssl rand -base64 32` prints them.',
      )
    return given
  }
  if (!existsSync(file)) throw new Error(`There is no key in ${folder} yet, so there is none to change.`)
  if (!existsSync(waiting)) await writeFile(waiting, newSecretKey(), { mode: 0o600 })
  return readFile(waiting, 'utf8')
}

/** Replaces the old key by the new one. */
const keep = async (): Promise<void> => {
  if (env.SECRET_KEY) return
  // Copied, not moved: a start without a key would create another one.
  await copyFile(file, `${file}.old`)
  await rename(waiting, file)
}
const where = (): string =>
  env.SECRET_KEY
    ? 'Start Lantern with NEW_SECRET_KEY’s value as SECRET_KEY.'
    : `It is in ${file}; the old one, which older backups need, is in ${file}.old.`

const rotate = async (): Promise<void> => {
  const key = keyIn(await takeNewKey())
  if (!key) throw new Error(`The file ${waiting} must contain 32 bytes in base64. Remove it and run this again.`)
  if (env.SCHOOLS === 'many') {
    const desk = await openDesk(process.env)
    try {
      const n = await rotateHostKey(desk, key)
      await keep()
      console.log(`Sealed the keys of all schools (${n}) with the new key. ${where()}`)
    } finally {
      await desk.close()
    }
    return
  }
  const dataDir = resolve(folder, 'school')
  if (!env.DATABASE_URL && !existsSync(dataDir)) throw new Error(`There is no school in ${folder}.`)
  const postgres = env.DATABASE_URL ? null : await startPostgres({ dataDir })
  const secrets = sealWith(await readSecretKey(env.SECRET_KEY, folder))
  const database = openDatabase(env.DATABASE_URL ?? postgres!.url, env.SCHOOL_SCHEMA, { secrets })
  try {
    await migrate(database, env.SCHOOL_SCHEMA)
    await sealNotes(database)
    const n = await rotateKey(database, secrets, sealWith(key))
    await keep()
    console.log(`Sealed ${counted(n, 'entry', 'entries')} with the new key. ${where()}`)
  } finally {
    await database.close()
    await postgres?.stop()
  }
}

try {
  await rotate()
} catch (error) {
  console.error(lastLine(error, process.env))
  process.exit(1)
}
