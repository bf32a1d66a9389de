import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/functions.ts'
import { visiblePayments } from './policy.ts'
import { findReceipt } from './queries.ts'
import { drawReceipt } from './receipt.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Serves receipts as PDF at `/files/receipts/{payment}.pdf` to whoever may see the payment, in the language asked for
 * (`?lang=zh`) or else the reader's own. Not there and not theirs are one answer.
 */
export const receiptRoutes = (
  app: FastifyInstance,
  tools: { database: Database; actorOf(cookies: string | undefined): Promise<Actor> },
): void => {
  app.get<{ Params: { file: string }; Querystring: { lang?: string } }>(
    '/files/receipts/:file',
    async (request, reply) => {
      const id = request.params.file.replace(/\.pdf$/, '')
      const actor = await tools.actorOf(request.headers.cookie)
      const receipt = uuid.test(id) ? await findReceipt(tools.database.db, visiblePayments(actor), id) : null
      if (!receipt)
        return reply
          .code(404)
          .type('text/plain; charset=utf-8')
          .send('This receipt was not found. Sign in and open it from Payments.')
      const language = request.query.lang === 'en' || request.query.lang === 'zh' ? request.query.lang : actor.language
      return reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `inline; filename="${receipt.number}.pdf"`)
        .send(await drawReceipt(receipt, language))
    },
  )
}
