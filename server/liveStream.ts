import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/platform/functions.ts'
import type { Live } from '#server/platform/live.ts'

const heartbeatMs = 25_000

/**
 * The event stream at `/live`: names of slices that have changed, to whoever may read them; never what changed. The
 * session cookie says who listens, since event streams can't send headers.
 */
export const serveLive = (
  app: FastifyInstance,
  tools: { live: Live; actorOf(cookies: string | undefined): Promise<Actor> },
): void => {
  app.get('/live', async (request, reply) => {
    const actor = await tools.actorOf(request.headers.cookie)
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    raw.write('retry: 1000\n\n')
    const leave = tools.live.join({ actor, tell: slice => raw.write(`data: ${JSON.stringify({ slice })}\n\n`) })
    const beat = setInterval(() => raw.write(': \n\n'), heartbeatMs)
    raw.on('close', () => {
      clearInterval(beat)
      leave()
    })
  })
}
