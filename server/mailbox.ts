import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/db.ts'
import { escapeHtml } from '#server/platform/mail.ts'
import { mails } from '#server/platform/tables.ts'

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:14px;padding:1rem 1.25rem;margin:1rem 0}
h2{font-size:1.05rem;margin:0 0 .25rem}.to{font-size:.875rem;opacity:.8;margin:0 0 .5rem}a{overflow-wrap:anywhere}`

/**
 * Serves the demo's mailbox to anyone: the mails that would have been sent, newest first. A production start never
 * serves it.
 */
export const serveMailbox = (app: FastifyInstance, database: Database): void => {
  app.get('/mailbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  app.get<{ Querystring: { to?: string } }>('/mailbox', async (request, reply) => {
    const { to } = request.query
    const found = await database.db
      .select({ to: mails.to, subject: mails.subject, html: mails.html })
      .from(mails)
      .where(to ? eq(mails.to, to) : undefined)
      .orderBy(desc(mails.queuedAt), desc(mails.id))
      .limit(50)
    const articles = found.map(
      mail =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p class="to">${escapeHtml(mail.to)}</p>${mail.html}</article>`,
    )
    const filter = to ? `<p>To ${escapeHtml(to)} · <a href="/mailbox">Everyone</a></p>` : ''
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Demo mailbox</title><link rel="stylesheet" href="/mailbox.css"></head><body><main><h1>Demo mailbox</h1><p>The demo school’s emails stay here; none of them leaves this machine.</p>${filter}${articles.join('') || '<p>No emails yet.</p>'}</main></body></html>`,
      )
  })
}
