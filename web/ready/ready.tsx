import { renderToString } from 'react-dom/server.node'
import type { Role } from '#contract/callable.ts'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Term } from '#contract/school/terms.ts'
import { App } from '#web/App.tsx'
import { answerOnly, type ReadyAnswer } from '#web/wire/guestRead.ts'
import { speak, wordsOf } from '#web/words/language.tsx'
import type { Bundle } from '#web/words/bundles.ts'
import { textFile } from '#web/words/catalogue.ts'
import { tagOf } from '#rules/inLanguage.ts'
import { languages, type Language } from '#web/words/languages.ts'
import { makeRouter, routeAt } from '#web/routes.tsx'
import { partsReady } from '#web/routing/lazily.tsx'
import type { Screen } from '#web/routing/router.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { type Asks, askFirst as askPlanned } from '#web/wire/firstReads.ts'
import { opensTo } from '#web/session/home.ts'
import { takeSchool, type SchoolFacts } from '#web/wire/school.ts'
import { headOf } from './head.ts'
import type { PublicEvent } from './jsonLd.ts'

export { languages, tagOf }

/** True if the router has a screen for a path. */
export const knows = (path: string): boolean => routeAt(path) !== undefined

/**
 * The public pages on which holders of one of these roles see their own data, perhaps on another screen. An empty list
 * means everyone who has signed in.
 */
const ownPages: Readonly<Record<string, { roles: readonly Role[]; screen?: Screen }>> = {
  '/classes': { roles: ['parent'], screen: () => import('#web/screens/FamilyClasses.tsx') },
  '/register': { roles: [], screen: () => import('#web/screens/RegisterFamily.tsx') },
  '/registration': { roles: [] },
  '/registration2': { roles: [] },
}
const ownPageAt = (path: string) => ownPages[routeAt(path)?.path ?? '']

/** The names of the text bundles that these screens need first. */
const textsOf = (screens: readonly (Screen | undefined)[]): string[] => [
  'base',
  ...new Set(screens.flatMap(screen => screen?.texts ?? [])),
]

/**
 * The files that the browser needs first at a path: the sources of the screen and of the frame around it, and their text
 * files; null if there is no screen. `isOwn` is true for a screen that may show a signed-in person's own data. With
 * `isKnown` the server says who they are, so the identity client can wait (decision 87).
 */
export const beginningAt = (path: string, language: Language, isKnown: boolean) => {
  const { load, frame, needs } = routeAt(path) ?? {}
  if (load?.sources === undefined) return null
  const own = ownPageAt(path)
  const isSigned = frame === 'person'
  const screens = isKnown ? [load, own?.screen] : [load]
  // Most checks of who may open a family's screen are in the family's frame, which every page loads.
  const isOffice = needs?.length === 1 && needs[0] === 'admin'
  const frames = isOffice ? ['person', 'office'] : ['person']
  return {
    isOwn: isSigned || own !== undefined,
    sources: [
      ...screens.flatMap(screen => screen?.sources ?? []),
      ...(isSigned || (own && isKnown) ? frames : []),
      ...(isSigned && !isKnown ? ['identity'] : []),
    ],
    texts: textsOf(screens).map(name => textFile(language, name)),
  }
}

/** True if a public page shows a person with these roles their own data. */
export const showsOwn = (path: string, roles: readonly Role[]): boolean => {
  const own = ownPageAt(path)
  return own !== undefined && opensTo(own.roles, roles)
}

/** Starts the reads that the page at an address shows first, if these roles may open it. */
export const askFirst = async (address: URL, roles: readonly Role[], asks: Asks): Promise<void> => {
  if (opensTo(routeAt(address.pathname)?.needs ?? [], roles)) await askPlanned(address, roles, asks)
}

type Asked = {
  /** Path and query. */
  href: string
  language: Language
  /** True if the address itself names the language. */
  isLanguageAsked: boolean
  publicUrl: string
  answers: readonly ReadyAnswer[]
}
type Made = { head: string; body: string; missing: Pick<ReadyAnswer, 'name' | 'input'>[] }

/**
 * Renders a public page from answers that guests may have. Reads that were not among them are listed in `missing`; the
 * page is ready once nothing is missing.
 */
export const render = async ({ href, language, isLanguageAsked, publicUrl, answers }: Asked): Promise<Made> => {
  const find = (name: ReadyAnswer['name']) => answers.find(each => each.name === name)?.answer
  const facts = find('config-get') as SchoolFacts | undefined
  if (!facts) return { head: '', body: '', missing: [{ name: 'config-get', input: {} }] }
  takeSchool(facts)
  const words = await wordsOf(language, textsOf([routeAt(new URL(href, publicUrl).pathname)?.load]) as Bundle[])
  const router = makeRouter(fixedBar(href))
  await router.begin()
  await partsReady()
  // Synchronous from here on, so that two pages rendered at once can't mix.
  takeSchool(facts)
  speak(language, words)
  const { result, missing } = answerOnly(answers, () => renderToString(<App router={router} />))
  // React puts elements for the head before everything else.
  const title = /^(?:<link[^>]*>)*<title>([^<]*)<\/title>/.exec(result)
  const asked = new URL(href, publicUrl).searchParams
  const catalogues = answers
    .filter(({ name }) => name === 'classes-catalogue')
    .map(({ answer }) => answer as { term: Term | null; sections: CatalogueSection[] })
  const isOpen = ({ id }: { id: string }) => id === asked.get('class')
  const catalogue = catalogues.find(({ sections }) => sections.some(isOpen)) ?? catalogues[0]
  return {
    head: facts.school
      ? headOf({
          title: title?.[1] ?? facts.school.name,
          school: facts.school,
          pictures: facts.pictures,
          catalogue: catalogue ?? { term: null, sections: [] },
          events: (find('events-public') as PublicEvent[] | undefined) ?? [],
          section: catalogue?.sections.find(isOpen),
          termId: asked.get('term'),
          path: router.place.pathname,
          language,
          isLanguageAsked,
          publicUrl,
        })
      : '',
    body: title ? result.slice(title[0].length) : result,
    missing,
  }
}
