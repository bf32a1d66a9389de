import type { FastifyInstance } from 'fastify'
import { registrableTerms } from '#contract/school/terms.ts'
import type { Output } from '#contract/index.ts'
import type { Door } from '#server/door.ts'
import { guest } from '#server/platform/actor.ts'

/** Paths with nothing for search engines: the answers of functions and whatever needs a sign-in. */
const closed = [
  '/fn/',
  '/files/uploads/',
  '/dashboard',
  '/admin',
  '/account',
  '/registration',
  '/auth/',
  '/setup',
  '/mailbox',
]
/** The languages of each page. The page's plain address uses the visitor's preferred one. */
const versions = [
  { tag: 'en', lang: 'en' },
  { tag: 'zh-Hans', lang: 'zh' },
] as const

const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * Serves `/robots.txt` and `/sitemap.xml`, which list for search engines the public pages and one page for each class
 * open for registration.
 */
export const serveSitemap = (app: FastifyInstance, { door, publicUrl }: { door: Door; publicUrl: string }): void => {
  const ask = (name: string, data: object) => door.call({ name, data, actor: guest, address: '' })

  const listPages = async (): Promise<string[]> => {
    const terms = (await ask('terms-list', {})) as Output<'terms-list'>
    const first = (await ask('classes-catalogue', {})) as Output<'classes-catalogue'>
    const others = terms.filter(({ id, status }) => registrableTerms.includes(status) && id !== first.term?.id)
    const more = await Promise.all(
      others.map(async ({ id }) => {
        const { sections } = (await ask('classes-catalogue', { termId: id })) as Output<'classes-catalogue'>
        return sections.map(section => `/classes?class=${section.id}&term=${id}`)
      }),
    )
    return ['/', '/classes', '/about', ...first.sections.map(({ id }) => `/classes?class=${id}`), ...more.flat()]
  }

  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(
        ['User-agent: *', ...closed.map(path => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join(
          '\n',
        ),
      ),
  )

  app.get('/sitemap.xml', async (_request, reply) => {
    const entries = (await listPages()).map(path => {
      const address = `${publicUrl}${path}`
      const links = versions.map(({ tag, lang }) => {
        const href = inXml(`${address}${path.includes('?') ? '&' : '?'}lang=${lang}`)
        return `<xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`
      })
      return `<url><loc>${inXml(address)}</loc>${links.join('')}</url>`
    })
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`,
      )
  })
}
