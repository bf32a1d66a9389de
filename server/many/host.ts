import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { askCardsAt } from '#server/money/cards/provider.ts'
import type { Settings } from '#server/env.ts'
import { type Answerer, openFront } from '#server/many/front.ts'
import { type Listed, listSchools, makeRegistry, noteCalls, registrySchema } from '#server/many/registry.ts'
import { addressOf, type Ground, type School, schoolOn } from '#server/many/schools.ts'
import { openTurns, type Turns } from '#server/many/turns.ts'
import { watchHost } from '#server/many/watch.ts'
import { openConnections, openPool } from '#server/platform/connections.ts'
import { unusable } from '#server/platform/databaseErrors.ts'
import { openFlush } from '#server/platform/flush.ts'
import { openEar } from '#server/platform/live.ts'
import { log } from '#server/platform/log.ts'
import { allowPrivateHosts } from '#server/platform/outgoing.ts'
import type { Room } from '#server/platform/room.ts'
import { readSecretKey, sealWith } from '#server/platform/secrets.ts'

/** Milliseconds after which a school that nobody calls is closed, until the next call. */
const usualIdleMs = 10 * 60_000
/** Milliseconds between checks for such schools. Each check also records which schools were called. */
const lookMs = 30_000
/** Milliseconds to wait for answers under way when a stop begins. */
const drainMs = 15_000
const lingerMs = 1_000
/** Connections for the registry, for queues, and for the news between processes. */
const ownConnections = 6

type HostStart = {
  env: Settings
  url: string
  room?: Room | undefined
  isPaced: boolean
  /** True if another process brings the schools up to date. */
  isFurther: boolean
  /** True if other processes listen on the same port. */
  isShared: boolean
  say(line: string): void
}
/** A process that serves many schools. */
export type Host = Pick<FastifyInstance, 'listen'> & {
  /** The number of schools, and how many of them currently answer calls. */
  count(): { all: number; open: number }
  /** Closes schools that nobody has needed for `idleMs` milliseconds, as happens by itself every 30 seconds. */
  rest(idleMs: number): Promise<void>
  stop(): Promise<void>
}

/** True unless a school must be reopened because its entry in the registry has changed. */
const isSame = (a: Listed, b: Listed): boolean =>
  a.state === b.state && a.host === b.host && a.sealedKey === b.sealedKey

/** Serves the schools of a database’s registry and opens each when it is called. */
export const openHost = async (start: HostStart): Promise<Host> => {
  const { env, url, room } = start
  const key = await readSecretKey(env.SECRET_KEY, resolve(env.DATA_DIR))
  askCardsAt(env.STRIPE_URL)
  allowPrivateHosts(env.PRIVATE_HOSTS ?? [])
  const pool = openPool({ connectionString: url, max: ownConnections })
  const ends: (() => unknown)[] = [() => pool.end()]
  const close = async () => {
    for (const end of ends.splice(0).reverse())
      await Promise.resolve(end()).catch((error: unknown) => log.error({ err: error }, 'an error while stopping'))
  }
  try {
    await makeRegistry(pool).catch((error: unknown) => {
      throw env.DATABASE_URL ? unusable(error) : error
    })
    const ear = await openEar(pool)
    ends.push(() => ear.close())
    let turns: Turns | undefined
    let isStopping = false
    const ground: Ground = {
      env,
      url,
      pool,
      connections: openConnections(env.CONNECTIONS),
      flushed: openFlush(pool),
      ear,
      key,
      seal: sealWith(key),
      room,
      isPaced: start.isPaced,
      // A school closed by itself need not linger. At the end of the process all of them do, as a single school would.
      stop: {
        get lingerMs() {
          return isStopping ? lingerMs : 0
        },
        isShared: false,
      },
      enqueued: schema => turns?.enqueued(schema),
    }
    const schools = new Map<string, School>()
    const atHost = new Map<string, Answerer>()
    const called = new Set<string>()
    const leavings = new Set<Promise<void>>()

    const read = async (): Promise<void> => {
      const listed = await listSchools(pool)
      atHost.clear()
      const gone = new Map(schools)
      for (const each of listed) {
        const known = schools.get(each.schema)
        const school = known && isSame(known.listed, each) ? known : schoolOn(ground, each)
        schools.set(each.schema, school)
        if (school === known) gone.delete(each.schema)
        atHost.set(each.host, each.state === 'open' ? { school } : { why: each.state })
        for (const host of each.formerHosts) atHost.set(host, { movedTo: addressOf(env, each.host) })
      }
      for (const [schema, school] of gone) {
        if (schools.get(schema) === school) schools.delete(schema)
        const leaving = school
          .close()
          .catch((error: unknown) => log.error({ err: error, schema }, 'a school could not be closed'))
          .finally(() => leavings.delete(leaving))
        leavings.add(leaving)
      }
    }
    let reading = Promise.resolve()
    /** Readings run one after the other, and the last one counts. */
    const readAgain = (): Promise<void> =>
      (reading = reading
        .then(read)
        .catch((error: unknown) => log.error({ err: error }, 'the registry of schools can’t be read')))
    await read()
    ends.push(ear.join(registrySchema, { heard: () => void readAgain(), listening: is => void (is && readAgain()) }))

    turns = await openTurns(pool, schema => {
      const school = schools.get(schema)
      return school?.listed.state === 'open' ? school : undefined
    })
    ends.push(() => Promise.all([...leavings, ...[...schools.values()].map(each => each.end())]))
    ends.push(() => turns?.stop())

    const rest = async (idleMs: number): Promise<void> => {
      const names = [...called]
      called.clear()
      if (names.length > 0) await noteCalls(pool, names)
      for (const school of schools.values()) await school.rest(idleMs)
    }
    const looking = setInterval(() => {
      rest(usualIdleMs).catch((error: unknown) => log.warn({ err: error }, 'idle schools could not be closed'))
    }, lookMs)
    ends.push(() => clearInterval(looking))

    const count = () => ({
      all: schools.size,
      open: [...schools.values()].filter(each => each.isOpen()).length,
    })
    const { app, traffic } = openFront(env, host => {
      const found = (host !== null && atHost.get(host)) || ({ why: 'unknown' } as const)
      if (!('school' in found)) return found
      if (isStopping && !found.school.isOpen()) return { why: 'failed' }
      called.add(found.school.listed.schema)
      return found
    })
    watchHost(app, {
      env,
      pool,
      traffic,
      isFull: () => room?.isFull() ?? false,
      load: () => ground.connections.load(),
      count,
    })

    /** One school after the other, while all others are served. A school that fails doesn't hold up the others. */
    const bringUpToDate = async (): Promise<void> => {
      for (const school of schools.values())
        if (!isStopping && school.listed.state === 'open' && !school.isReady())
          await school.ready().catch(() => undefined)
    }
    const upToDate = start.isFurther ? Promise.resolve() : bringUpToDate()
    ends.push(() => upToDate)
    if (!start.isFurther)
      start.say(
        schools.size === 0
          ? 'Lantern is open and has no school yet. Add one: npm run schools -- add HOST'
          : `Lantern is open. Schools: ${schools.size}. To see them: npm run schools -- list`,
      )
    return {
      listen: app.listen.bind(app) as FastifyInstance['listen'],
      count,
      rest,
      async stop() {
        isStopping = true
        // Requests that arrive in the meantime on connections that seem idle are answered, too.
        await Promise.all([
          traffic.drain({ limitMs: drainMs, lingerMs, isShared: start.isShared }),
          ...[...schools.values()].map(each => each.end()),
        ])
        await app.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
