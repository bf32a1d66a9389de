// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { ContactsStep } from './AgreementSteps.tsx'
import { openDraft, useDraft } from './draft.ts'
import { messages } from './registration.en.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const draft = {
  termId: null,
  address: '',
  answers: {},
  guardians: [],
  children: [],
  contacts: [],
  choices: [],
  consents: { levels: {}, signedName: '' },
  at: '',
  promoCode: '',
}
let isWhole = true
const network = async (): Promise<Response> => {
  const known = { household: 'Wang', isWhole, checkedAt: null, signed: [], classAnswers: [] }
  return Response.json({ result: { draft, version: 0, savedAt: null, startedAt: null, known } })
}
beforeAll(() => vi.stubGlobal('fetch', network))
afterAll(() => vi.unstubAllGlobals())

const Step = () => {
  const state = useDraft()
  return state && <ContactsStep draft={state.kept.draft} />
}
const shownTo = async (uid: string): Promise<HTMLElement> => {
  speak('en', { ...base, ...messages })
  await act(() => openDraft({ uid, email: `${uid}@home.example`, name: uid, roles: [] }))
  const place = document.body.appendChild(document.createElement('main'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <Step />
      </LanguageProvider>,
    ),
  )
  return place
}

test('a contact is one group, whose name is announced once', async () => {
  const place = await shownTo('ann')
  expect([...place.querySelectorAll('legend')].map(({ textContent }) => textContent)).toEqual(['Contact 1'])
  const pickUp = place.querySelector<HTMLInputElement>('[type=checkbox]')!
  expect([pickUp.id, pickUp.labels![0]!.textContent]).toEqual(['contacts.0.mayPickUp', 'Can pick up the children'])
})

test('a guardian who may not change the contacts is told who adds one, and asked for none', async () => {
  isWhole = false
  const place = await shownTo('roy')
  expect(place.querySelectorAll('input, button')).toHaveLength(0)
  expect(place.textContent).toContain('Only the office can add one')
})
