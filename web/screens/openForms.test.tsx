// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { EventDetails } from '#contract/communication/events.ts'
import type { MyLottery } from '#contract/enrolment/lotteries.ts'
import type { Output } from '#contract/index.ts'
import type { Household } from '#contract/people/parents.ts'
import { SaveView } from '#web/access/views/SaveView.tsx'
import type { Views } from '#web/access/views/useViews.ts'
import { messages as events } from '#web/communication/events/events.en.ts'
import { RsvpForm } from '#web/communication/events/RsvpForm.tsx'
import { AnswerOffice } from '#web/enrolment/applications/AnswerOffice.tsx'
import { messages as visits } from '#web/enrolment/visits/visits.en.ts'
import { EnterDraw } from '#web/enrolment/lotteries/EnterDraw.tsx'
import { messages as lotteries } from '#web/enrolment/lotteries/lotteries.en.ts'
import { OfficePictures } from '#web/school/config/OfficePictures.tsx'
import { AskChild, AskGuardian, AskHousehold } from '#web/people/parents/AskOffice.tsx'
import { messages as pictures } from '#web/school/config/pictures.en.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { messages as family } from '#web/words/family.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { messages as tables } from '#web/words/tables.en.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

/** What a test needs of a record. */
const partly = <T,>(values: Partial<Record<keyof T, unknown>>): T => values as T
const close = () => undefined

type State = { text: string; isOn: boolean }
const household = ({ text }: State) => partly<Household>({ id: 'h', name: text })
const guardian = ({ isOn }: State) =>
  partly<Household['guardians'][number]>({ id: 'g', name: 'Ben Wang', hasDataAccess: true, mayPickUp: isOn })
const child = ({ text }: State) => partly<Household['children'][number]>({ id: 'c', name: text, birthOn: '2018-01-01' })
const answers = ({ text }: State) =>
  partly<EventDetails['households'][number]>({ id: 'h', answer: 'yes', partySize: 4, note: text })
const event = partly<EventDetails>({ id: 'e', capacity: null, rsvpClosesAt: null })
const application = ({ text }: State) =>
  partly<Output<'applications-mine'>[number]>({ id: 'a', status: 'submitted', note: text })
const view = ({ text, isOn }: State) =>
  partly<Parameters<typeof SaveView>[0]['view'] & object>({ id: 'v', name: text, isShared: isOn, isDefault: false })
const lottery = ({ text }: State) =>
  partly<MyLottery>({
    id: 'l',
    name: 'Draw',
    nativeName: '',
    ticket: '3',
    together: 'alone',
    classes: [],
    children: [{ studentId: 'm', name: 'Mia', nativeName: '', fits: ['A'], ranks: [text] }],
  })

const forms: [string, (state: State) => ReactNode][] = [
  ['an answer to an event', state => <RsvpForm event={event} household={answers(state)} isOne />],
  ['a family’s note to the office', state => <AnswerOffice application={application(state)} onClose={close} />],
  ['a lottery entry', state => <EnterDraw lottery={lottery(state)} onClose={close} />],
  ['a child’s name', state => <AskChild child={child(state)} onClose={close} />],
  ['a household’s name', state => <AskHousehold household={household(state)} onClose={close} />],
  [
    'a guardian’s rights',
    state => <AskGuardian household={household(state)} guardian={guardian(state)} onClose={close} />,
  ],
  [
    'a saved view',
    state => <SaveView views={partly<Views>({ list: 'students' })} view={view(state)} onClose={close} />,
  ],
  [
    'the caption of a picture',
    ({ text }) => {
      const picture = { id: 'p', width: 3, height: 2, caption: text, nativeCaption: '' }
      takeSchool(partly<SchoolFacts>({ languages: ['en'], pictures: [picture] }))
      return <OfficePictures />
    },
  ],
]
test.each(forms)('the form for %s follows what is saved elsewhere while it is open', async (_, form) => {
  speak('en', {
    ...base,
    ...family,
    ...record,
    ...events,
    ...visits,
    ...lotteries,
    ...tables,
    ...pictures,
  } as Partial<Messages>)
  const place = document.body.appendChild(document.createElement('div'))
  const show = async (root: ReturnType<typeof createRoot>, state: State) => {
    await act(async () => root.render(<LanguageProvider>{form(state)}</LanguageProvider>))
    const fields = [...place.querySelectorAll<HTMLInputElement>('input, textarea')]
    const listed = [...place.querySelectorAll('ol li')].map(({ textContent }) => textContent)
    return [...listed, ...fields.map(field => (field.type === 'checkbox' ? field.checked : field.value))]
  }
  const root = createRoot(place)
  const before = await show(root, { text: 'A', isOn: true })
  const after = await show(root, { text: 'B', isOn: false })
  await act(async () => root.unmount())
  const fresh = createRoot(place)
  expect(await show(fresh, { text: 'B', isOn: false })).not.toEqual(before)
  expect(after).toEqual(await show(fresh, { text: 'B', isOn: false }))
  await act(async () => fresh.unmount())
  place.remove()
})
