// @vitest-environment happy-dom
import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import type { SessionUser } from '#web/session/session.ts'
import { keepAnswer } from '#web/wire/call.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as cards } from '#web/money/cards/cards.en.ts'
import { Done } from './Done.tsx'
import { messages as done } from './done.en.ts'
import { blankChild, type Draft } from './draftForm.ts'
import { messages as registration } from './registration.en.ts'
import { Summary } from './Summary.tsx'

vi.mock('./asked.ts', () => ({ askedReady: async () => ({ fields: [], policies: [] }) }))

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => undefined)),
  )
  speak('en', { ...base, ...registration, ...done, ...cards } as Partial<Messages>)
  const school = { zone: 'America/New_York', currency: 'USD' }
  const facts = { features: [], languages: ['en'], school, now: '2026-12-01T14:00:00Z' }
  takeSchool(facts as unknown as SchoolFacts)
})
afterAll(() => vi.unstubAllGlobals())

const shown = async (element: React.ReactNode): Promise<HTMLElement> => {
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/registration2', load, density: 'family', frame: 'person' }
  const router = createRouter(() => route, load, fixedBar('/registration2'))
  await router.begin()
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RouterProvider router={router}>
          <Suspense>{element}</Suspense>
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  await vi.waitFor(() => expect(place.textContent).not.toBe(''))
  return place
}

test('a child without a new choice is listed with the classes of the term that it already has', async () => {
  const children = [
    { ...blankChild(), key: 'mia', name: 'Mia' },
    { ...blankChild(), key: 'leo', name: 'Leo' },
  ]
  const nobody = { termId: 'spring', choices: [], guardians: [], contacts: [], answers: {} }
  const consents = { signedName: 'Ann', policies: [], photo: 'denied' }
  const draft = { ...nobody, children, consents } as unknown as Draft
  const sections = [{ id: 'g1', name: 'G1-A', nativeName: '', crayon: 'red' }] as unknown as CatalogueSection[]
  const place = await shown(
    <Summary
      draft={draft}
      sections={sections}
      names={{ nameOf: (_id, name) => name, childOf: (_key, name) => name }}
      outcomeOf={() => undefined}
      heldOf={({ key }) => new Map(key === 'mia' ? [['g1', 'held'] as const] : [])}
    />,
  )
  const [mia, leo] = [...place.querySelectorAll('section ul > li')].filter(({ textContent }) =>
    /^(Mia|Leo)/.test(textContent),
  )
  expect(mia!.textContent).toBe('MiaG1-ASpot held. Confirm it on your home page')
  expect(leo!.textContent).toBe('LeoNo class chosen')
})

test('the button that pays more than the new invoice says so', async () => {
  const answer = {
    householdId: 'home',
    invoiceNumber: '1042',
    totalCents: 15_000,
    dueOn: '2026-12-31',
    outcomes: [],
  } as unknown as Output<'enrolments-submit'>
  const user = { uid: 'ann', email: 'ann@home.example', roles: ['parent'] } as unknown as SessionUser
  const owes = (amountCents: number) =>
    keepAnswer(
      'cards-mine',
      {},
      { isOn: true, isTest: false, waiting: [], due: [{ householdId: 'home', amountCents }] },
    )
  await owes(118_800)
  const more = await shown(<Done answer={answer} user={user} />)
  await vi.waitFor(() => expect(more.textContent).toContain('Pay $1,188.00'))
  expect(more.textContent).toContain('This pays your whole balance, not just this invoice.')
  expect(more.textContent).toContain('Pay $150.00 for this registration by Dec 31')
  await owes(15_000)
  const same = await shown(<Done answer={answer} user={user} />)
  await vi.waitFor(() => expect(same.textContent).toContain('Pay $150.00'))
  expect(same.textContent).not.toContain('whole balance')
})
