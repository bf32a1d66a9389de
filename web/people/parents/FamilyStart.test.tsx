// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Output } from '#contract/index.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { messages as family } from '#web/words/family.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { ToDoCard } from './FamilyStart.tsx'

type Home = Output<'parents-home'>

test('each child’s request to leave a class is told apart by the child’s name', async () => {
  speak('en', { ...base, ...family, ...record } as Partial<Messages>)
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/dashboard/', load, density: 'family', frame: 'public' }
  const router = createRouter(() => route, load, fixedBar('/dashboard/'))
  await router.begin()
  const toDo = ['Emily', 'Lucas'].map(of => ({ kind: 'leaving', id: of, of, ofNative: '' }))
  const home = { balanceCents: 0, dueCents: 0, dueOn: null, toDo } as Partial<Record<keyof Home, unknown>> as Home
  const text = renderToString(
    <LanguageProvider>
      <RouterProvider router={router}>
        <ToDoCard home={home} />
      </RouterProvider>
    </LanguageProvider>,
  )
  expect(text).toContain('Your request for Emily is waiting for the office')
  expect(text).toContain('Your request for Lucas is waiting for the office')
})
