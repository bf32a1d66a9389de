// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EventDetails, EventSlot, SignUpStatus } from '#contract/communication/events.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as events } from './events.en.ts'
import { SlotList } from './SlotList.tsx'

const shown = (myStatus: SignUpStatus): string => {
  const slot: Partial<EventSlot> = { id: 'hall', name: 'Hall', nativeName: '', startsAt: null, endsAt: null }
  const slots = [{ ...slot, capacity: 2, taken: 1, points: 0, opensAt: null, locksAt: null, state: 'mine', myStatus }]
  return renderToString(
    <LanguageProvider>
      <SlotList event={{ slots } as Partial<EventDetails> as EventDetails} />
    </LanguageProvider>,
  )
}

test('a person whom the office has excused from a slot isn’t shown as signed up', () => {
  speak('en', { ...base, ...events } as Partial<Messages>)
  expect(shown('taken')).toContain('You are signed up')
  expect(shown('excused')).not.toContain('You are signed up')
  expect(shown('excused')).toContain('You are excused')
})
