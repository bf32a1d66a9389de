import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import { migrationState } from '#server/migrate.ts'
import type { Database } from '#server/platform/db.ts'
import type { Traffic } from '#server/platform/traffic.ts'

/** Milliseconds to wait for the database. One that takes longer for a single small query can't serve pages. */
const patienceMs = 5_000

/** The reason why people can't be served at the moment, in one sentence; null if they can. */
const hindrance = async (database: Database, traffic: Traffic): Promise<string | null> => {
  if (traffic.isClosing()) return 'Lantern is shutting down.'
  const late = new AbortController()
  try {
    const state = await Promise.race([
      migrationState(database.pool),
      pause(patienceMs, null, { signal: late.signal, ref: false }),
    ])
    if (state === null) return 'The database is taking too long to answer.'
    if (state.missing.length > 0) return 'The database is not up to date. Restart Lantern.'
    return database.isFull() ? 'The database’s disk is full, so nothing can be saved. Free some space.' : null
  } catch {
    return 'The database does not answer.'
  } finally {
    late.abort()
  }
}

/**
 * `GET /healthz` tells that the process is alive. `GET /readyz` tells whether it can serve people, else 503 with the
 * reason.
 */
export const serveHealth = (app: FastifyInstance, tools: { database: Database; traffic: Traffic }): void => {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain; charset=utf-8').send('ok'))
  app.get('/readyz', async (_request, reply) => {
    const why = await hindrance(tools.database, tools.traffic)
    return reply
      .code(why === null ? 200 : 503)
      .type('text/plain; charset=utf-8')
      .send(why ?? 'ready')
  })
}
