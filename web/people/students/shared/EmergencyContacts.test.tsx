// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { EmergencyContacts } from './EmergencyContacts.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('a tap calls a contact; a person blocked from pick-up is listed without a number', async () => {
  speak('en', { ...base, ...record })
  const place = document.body.appendChild(document.createElement('div'))
  const contacts = [
    { id: '1', name: 'Grandma', phone: '+1 555 0199', relationship: 'grandparent', isBarred: false },
    { id: '2', name: 'Dan', phone: '', relationship: 'uncle', isBarred: true },
  ]
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <EmergencyContacts contacts={contacts} />
      </LanguageProvider>,
    ),
  )
  const rows = [...place.querySelectorAll('li')]
  expect(rows.map(row => row.querySelector('a')?.getAttribute('href') ?? null)).toEqual(['tel:+15550199', null])
  expect(rows[0]!.textContent).toContain('Grandma Grandparent')
  expect(rows[1]!.textContent).toContain('Not allowed to pick up')
})
