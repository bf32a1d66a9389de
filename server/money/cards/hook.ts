import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { announce } from '#server/platform/live.ts'
import { writeWith } from '#server/platform/writing.ts'
import { hookPath, keptKey } from './account.ts'
import { fulfil } from './fulfilment.ts'
import { findCard, type News, readNews } from './provider.ts'
import { rememberRefused } from './queries.ts'

type HookTools = {
  database: Database
  schema: string
  settings: Context<unknown>['settings']
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
}

/**
 * The payment of a success event, so that its card can be looked up before anything is written; null for other events.
 */
const paidIntent = (news: News): string | null => {
  if (news.type !== 'checkout.session.completed' && news.type !== 'checkout.session.async_payment_succeeded')
    return null
  const { payment_intent: intent, payment_status: status } = news.data.object
  return status === 'paid' && typeof intent === 'string' ? intent : null
}

/**
 * Receives the provider's events at `/hooks/stripe`. Requests are not signed in: each is authenticated by its signature
 * over the raw body, made with the stored secret. A failure is answered with an error, so that the provider sends the
 * event again.
 */
export const cardHook = (app: FastifyInstance, { database, schema, settings, jobs, clock }: HookTools): void => {
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(hookPath, async (request, reply) => {
      const { db } = database
      const secret = await keptKey({ db, settings }, 'webhookSecret')
      const signature = request.headers['stripe-signature']
      const { body } = request
      const news =
        secret !== null && typeof signature === 'string' && Buffer.isBuffer(body)
          ? await readNews(body, signature, secret)
          : null
      if (!news) {
        // Without a secret no signature can be checked, so none counts as wrong.
        if (secret !== null) await rememberRefused(db, clock())
        return reply.code(400).type('text/plain; charset=utf-8').send('This message isn’t signed correctly.')
      }
      const intentId = paidIntent(news)
      const key = intentId === null ? null : await keptKey({ db, settings }, 'secretKey')
      const card = intentId !== null && key !== null ? await findCard(key, intentId) : ''
      const tools = {
        database,
        settings,
        now: clock(),
        enqueue: jobs.enqueue,
        touch: (client: Parameters<typeof announce>[0], slices: readonly string[], people?: readonly string[]) =>
          announce(client, [people ? { slices, people } : { slices }], schema),
      }
      await writeWith(tools, context => fulfil(context, news, card))
      return reply.type('application/json').send({ received: true })
    })
  })
}
