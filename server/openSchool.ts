import cluster from 'node:cluster'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { askCardsAt } from '#server/money/cards/provider.ts'
import { demoAccounts } from '#server/school/config/demoAccounts.ts'
import { prepareFirstRun } from '#server/school/config/setUp.ts'
import { jobs as allJobs } from '#server/functions.ts'
import { planDeliveries } from '#server/communication/messages/jobs.ts'
import { backupPlace } from '#server/backup.ts'
import type { Settings } from '#server/env.ts'
import { hearingMs, startHearing } from '#server/hearing.ts'
import { openHouse } from '#server/house.ts'
import { buildHttp } from '#server/http.ts'
import type { Ends, Start } from '#server/start.ts'
import { migrate } from '#server/migrate.ts'
import { openCounts } from '#server/platform/allowance.ts'
import { clockFrom, realClock } from '#server/platform/clock.ts'
import { unusable } from '#server/platform/databaseErrors.ts'
import { openDatabase } from '#server/platform/db.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { allowPrivateHosts } from '#server/platform/outgoing.ts'
import type { Room } from '#server/platform/room.ts'
import { readSecretKey, sealWith } from '#server/platform/secrets.ts'
import { sealNotes } from '#server/sealing.ts'
import { httpBy, mailBy } from '#server/schoolSettings.ts'

/** Milliseconds by which a stop is extended, so that calls on connections that seem idle are answered. */
const lingerMs = 1000

type SchoolStart = Required<Omit<Start, 'environment'>> & {
  env: Settings
  /** The address of its database. */
  url: string
  room?: Room
  /** Gets the functions that stop what is started here. */
  ends: Ends
}

/**
 * Opens the one school of a process: brings its database up to date, starts its jobs, and builds the HTTP app.
 * `welcome` prints its address for the person who started it.
 */
export const openSchool = async ({
  env,
  url,
  room,
  isDemo,
  isPaced,
  isFurther,
  builtWeb,
  say,
  ends,
}: SchoolStart): Promise<{ app: FastifyInstance; welcome: () => Promise<void> }> => {
  const schema = env.SCHOOL_SCHEMA
  const key = await readSecretKey(env.SECRET_KEY, resolve(env.DATA_DIR))
  const secrets = sealWith(key)
  const database = openDatabase(url, schema, { secrets, ...(room && { room }) })
  ends.push(() => database.close())
  await migrate(database, schema).catch((error: unknown) => {
    throw env.DATABASE_URL ? unusable(error) : error
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
      // The demo's backups have a folder of their own; among a school's backups they would be counted with them.
      resolve(env.BACKUP_DIR ?? resolve(env.DATA_DIR, 'backups'), ...(isDemo ? ['demo'] : [])),
      env.BACKUP_PASSPHRASE,
    ),
  }
  askCardsAt(env.STRIPE_URL)
  allowPrivateHosts(env.PRIVATE_HOSTS ?? [])
  const clock = env.SCHOOL_CLOCK ? clockFrom(new Date(env.SCHOOL_CLOCK)) : realClock
  // A production start never loads the demo.
  if (isDemo && !isFurther)
    await (await import('#server/demo/filling.ts')).fillDemo({ database, schema, settings, now: clock(), say })
  const openJobs = async () => {
    const jobs = await startJobs(database, url, schema, allJobs, settings, clock)
    ends.push(() => jobs.stop())
    await planDeliveries(database, jobs)
    return jobs
  }
  const openHearing = async () => {
    const hearing = await startHearing(
      database,
      schema,
      undefined,
      // The embedded database serves one process, while a database server may serve several.
      env.DATABASE_URL ? { counts, hearingMs } : undefined,
    )
    ends.push(() => hearing.live.close())
    return hearing
  }
  const [jobs, { live, memory, callers }] = await Promise.all([openJobs(), openHearing()])

  await builtWeb
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
  const welcome = async () => {
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
              `  The demo's emails are at ${env.publicUrl}/mailbox`,
            ]
          : []),
        ...(code ? [`  There is no school yet. Open ${env.publicUrl}/setup and enter the code ${code}`] : []),
        ...(isDemo || (await settings.mail(database.db))
          ? []
          : ['  Emails are kept until a mail server is set up, under Settings → Email or with SMTP_URL.']),
        '',
      ].join('\n'),
    )
  }
  return { app, welcome }
}
