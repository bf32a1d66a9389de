import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readsPath } from '#contract/callable.ts'
import { statuses } from '#contract/errors.ts'
import type { Admission } from '#server/platform/admission.ts'

/** When callers come back, in seconds: not all in the same one. */
const comeBackSeconds = { least: 1, most: 3 } as const
const sentence = 'Lantern has too much to do just now. Try again in a moment.'
const calls = [`${readsPath}/`, '/lantern/']

/**
 * Turns calls and files away before anything is done for them, with 503 and `Retry-After`, when as many are under way as
 * can be answered in good time. Signing in, live updates, pages and what watches Lantern always come in.
 */
export const refuseOverload = (app: FastifyInstance, admission: Admission): void => {
  app.addHook('onClose', async () => admission.close())
  app.addHook('onRequest', async ({ url }, reply) => {
    const isCall = url === readsPath || calls.some(path => url.startsWith(path))
    if (!isCall && !url.startsWith('/files/')) return
    const leave = admission.enter()
    if (leave) {
      reply.raw.once('close', leave)
      return
    }
    const { status, http } = statuses.unavailable
    void reply.code(http).header('retry-after', randomInt(comeBackSeconds.least, comeBackSeconds.most + 1))
    return isCall
      ? reply.header('vary', 'Origin').send({ error: { details: { reason: 'BUSY' }, message: sentence, status } })
      : reply.type('text/plain; charset=utf-8').send(sentence)
  })
}
