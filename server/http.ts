import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers'
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerFactory } from 'fastify'
import { referenceHeader } from '#contract/answer.plain.ts'
import type { WriteName } from '#contract/index.ts'
import { serveCallables } from '#server/callables.ts'
import type { Door } from '#server/door.ts'
import { serveFirstAnswers } from '#server/firstAnswers.ts'
import { serveLive } from '#server/liveStream.ts'
import { serveMailbox } from '#server/mailbox.ts'
import { refuseOverload } from '#server/overload.ts'
import { openAdmission } from '#server/platform/admission.ts'
import { openCounts } from '#server/platform/allowance.ts'
import { isOutage, isRefusedValue } from '#server/platform/databaseErrors.ts'
import { outOfReachText, unauthenticated } from '#server/platform/errors.ts'
import { attachments } from '#server/functions.ts'
import { guest } from '#server/platform/actor.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Live } from '#server/platform/live.ts'
import { log } from '#server/platform/log.ts'
import { openMeter } from '#server/platform/meter.ts'
import { nameRequest, type RequestName, runAs } from '#server/platform/requestId.ts'
import { openTraffic, type Stop, type Traffic } from '#server/platform/traffic.ts'
import type { House } from '#server/house.ts'
import { serveHealth } from '#server/health.ts'
import { serveMetrics } from '#server/metrics.ts'
import { loadReady, scriptHashes, servePages, serveWebFiles } from '#server/pages.ts'
import { serveManifest } from '#server/appManifest.ts'
import { serveSitemap } from '#server/sitemap.ts'
import { cardHook } from '#server/money/cards/hook.ts'
import { classListFiles } from '#server/enrolment/classes/files.ts'
import { pictureRoutes } from '#server/school/config/files.ts'
import { eventRoutes } from '#server/communication/events/files.ts'
import { fileRoutes } from '#server/access/files/routes.ts'
import { importRoutes } from '#server/exchange/imports/files.ts'
import { type AttestationSettings, openAttester } from '#server/access/identity/attestation.ts'
import { attestationRoutes } from '#server/access/identity/attestationRoutes.ts'
import { authenticate, authenticateCookie } from '#server/access/identity/actor.ts'
import type { Callers } from '#server/access/identity/callers.ts'
import { sessionCookie } from '#server/access/identity/cookie.ts'
import { type Hosted, identityRoutes } from '#server/access/identity/http.ts'
import { oneRosterFiles } from '#server/exchange/oneroster/files.ts'
import { oneRosterService } from '#server/exchange/oneroster/rest.ts'
import { householdFiles } from '#server/people/parents/files.ts'
import { labelFiles } from '#server/people/parents/labelFiles.ts'
import { balanceFiles } from '#server/money/payments/balanceFiles.ts'
import { moneyRoutes } from '#server/money/payments/files.ts'
import { receivedFiles } from '#server/money/payments/receivedFiles.ts'
import { auditFiles } from '#server/access/audit/files.ts'
import { dutyFiles } from '#server/communication/duties/files.ts'
import { begunFiles } from '#server/enrolment/enrolments/files.ts'
import { answerColumns } from '#server/people/forms/columns.ts'
import { studentFiles } from '#server/people/students/files.ts'
import { teacherFiles } from '#server/people/teachers/files.ts'
import { endStaffRoles } from '#server/access/users/acts.ts'
import { userFiles } from '#server/access/users/files.ts'
import { ownDataFile } from '#server/ownData.ts'
import { schoolFilesRoute } from '#server/schoolFilesRoute.ts'

/**
 * The content security policy (stack, last line). It allows nothing from other sites, except Turnstile if the
 * school has chosen it, and nothing inline but the page's own first script.
 */
const policyWith = ({ mode, turnstile }: AttestationSettings): string => {
  const widget = turnstile && mode !== 'off' ? ` ${new URL(turnstile.url).origin}` : ''
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...scriptHashes()].join(' ') + widget,
    `frame-src 'self'${widget}`,
    // The worker that solves challenges (web/wire/proofWorker.ts).
    "worker-src 'self'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The addresses at which browsers sign in with a hosted identity service. */
const toHosted = "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com"

/** The maximum size of a body in bytes. Callables and mails contain a draft at most. */
const bodyLimit = 1024 * 1024
const tooLargeText = 'This is too much to send at once. Go back, select fewer records, and do the rest afterwards.'

/**
 * Milliseconds within which a whole request must have arrived, or its connection is closed. This is enough for a large
 * file over a slow line.
 */
const requestTimeoutMs = 120_000

/** Milliseconds to wait for answers under way when a stop begins. */
const drainMs = 15_000

export type HttpTools = House & {
  door: Door
  live: Live
  /** The cache of callers; without it the database is asked each time. */
  callers?: Callers
  jobs: Jobs
  enumerationProtection: boolean
  /** The hosted identity service that browsers use in place of Lantern's own, with its key for browsers. */
  hosted?: (Hosted & { apiKey: string }) | undefined
  proxies: number
  isPaced: boolean
  attestation: AttestationSettings
  /** The maximum number of calls under way at once, if a test needs another one. */
  mostCalls?: number | undefined
  /** The number of calls served at a time if other schools share the process; further calls wait. */
  callsAtOnce?: number | undefined
  /** The stop options in a program that may be replaced by another; tests leave them out. */
  stop?: Pick<Stop, 'lingerMs' | 'isShared'>
  /** The token for the metrics; without it there are none. */
  metricsToken?: string | undefined
  /**
   * True if a process with many schools itself serves what is the same for all: health checks and the files of the web
   * app.
   */
  isFrontElsewhere?: boolean
}

/**
 * Gives every request a name, which appears on each of its log lines and in the headers of its answer. A proxy may have
 * given it one.
 */
const nameRequests = (app: FastifyInstance, isBehindProxy: boolean): void => {
  const names = new WeakMap<FastifyRequest, RequestName>()
  app.addHook('onRequest', (request, reply, done) => {
    const name = nameRequest(isBehindProxy ? request.headers['x-request-id'] : undefined)
    names.set(request, name)
    void reply.headers({ 'x-request-id': name.id, [referenceHeader]: name.reference })
    runAs(name, done)
  })
  // A body arrives in separate events, which don't carry the request's context.
  app.addHook('preValidation', (request, _reply, done) => runAs(names.get(request)!, done))
}

/**
 * Sends answers that are ready at the same time right after one another. Each wakes the process that waits for it,
 * which is costly if that process falls asleep again before the next one.
 */
const sendTogether = (app: FastifyInstance): void => {
  let waiting: (() => void)[] = []
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    waiting.push(done)
    if (waiting.length > 1) return
    setImmediate(() => {
      const all = waiting
      waiting = []
      for (const send of all) send()
    })
  })
}

type Bare = Pick<HttpTools, 'proxies' | 'attestation' | 'hosted' | 'stop'> & {
  isHttps: boolean
  /** Creates the HTTP server, if not all of its requests are for this app. */
  serverFactory?: FastifyServerFactory
}

/**
 * Routes declare no schemas, since the door checks calls. The schema compilers are large, and this way they are never
 * loaded.
 */
const noSchemas = () => {
  throw new Error('Routes must not declare schemas.')
}

/**
 * Sets up what applies to every answer, before any route: names, headers, errors, and a stop that waits for answers
 * under way.
 */
export const openHttp = (tools: Bare): { app: FastifyInstance; traffic: Traffic } => {
  const policy = policyWith(tools.attestation)
  const app = fastify({
    bodyLimit,
    requestTimeout: requestTimeoutMs,
    trustProxy: (_address, hop) => hop < tools.proxies,
    forceCloseConnections: true,
    // Requests that arrive while a stop waits for others are answered, too.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    ...(tools.serverFactory && { serverFactory: tools.serverFactory }),
  })
  const traffic = openTraffic(app.server)
  app.addHook('preClose', () => traffic.drain({ limitMs: drainMs, lingerMs: 0, isShared: false, ...tools.stop }))
  app.addHook('onRequest', (_request, reply, done) => {
    traffic.count(reply.raw)
    done()
  })
  nameRequests(app, tools.proxies > 0)
  const standing = {
    'content-security-policy': tools.hosted ? `${policy}; ${toHosted}` : policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // Lantern's pages open windows of sign-in providers and need to know when one is closed.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(tools.isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    // Answers that may be cached set their own header.
    'cache-control': 'no-store',
  }
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(standing)
    done()
  })
  sendTogether(app)
  app.setErrorHandler(async (error: { statusCode?: number; message: string }, _request, reply) => {
    if (isOutage(error))
      return reply.code(503).header('retry-after', '2').type('text/plain; charset=utf-8').send(outOfReachText)
    const refused = isRefusedValue(error) ? 400 : error.statusCode
    if (refused !== undefined && refused < 500)
      return reply
        .code(refused)
        .type('text/plain; charset=utf-8')
        .send(refused === 413 ? tooLargeText : 'This request was not understood.')
    log.error({ err: error }, 'a request failed')
    return reply
      .code(500)
      .type('text/plain; charset=utf-8')
      .send(`Something went wrong. The details are in the log. Reference: ${String(reply.getHeader(referenceHeader))}`)
  })
  return { app, traffic }
}

/**
 * Builds everything that Lantern serves over HTTP: callables, identity, live updates, files, and the pages themselves.
 */
export const buildHttp = (tools: HttpTools): FastifyInstance => {
  const { database, hosted } = tools
  const settings = { ...tools.settings, hosted }
  const { callers } = tools
  const bearerOf = (token: string) => authenticate(database, { ...settings, callers }, token)
  const { app, traffic } = openHttp({ ...tools, isHttps: settings.publicUrl.startsWith('https:') })
  const meter = tools.metricsToken === undefined ? undefined : openMeter()
  const actorOf = async (cookies: string | undefined) => {
    const value = sessionCookie(cookies)
    return (value ? await authenticateCookie(database, value, new Date(), callers) : null) ?? guest
  }

  const counts = settings.counts ?? openCounts()
  const admission = openAdmission(tools.mostCalls, tools.callsAtOnce)
  refuseOverload(app, admission, tools.door.isShared)
  const attestation = { database, publicUrl: settings.publicUrl, settings: tools.attestation }
  const attester = openAttester(attestation)
  const callables = {
    door: tools.door,
    attest: attester.attest,
    authenticate: bearerOf,
    origins: [new URL(settings.publicUrl).origin],
    counts: tools.isPaced ? counts : undefined,
    meter,
  }
  serveCallables(app, callables)
  serveFirstAnswers(app, { ...callables, publicUrl: settings.publicUrl, web: loadReady(), live: tools.live, actorOf })
  identityRoutes(app, {
    database,
    settings: { ...settings, enumerationProtection: tools.enumerationProtection },
    jobs: tools.jobs,
    endStaffRoles,
    attester,
  })
  attestationRoutes(app, { ...attestation, counts: tools.isPaced ? counts : undefined })
  serveLive(app, { live: tools.live, traffic, actorOf })
  /**
   * Takes a file sent as the request body through the door, like any call of the token's bearer. Throws
   * `unauthenticated` without a valid token.
   */
  const callWith = async (name: WriteName, request: FastifyRequest, input: object) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const caller = token ? await bearerOf(token) : null
    if (!caller) throw unauthenticated('SIGN_IN_NEEDED', 'Sign in first.')
    const operationId = request.headers['x-operation-id'] ?? randomUUID()
    return tools.door.call({ name, data: { operationId, ...input }, ...caller, address: request.ip })
  }
  pictureRoutes(app, { database, add: (request, picture) => callWith('config-addPicture', request, picture) })
  importRoutes(app, {
    database,
    actorOf,
    clock: tools.clock,
    start: (request, file) => callWith('imports-start', request, file),
  })
  oneRosterFiles(app, {
    database,
    clock: tools.clock,
    actorOf,
    add: (request, upload) => callWith('oneroster-upload', request, upload),
  })
  oneRosterService(app, { database, publicUrl: settings.publicUrl, clock: tools.clock, counts })
  cardHook(app, tools)
  moneyRoutes(app, { database, actorOf, clock: tools.clock })
  eventRoutes(app, { database, publicUrl: settings.publicUrl, clock: tools.clock, actorOf })
  fileRoutes(app, {
    attachments,
    database,
    clock: tools.clock,
    authenticate: bearerOf,
    actorOf,
  })
  ownDataFile(app, { database, door: tools.door, attachments, clock: tools.clock, actorOf, counts })
  schoolFilesRoute(app, { database, actorOf, clock: tools.clock, counts })
  for (const files of [
    studentFiles(answerColumns),
    teacherFiles,
    householdFiles,
    userFiles,
    balanceFiles,
    receivedFiles,
    classListFiles,
    labelFiles,
    auditFiles,
    begunFiles,
    dutyFiles,
  ])
    files(app, { database, actorOf, clock: tools.clock })
  if (settings.isDemo) serveMailbox(app, database)
  if (tools.metricsToken !== undefined && meter)
    serveMetrics(app, { ...tools, token: tools.metricsToken, meter, traffic, admission })
  serveManifest(app, { door: tools.door })
  serveSitemap(app, { door: tools.door, publicUrl: settings.publicUrl })
  if (!tools.isFrontElsewhere) {
    serveHealth(app, { database, traffic })
    serveWebFiles(app)
  }
  servePages(app, { door: tools.door, live: tools.live, publicUrl: settings.publicUrl, hosted, actorOf })
  return app
}
