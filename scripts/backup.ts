import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { backupName, writeBackup } from '#server/backup.ts'
import { readSettingsOfOne } from '#server/env.ts'
import { lastLine } from '#server/platform/databaseErrors.ts'
import { openDatabase } from '#server/platform/db.ts'
import { reachPostgres } from '#server/platform/postgres.ts'
import { counted, sizeText } from '#server/platform/printed.ts'
import { readSecretKey } from '#server/platform/secrets.ts'

const backup = async (): Promise<void> => {
  const env = readSettingsOfOne(process.env, 'npm run schools -- export HOST FILE')
  const isDemo = process.argv.includes('--demo')
  const [given] = process.argv.slice(2).filter(word => !word.startsWith('-'))
  const folder = resolve(env.DATA_DIR)
  const dataDir = resolve(folder, isDemo ? 'demo' : 'school')
  if (!env.DATABASE_URL && !existsSync(dataDir)) throw new Error(`There is no school in ${folder}.`)
  const postgres = env.DATABASE_URL ? null : await reachPostgres(dataDir)
  const database = openDatabase(env.DATABASE_URL ?? postgres!.url, env.SCHOOL_SCHEMA, { max: 1 })
  try {
    const key = await readSecretKey(env.SECRET_KEY, folder)
    const file = resolve(given ?? resolve(env.BACKUP_DIR ?? resolve(folder, 'backups'), backupName(new Date())))
    const school = { database, schema: env.SCHOOL_SCHEMA, key }
    const { rows, bytes } = await writeBackup(school, file, env.BACKUP_PASSPHRASE)
    console.log(`${file}\n${counted(rows, 'row')}, ${sizeText(bytes)}`)
    console.log(
      env.BACKUP_PASSPHRASE
        ? 'It is encrypted and contains the secret key, so the file and BACKUP_PASSPHRASE are all that a restore needs.'
        : `It is not encrypted: keep it where only you can read it. A restore also needs the key in ${env.SECRET_KEY ? 'SECRET_KEY' : resolve(folder, 'secret.key')}, which the file doesn’t contain. Keep a copy of that key elsewhere.`,
    )
  } finally {
    await database.close()
    await postgres?.stop()
  }
}

try {
  await backup()
} catch (error) {
  console.error(lastLine(error, process.env))
  process.exit(1)
}
