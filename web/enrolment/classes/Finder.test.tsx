import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Term } from '#contract/school/terms.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as open } from '#web/words/public.en.ts'
import { Finder } from './Finder.tsx'
import { messages as finder } from './finder.en.ts'

const term = { id: 'fall', name: 'Fall', nativeName: '', startsOn: '2026-09-13' } as Term
const sectionIn = (state: CatalogueSection['state']) =>
  ({
    id: state,
    name: 'Kung Fu',
    nativeName: '',
    level: null,
    weekday: 7,
    startsAt: '16:05',
    endsAt: '17:00',
    ageFrom: null,
    ageTo: null,
    placesLeft: 0,
    waiting: 0,
    state,
    tuitionCents: 15_000,
    dueCents: null,
  }) as Partial<CatalogueSection> as CatalogueSection

const drawn = async (sections: readonly CatalogueSection[]): Promise<string> => {
  const screen = async () => ({ default: () => null })
  const route: Route = { path: '/classes', load: screen, density: 'family', frame: 'public' }
  const router = createRouter(() => route, screen, fixedBar('/classes?find=fits&born=2020-03-03'))
  speak('en', { ...base, ...open, ...finder })
  await router.begin()
  return renderToString(
    <LanguageProvider>
      <RouterProvider router={router}>
        <Finder term={term} sections={sections} />
      </RouterProvider>
    </LanguageProvider>,
  )
}

test('a class with a lottery that fits is entered by its lottery: it has no waitlist and isn’t full', async () => {
  const lottery = await drawn([sectionIn('draw')])
  expect(lottery).toContain('Enter the lottery for Kung Fu')
  expect(lottery).not.toContain('aitlist')
  const full = await drawn([sectionIn('waitlist')])
  expect(full).toContain('Join the waitlist for Kung Fu')
  expect(full).toContain('It’s full.')
})
