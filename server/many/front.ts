import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readsPath } from '#contract/callable.ts'
import { statuses } from '#contract/errors.ts'
import type { Settings } from '#server/env.ts'
import { openHttp } from '#server/http.ts'
import { hostOf } from '#server/many/registry.ts'
import type { School } from '#server/many/schools.ts'
import { serveWebFiles, webFiles } from '#server/pages.ts'
import { log } from '#server/platform/log.ts'
import { escapeHtml } from '#server/platform/mail.ts'
import { textsOf } from '#server/platform/texts.ts'
import type { Traffic } from '#server/platform/traffic.ts'
import { httpBy } from '#server/schoolSettings.ts'
import { front as en } from './front.en.ts'
import { front as zh } from './front.zh.ts'

const texts = textsOf({ en, zh })
/** The reason why nobody is served at a host name. */
type Why = keyof typeof en
/**
 * What answers at a host name: a school, a redirect to its new address, or a page with the reason why nobody is served.
 */
export type Answerer = { school: School } | { movedTo: string } | { why: Why }

const codes = { unknown: 'not-found', closed: 'not-found', moving: 'unavailable', failed: 'unavailable' } as const
const comeBackSeconds = 60
/** Paths that are the same at every host name, because monitors request them by the machine's address. */
const ofTheProcess = ['/healthz', '/readyz', '/metrics']
/** Paths that programs request, which expect JSON. */
const calls = [readsPath, '/fn/', '/lantern/', '/identitytoolkit', '/securetoken', '/live', '/ims/']

/** The page that says in both languages why there is nothing here. */
const pageOf = (why: Why, host: string): string => {
  const part = (lang: string, t: ReturnType<typeof texts>) =>
    `<section lang="${lang}"><h1>${escapeHtml(t(`${why}.title`))}</h1><p>${escapeHtml(t(`${why}.text`, { host }))}</p></section>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(texts('en')(`${why}.title`))}</title></head><body><main>${part('en', texts('en'))}${part('zh-Hans', texts('zh'))}</main></body></html>`
}

const refuse = (request: FastifyRequest, reply: FastifyReply, why: Why): FastifyReply => {
  const host = hostOf(request.headers.host) ?? '–'
  const { http, status } = statuses[codes[why]]
  void reply.code(http)
  if (http === statuses.unavailable.http) void reply.header('retry-after', comeBackSeconds)
  return calls.some(path => request.url.startsWith(path))
    ? reply.send({ error: { message: texts('en')(`${why}.text`, { host }), status } })
    : reply.type('text/html; charset=utf-8').send(pageOf(why, host))
}

/** Passes each request to the school of its host name, and answers itself what belongs to no school. */
export const openFront = (
  env: Settings,
  find: (host: string | null) => Answerer,
): { app: FastifyInstance; traffic: Traffic } => {
  const files = webFiles()
  const answered = new WeakMap<IncomingMessage, Answerer>()
  const { app, traffic } = openHttp({
    ...httpBy(env),
    isHttps: env.publicUrl.startsWith('https:'),
    serverFactory: own =>
      createServer((request: IncomingMessage, answer: ServerResponse) => {
        const [path = ''] = (request.url ?? '').split('?')
        if (ofTheProcess.includes(path) || files.has(path)) return own(request, answer)
        const found = find(hostOf(request.headers.host))
        if (!('school' in found)) {
          answered.set(request, found)
          return own(request, answer)
        }
        found.school.serve(request, answer).catch((error: unknown) => {
          log.warn({ err: error, schema: found.school.listed.schema }, 'a call came for a school that can’t be opened')
          answered.set(request, { why: 'failed' })
          own(request, answer)
        })
      }),
  })
  serveWebFiles(app)
  app.setNotFoundHandler(async (request, reply) => {
    const found = answered.get(request.raw)
    if (found && 'movedTo' in found) return reply.redirect(`${found.movedTo}${request.url}`, 308)
    return refuse(request, reply, found && 'why' in found ? found.why : 'unknown')
  })
  return { app, traffic }
}
