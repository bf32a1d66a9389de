import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type Attestation,
  callsPerMinute,
  mostReads,
  readsPath,
  type Role,
  serverTimeoutMs,
  viewHeader,
} from '#contract/callable.ts'
import { changedHeader } from '#contract/answer.plain.ts'
import { type Code, statuses } from '#contract/errors.ts'
import { type Door, shown } from '#server/door.ts'
import type { Counts } from '#server/platform/allowance.ts'
import { Deadline } from '#server/platform/deadline.ts'
import { decode, isTooDeep } from '#server/platform/encoding.ts'
import { CallError } from '#server/platform/errors.ts'
import { openLines } from '#server/platform/eventStream.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import { log } from '#server/platform/log.ts'
import type { Meter } from '#server/platform/meter.ts'
import { networkOf } from '#server/platform/network.ts'

/** Milliseconds of silence after which a stream gets a ping, so that proxies don't close it (wire A8). */
const heartbeatMs = 30_000

export type CallableTools = {
  door: Door
  /** The caller that a token stands for; null if the token is not valid. */
  authenticate(token: string): Promise<{ actor: Actor; claimedRoles: readonly Role[] } | null>
  /** True if a call may go on with the attestation token that came with it (wire D). */
  attest(token: unknown, need: Attestation | undefined, name: string): Promise<boolean>
  /** Counts the calls of each caller; without it there is no limit. */
  counts?: Counts | undefined
  /** Counts calls for the metrics; without it they aren't counted. */
  meter?: Meter | undefined
  /** Origins besides Lantern's own whose pages may call; `all` reflects any origin (wire A6). */
  origins: 'all' | readonly string[]
}

/** Limits how many calls each caller may make per minute. The result throws `resource-exhausted` beyond that. */
export const pacing = ({ allowance }: Counts) => {
  const left = {
    read: allowance('reads', callsPerMinute.read, 60_000),
    write: allowance('writes', callsPerMinute.write, 60_000),
  }
  const told = allowance('logged', 1, 60_000)
  return (kind: 'read' | 'write', actor: Actor, address: string): void => {
    const caller = actor.accountId ?? networkOf(address)
    const wait = left[kind].take(caller)
    if (wait === 0) return
    if (told.take(caller) === 0) log.warn({ kind, account: actor.accountId, address }, 'someone calls too often')
    throw new CallError('resource-exhausted', `Too many requests. Try again in ${wait} seconds.`, {
      reason: 'TOO_MANY_REQUESTS',
      seconds: wait,
    })
  }
}

const badRequest = () => new CallError('invalid-argument', 'Bad Request')
const unauthenticated = () => new CallError('unauthenticated', 'Unauthenticated')

/** An error in the wire form. */
export const errorBody = ({ code, message, details }: CallError): string =>
  JSON.stringify({ error: { ...(details === undefined ? {} : { details }), message, status: statuses[code].status } })

/**
 * An answer that many callers share is one object. It is serialized and compressed once and kept as the bytes to send.
 */
type Shared = { plain: Buffer; packed: Promise<Buffer> }
const shared = new WeakMap<object, Shared>()
const pack = promisify(gzip)
const sharedBody = (result: object): Shared => {
  let body = shared.get(result)
  if (body === undefined) {
    const plain = Buffer.from(JSON.stringify({ result }))
    shared.set(result, (body = { plain, packed: pack(plain) }))
    body.packed.catch(() => undefined)
  }
  return body
}
/**
 * True if all callers of the same roles get this answer. Answers that differ by caller are never compressed, since
 * their length would reveal something about them.
 */
const isSharedAnswer = (door: Door, name: string, result: unknown): result is object =>
  door.isShared(name) && typeof result === 'object' && result !== null
/** An answer in the wire form. */
export const resultBody = (door: Door, name: string, result: unknown): string =>
  isSharedAnswer(door, name, result) ? sharedBody(result).plain.toString() : JSON.stringify({ result })

/** Ends calls when their connection closes, unless they have been answered. */
export const leaveWith = (raw: ServerResponse, deadlines: readonly Deadline[]): void => {
  raw.on('close', () => {
    if (!raw.writableFinished) for (const deadline of deadlines) deadline.leave()
  })
}

/** Serves callables at `/fn/{name}` and in the form that the official client uses toward an emulator (wire A1). */
export const serveCallables = (app: FastifyInstance, tools: CallableTools): void => {
  const pace = tools.counts && pacing(tools.counts)
  const serve = (request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) =>
    answer(request, reply, tools, pace)
  // The request body stays bytes: its shape is checked here, in the order of wire A3.
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    // `*` covers all types. `application/json` is the usual one and is found faster.
    scope.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
      const bad = error instanceof CallError || (error.statusCode !== undefined && error.statusCode < 500)
      if (!bad) log.error({ err: error }, 'a call failed before it reached its function')
      return reply
        .code(bad ? 400 : 500)
        .header('vary', 'Origin')
        .type('application/json; charset=utf-8')
        .send(errorBody(bad ? badRequest() : new CallError('internal', 'INTERNAL')))
    })
    for (const url of ['/fn/:name', '/lantern/us-central1/:name']) {
      scope.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'], url, handler: serve })
    }
    // Lantern's own pages send all reads of a screen in one request. Other clients call one by one (wire A1).
    scope.post(readsPath, (request, reply) => answerTogether(request, reply, tools, pace))
  })
}

const readBody = (request: FastifyRequest): object => {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (request.method !== 'POST' || type !== 'application/json' || !Buffer.isBuffer(request.body)) throw badRequest()
  let body: unknown
  try {
    body = JSON.parse(request.body.toString('utf8'))
  } catch {
    throw badRequest()
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body) || isTooDeep(body)) throw badRequest()
  return body
}

/** The data of one call. */
const readData = (request: FastifyRequest): unknown => {
  const body = readBody(request)
  if (!('data' in body) || Object.keys(body).length !== 1) throw badRequest()
  return body.data
}

const ManyReads = z.strictObject({
  calls: z.array(z.strictObject({ name: z.string(), data: z.unknown() })).check(z.minLength(1), z.maxLength(mostReads)),
})

const caller = async (request: FastifyRequest, tools: CallableTools) => {
  const header = request.headers.authorization
  if (header === undefined) return { actor: guest }
  const token = /^Bearer (.*)$/i.exec(header)?.[1]
  const found = token ? await tools.authenticate(token) : null
  if (!found) throw unauthenticated()
  return found
}

type Asked = FastifyRequest<{ Params: { name: string } }>
type Pace = ReturnType<typeof pacing> | undefined

/** Answers a browser's preflight request from another origin (wire A6). */
const preflight = (request: Asked, reply: FastifyReply): FastifyReply => {
  const asked = request.headers['access-control-request-headers']
  if (asked) void reply.header('access-control-allow-headers', asked)
  return reply
    .code(204)
    .header('access-control-allow-methods', 'POST')
    .header('vary', 'Origin, Access-Control-Request-Headers')
    .header('content-length', '0')
    .send()
}

type DoorCall = {
  name: string
  data: () => unknown
  caller: () => ReturnType<typeof caller>
  deadline: Deadline
  send?: ((chunk: unknown) => void) | undefined
  changed?: ((slices: readonly string[]) => void) | undefined
}

/** Takes a request to the door and counts its outcome. Throws the error to show to the caller. */
export const callDoor = async (
  request: FastifyRequest,
  tools: CallableTools,
  pace: Pace,
  call: DoorCall,
): Promise<unknown> => {
  const begun = performance.now()
  let outcome: Code = 'ok'
  try {
    return await passDoor(request, tools, pace, call)
  } catch (error) {
    const failure = shown(error, call.name)
    outcome = failure.code
    throw failure
  } finally {
    // Names that don't exist count under one name.
    const name = tools.door.kindOf(call.name) ? call.name : 'unknown'
    tools.meter?.called(name, outcome, (performance.now() - begun) / 1000)
  }
}

/** Passes a call to the door, in the order of the wire's steps (wire A3). Throws if one of them fails. */
const passDoor = async (
  request: FastifyRequest,
  tools: CallableTools,
  pace: Pace,
  call: DoorCall,
): Promise<unknown> => {
  const { name, deadline, send, changed } = call
  const kind = tools.door.kindOf(name)
  if (!kind) throw new CallError('not-found', 'This function does not exist.', { reason: 'NOT_FOUND' })
  const data = call.data()
  const { actor, ...claims } = await call.caller()
  const address = request.ip
  pace?.(kind, actor, address)
  if (!(await tools.attest(request.headers['x-firebase-appcheck'], tools.door.attestationOf(name), name)))
    throw unauthenticated()
  const messaging = request.headers['firebase-instance-id-token']
  const viewAs = request.headers[viewHeader]
  return tools.door.call({
    name,
    data: decode(data),
    actor,
    ...claims,
    ...(viewAs === undefined ? {} : { viewAs: String(viewAs) }),
    ...(typeof messaging === 'string' ? { messagingToken: messaging } : {}),
    address,
    deadline,
    ...(send ? { send } : {}),
    ...(changed ? { changed } : {}),
  })
}

const answer = async (
  request: Asked,
  reply: FastifyReply,
  tools: CallableTools,
  pace: Pace,
): Promise<FastifyReply | undefined> => {
  const { origin } = request.headers
  const isAllowed = origin !== undefined && (tools.origins === 'all' || tools.origins.includes(origin))
  if (isAllowed) void reply.header('access-control-allow-origin', origin)
  if (request.method === 'OPTIONS') return preflight(request, reply)
  void reply.headers({ vary: 'Origin', 'cache-control': 'no-store' })
  const deadline = new Deadline(serverTimeoutMs)
  const stream = request.headers.accept === 'text/event-stream' ? openStream(reply, deadline) : undefined
  if (!stream) leaveWith(reply.raw, [deadline])
  let body: string | Buffer
  let http = 200
  try {
    const { name } = request.params
    const asked = { name, data: () => readData(request), caller: () => caller(request, tools) }
    // A stream's headers have already been sent.
    const changed = stream
      ? undefined
      : (slices: readonly string[]) => void reply.header(changedHeader, slices.join(' '))
    const result = await callDoor(request, tools, pace, { ...asked, deadline, send: stream?.send, changed })
    if (stream || !isSharedAnswer(tools.door, name, result)) body = resultBody(tools.door, name, result)
    else {
      void reply.header('vary', 'Origin, Accept-Encoding')
      const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
      if (isPacked) void reply.header('content-encoding', 'gzip')
      const { plain, packed } = sharedBody(result)
      body = isPacked ? await packed : plain
    }
  } catch (error) {
    const failure = shown(error, request.params.name)
    body = errorBody(failure)
    http = statuses[failure.code].http
    const { seconds } = Object(failure.details) as { seconds?: unknown }
    if (!stream && typeof seconds === 'number') void reply.header('retry-after', seconds)
  }
  if (stream) {
    stream.end(body.toString())
    return undefined
  }
  return reply.code(http).type('application/json; charset=utf-8').send(body)
}

/**
 * Answers several reads of one caller, each through the door like a separate call. Each answer is one line of JSON,
 * sent as soon as it is known, so that none waits for a slower one. It has the index of the call, its HTTP status, and
 * the body it would have alone.
 */
const answerTogether = async (
  request: FastifyRequest,
  reply: FastifyReply,
  tools: CallableTools,
  pace: Pace,
): Promise<void> => {
  const asked = ManyReads.safeParse(readBody(request))
  if (!asked.success) throw badRequest()
  const raw = openLines(reply, 'application/x-ndjson; charset=utf-8')
  const deadlines = asked.data.calls.map(() => new Deadline(serverTimeoutMs))
  leaveWith(raw, deadlines)
  const who = caller(request, tools)
  // Each call reports this error itself, unless it ends earlier.
  who.catch(() => undefined)
  const answers = asked.data.calls.map(async ({ name, data }, at) => {
    let body: string
    let status = 200
    try {
      if (tools.door.kindOf(name) === 'write') throw badRequest()
      const call = { name, data: () => data, caller: () => who, deadline: deadlines[at]! }
      body = resultBody(tools.door, name, await callDoor(request, tools, pace, call))
    } catch (error) {
      const failure = shown(error, name)
      body = errorBody(failure)
      status = statuses[failure.code].http
    }
    raw.write(`{"at":${at},"status":${status},"body":${body}}\n`)
  })
  await Promise.all(answers)
  raw.end()
}

const openStream = (reply: FastifyReply, deadline: Deadline) => {
  const raw = openLines(reply, 'text/event-stream')
  let beat: NodeJS.Timeout
  const rest = () => {
    clearTimeout(beat)
    beat = setTimeout(() => {
      raw.write(': ping\n\n')
      rest()
    }, heartbeatMs)
  }
  rest()
  raw.on('close', () => {
    clearTimeout(beat)
    deadline.leave()
  })
  return {
    send: (chunk: unknown) => {
      raw.write(`data: ${JSON.stringify({ message: chunk })}\n\n`)
      rest()
    },
    end: (body: string) => {
      clearTimeout(beat)
      raw.end(`data: ${body}\n\n`)
    },
  }
}
