import { createRoot, hydrateRoot } from 'react-dom/client'
import type { SchoolFacts } from '#web/school.ts'
import { App } from '#web/App.tsx'
import { keepReady, type ReadyAnswer } from '#web/guestRead.ts'
import { needMessages, spoken } from '#web/language.tsx'
import { tagOf } from '#web/languages.ts'
import { makeRouter } from '#web/routes.tsx'
import { takeSchool } from '#web/school.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
/**
 * Writes the address as the router does, without what it does not know: otherwise it would correct the address by
 * loading the page once more, while React still takes the ready one over.
 */
const straighten = (): void => {
  const asked = new URLSearchParams(location.search)
  const known = [...asked].filter(([key, value]) => value !== '' && key !== 'lang' && !key.startsWith('utm_'))
  const search = new URLSearchParams(known).toString()
  const wanted = search ? `?${search}` : ''
  if (wanted !== location.search)
    history.replaceState(history.state, '', `${location.pathname}${wanted}${location.hash}`)
}

straighten()
const router = makeRouter()

/** Takes over a page that the server made ready: the same components find the same answers, so nothing moves. */
const goOn = async (answers: readonly ReadyAnswer[]): Promise<void> => {
  keepReady(answers)
  const school = answers.find(({ name }) => name === 'config-get')
  if (school) takeSchool(school.answer as SchoolFacts)
  await Promise.all([needMessages('base'), router.load()])
  hydrateRoot(element, <App router={router} />)
}

const ready = document.getElementById('ready')?.textContent
// A language chosen on an earlier visit may be another than the page's.
if (ready && tagOf(spoken()) === document.documentElement.lang) {
  void goOn(JSON.parse(ready) as ReadyAnswer[])
} else {
  void needMessages('base')
  createRoot(element).render(<App router={router} />)
}
