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
