import cluster from 'node:cluster'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openCounts } from '#server/platform/allowance.ts'
import { askCardsAt } from '#server/money/cards/provider.ts'
import { demoAccounts } from '#server/school/config/demoAccounts.ts'
import { prepareFirstRun } from '#server/school/config/setUp.ts'
import { jobs as allJobs } from '#server/functions.ts'
import { planDeliveries } from '#server/communication/messages/jobs.ts'
import { backupPlace } from '#server/backup.ts'
import { readSettings, type Settings } from '#server/env.ts'
import { hearingMs, startHearing } from '#server/hearing.ts'
import { openHouse } from '#server/house.ts'
import { buildHttp } from '#server/http.ts'
import { openHost } from '#server/many/host.ts'
import { clockFrom, realClock } from '#server/platform/clock.ts'
import { migrate } from '#server/migrate.ts'
import { openDatabase } from '#server/platform/db.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { readSecretKey, sealWith } from '#server/platform/secrets.ts'
import { sealNotes } from '#server/sealing.ts'
import { log } from '#server/platform/log.ts'
import { allowPrivateHosts } from '#server/platform/outgoing.ts'
import { keepPostgres } from '#server/platform/postgres/keeping.ts'
import { type Room, watchRoom } from '#server/platform/room.ts'
import { httpBy, mailBy } from '#server/schoolSettings.ts'

/** A stop takes a second more, so that calls on connections that seem idle are answered. */
const lingerMs = 1000

export type Start = {
  /** The settings by name, as in the environment. */
  environment: Record<string, string | undefined>
  isDemo: boolean
  /** Whether callers who ask too often are slowed down: always, but where it is measured how fast Lantern is. */
  isPaced?: boolean
  /** Whether another process has opened the school, and this one shares its port. */
  isFurther?: boolean
  /** Takes the lines for the person who starts Lantern. */
  say(line: string): void
}

/** The server of the settings, else the embedded one, which this starts; `ends` takes how to stop it. */
const reachDatabase = async (
  env: Settings,
  folder: string,
  say: Start['say'],
  ends: (() => Promise<unknown>)[],
): Promise<{ url: string; room?: Room }> => {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL }
  const dataDir = resolve(env.DATA_DIR, folder)
  mkdirSync(resolve(env.DATA_DIR), { recursive: true })
  say('Starting the database …')
  const postgres = await keepPostgres({
    dataDir,
    log: line => log.info({ line }, 'postgres'),
    failed: error => log.error({ err: error }, 'the database does not run; it begins again as soon as it can'),
  })
  ends.push(() => postgres.stop())
  const room = await watchRoom(dataDir)
  ends.push(async () => room.stop())
  return { url: postgres.url, room }
}

const listenOn = async (app: Pick<FastifyInstance, 'listen'>, env: Settings): Promise<void> => {
  await app.listen({ port: env.PORT, host: env.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`Port ${env.PORT} is taken by another program. Set PORT to a free one.`)
      : error
  })
}

/**
 * Opens Lantern on its port, starting the embedded database unless the settings name a server, and answers how to stop
 * it. Throws one sentence that says what to do when it can't be opened.
 */
export const openLantern = async ({
  environment,
  isDemo,
  isPaced = true,
  isFurther = false,
  say,
}: Start): Promise<() => Promise<void>> => {
  const env = readSettings(environment)
  if (isDemo && env.SCHOOLS === 'many') throw new Error('The demo is one school. Take SCHOOLS out.')
  if (env.SCHOOL_CLOCK && !isDemo)
    throw new Error('SCHOOL_CLOCK moves the school to another time, so it is for the demo only. Take it out.')
  const ends: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse())
      await end().catch((error: unknown) => log.error({ err: error }, 'while stopping'))
  }
  try {
    const { url, room } = await reachDatabase(env, isDemo ? 'demo' : 'school', say, ends)
    if (env.SCHOOLS === 'many') {
      const host = await openHost({ env, url, room, isPaced, isFurther, isShared: cluster.isWorker, say })
      ends.push(() => host.stop())
      await listenOn(host, env)
      return stop
    }
    const schema = env.SCHOOL_SCHEMA
    const key = await readSecretKey(env.SECRET_KEY, resolve(env.DATA_DIR))
    const secrets = sealWith(key)
    const database = openDatabase(url, schema, { secrets, ...(room && { room }) })
    ends.push(() => database.close())
    await migrate(database, schema).catch((error: Error) => {
      throw env.DATABASE_URL
        ? new Error(
            `The database of DATABASE_URL can't be used: ${error.message || String(error)}. Check the address and that its server runs.`,
          )
        : error
    })
    if (!isFurther) await sealNotes(database)

    const counts = openCounts()
    const settings = {
      counts,
      publicUrl: env.publicUrl,
      isDemo,
      mail: mailBy(env, secrets, isDemo),
      secrets,
      backups: backupPlace(
        { database, schema, key },
        // Away from a school's own, among which they would count.
        resolve(env.BACKUP_DIR ?? resolve(env.DATA_DIR, 'backups'), ...(isDemo ? ['demo'] : [])),
        env.BACKUP_PASSPHRASE,
      ),
    }
    askCardsAt(env.STRIPE_URL)
    allowPrivateHosts(env.PRIVATE_HOSTS ?? [])
    const clock = env.SCHOOL_CLOCK ? clockFrom(new Date(env.SCHOOL_CLOCK)) : realClock
    // A production start never loads the demo.
    if (isDemo && !isFurther)
      await (await import('#server/demo/lakeside.ts')).fillDemo({ database, schema, settings, now: clock(), say })
    const jobs = await startJobs(database, url, schema, allJobs, settings, clock)
    ends.push(() => jobs.stop())
    await planDeliveries(database, jobs)
    const { live, memory, callers } = await startHearing(
      database,
      schema,
      undefined,
      // The embedded database serves one process; a server may well serve several.
      env.DATABASE_URL ? { counts, hearingMs } : undefined,
    )
    ends.push(() => live.close())

    const house = { database, schema, settings, jobs, clock, memory }
    const app = buildHttp({
      ...house,
      door: openHouse(house),
      live,
      callers,
      ...httpBy(env, isDemo),
      stop: { lingerMs, isShared: cluster.isWorker },
      isPaced,
      metricsToken: env.METRICS_TOKEN,
    })
    ends.push(() => app.close())
    if (isDemo && !env.STRIPE_URL) ends.push(await (await import('#server/demo/cards.ts')).takeDemoCards(app, house))
    await listenOn(app, env)
    if (isFurther) return stop
    const code = isDemo ? null : await prepareFirstRun(database)
    say(
      [
        '',
        `Lantern is open at ${env.publicUrl}`,
        '',
        ...(isDemo
          ? [
              ...demoAccounts.map(each => `  ${each.role.padEnd(8)} ${each.email.padEnd(28)} ${each.password}`),
              '',
              `  The demo's mails are at ${env.publicUrl}/mailbox`,
            ]
          : []),
        ...(code ? [`  There is no school yet. Open ${env.publicUrl}/setup and enter the code ${code}`] : []),
        ...(isDemo || (await settings.mail(database.db))
          ? []
          : ['  Mails are kept until a mail server is set up, under Settings → Email or by SMTP_URL.']),
        '',
      ].join('\n'),
    )
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
