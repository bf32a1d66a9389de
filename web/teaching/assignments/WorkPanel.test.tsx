// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Submission } from '#contract/teaching/assignments.ts'
import { keepAnswer } from '#web/wire/call.ts'
import { call, newOperationId } from '#web/wire/wire.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as refusals } from '#web/words/refusals.en.ts'
import { messages as assignments } from './assignments.en.ts'
import { WorkPanel } from './WorkPanel.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// A phone that loses its connection. The clock is fake, so that the test doesn't wait.
let isConnected = false
let saved: string[] = []
const network = async (path: string | URL, { body }: RequestInit = {}): Promise<Response> => {
  if (!isConnected) throw new TypeError('Failed to fetch')
  if (String(path).includes('assignments-saveDraft')) saved.push(typeof body === 'string' ? body : '')
  return Response.json({ result: submission })
}
beforeAll(async () => {
  vi.stubGlobal('fetch', network)
  // Loads what a call needs before the clock stands still.
  await call('assignments-saveDraft', { ...of, text: '', fileIds: [] }, newOperationId()).catch(() => undefined)
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => vi.useRealTimers())

const of = {
  assignmentId: '00000000-0000-4000-8000-000000000001',
  studentId: '00000000-0000-4000-8000-000000000002',
}
const section = { sectionId: '00000000-0000-4000-8000-000000000003', section: 'G1', sectionNativeName: '' }
const submission = {
  assignment: {
    id: of.assignmentId,
    ...section,
    crayon: 'leaf',
    title: 'Six characters',
    nativeTitle: '',
    instructions: '',
    takesText: true,
    takesFiles: false,
    status: 'published',
    due: { day: '2026-12-06', time: '14:00' },
    maxPoints: null,
    files: [],
  },
  work: {
    studentId: of.studentId,
    name: 'Lea Lind',
    nativeName: '',
    status: 'assigned',
    state: 'due',
    text: '',
    files: [],
    turns: [],
  },
  isOpen: true,
} as Partial<Record<keyof Submission, unknown>> as Submission

test('an answer that couldn’t be turned in is saved when the connection is back', async () => {
  speak('en', { ...base, ...refusals, ...assignments } as Partial<Messages>)
  await keepAnswer('assignments-submission', of, submission)
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <WorkPanel work={of} onClose={() => undefined} />
      </LanguageProvider>,
    ),
  )
  const area = place.querySelector('textarea')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area, '上下左右')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => place.querySelector<HTMLButtonElement>('button[type=submit]')!.click())
  await act(async () => vi.advanceTimersByTimeAsync(60_000))
  expect(place.textContent).toContain('Not saved yet')

  isConnected = true
  await act(async () => dispatchEvent(new Event('online')))
  await act(async () => vi.advanceTimersByTimeAsync(100))
  expect(saved.map(body => body.includes('上下左右'))).toEqual([true])
  expect(place.textContent).not.toContain('Not saved yet')
})
