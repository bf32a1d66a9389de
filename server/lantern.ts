import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readSettings, type Settings } from '#server/env.ts'
import { log } from '#server/platform/log.ts'
import { openDataFolder } from '#server/platform/dataFolder.ts'
import { keepPostgres } from '#server/platform/postgres/keeping.ts'
import { type Room, watchRoom } from '#server/platform/room.ts'
import type { Ends, Start } from '#server/start.ts'

/**
 * Returns the address of the database server from the settings, or starts the embedded one; `ends` gets the function
 * that stops it. `begun` is called once all that remains is waiting for it.
 */
const reachDatabase = async (
  env: Settings,
  folder: string,
  say: Start['say'],
  ends: Ends,
  begun: () => void,
): Promise<{ url: string; room?: Room }> => {
  if (env.DATABASE_URL) {
    begun()
    return { url: env.DATABASE_URL }
  }
  const dataDir = resolve(env.DATA_DIR, folder)
  await openDataFolder(resolve(env.DATA_DIR))
  say('Starting the database …')
  const postgres = await keepPostgres({
    dataDir,
    log: line => log.info({ line }, 'postgres'),
    failed: error => log.error({ err: error }, 'the database isn’t running; it starts again as soon as it can'),
    begun,
  })
  ends.push(() => postgres.stop())
  const room = await watchRoom(dataDir)
  ends.push(async () => room.stop())
  return { url: postgres.url, room }
}

const failedToListen =
  (env: Settings) =>
  (error: NodeJS.ErrnoException): never => {
    throw error.code === 'EADDRINUSE'
      ? new Error(
          `Port ${env.PORT} is taken, perhaps by a Lantern that is already running: stop it, or set PORT to a free port.`,
        )
      : error
  }

const listenOn = async (app: Pick<FastifyInstance, 'listen'>, env: Settings): Promise<void> => {
  await app.listen({ port: env.PORT, host: env.HOST }).catch(failedToListen(env))
}

/** Throws if the port is taken, before anything is started: making a first database takes a while. */
const tryPort = async (env: Settings): Promise<void> => {
  const probe = createServer().listen({ port: env.PORT, host: env.HOST })
  await once(probe, 'listening').catch(failedToListen(env))
  probe.close()
  await once(probe, 'close')
}

/**
 * Opens Lantern on its port and returns a function that stops it. Starts the embedded database unless the settings name
 * a server. If it can't be opened, throws an error whose one sentence says what to do.
 */
export const openLantern = async ({
  environment,
  isDemo,
  isPaced = true,
  isFurther = false,
  builtWeb = Promise.resolve(),
  say,
}: Start): Promise<() => Promise<void>> => {
  const env = readSettings(environment)
  if (isDemo && env.SCHOOLS === 'many') throw new Error('The demo is only one school. Remove SCHOOLS.')
  if (env.SCHOOL_CLOCK && !isDemo)
    throw new Error('SCHOOL_CLOCK moves the school to another time, so it works only in the demo. Remove it.')
  // Further processes share the port with the first one.
  if (!cluster.isWorker) await tryPort(env)
  const ends: Ends = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse())
      await end().catch((error: unknown) => log.error({ err: error }, 'an error while stopping'))
  }
  try {
    const { promise: isBegun, resolve: begun } = Promise.withResolvers<void>()
    const reached = reachDatabase(env, isDemo ? 'demo' : 'school', say, ends, begun)
    await Promise.race([isBegun, reached])
    // The rest of the code is loaded while the database starts.
    if (env.SCHOOLS === 'many') {
      const { openHost } = await import('#server/many/host.ts')
      const { url, room } = await reached
      const host = await openHost({ env, url, room, isPaced, isFurther, isShared: cluster.isWorker, say })
      ends.push(() => host.stop())
      await listenOn(host, env)
      return stop
    }
    const { openSchool } = await import('#server/openSchool.ts')
    const { app, welcome } = await openSchool({
      env,
      ...(await reached),
      isDemo,
      isPaced,
      isFurther,
      builtWeb,
      say,
      ends,
    })
    await listenOn(app, env)
    if (!isFurther) await welcome()
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
