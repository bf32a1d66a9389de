import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '#contract/callable.ts'
import type { Door } from '#server/door.ts'
import { guest } from '#server/platform/actor.ts'
import type { Live } from '#server/platform/live.ts'
import { log } from '#server/platform/log.ts'
import { filesOf, type Manifest } from '#server/pageFiles.ts'

type Question = { name: string; input: unknown }
type Answer = Question & { answer: unknown }

/** The exports of `dist/ready/ready.js`: the web app built to run on the server (web/ready/ready.tsx). */
export type ReadyWeb = {
  languages: readonly string[]
  tagOf(language: string): string
  /** True if there is a screen at a path. */
  knows(path: string): boolean
  /** The sources that a page at a path begins with, and the addresses of its texts. */
  beginningAt(
    path: string,
    language: string,
    isKnown: boolean,
  ): { isOwn: boolean; sources: readonly string[]; texts: readonly string[] } | null
  /** True if a public page shows a person with these roles their own data, which no page rendered for all contains. */
  showsOwn(path: string, roles: readonly Role[]): boolean
  /** Calls the reads that the page of an address shows first to a person with these roles (web/wire/firstReads.ts). */
  askFirst(
    address: URL,
    roles: readonly Role[],
    asks: {
      read(name: string, input: unknown): Promise<unknown>
      page(name: string, input: unknown): void
    },
  ): Promise<void>
  render(asked: {
    href: string
    language: string
    isLanguageAsked: boolean
    publicUrl: string
    answers: readonly Answer[]
  }): Promise<{ head: string; body: string; missing: Question[] }>
}

/** A page, with its compressed forms once they have been requested. */
export type MadePage = { html: string; brotli?: Buffer; gzip?: Buffer }

/** Milliseconds during which a cached page is used, unless a live update announces a change earlier. */
const freshMs = 5000
/**
 * Milliseconds during which an older page is still sent once more while a new one is rendered, so that callers don't
 * wait.
 */
const usableMs = 60_000
const mostPages = 64
/**
 * Each render round adds the answers that the previous one lacked. A page that still lacks some after the last round is
 * left to the browser.
 */
const mostRounds = 6
/** The query parameters that change a page. Others are ignored. */
const known = ['age', 'born', 'class', 'day', 'level', 'programme', 'search', 'term']
/** Pages with a form that only scripts can send. Without scripts they say so. */
export const formPaths = ['/login', '/register']
/** Parameters that open another part of such a page, which the browser renders itself. */
const otherParts = ['forgotten', 'link']
/** Parameter values are cut to this many characters; nobody types a longer search. */
const longest = 100

/** The language of a request: the one chosen before, else the browser's most preferred one that Lantern has. */
export const languageOf = (headers: IncomingHttpHeaders, languages: readonly string[]): string => {
  const cookie = /(?:^|;\s*)lantern_language=([a-z]+)/.exec(headers.cookie ?? '')?.[1]
  const wanted = (headers['accept-language'] ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...rest] = part.trim().split(';')
      const weight = Number(/q=([\d.]+)/.exec(rest.join(';'))?.[1] ?? 1)
      return { language: tag.split('-')[0]?.toLowerCase() ?? '', weight }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
  return [cookie ?? '', ...wanted].find(each => languages.includes(each)) ?? languages[0] ?? 'en'
}

const hrefOf = ({ pathname, searchParams }: URL): string => {
  const query = new URLSearchParams(
    known.flatMap(key => {
      const value = searchParams.get(key)
      return value ? [[key, value.slice(0, longest)] as [string, string]] : []
    }),
  ).toString()
  return query ? `${pathname}?${query}` : pathname
}

/**
 * Prerenders public pages from what a guest may read, through the door like every other caller, and caches them for a
 * few seconds. They contain nothing personal, so one page serves everyone who reads its language.
 */
export const makePages = (tools: {
  web: ReadyWeb
  door: Door
  live: Pick<Live, 'join'>
  publicUrl: string
  shell: string
  manifest: Manifest
}) => {
  const { web, door, publicUrl } = tools
  const empties = new Map<string, MadePage>()
  const pages = new Map<string, { until: number; madeAt: number; page: Promise<MadePage | null> }>()
  /** The reads that a page needed the last time, so that they can be called in one round. */
  const questions = new Map<string, readonly Question[]>()
  const forget = () => {
    questions.clear()
    pages.clear()
  }
  const leave = tools.live.join({ actor: guest, tell: forget })

  // The door caches shared answers for a moment and drops them with the change itself. A second cache here would only
  // learn of the change with the news.
  const ask = (question: Question): Promise<Answer | null> =>
    door.call({ name: question.name, data: question.input, actor: guest, address: '' }).then(
      answer => ({ ...question, answer }),
      // For example an unknown term, or a database out of reach: the browser asks again and shows the error.
      () => null,
    )

  const draw = async (href: string, language: string, isLanguageAsked: boolean): Promise<MadePage | null> => {
    const foreseen = await Promise.all((questions.get(href) ?? []).map(ask))
    let given = foreseen.filter(each => each !== null)
    for (let round = 0; round < mostRounds; round += 1) {
      const { head, body, missing } = await web.render({ href, language, isLanguageAsked, publicUrl, answers: given })
      if (missing.length === 0) {
        if (questions.size >= mostPages) questions.clear()
        questions.set(
          href,
          given.map(({ name, input }) => ({ name, input })),
        )
        return head ? { html: page(new URL(href, publicUrl).pathname, head, body, language, given) } : null
      }
      const more = await Promise.all(missing.map(ask))
      const answered = more.filter(each => each !== null)
      if (answered.length < more.length) return null
      given = [...given, ...answered]
    }
    return null
  }

  /**
   * The page of a path with links to the files that its screen begins with, so that the browser needn't discover them
   * one by one. If the page shows a signed-in person's data and their cookie came with the request, the page is marked
   * to request its first answers at once.
   */
  const begun = (path: string, language: string, isKnown: boolean) => {
    const beginning = web.beginningAt(path, language, isKnown) ?? { isOwn: false, sources: [], texts: [] }
    const asksFirst = isKnown && beginning.isOwn
    return {
      // There are as many keys as screens and languages, however the addresses are written.
      key: [asksFirst, ...beginning.sources, ...beginning.texts].join(' '),
      html(): string {
        const scripts = [...filesOf(tools.manifest, beginning.sources)].map(file => `/${file}`)
        const links = [...beginning.texts, ...scripts]
          .filter(file => !tools.shell.includes(file))
          .map(file => `<link rel="modulepreload" crossorigin href="${file}">`)
        const shell = asksFirst ? tools.shell.replace('<html', '<html data-first') : tools.shell
        return shell.replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
      },
    }
  }
  const empty = (path: string, language: string, isKnown: boolean): MadePage => {
    const { key, html } = begun(path, language, isKnown)
    const made = empties.get(key)
    if (made) return made
    // What the scripts draw first (decision 87) is requested before the script files themselves, since browsers open
    // few connections at first. Until it is drawn there is no text to set, so the typeface isn't urgent either.
    const fresh = { html: html().replaceAll(/<link rel="(?:module)?preload"/g, '$& fetchpriority="low"') }
    empties.set(key, fresh)
    return fresh
  }

  const [noScript = ''] = /<noscript>[\s\S]*?<\/noscript>/.exec(tools.shell) ?? []

  const page = (path: string, head: string, body: string, language: string, given: readonly Answer[]): string => {
    // The page can be read without scripts, so styles and typefaces come first.
    const late = (markup: string) =>
      markup.replaceAll(/<(link rel="modulepreload"|script type="module")/g, '<$1 fetchpriority="low"')
    const data = JSON.stringify(given).replaceAll('<', '\\u003c')
    // Texts of the school may contain a `$`, which has a special meaning in a replacement string.
    const put = (html: string, place: RegExp, text: string) => html.replace(place, () => text)
    let html = put(
      late(begun(path, language, false).html()),
      /<html[^>]*>/,
      `<html lang="${web.tagOf(language)}" dir="ltr">`,
    )
    html = put(html, /<title>[^<]*<\/title>/, head)
    html = put(
      html,
      /<noscript>[\s\S]*?<\/noscript>/,
      `${formPaths.includes(path) ? noScript : ''}<script type="application/json" id="ready">${data}</script>`,
    )
    return put(html, /<div id="root"><\/div>/, `<div id="root">${body}</div>`)
  }

  return {
    languages: web.languages,
    knows: web.knows,
    showsOwn: web.showsOwn,
    /** The page of a path without the content of its screen; the same for everyone who reads a language. */
    empty,
    /** The page of an address; null if the browser has to render it. */
    async make(asked: URL, language: string, isLanguageAsked: boolean): Promise<MadePage | null> {
      if (formPaths.includes(asked.pathname) && otherParts.some(part => asked.searchParams.has(part))) return null
      const href = hrefOf(asked)
      const key = `${language} ${isLanguageAsked} ${href}`
      const now = Date.now()
      const found = pages.get(key)
      if (found && found.until > now) return found.page
      const made = draw(href, language, isLanguageAsked).catch((error: unknown) => {
        log.error({ err: error, href }, 'a page could not be rendered ahead')
        return null
      })
      if (found && found.madeAt + usableMs > now) {
        found.until = now + freshMs
        void made.then(page => {
          // Unless the page was dropped in the meantime.
          if (pages.get(key) === found)
            pages.set(key, { until: now + freshMs, madeAt: now, page: Promise.resolve(page) })
        })
        return found.page
      }
      if (pages.size >= mostPages) pages.clear()
      pages.set(key, { until: now + freshMs, madeAt: now, page: made })
      return made
    },
    close: leave,
  }
}
