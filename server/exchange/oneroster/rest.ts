import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { oneRosterBasePath, oneRosterTokenPath, rosterScopes, type RosterScope } from '#contract/exchange/oneroster.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isOutage, isRefusedValue } from '#server/platform/databaseErrors.ts'
import type { Database } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import type { Counts } from '#server/platform/allowance.ts'
import { isOn } from '#server/school/config/acts.ts'
import { rosterOfProgram, switchedOff } from './policy.ts'
import { findProgram, issueToken, programOf, tokenSeconds } from './programs.ts'
import { RestError, statusInfo } from './restErrors.ts'
import { placeOf } from './restPaths.ts'
import { type Asked, readPlace, selection } from './restQueries.ts'

type Tools = { database: Database; publicUrl: string; clock: Clock; counts: Counts }

const minute = 60_000
/**
 * Limits for the requests of one program, the tokens requested from one address, and the wrong secrets of one program.
 */
const limits = ({ allowance }: Counts) => ({
  requests: allowance('roster-requests', 600, minute),
  tokens: allowance('roster-tokens', 60, minute),
  mistakes: allowance('roster-mistakes', 10, 15 * minute),
})

const scopeNames = Object.keys(rosterScopes) as RosterScope[]
/** A scope by its URL, with http or https, or by its short name. */
const scopeNamed = (text: string): RosterScope | undefined =>
  scopeNames.find(name => text.replace(/^http:/, 'https:') === rosterScopes[name] || text === `${name}.readonly`)

const credentialsOf = (request: FastifyRequest, form: URLSearchParams): [string, string] => {
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (basic === undefined) return [form.get('client_id') ?? '', form.get('client_secret') ?? '']
  const text = Buffer.from(basic, 'base64').toString('utf8')
  const cut = text.indexOf(':')
  return cut < 0 ? [text, ''] : [text.slice(0, cut), text.slice(cut + 1)]
}

/** Serves tokens to programs by OAuth 2 client credentials (RFC 6749, sections 2.3.1, 4.4 and 5.2). */
const serveTokens = (
  app: FastifyInstance,
  { database, clock }: Tools,
  { tokens, mistakes }: ReturnType<typeof limits>,
) => {
  const refuse = (reply: FastifyReply, code: number, error: string, description: string) =>
    reply.code(code).send({ error, error_description: description })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  app.post(oneRosterTokenPath, async (request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const wait = tokens.take(request.ip)
    if (wait > 0)
      return refuse(
        reply.header('retry-after', wait),
        429,
        'slow_down',
        'Too many tokens were requested from this address.',
      )
    if (form.get('grant_type') !== 'client_credentials')
      return refuse(reply, 400, 'unsupported_grant_type', 'Only the grant type client_credentials is supported.')
    const [id, secret] = credentialsOf(request, form)
    const program = await findProgram(database.db, id, secret)
    if (!program) {
      const pause = mistakes.take(`${id.slice(0, 40)} ${request.ip}`)
      if (pause > 0) return refuse(reply.header('retry-after', pause), 429, 'slow_down', 'Too many wrong secrets.')
      return refuse(
        reply.header('www-authenticate', 'Basic realm="OneRoster"'),
        401,
        'invalid_client',
        'There is no program with this ID and secret.',
      )
    }
    if (!(await isOn(database.db, 'oneroster'))) return refuse(reply, 400, 'unauthorized_client', switchedOff)
    const asked = (form.get('scope') ?? '').split(/\s+/).filter(text => text !== '')
    const scopes = program.scopes.filter(name => asked.length === 0 || asked.some(text => scopeNamed(text) === name))
    if (scopes.length === 0)
      return refuse(reply, 400, 'invalid_scope', 'The program isn’t allowed any of these scopes.')
    const token = await issueToken(database, program, scopes, { address: request.ip, now: clock() })
    return reply.send({
      access_token: token,
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      scope: scopes.map(name => rosterScopes[name]).join(' '),
    })
  })
}

/** Links to the other pages of a list (REST binding 1.2, section 3.4.1; RFC 8288). */
const pageLinks = (
  url: string,
  asked: Asked,
  { total, limit, offset }: { total: number; limit: number; offset: number },
) => {
  const to = (rel: string, at: number) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value)
    query.set('limit', String(limit))
    query.set('offset', String(at))
    return `<${url}?${query.toString()}>; rel="${rel}"`
  }
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit
  return [
    ...(offset + limit < total ? [to('next', offset + limit)] : []),
    to('last', last),
    to('first', 0),
    ...(offset > 0 ? [to('prev', Math.max(0, offset - limit))] : []),
  ].join(', ')
}

const collections = {
  org: 'orgs',
  academicSession: 'academicSessions',
  course: 'courses',
  class: 'classes',
  user: 'users',
}

/**
 * Serves the OneRoster 1.2 Rostering Service, read only: the standard's lists, single objects and nested lists, for
 * programs with a token. Errors carry the standard's status information.
 */
const serveRoster = (
  app: FastifyInstance,
  { database, publicUrl, clock }: Tools,
  { requests }: ReturnType<typeof limits>,
) => {
  const base = `${publicUrl}${oneRosterBasePath}`
  app.setErrorHandler(async (error: Error, _request, reply) => {
    const known =
      error instanceof RestError
        ? error
        : isOutage(error)
          ? new RestError(503, 'server_busy', 'The school office can’t be reached at the moment.')
          : isRefusedValue(error)
            ? new RestError(400, 'invaliddata', 'A value in the request can’t be read.')
            : new RestError(500, 'internal_server_error', 'Something went wrong.')
    if (known.minor === 'internal_server_error') log.error({ err: error }, 'a roster request failed')
    if (known.http === 401) void reply.header('www-authenticate', 'Bearer realm="OneRoster"')
    if (known.http === 503) void reply.header('retry-after', '2')
    return reply.code(known.http).send(statusInfo(known))
  })
  app.all<{ Params: { '*': string }; Querystring: Record<string, string | string[]> }>(
    `${oneRosterBasePath}/*`,
    async (request, reply) => {
      void reply.header('cache-control', 'private, no-store')
      const token = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1]
      const program = token ? await programOf(database.db, token, clock()) : null
      if (!program) throw new RestError(401, 'unauthorisedrequest', 'A valid token is needed.')
      if (!(await isOn(database.db, 'oneroster'))) throw new RestError(403, 'forbidden', switchedOff)
      const wait = requests.take(program.id)
      if (wait > 0) {
        void reply.header('retry-after', wait)
        throw new RestError(429, 'server_busy', 'Too many requests. Try again in a moment.')
      }
      if (request.method !== 'GET') throw new RestError(405, 'unsupported', 'This service is read-only.')
      const place = placeOf(request.params['*'].replace(/\/$/, ''))
      if (!place) throw new RestError(404, 'unknownobject', 'There is no such address in this service.')
      if (!place.scopes.some(scope => program.scopes.includes(scope)))
        throw new RestError(
          403,
          'forbidden',
          `This needs one of the scopes ${place.scopes.map(name => rosterScopes[name]).join(' ')}.`,
        )
      const asked: Asked = Object.fromEntries(
        Object.entries(request.query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
      )
      const members = selection(place, asked['fields'])
      const found = await readPlace(database.db, rosterOfProgram, place, asked)
      const objects = found.page.map(row =>
        Object.fromEntries(
          members.map(name => [
            name,
            place.resource.members[name]!(row, (type, id) => ({
              href: `${base}/${collections[type]}/${String(id)}`,
              sourcedId: String(id),
              type,
            })),
          ]),
        ),
      )
      if (place.isSingle) return reply.send({ [place.envelope]: objects[0] })
      return reply
        .headers({
          'x-total-count': found.total,
          link: pageLinks(`${base}/${request.params['*']}`, asked, found),
        })
        .send({ [place.envelope]: objects })
    },
  )
}

/** Registers what other programs can reach: tokens and the roster. */
export const oneRosterService = (app: FastifyInstance, tools: Tools): void => {
  const counted = limits(tools.counts)
  void app.register(async inner => serveTokens(inner, tools, counted))
  void app.register(async inner => serveRoster(inner, tools, counted))
}
