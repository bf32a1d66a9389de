import type { FastifyInstance } from 'fastify'
import { longPollWait } from '#contract/callable.ts'
import { openEventStream } from '#server/platform/eventStream.ts'
import type { Actor } from '#server/platform/functions.ts'
import type { Live } from '#server/platform/live.ts'

const heartbeatMs = 25_000

/**
 * News at `/live`: names of slices that have changed, to whoever may read them; never what changed. The session cookie
 * says who listens, since event streams can't send headers. Without `wait` it is an event stream, which begins with the
 * event `open`, so that a browser behind a proxy that keeps it back can tell. With `?wait=SECONDS&mark=…` it is one
 * answer, given as soon as there is news or the time is up (long-polling).
 */
export const serveLive = (
  app: FastifyInstance,
  tools: { live: Live; actorOf(cookies: string | undefined): Promise<Actor> },
): void => {
  app.get<{ Querystring: { wait?: string; mark?: string } }>('/live', async (request, reply) => {
    const actor = await tools.actorOf(request.headers.cookie)
    const { wait, mark } = request.query
    if (wait !== undefined) {
      const news = tools.live.since(mark, actor)
      void reply.header('cache-control', 'no-store')
      if (news.slices.length > 0) return news
      await new Promise<void>(done => {
        const leave = tools.live.join({ actor, tell: () => end() })
        const timer = setTimeout(() => end(), longPollWait(Number(wait || Number.NaN)) * 1000)
        const end = () => {
          clearTimeout(timer)
          leave()
          done()
        }
        reply.raw.on('close', end)
      })
      return tools.live.since(news.mark, actor)
    }
    const raw = openEventStream(reply)
    raw.write('retry: 1000\nevent: open\ndata: {}\n\n')
    const leave = tools.live.join({ actor, tell: slice => raw.write(`data: ${JSON.stringify({ slice })}\n\n`) })
    const beat = setInterval(() => raw.write(': \n\n'), heartbeatMs)
    raw.on('close', () => {
      clearInterval(beat)
      leave()
    })
  })
}
