import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '#contract/callable.ts'
import type { Door } from '#server/door.ts'
import { guest } from '#server/platform/functions.ts'
import type { Live } from '#server/platform/live.ts'
import { log } from '#server/platform/log.ts'
import { filesOf, type Manifest } from '#server/pageFiles.ts'

type Question = { name: string; input: unknown }
type Answer = Question & { answer: unknown }

/** What `dist/ready/ready.js` offers: the browser's part, built to run here (web/ready/ready.tsx). */
export type ReadyWeb = {
  languages: readonly string[]
  tagOf(language: string): string
  /** Whether there is a screen at a path. */
  knows(path: string): boolean
  /** The sources of the browser's part that a page begins with at a path, and the addresses of its texts. */
  beginningAt(
    path: string,
    language: string,
    isKnown: boolean,
  ): { isSigned: boolean; sources: readonly string[]; texts: readonly string[] } | null
  /** Asks what the page of an address shows first to somebody of these roles (web/wire/firstReads.ts). */
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

/** A page, and its compressed forms once they were asked for. */
export type MadePage = { html: string; brotli?: Buffer; gzip?: Buffer }

/** A page shows facts at most this old, if no live update says earlier that they have changed … */
const freshMs = 5000
/** … and later callers don't wait either: they get the old page once more, while it is made anew. */
const usableMs = 60_000
const mostPages = 64
/** Each round brings what the one before was missing; a page that still asks after the last is left to the browser. */
const mostRounds = 6
/** The parts of a query that change a page; anything else is one and the same page. */
const known = ['age', 'born', 'class', 'day', 'level', 'programme', 'search', 'term']
/** Pages with a form that only scripts can send; without them they say so. */
export const formPaths = ['/login', '/register']
/** What opens another part of such a page, which the browser makes itself. */
const otherParts = ['forgotten', 'link']
/** Longer texts are no search that somebody typed. */
const longest = 100

/** The language of a request: the one chosen before, else the first that the browser prefers and Lantern speaks. */
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
 * Makes public pages ready from what a guest may read, through the door like every other caller, and keeps them for a
 * few seconds. Nothing of a person is in them, so one page serves all who read its language.
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
  /** What a page needed the last time, to be asked in one round. */
  const questions = new Map<string, readonly Question[]>()
  const forget = () => {
    questions.clear()
    pages.clear()
  }
  const leave = tools.live.join({ actor: guest, tell: forget })

  // The door remembers for a moment what many get alike, and forgets it with the change itself: a second memory here
  // would only learn of it with the news.
  const ask = (question: Question): Promise<Answer | null> =>
    door.call({ name: question.name, data: question.input, actor: guest, address: '' }).then(
      answer => ({ ...question, answer }),
      // A term that is not there, or a database out of reach: the browser asks again and says so.
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
   * The page of a path with the files that its screen begins with, so that nobody has to find them one by one. Where a
   * signed-in person's page comes with their cookie, it says so, and the page asks for its first answers at once.
   */
  const begun = (path: string, language: string, isKnown: boolean) => {
    const beginning = web.beginningAt(path, language, isKnown) ?? { isSigned: false, sources: [], texts: [] }
    const asksFirst = isKnown && beginning.isSigned
    return {
      // As many as there are screens and languages, however their addresses are written.
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
    // What the scripts draw first (decision 87) is asked for before the files that they are in: browsers have few
    // connections at first. Until it is drawn there is no text to set, so the typeface isn't first either.
    const fresh = { html: html().replaceAll(/<link rel="(?:module)?preload"/g, '$& fetchpriority="low"') }
    empties.set(key, fresh)
    return fresh
  }

  const [noScript = ''] = /<noscript>[\s\S]*?<\/noscript>/.exec(tools.shell) ?? []

  const page = (path: string, head: string, body: string, language: string, given: readonly Answer[]): string => {
    // The page can be read without them, so styles and typefaces come first.
    const late = (markup: string) =>
      markup.replaceAll(/<(link rel="modulepreload"|script type="module")/g, '<$1 fetchpriority="low"')
    const data = JSON.stringify(given).replaceAll('<', '\\u003c')
    // Texts of the school may hold a `$`, which a replacement text would take for a command.
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
    /** The page of a path without what its screen shows; the same for everybody who reads a language. */
    empty,
    /** The page of an address; null if the browser has to make it itself. */
    async make(asked: URL, language: string, isLanguageAsked: boolean): Promise<MadePage | null> {
      if (formPaths.includes(asked.pathname) && otherParts.some(part => asked.searchParams.has(part))) return null
      const href = hrefOf(asked)
      const key = `${language} ${isLanguageAsked} ${href}`
      const now = Date.now()
      const found = pages.get(key)
      if (found && found.until > now) return found.page
      const made = draw(href, language, isLanguageAsked).catch((error: unknown) => {
        log.error({ err: error, href }, 'a page could not be made ready')
        return null
      })
      if (found && found.madeAt + usableMs > now) {
        found.until = now + freshMs
        void made.then(page => {
          // Unless it was forgotten meanwhile.
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
