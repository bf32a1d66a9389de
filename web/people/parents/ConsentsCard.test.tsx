// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Household } from '#contract/people/parents.ts'
import type { Policy } from '#contract/school/policies.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { messages as chineseRecord } from '#web/words/record.zh.ts'
import { messages as registration } from '#web/enrolment/enrolments/registration.en.ts'
import { messages as chineseRegistration } from '#web/enrolment/enrolments/registration.zh.ts'
import { ConsentsCard } from './ConsentsCard.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

const rules: Policy = {
  kind: 'policy',
  answer: 'agree',
  title: 'Rules of the school',
  nativeTitle: '',
  versionId: '00000000-0000-4000-8000-000000000003',
  version: 2,
  neededVersion: 2,
  text: 'No black soles in the gym.',
  nativeText: '',
  publishedAt: '2026-09-01T00:00:00.000Z',
}

/** The page of a family that signed a version of the rules, with the rules open. */
const opened = async (version: string): Promise<HTMLElement> => {
  speak('en', { ...base, ...record } as Partial<Messages>)
  await keepAnswer('policies-current', {}, [rules])
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/parent', load, density: 'family', frame: 'public' }
  const router = createRouter(() => route, load, fixedBar('/parent?edit=sign&of=policy'))
  await router.begin()
  const consent = { kind: 'policy', studentId: null, level: 'granted', signedName: 'Ana', version }
  const household = {
    id: 'h',
    children: [],
    consents: [{ ...consent, signedAt: '2026-09-13T15:00:00.000Z' }],
  } as Partial<Record<keyof Household, unknown>> as Household
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RouterProvider router={router}>
          <ConsentsCard household={household} me={undefined} />
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  return place
}
const nameOf = (place: HTMLElement) => place.querySelector('li button')?.getAttribute('aria-label')

test('rules that were signed are only read, and a newer version is signed', async () => {
  const signed = await opened('2')
  expect(nameOf(signed)).toBe('Read it: Rules of the school')
  expect(signed.textContent).toContain('No black soles in the gym.')
  expect(signed.querySelector('input')).toBeNull()

  const outdated = await opened('1')
  expect(nameOf(outdated)).toBe('Read and sign: Rules of the school')
  expect(outdated.querySelector('input')).not.toBeNull()
})

test('a choice about photos means the same when it is made and when it is changed', () => {
  for (const [made, changed] of [
    [registration.register.photoHint, record.record.consent.levelHints],
    [chineseRegistration.register.photoHint, chineseRecord.record.consent.levelHints],
  ] as const)
    expect(changed).toMatchObject(made)
})
