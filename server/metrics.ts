import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Admission } from '#server/platform/admission.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { figure, type Meter } from '#server/platform/meter.ts'
import { queueState } from '#server/platform/queue.ts'
import { processNumber } from '#server/platform/processNumber.ts'
import type { Traffic } from '#server/platform/traffic.ts'
import { lastGoodBackup } from '#server/school/backups/acts.ts'

type Tools = {
  token: string
  meter: Meter
  traffic: Traffic
  admission: Pick<Admission, 'refused'>
  database: Database
  schema: string
  clock: Clock
}

type Load = ReturnType<Database['load']>['calls']

const lagResolutionMs = 20
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Labels the metrics with the process they are from, if there are several: each reading may reach another one. */
const ofProcess = (text: string, number: string): string =>
  text.replaceAll(/^(lantern_\w+)(?:\{(.*)\})? /gm, (_line, name: string, labels?: string) => {
    const all = [`process="${number}"`, ...(labels ? [labels] : [])]
    return `${name}{${all.join(',')}} `
  })

/** Metrics that only the database knows. If it doesn't answer, only that it is down. */
const ofDatabase = async ({ database, schema, clock }: Tools): Promise<string[]> => {
  const up = (value: number) =>
    figure('lantern_database_up', 'gauge', '1 if the database answers, 0 if it doesn’t.', value)
  try {
    const queue = await queueState(database.pool, schema)
    const backup = await lastGoodBackup(database.db)
    return [
      up(1),
      figure('lantern_jobs_waiting', 'gauge', 'Jobs that are due and have not started.', queue.waiting),
      figure('lantern_jobs_oldest_seconds', 'gauge', 'How long the oldest due job has waited.', queue.oldestSeconds),
      figure(
        'lantern_jobs_failed',
        'gauge',
        'Jobs that failed for good in the last week, by kind.',
        queue.failed.map(({ name, count }) => ['', { job: name }, count] as const),
      ),
      figure(
        'lantern_backup_age_seconds',
        'gauge',
        'Age of the last good backup; missing if there is none.',
        backup ? [['', {}, (clock().getTime() - backup.getTime()) / 1000]] : [],
      ),
    ]
  } catch (error) {
    log.warn({ err: error }, 'the database can’t be reached for metrics')
    return [up(0)]
  }
}

/**
 * Serves `GET /metrics` in the text format of Prometheus to callers with the token. Nothing in it is about a person.
 * Without the setting METRICS_TOKEN there is no such address. `own` are the metrics of the process, `others` those of
 * the database.
 */
export const answerMetrics = (
  app: FastifyInstance,
  token: string,
  figures: { own(): string; others(): Promise<string[]> },
): void => {
  const lag = monitorEventLoopDelay({ resolution: lagResolutionMs })
  lag.enable()
  app.addHook('onClose', async () => void lag.disable())
  const wanted = digest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted))
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain; charset=utf-8')
        .send('Send METRICS_TOKEN as a bearer token.')
    // The monitor measures the whole interval between two ticks.
    const lagSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - lagResolutionMs / 1000) || 0
    const lags = { '0.5': lag.percentile(50), '0.99': lag.percentile(99), '1': lag.max }
    lag.reset()
    const { rss, heapUsed } = process.memoryUsage()
    const own = [
      figures.own(),
      figure(
        'lantern_event_loop_lag_seconds',
        'gauge',
        'How late the event loop has run since the last reading, by quantile.',
        Object.entries(lags).map(([quantile, value]) => ['', { quantile }, lagSeconds(value)] as const),
      ),
      figure('lantern_memory_bytes', 'gauge', 'Memory that the process uses.', [
        ['', { kind: 'resident' }, rss],
        ['', { kind: 'heap' }, heapUsed],
      ]),
      figure('lantern_uptime_seconds', 'gauge', 'How long the process has been running.', Math.round(process.uptime())),
    ].join('')
    const number = process.env[processNumber]
    const text = [number === undefined ? own : ofProcess(own, number), ...(await figures.others())].join('')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
}

/** The metrics of the connections to the database, by pool. */
export const connectionFigures = (pools: Record<string, Load>): string =>
  (['used', 'most', 'waiting'] as const)
    .map(state =>
      figure(
        `lantern_database_connections_${state}`,
        'gauge',
        {
          used: 'Connections to the database in use, by pool.',
          most: 'The most connections that a pool can have.',
          waiting: 'Callers waiting for a connection, by pool.',
        }[state],
        Object.entries(pools).map(([pool, load]) => ['', { pool }, load[state]] as const),
      ),
    )
    .join('')

/** Serves the metrics of a process that has one school. */
export const serveMetrics = (app: FastifyInstance, tools: Tools): void => {
  app.addHook('onResponse', async (_request, reply) => tools.meter.answered(reply.statusCode))
  answerMetrics(app, tools.token, {
    own: () =>
      [
        tools.meter.text(),
        figure('lantern_event_streams', 'gauge', 'Browsers waiting for live updates.', tools.traffic.staying()),
        figure('lantern_calls_turned_away_total', 'counter', 'Calls turned away because too many were in progress.', [
          ['', {}, tools.admission.refused()],
        ]),
        connectionFigures(tools.database.load()),
      ].join(''),
    others: () => ofDatabase(tools),
  })
}
