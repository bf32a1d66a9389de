import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Settings } from '#server/env.ts'
import { listSchools } from '#server/many/registry.ts'
import { answerMetrics, connectionFigures } from '#server/metrics.ts'
import type { Connections } from '#server/platform/connections.ts'
import { log } from '#server/platform/log.ts'
import { figure } from '#server/platform/meter.ts'
import type { Traffic } from '#server/platform/traffic.ts'

type Watched = {
  env: Pick<Settings, 'METRICS_TOKEN'>
  pool: pg.Pool
  traffic: Traffic
  isFull(): boolean
  load: Connections['load']
  count(): { all: number; open: number }
}

/** The reason why no school can be served at the moment, in one sentence; null if they can. */
const hindrance = async ({ pool, traffic, isFull }: Watched): Promise<string | null> => {
  if (traffic.isClosing()) return 'Lantern is shutting down.'
  try {
    await pool.query('select')
    return isFull() ? 'The database’s disk is full, so nothing can be saved. Free some space.' : null
  } catch {
    return 'The database does not answer.'
  }
}

/**
 * Metrics that only the database knows, for all schools together; `npm run schools -- list` tells which school it is.
 */
const ofDatabase = async ({ pool }: Watched): Promise<string[]> => {
  const up = (value: number) =>
    figure('lantern_database_up', 'gauge', '1 if the database answers, 0 if it doesn’t.', value)
  try {
    const failed = (await listSchools(pool)).filter(({ problem }) => problem !== null).length
    return [
      up(1),
      figure('lantern_schools_failed', 'gauge', 'Schools whose tables could not be brought up to date.', failed),
    ]
  } catch (error) {
    log.warn({ err: error }, 'the database can’t be reached for metrics')
    return [up(0)]
  }
}

/**
 * Serves the monitoring of a process with many schools, at any host name: `/healthz` tells that it is alive, `/readyz`
 * whether it can serve people, `/metrics` how it performs.
 */
export const watchHost = (app: FastifyInstance, watched: Watched): void => {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain; charset=utf-8').send('ok'))
  app.get('/readyz', async (_request, reply) => {
    const why = await hindrance(watched)
    return reply
      .code(why === null ? 200 : 503)
      .type('text/plain; charset=utf-8')
      .send(why ?? 'ready')
  })
  const token = watched.env.METRICS_TOKEN
  if (token === undefined) return
  answerMetrics(app, token, {
    own: () => {
      const { all, open } = watched.count()
      return [
        figure('lantern_schools', 'gauge', 'Schools of this process, all and open; open ones answer calls.', [
          ['', { kind: 'all' }, all],
          ['', { kind: 'open' }, open],
        ]),
        connectionFigures({ schools: watched.load() }),
      ].join('')
    },
    others: () => ofDatabase(watched),
  })
}
