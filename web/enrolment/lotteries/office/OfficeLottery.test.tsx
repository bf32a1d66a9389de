// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { keepAnswer } from '#web/wire/call.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as lotteries } from '../lotteries.en.ts'
import { OfficeLotteries } from './OfficeLotteries.tsx'
import { LotteryActs } from './OfficeLotteryActs.tsx'
import { OfficeLotteryForm } from './OfficeLotteryForm.tsx'

type Lottery = Output<'lotteries-list'>[number]

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  speak('en', { ...base, ...lotteries } as Partial<Messages>)
  const facts = {
    features: [],
    languages: ['en'],
    school: { zone: 'America/New_York', currency: 'USD' },
    now: '2026-09-13T18:57:00Z',
  }
  takeSchool(facts as unknown as SchoolFacts)
  const me = { id: 'i', name: 'Ida', roles: ['admin'], area: 'all' }
  await keepAnswer('users-me', {}, me as Partial<Output<'users-me'>> as Output<'users-me'>)
})
afterAll(() => vi.unstubAllGlobals())

const lotteryOf = (more: object): Lottery =>
  ({
    id: 'l',
    name: 'Spring',
    nativeName: '',
    term: { id: 't', name: 'Spring', nativeName: '' },
    status: 'draft',
    opensAt: '2026-11-30T13:00:00Z',
    closesAt: '2026-11-30T18:57:00Z',
    classes: [],
    families: 0,
    children: 0,
    ...more,
  }) as Partial<Lottery> as Lottery

const show = async (children: ReactNode): Promise<HTMLElement> => {
  const place = document.body.appendChild(document.createElement('div'))
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/adminconfig', load, density: 'admin', frame: 'person' }
  const router = createRouter(() => route, load, fixedBar('/adminconfig'))
  await router.begin()
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RouterProvider router={router}>{children}</RouterProvider>
      </LanguageProvider>,
    ),
  )
  return place
}

test('entries of a new lottery open now', async () => {
  const place = await show(<OfficeLotteryForm lottery={null} onSaved={() => undefined} />)
  expect(place.querySelector<HTMLInputElement>('input[type=datetime-local]')!.value).toBe('2026-09-13T14:57')
})

test('entries that open and close on one day name it once', async () => {
  const later = lotteryOf({ id: 'm', closesAt: '2026-12-02T18:57:00Z' })
  await keepAnswer('lotteries-list', {}, [lotteryOf({}), later])
  const { textContent } = await show(<OfficeLotteries />)
  expect(textContent).toContain('Nov 30, 2026, 8:00 AM – 1:57 PM')
  expect(textContent).toContain('Nov 30, 2026, 8:00 AM – Dec 2, 2026, 1:57 PM')
})

test('a lottery is opened with a warning if a class has no spots', async () => {
  const asked = async (seats: number): Promise<string> => {
    const classes = [
      { code: 'A', name: 'Robots', nativeName: '', seats: 2 },
      { code: 'B', name: 'Clay', nativeName: '', seats },
    ]
    const place = await show(<LotteryActs lottery={lotteryOf({ classes })} />)
    const open = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Open for entries')!
    await act(async () => open.click())
    return document.body.textContent
  }
  expect(await asked(1)).not.toContain('no free spots')
  expect(await asked(0)).toContain('Clay has no free spots now.')
})
