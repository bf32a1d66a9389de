// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import { FamilyBulk } from '#web/people/parents/FamilyBulk.tsx'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { Toaster } from '#web/ui/Toast.tsx'
import { keepAnswer } from '#web/wire/call.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as people } from '#web/words/people.en.ts'
import { messages as tables } from '#web/words/tables.en.ts'
import { useChosen } from './listParts.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
let answer: () => Response
beforeAll(async () => {
  vi.stubGlobal('fetch', async () => answer())
  speak('en', { ...base, ...people, ...tables } as Partial<Messages>)
  const school = { zone: 'UTC', currency: 'USD' }
  const facts = { features: [], languages: ['en'], school, now: '2026-09-13T14:00:00Z' }
  takeSchool(facts as unknown as SchoolFacts)
  const me = { id: 'i', name: 'Ida', roles: ['admin'], area: 'all' }
  await keepAnswer('users-me', {}, me as Partial<Output<'users-me'>> as Output<'users-me'>)
})
afterAll(() => vi.unstubAllGlobals())

const Families = () => {
  const chosen = useChosen({})
  return (
    <>
      <button onClick={() => chosen.choose(['a'])}>a</button>
      <FamilyBulk chosen={chosen} filter={{ view: 'active' }} total={3} isArchive={false} onLabels={() => undefined} />
      <Toaster />
    </>
  )
}

test('“Select all” selects families that aren’t loaded, and says so when it can’t', async () => {
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/adminparent', load, density: 'admin', frame: 'person' }
  const router = createRouter(() => route, load, fixedBar('/adminparent'))
  await router.begin()
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RouterProvider router={router}>
          <Families />
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  const press = (text: string) =>
    act(async () => [...place.querySelectorAll('button')].find(each => each.textContent === text)!.click())
  await press('a')
  answer = () => Response.json({ error: { status: 'INTERNAL', message: 'INTERNAL' } }, { status: 500 })
  await press('Select all 3 that match')
  await vi.waitFor(() => expect(place.querySelector('[data-toasts]')!.textContent).toMatch(/\w/))
  expect(place.textContent).toContain('1 selected')
  answer = () => Response.json({ result: ['a', 'b', 'c'].map(id => ({ id })) })
  await press('Select all 3 that match')
  await vi.waitFor(() => expect(place.textContent).toContain('3 selected'))
  expect(place.textContent).not.toContain('Select all')
})
