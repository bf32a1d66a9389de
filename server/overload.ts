import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readsPath } from '#contract/callable.ts'
import { type ErrorDetails, statuses } from '#contract/errors.ts'
import type { Admission } from '#server/platform/admission.ts'

/** The range in seconds for `Retry-After`, varied so that callers don't all come back at once. */
const comeBackSeconds = { least: 1, most: 3 } as const
const sentence = 'Lantern is too busy right now. Try again in a moment.'
/** Calls for a shared answer wait for the same one: eight of them take one place. */
const sharedPlaces = 1 / 8
const calls = [`${readsPath}/`, '/lantern/']

/**
 * Turns calls and file requests away before any work is done for them, with 503 and `Retry-After`, when as many are
 * under way as can be answered in good time. Signing in, live updates, pages and monitoring are always admitted. A call
 * counts from when its body has arrived until its answer is ready, so a slow sender or reader takes no place from
 * others.
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
      // Covers streamed answers, and callers who disconnect.
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
