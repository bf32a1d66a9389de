import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { referenceHeader } from '#contract/answer.plain.ts'
import { roles } from '#contract/callable.ts'
import { formPaths, languageOf, makePages, type MadePage, type ReadyWeb } from '#server/readyPages.ts'
import { filesOf, type Manifest } from '#server/pageFiles.ts'
import { sessionCookie } from '#server/access/identity/cookie.ts'
import type { Door } from '#server/door.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import type { Live } from '#server/platform/live.ts'
import { escapeHtml } from '#server/platform/mail.ts'
import { log } from '#server/platform/log.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const publicPaths = ['/', '/home', '/about', '/classes']

/** One year, in seconds. */
const languageLifeSeconds = 31_536_000

/**
 * Loads the part of the web app that renders on the server, once for a process; null if it was not built or fails to
 * load.
 */
export const loadReady = async (): Promise<ReadyWeb | null> => {
  const file = `${dist}ready/ready.js`
  if (!existsSync(file)) return null
  try {
    return (await import(pathToFileURL(file).href)) as ReadyWeb
  } catch (error) {
    log.error({ err: error }, 'the public pages can’t be rendered ahead; browsers render them instead')
    return null
  }
}

/** Sends a page in the smallest encoding that the browser accepts. Each encoding is made once. */
const sendPage = (request: FastifyRequest, reply: FastifyReply, page: MadePage): FastifyReply => {
  const accepted = request.headers['accept-encoding'] ?? ''
  void reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, accept-language, cookie')
  if (/\bbr\b/.test(accepted)) {
    page.brotli ??= brotliCompressSync(page.html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    return reply.header('content-encoding', 'br').send(page.brotli)
  }
  if (/\bgzip\b/.test(accepted)) {
    page.gzip ??= gzipSync(page.html)
    return reply.header('content-encoding', 'gzip').send(page.gzip)
  }
  return reply.send(page.html)
}

const root = `${dist}web/`

/** Headers that every answer has but that only pages need. On a slow phone, a page waits for sixteen files. */
const pageHeaders = [
  'x-request-id',
  referenceHeader,
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
] as const

/** Serves the files of the built web app as they are. */
export const serveWebFiles = (app: FastifyInstance): void => {
  if (!existsSync(root)) return
  const told = { preCompressed: true, index: false as const }
  // Asset names change with their contents. There is one route for all: a route for each took a tenth of a second at
  // startup.
  void app.register(fastifyStatic, {
    ...told,
    root: `${root}assets/`,
    prefix: '/assets/',
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders(reply: FastifyReply) {
      for (const name of pageHeaders) reply.removeHeader(name)
      // The page's policy applies to its files, except to a worker, which needs nothing from elsewhere.
      reply.headers({
        'content-security-policy': "default-src 'self'",
        'cache-control': 'public, max-age=31536000, immutable',
      })
    },
  })
  void app.register(fastifyStatic, {
    ...told,
    root,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.{br,gz}'],
    decorateReply: false,
    setHeaders: (reply: FastifyReply) => void reply.header('cache-control', 'no-cache'),
  })
}

/** The paths of those files, without the HTML page, which depends on the school. */
export const webFiles = (): ReadonlySet<string> =>
  new Set(
    existsSync(root)
      ? readdirSync(root, { recursive: true, withFileTypes: true, encoding: 'utf8' })
          .filter(entry => entry.isFile() && !/\.(br|gz|html)$/.test(entry.name))
          .map(entry => `/${relative(root, join(entry.parentPath, entry.name))}`)
          .filter(path => !path.startsWith('/.'))
      : [],
  )

const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">\n  `

type Built = { html: string; manifest: Manifest }
let built: Built | undefined
/** The empty page as built and the manifest, read once for all schools of a process. */
const readBuilt = (): Built => {
  if (built) return built
  const manifest = JSON.parse(readFileSync(`${root}.vite/manifest.json`, 'utf8')) as Manifest
  // Without a connection only the identity client knows who is signed in. With one, most pages do without it.
  const keptOffline = [...filesOf(manifest, ['identity'])].map(file => `/${file}`).join(' ')
  const html = readFileSync(`${root}index.html`, 'utf8')
  return (built = { html: html.replace('</head>', () => `${meta('kept-offline', keptOffline)}</head>`), manifest })
}

/**
 * The sources of scripts inside the pages, as the content security policy names them: their hashes, so that nothing
 * else inside a page can run.
 */
export const scriptHashes = (): string[] =>
  existsSync(root)
    ? [...readBuilt().html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
        ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
      )
    : []

/** Serves the pages of the built web app: public pages prerendered, every other address as the empty page. */
export const servePages = (
  app: FastifyInstance,
  tools: {
    door: Door
    live: Pick<Live, 'join'>
    publicUrl: string
    hosted?: { project: string; apiKey: string } | undefined
    /** The actor that the cookies of a request identify. */
    actorOf(cookies: string | undefined): Promise<Actor>
  },
): void => {
  const isHttps = tools.publicUrl.startsWith('https:')
  if (!existsSync(root)) return
  const { hosted } = tools
  const hostedText = hosted && escapeHtml(JSON.stringify({ projectId: hosted.project, apiKey: hosted.apiKey }))
  const { html, manifest } = readBuilt()
  const shell = hostedText ? html.replace('</head>', () => `${meta('hosted-identity', hostedText)}</head>`) : html
  const loading = loadReady().then(web => web && makePages({ ...tools, web, shell, manifest }))
  app.addHook('onClose', async () => (await loading)?.close())

  const bare: MadePage = { html: shell }

  /**
   * The address and language of a requested page, and whether the request has a session cookie. `named` is the language
   * given in the address.
   */
  const askedBy = ({ url, headers }: FastifyRequest, languages: ReadyWeb['languages']) => {
    const asked = new URL(url, tools.publicUrl)
    const named = languages.find(language => language === asked.searchParams.get('lang'))
    const isKnown = sessionCookie(headers.cookie) !== undefined
    return { asked, named, language: named ?? languageOf(headers, languages), isKnown }
  }
  /** Sends the empty page of an address, which the browser fills. */
  const sendEmpty = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const pages = await loading
    if (!pages) return sendPage(request, reply, bare)
    const { asked, language, isKnown } = askedBy(request, pages.languages)
    return sendPage(request, reply, pages.empty(asked.pathname, language, isKnown))
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const pages = await loading
    if (!pages) return sendPage(request, reply, bare)
    const { asked, named, language, isKnown } = askedBy(request, pages.languages)
    // Most public pages are the same for everyone. If it isn't known who is asking, so are the others.
    const mayBeTheirs = isKnown && pages.showsOwn(asked.pathname, roles)
    const actor = mayBeTheirs ? await tools.actorOf(request.headers.cookie).catch(() => guest) : guest
    const isTheirs = actor.isVerified && pages.showsOwn(asked.pathname, actor.roles)
    const page = isTheirs ? null : await pages.make(asked, language, named !== undefined)
    if (!page) return sendPage(request, reply, pages.empty(asked.pathname, language, isKnown))
    // Without scripts, this is how a chosen language is remembered.
    if (named)
      void reply.header(
        'set-cookie',
        `lantern_language=${named}; Path=/; Max-Age=${languageLifeSeconds}; SameSite=Lax${isHttps ? '; Secure' : ''}`,
      )
    return sendPage(request, reply, page)
  }
  for (const path of [...publicPaths, ...formPaths]) app.get(path, answer)

  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(assets|fonts|files|fn|identitytoolkit|securetoken)[/.]/.test(request.url)
    if (!isPage) return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing at this address.')
    // The friendly page tells people, and the status tells programs.
    const isKnown = (await loading)?.knows(new URL(request.url, tools.publicUrl).pathname) ?? true
    return sendEmpty(request, reply.code(isKnown ? 200 : 404))
  })
}
