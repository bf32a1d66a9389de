// @vitest-environment happy-dom
import { act, startTransition, Suspense, use, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useWaitFor } from './useWaitFor.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/**
 * Opens a screen whose answer arrives while React waits for it. Returns what is shown then and what React logs as
 * errors.
 */
const opened = async (useAnswer: (pending: Promise<void> | null) => void) => {
  let isLoading = true
  const { promise: answer, resolve: arrive } = Promise.withResolvers<void>()
  let open: () => void = () => undefined
  const Screen = () => {
    useAnswer(isLoading ? answer : null)
    const [text] = useState('the answer')
    return text
  }
  const App = () => {
    const [isOpen, setOpen] = useState(false)
    open = () => startTransition(() => setOpen(true))
    return <Suspense fallback="waiting">{isOpen ? <Screen /> : 'before'}</Suspense>
  }
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () => root.render(<App />))
  await act(async () => open())
  expect(place.textContent).toBe('before')
  await act(async () => {
    isLoading = false
    arrive()
  })
  const texts = complaints.mock.calls.map(([first]) => String(first))
  complaints.mockRestore()
  return { shown: place.textContent, complaints: texts }
}

test('an answer that arrives while a screen waits for it is shown', async () => {
  expect(await opened(useWaitFor)).toEqual({ shown: 'the answer', complaints: [] })
})

test('React complains about a screen that skips `use` once the answer has arrived', async () => {
  const { complaints } = await opened(pending => {
    if (pending) use(pending)
  })
  expect(complaints).toEqual([expect.stringContaining('did not call use() when it finished')])
})
