import { createRoot, hydrateRoot } from 'react-dom/client'
import type { SchoolFacts } from '#web/wire/school.ts'
import { App } from '#web/App.tsx'
import { firstPerson, firstsCome, type FirstPerson } from '#web/wire/firstAnswers.ts'
import { keepReady, type ReadyAnswer } from '#web/wire/guestRead.ts'
import { needMessages, spoken } from '#web/words/language.tsx'
import { tagOf } from '#rules/inLanguage.ts'
import { makeRouter } from '#web/routes.tsx'
import { partsReady } from '#web/routing/lazily.tsx'
import { keepScroll } from '#web/routing/scrolling.ts'
import { frameReady } from '#web/shell/Frame.tsx'
import { takeSchool } from '#web/wire/school.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')

/** An address without the parameters that only say where a visitor came from. */
const straight = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string => {
  const known = [...new URLSearchParams(search)].filter(
    ([key, value]) => value !== '' && key !== 'lang' && !key.startsWith('utm_'),
  )
  const query = new URLSearchParams(known).toString()
  return query ? `${pathname}?${query}` : pathname
}

// The address that people copy and share names the page, not a language.
if (straight(location) !== `${location.pathname}${location.search}`)
  history.replaceState(history.state, '', `${straight(location)}${location.hash}`)
const router = makeRouter()
keepScroll(router)

/** True if the address is still the one the page was rendered for: the visitor may have gone back since. */
const isAsMade = (): boolean => {
  const [made] = performance.getEntriesByType('navigation')
  return made !== undefined && straight(new URL(made.name)) === straight(location)
}

/** Hydrates a page that the server rendered: the same components find the same answers, so nothing moves. */
const goOn = async (answers: readonly ReadyAnswer[]): Promise<void> => {
  keepReady(answers)
  const school = answers.find(({ name }) => name === 'config-get')
  if (school) takeSchool(school.answer as SchoolFacts)
  await Promise.all([needMessages('base'), router.begin()])
  if (isAsMade())
    hydrateRoot(element, <App router={router} />, {
      onRecoverableError: error => {
        // A visitor who navigates at this very moment gets the new page rendered from scratch.
        if (isAsMade()) reportError(error)
      },
    })
  else createRoot(element).render(<App router={router} />)
}

/** Milliseconds after which a page without its first answers shows that it is loading. */
const mostMs = 1000

/**
 * Renders a signed-in person's page once everything that comes with it has arrived, so that it appears at once. React
 * would hold back anything that follows the frame for a third of a second.
 */
const beginWithAnswers = async ({ roles }: FirstPerson): Promise<void> => {
  const all = Promise.all([needMessages('base'), router.begin().then(partsReady), frameReady(roles), firstsCome])
  await Promise.race([all.catch(() => undefined), new Promise(late => setTimeout(late, mostMs))])
}

const ready = document.getElementById('ready')?.textContent
// The language chosen on an earlier visit may differ from the page's.
if (ready && tagOf(spoken()) === document.documentElement.lang) {
  void goOn(JSON.parse(ready) as ReadyAnswer[])
} else {
  // The browser requests this typeface only once a title is drawn in another. Requested now, it arrives before that.
  document.fonts.load("700 1em 'Bricolage Grotesque'").catch(() => undefined)
  void needMessages('base')
  void firstPerson
    .then(person => {
      if (person) return beginWithAnswers(person)
      void router.begin()
    })
    .then(() => createRoot(element).render(<App router={router} />))
}
