import { createRoot, hydrateRoot } from 'react-dom/client'
import type { SchoolFacts } from '#web/wire/school.ts'
import { App } from '#web/App.tsx'
import { firstPerson, firstsCome, type FirstPerson } from '#web/wire/firstAnswers.ts'
import { keepReady, type ReadyAnswer } from '#web/wire/guestRead.ts'
import { needMessages, spoken } from '#web/words/language.tsx'
import { tagOf } from '#web/words/languages.ts'
import { makeRouter } from '#web/routes.tsx'
import { partsReady } from '#web/routing/lazily.tsx'
import { keepScroll } from '#web/routing/scrolling.ts'
import { frameReady } from '#web/shell/Frame.tsx'
import { takeSchool } from '#web/wire/school.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')

/** An address as we write it, without what only says where somebody came from. */
const straight = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string => {
  const known = [...new URLSearchParams(search)].filter(
    ([key, value]) => value !== '' && key !== 'lang' && !key.startsWith('utm_'),
  )
  const query = new URLSearchParams(known).toString()
  return query ? `${pathname}?${query}` : pathname
}

// What people copy and send on is the page, in any language.
if (straight(location) !== `${location.pathname}${location.search}`)
  history.replaceState(history.state, '', `${straight(location)}${location.hash}`)
const router = makeRouter()
keepScroll(router)

/** Whether the address is still the one that the page was made for: somebody may have gone back meanwhile. */
const isAsMade = (): boolean => {
  const [made] = performance.getEntriesByType('navigation')
  return made !== undefined && straight(new URL(made.name)) === straight(location)
}

/** Takes over a page that the server made ready: the same components find the same answers, so nothing moves. */
const goOn = async (answers: readonly ReadyAnswer[]): Promise<void> => {
  keepReady(answers)
  const school = answers.find(({ name }) => name === 'config-get')
  if (school) takeSchool(school.answer as SchoolFacts)
  await Promise.all([needMessages('base'), router.begin()])
  if (isAsMade())
    hydrateRoot(element, <App router={router} />, {
      onRecoverableError: error => {
        // Who goes on to another address in this very moment gets its page drawn anew, as they should.
        if (isAsMade()) reportError(error)
      },
    })
  else createRoot(element).render(<App router={router} />)
}

/** A page whose first answers have not come by then shows that it waits. */
const mostMs = 1000

/**
 * Begins a signed-in person's page once all that came with it is there, so that it is drawn in one go: whatever
 * followed its frame, React would hold back for a third of a second.
 */
const beginWithAnswers = async ({ roles }: FirstPerson): Promise<void> => {
  const all = Promise.all([needMessages('base'), router.begin().then(partsReady), frameReady(roles), firstsCome])
  await Promise.race([all.catch(() => undefined), new Promise(late => setTimeout(late, mostMs))])
}

const ready = document.getElementById('ready')?.textContent
// A language chosen on an earlier visit may be another than the page's.
if (ready && tagOf(spoken()) === document.documentElement.lang) {
  void goOn(JSON.parse(ready) as ReadyAnswer[])
} else {
  // The browser finds this typeface once a title is drawn with another; asked for now, it comes before that.
  document.fonts.load("700 1em 'Bricolage Grotesque'").catch(() => undefined)
  void needMessages('base')
  void firstPerson
    .then(person => {
      if (person) return beginWithAnswers(person)
      void router.begin()
    })
    .then(() => createRoot(element).render(<App router={router} />))
}
