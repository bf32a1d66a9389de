import type { FastifyInstance } from 'fastify'
import type { House } from '#server/house.ts'
import { askCardsAt } from '#server/money/cards/provider.ts'
import { hookPath, secretNames } from '#server/money/cards/account.ts'
import { secretEndings } from '#server/school/config/acts.ts'
import { cardPageStyle } from './cardPage.ts'
import { hookSecret, startCardProvider, stripeKey } from './cardProvider.ts'
import { openOffice } from './office.ts'
import { registrar } from './staff.ts'

/**
 * Lets the demo's families pay by card: runs a stand-in for the provider beside the school, with its page at
 * `/demo/card/…`, and enters its keys as the office would. If the demo's office has entered a key, that one is kept.
 * Returns a function that stops it.
 */
export const takeDemoCards = async (
  app: FastifyInstance,
  { database, schema, settings, clock }: House,
): Promise<() => Promise<void>> => {
  const provider = await startCardProvider({
    pagesAt: `${settings.publicUrl}/demo/card`,
    send: async (payload, signature) => {
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
      return (await app.inject({ method: 'POST', url: hookPath, headers, payload })).statusCode
    },
  })
  askCardsAt(provider.origin)

  void app.register(async scope => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null),
    )
    scope.get('/demo/card.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(cardPageStyle))
    for (const method of ['GET', 'POST'] as const)
      scope.route<{ Params: { session: string } }>({
        method,
        url: '/demo/card/:session',
        handler: async (request, reply) => {
          const shown = await provider.page(request.params.session, method === 'POST')
          if (!shown) return reply.redirect('/paymenthistory', 303)
          if ('location' in shown) return reply.redirect(shown.location, 303)
          return reply.type('text/html; charset=utf-8').send(shown.html)
        },
      })
  })

  const keys = await secretEndings(database.db, Object.values(secretNames))
  if (keys.size === 0) {
    const office = openOffice(database, schema, settings)
    await office.meet()
    const now = clock()
    await office.call(registrar.email, 'cards-keepKey', { name: 'secretKey', secret: stripeKey }, now)
    await office.call(registrar.email, 'cards-keepKey', { name: 'webhookSecret', secret: hookSecret }, now)
    await office.call(registrar.email, 'cards-switch', { isOn: true }, now)
  }
  return () => provider.close()
}
