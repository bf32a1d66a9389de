// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as open } from '#web/words/public.en.ts'
import { ClassRow } from './ClassRow.tsx'
import { messages as registration } from './registration.en.ts'

test('a class that is half over shows the price of joining it today, and of auditing it', () => {
  const section = {
    id: 'chess',
    name: 'Chess',
    nativeName: '',
    room: '',
    teachers: [],
    weekday: 7,
    startsAt: '16:05',
    endsAt: '17:00',
    ageFrom: null,
    ageTo: null,
    state: 'open',
    placesLeft: 3,
    waiting: 0,
    auditCents: 9_000,
    auditDueCents: 4_500,
    tuitionCents: 20_000,
    dueCents: 10_000,
  } as Partial<CatalogueSection> as CatalogueSection
  speak('en', { ...base, ...open, ...registration })
  const drawn = renderToStaticMarkup(
    <LanguageProvider>
      <ClassRow id="chess" section={section} isChosen isAudit onToggle={() => undefined} onAudit={() => undefined} />
    </LanguageProvider>,
  )
  expect(drawn).toContain('$100.00')
  expect(drawn).not.toContain('$200.00')
  expect(drawn).toContain('$45.00')
  expect(drawn).not.toContain('$90.00')
})
