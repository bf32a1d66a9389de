import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PublishedRules } from '#contract/enrolment/windows.ts'
import type { Term } from '#contract/school/terms.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { answerOnly } from '#web/wire/guestRead.ts'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as open } from '#web/words/public.en.ts'
import { PublicRules } from './PublicRules.tsx'

const rules: PublishedRules = {
  windows: [],
  registrationFeeCents: 0,
  waivedUntil: null,
  dueDays: 30,
  siblingPercent: 0,
  siblingProgrammes: [],
  staffPercent: 0,
  classesPercent: 0,
  seniorFromAge: null,
  seniorPercent: 0,
  prorations: [{ fromDay: '2026-12-06', numerator: 1, denominator: 3 }],
  refunds: [],
  processingFeeCents: 0,
  refundsBooks: false,
  priorities: [],
  offerHours: 48,
}

test('what a late family pays goes by the day on which it registers, as its price does', async () => {
  const screen = async () => ({ default: () => null })
  const route: Route = { path: '/', load: screen, density: 'family', frame: 'public' }
  const router = createRouter(() => route, screen, fixedBar('/'))
  speak('en', { ...base, ...open })
  await router.begin()
  const ready = { name: 'windows-rules', input: { termId: 'fall' }, answer: rules } as const
  const { result } = answerOnly([ready], () =>
    renderToString(
      <LanguageProvider>
        <RouterProvider router={router}>
          <PublicRules term={{ id: 'fall' } as Term} sections={[]} today="2026-11-28" />
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  expect(result).toContain('If you register from Dec 6, 2026: 33% of the fee.')
})
