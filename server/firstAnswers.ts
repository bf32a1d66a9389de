import { PassThrough, pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { firstReadsPath, serverTimeoutMs } from '#contract/callable.ts'
import { statuses } from '#contract/errors.ts'
import { type CallableTools, callDoor, errorBody, leaveWith, pacing, resultBody } from '#server/callables.ts'
import { shown } from '#server/door.ts'
import type { ReadyWeb } from '#server/readyPages.ts'
import { Deadline } from '#server/platform/deadline.ts'
import { openLines } from '#server/platform/eventStream.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import type { Live } from '#server/platform/live.ts'

type FirstTools = CallableTools & {
  publicUrl: string
  web: Promise<ReadyWeb | null>
  live: Pick<Live, 'since'>
  /** The actor that the cookies of a request identify. */
  actorOf(cookies: string | undefined): Promise<Actor>
}

/** True for requests of Lantern's own pages: only these may ask for answers by cookie (wire C3). */
const isOwnPage = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] === 'same-origin'

/** The signed-in person, as told to the page. */
const personOf = ({ accountId, email, name, roles, secondFactorBy }: Actor) => ({
  uid: accountId,
  email,
  name,
  roles,
  ...(secondFactorBy && { secondFactorBy: secondFactorBy.toISOString() }),
})

/**
 * Begins an answer in lines, compressed if the browser accepts that; lines that are ready at the same time are sent
 * together. The length of a compressed answer reveals its contents only to someone who can make a browser ask again and
 * again, and only Lantern's own page gets one.
 */
const openPacked = (request: FastifyRequest, reply: FastifyReply) => {
  const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (isPacked) void reply.header('content-encoding', 'gzip')
  const raw = openLines(reply, 'application/x-ndjson; charset=utf-8')
  const lines = isPacked ? createGzip() : new PassThrough()
  pipeline(lines, raw, () => undefined)
  let isWaiting = false
  return {
    raw,
    write(line: string): void {
      lines.write(`${line}\n`)
      if (isWaiting || !('flush' in lines)) return
      isWaiting = true
      setImmediate(() => {
        isWaiting = false
        lines.flush()
      })
    },
    end: () => void lines.end(),
  }
}

/**
 * Answers what a signed-in person's page shows first. The page requests this right away, long before its scripts are
 * loaded and know who is signed in (decision 87). The cookie identifies the caller, so only reads are allowed. The
 * answer is lines of JSON: first the person and the mark from which to listen for news, then each question as it is
 * asked, and its answer in the wire form as soon as it is known. Responds 204 if the cookie identifies no verified
 * account.
 */
export const serveFirstAnswers = (app: FastifyInstance, tools: FirstTools): void => {
  const pace = tools.counts && pacing(tools.counts)
  app.get<{ Querystring: { page?: string } }>(firstReadsPath, async (request, reply) => {
    const actor = isOwnPage(request) ? await tools.actorOf(request.headers.cookie) : guest
    const web = await tools.web
    const page = URL.parse(request.query.page ?? '', tools.publicUrl)
    if (!web || !page || !actor.isVerified) return reply.code(204).send()
    const { raw, write, end } = openPacked(request, reply)
    write(JSON.stringify({ person: personOf(actor), mark: tools.live.since(undefined, actor).mark }))
    const deadlines: Deadline[] = []
    leaveWith(raw, deadlines)
    const answered: Promise<void>[] = []
    const ask = (name: string, data: unknown, caller = actor): Promise<unknown> => {
      const at = answered.length
      const deadline = new Deadline(serverTimeoutMs)
      deadlines.push(deadline)
      write(JSON.stringify({ at, name, input: data }))
      const asked = { name, data: () => data, caller: async () => ({ actor: caller }), deadline }
      const answer = callDoor(request, tools, pace, asked)
      answered.push(
        answer.then(
          result => say(at, 200, resultBody(tools.door, name, result)),
          (error: unknown) => {
            const failure = shown(error, name)
            return say(at, statuses[failure.code].http, errorBody(failure))
          },
        ),
      )
      return answer
    }
    const say = async (at: number, status: number, body: string): Promise<void> => {
      // Follow-up reads are sent before the page gets this answer and would request them itself.
      await new Promise(setImmediate)
      write(`{"at":${at},"status":${status},"body":${body}}`)
    }
    void ask('config-get', {}, guest)
    const asks = { read: ask, page: (name: string, data: unknown) => void ask(name, data) }
    await web.askFirst(page, actor.roles, asks).catch(() => undefined)
    await Promise.all(answered)
    end()
    return undefined
  })
}
