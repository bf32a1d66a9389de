import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type AuditState, verifyAudit } from '#server/access/audit/chain.ts'
import { reportOn } from '#server/access/audit/chainReport.ts'
import { readSettings } from '#server/env.ts'
import { openDesk, verifyAt } from '#server/many/acts.ts'
import { lastLine } from '#server/platform/databaseErrors.ts'
import { openDatabase } from '#server/platform/db.ts'
import { reachPostgres } from '#server/platform/postgres.ts'
import { readSecretKey, sealWith } from '#server/platform/secrets.ts'

/** Prints the result. The process exits with 1 if the chain is broken. */
const tell = (state: AuditState): void => {
  const { found, broken } = reportOn(state)
  for (const line of found) console.log(line)
  if (!broken) return
  console.error(broken)
  process.exitCode = 1
}

/** Verifies the chain over the audit trail. The process exits with 1 if it is broken, and prints where. */
const verify = async (): Promise<void> => {
  const env = readSettings(process.env)
  if (env.SCHOOLS === 'many') {
    const desk = await openDesk(process.env)
    try {
      tell(await verifyAt(desk, process.argv[2]))
    } finally {
      await desk.close()
    }
    return
  }
  const folder = resolve(env.DATA_DIR)
  const dataDir = resolve(folder, process.argv.includes('--demo') ? 'demo' : 'school')
  if (!env.DATABASE_URL && !existsSync(dataDir)) throw new Error(`There is no school in ${folder}.`)
  const postgres = env.DATABASE_URL ? null : await reachPostgres(dataDir)
  const database = openDatabase(env.DATABASE_URL ?? postgres!.url, env.SCHOOL_SCHEMA, { max: 2 })
  try {
    const secrets = sealWith(await readSecretKey(env.SECRET_KEY, folder))
    tell(await verifyAudit(database.db, secrets))
  } finally {
    await database.close()
    await postgres?.stop()
  }
}

try {
  await verify()
} catch (error) {
  console.error(lastLine(error, process.env))
  process.exitCode = 1
}
