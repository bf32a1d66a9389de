import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { verifyAudit } from '#server/access/audit/chain.ts'
import { readSettings } from '#server/env.ts'
import { openDesk, verifyAt } from '#server/many/acts.ts'
import { openDatabase } from '#server/platform/db.ts'
import { reachPostgres } from '#server/platform/postgres.ts'
import { readSecretKey, sealWith } from '#server/platform/secrets.ts'

const reasons = {
  'entry-changed': 'this entry was changed',
  'entries-added-or-removed': 'entries were added to it or removed from it',
  'seal-removed': 'a seal is missing',
  'seal-changed': 'the seal doesn’t fit its entries or the seal before it',
} as const

/** Prints the result. The process exits with 1 if the chain is broken. */
const tell = ({ seals, entries, erased, open, last, broken }: Awaited<ReturnType<typeof verifyAudit>>): void => {
  console.log(
    `${entries.toLocaleString('en')} entries under ${seals.toLocaleString('en')} seals are as they were written. ${open} are waiting for their seal, which is made every minute. ${erased} lost their content when someone was erased.`,
  )
  console.log(`Last seal: ${seals} ${last}. Keep it elsewhere: it can prove later that nothing up to it was removed.`)
  if (!broken) return
  const { entry } = broken
  console.error(
    `The change log is broken at seal ${broken.seal}: ${reasons[broken.why]}.${entry ? ` The entry is ${entry.id}, ${entry.action} by ${entry.actor} at ${entry.at}.` : ''} Compare it with a backup from before.`,
  )
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
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
