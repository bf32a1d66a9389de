import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Counts } from '#server/platform/allowance.ts'
import { isOutage } from '#server/platform/databaseErrors.ts'
import { log } from '#server/platform/log.ts'
import { networkOf } from '#server/platform/network.ts'
import { attestationLifeSeconds, type AttestationTools, issueAttestation } from './attestation.ts'
import { newChallenge, type Refused, Solved, takeSolution, takeTurnstile } from './proofs.ts'
import { errorBody, outageBody } from './wire.ts'

/**
 * The number of proofs that one network may request or give in a minute: enough for a whole school at its first lesson,
 * but not for a flood.
 */
const proofsPerMinute = 600
/** The maximum size of a body in bytes. A challenge and its solution are a few hundred bytes. */
const bodyLimit = 8 * 1024

const Given = z.union([Solved, z.object({ turnstile: z.string().check(z.minLength(1), z.maxLength(2048)) })])

/**
 * Serves `GET /v1/attest/challenge` and `POST /v1/attest` (wire D): work for a program, and a token for its solution.
 * If attestation is off, the challenge is an empty answer (204).
 */
export const attestationRoutes = (
  app: FastifyInstance,
  tools: AttestationTools & { counts?: Counts | undefined },
): void => {
  const { mode, turnstile } = tools.settings
  const left = tools.counts?.allowance('proofs', proofsPerMinute, 60_000)
  const nowOf = () => tools.clock?.() ?? new Date()
  void app.register(async scope => {
    scope.setErrorHandler(async (error: { statusCode?: number }, _request, reply) => {
      void reply.header('cache-control', 'no-store')
      if (error.statusCode !== undefined && error.statusCode < 500)
        return reply.code(400).send(errorBody(400, 'INVALID_ARGUMENT : The body cannot be read.'))
      log[isOutage(error) ? 'warn' : 'error']({ err: error }, 'an attestation request failed')
      return reply.code(503).send(outageBody)
    })
    scope.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      if (!left) return
      const wait = left.take(networkOf(request.ip))
      if (wait > 0)
        return reply.code(429).header('retry-after', String(wait)).send(errorBody(429, 'TOO_MANY_ATTEMPTS_TRY_LATER'))
    })
    scope.get('/v1/attest/challenge', async (_request, reply) => {
      if (mode === 'off') return reply.code(204).send()
      return turnstile
        ? { turnstile: { siteKey: turnstile.siteKey, url: new URL(turnstile.url).origin } }
        : newChallenge(tools, nowOf())
    })
    scope.post('/v1/attest', { bodyLimit }, async (request, reply) => {
      if (mode === 'off') return reply.code(404).send(errorBody(404, 'NOT_FOUND'))
      const given = Given.safeParse(request.body)
      if (!given.success) return reply.code(400).send(errorBody(400, 'INVALID_SOLUTION' satisfies Refused))
      const isWidget = 'turnstile' in given.data
      const refused =
        'turnstile' in given.data
          ? await takeTurnstile(tools, given.data.turnstile, request.ip)
          : await takeSolution(tools, given.data, nowOf())
      if (refused === 'PROOF_UNAVAILABLE') return reply.code(503).send(errorBody(503, refused))
      if (refused) return reply.code(400).send(errorBody(400, refused))
      const token = await issueAttestation(tools, isWidget ? 'turnstile' : 'altcha')
      return { token, ttl: `${attestationLifeSeconds}s` }
    })
  })
}
