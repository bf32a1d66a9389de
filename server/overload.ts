import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readsPath } from '#contract/callable.ts'
import { type ErrorDetails, statuses } from '#contract/errors.ts'
import type { Admission } from '#server/platform/admission.ts'

/** When callers come back, in seconds: not all in the same one. */
const comeBackSeconds = { least: 1, most: 3 } as const
const sentence = 'Lantern has too much to do just now. Try again in a moment.'
/** Those who ask for what all get alike wait for one and the same answer: eight of them take one place. */
const sharedPlaces = 1 / 8
const calls = [`${readsPath}/`, '/lantern/']

/**
 * Turns calls and files away before anything is done for them, with 503 and `Retry-After`, when as many are under way as
 * can be answered in good time. Signing in, live updates, pages and what watches Lantern always come in. A call counts
 * from when its body is there until its answer is made: who sends or reads slowly takes no place from others.
 */
export const refuseOverload = (
  app: FastifyInstance,
  admission: Admission,
  isShared: (name: string) => boolean,
): void => {
  const inside = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onSend', async request => inside.get(request)?.())
  app.addHook('preHandler', async (request, reply) => {
    const { url } = request
    const isCall = url === readsPath || calls.some(path => url.startsWith(path))
    if (!isCall && !url.startsWith('/files/')) return
    const entered = admission.enter(isCall && isShared(url.slice(url.lastIndexOf('/') + 1)) ? sharedPlaces : 1)
    if (entered) {
      inside.set(request, entered.leave)
      // Answers that are written bit by bit, and callers who go.
      reply.raw.once('close', entered.leave)
      await entered.turn
      return
    }
    const { status, http } = statuses.unavailable
    const seconds = randomInt(comeBackSeconds.least, comeBackSeconds.most + 1)
    void reply.code(http).header('retry-after', seconds)
    if (!isCall) return reply.type('text/plain; charset=utf-8').send(sentence)
    const details: ErrorDetails = { reason: 'BUSY', seconds }
    return reply.header('vary', 'Origin').send({ error: { details, message: sentence, status } })
  })
}
