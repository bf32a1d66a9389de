import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { firstLink } from '#server/access/identity/firstLink.ts'
import { readSettingsOfOne, type Settings } from '#server/env.ts'
import { openDataFolder } from '#server/platform/dataFolder.ts'
import { lastLine } from '#server/platform/databaseErrors.ts'
import { openDatabase } from '#server/platform/db.ts'
import { startPostgres } from '#server/platform/postgres.ts'
import { counted } from '#server/platform/printed.ts'
import { fingerprintOf, keyIn, readSecretKey, sealWith, secretKeyFile } from '#server/platform/secrets.ts'
import { writeOnce } from '#server/platform/wholeFile.ts'
import { headOf, restoreBackup } from '#server/restore.ts'
import { isZip, readSchoolFiles } from '#server/schoolFilesIn.ts'

/** Imports a file from Settings → Backups → Download everything. */
const importFiles = async (file: string, env: Settings, dataDir: string): Promise<void> => {
  await openDataFolder(resolve(env.DATA_DIR))
  const postgres = env.DATABASE_URL ? null : await startPostgres({ dataDir })
  const secrets = sealWith(await readSecretKey(env.SECRET_KEY, resolve(env.DATA_DIR)))
  const database = openDatabase(env.DATABASE_URL ?? postgres!.url, env.SCHOOL_SCHEMA, { secrets })
  let isDone = false
  try {
    const { madeAt, tables, rows } = await readSchoolFiles({ database, schema: env.SCHOOL_SCHEMA }, file)
    const link = await firstLink(database, env.publicUrl)
    isDone = true
    console.log(
      `Imported the school as it was at ${madeAt}: ${counted(rows, 'record')} of ${counted(tables, 'kind')}, with every file and balance checked. Open it with npm start.`,
    )
    if (link)
      console.log(`The file contains no passwords. ${link.email} can choose a new one within a day at ${link.url}`)
  } finally {
    await database.close()
    await postgres?.stop()
    if (postgres && !isDone) await rm(dataDir, { recursive: true, force: true })
  }
}

const restore = async (): Promise<void> => {
  const env = readSettingsOfOne(process.env, 'npm run schools -- add HOST --from FILE')
  const [given] = process.argv.slice(2).filter(word => !word.startsWith('-'))
  if (!given) throw new Error('Name the backup: npm run restore -- FILE')
  const file = resolve(given)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const folder = resolve(env.DATA_DIR)
  const dataDir = resolve(folder, process.argv.includes('--demo') ? 'demo' : 'school')
  if (!env.DATABASE_URL && existsSync(dataDir))
    throw new Error(`There is already a school in ${dataDir}. Set DATA_DIR to an empty folder, or move that one away.`)
  if (await isZip(file)) return importFiles(file, env, dataDir)
  const head = await headOf(file, env.BACKUP_PASSPHRASE)

  const keyFile = secretKeyFile(folder)
  const own = env.SECRET_KEY || existsSync(keyFile) ? await readSecretKey(env.SECRET_KEY, folder) : null
  const key = own ?? (head.key ? keyIn(head.key) : null)
  if (!key || fingerprintOf(key) !== head.keyFingerprint)
    throw new Error(
      own
        ? `The key here is not this school’s, so the secrets in the backup couldn’t be opened. Put the school’s own key into ${env.SECRET_KEY ? 'SECRET_KEY' : keyFile}.`
        : `The key of this school is missing, and a backup without a passphrase doesn’t contain it. Copy the school’s secret.key to ${keyFile}, or set SECRET_KEY to it.`,
    )
  await openDataFolder(folder)
  const postgres = env.DATABASE_URL ? null : await startPostgres({ dataDir })
  const url = env.DATABASE_URL ?? postgres!.url
  const database = openDatabase(url, env.SCHOOL_SCHEMA)
  let isRestored = false
  try {
    const { takenAt, tables, rows } = await restoreBackup(
      { database, schema: env.SCHOOL_SCHEMA, url },
      file,
      env.BACKUP_PASSPHRASE,
    )
    if (!own) await writeOnce(keyFile, Buffer.from(key).toString('base64'), 0o600)
    isRestored = true
    console.log(
      `Restored the school as it was at ${takenAt}: ${counted(rows, 'row')} in ${counted(tables, 'table')}, each compared with the backup. Open it with npm start.`,
    )
  } finally {
    await database.close()
    await postgres?.stop()
    if (postgres && !isRestored) await rm(dataDir, { recursive: true, force: true })
  }
}

try {
  await restore()
} catch (error) {
  console.error(lastLine(error, process.env))
  process.exit(1)
}
