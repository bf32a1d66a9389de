// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import { keepAnswer, touch } from './call.ts'
import { useReadToEdit } from './useReadToEdit.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

type Plan = Output<'terms-get'>
const id = '00000000-0000-4000-8000-000000000001'
const planOf = (name: string) => ({ id, name }) as Partial<Plan> as Plan

let answer: ((plan: Plan) => void) | undefined
beforeAll(() => {
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>(resolve => {
        answer = plan => resolve(Response.json({ result: plan }))
      }),
  )
})
afterAll(() => void vi.unstubAllGlobals())

/** Opens a form and returns what its record is called at each moment, '' while it has none. */
const open = async () => {
  const names: string[] = []
  const Form = () => {
    names.push(useReadToEdit('terms-get', { id }).data?.name ?? '')
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Form />))
  return { names, close: () => act(async () => root.unmount()) }
}

test('a form that is opened right after a change never shows what was there before', async () => {
  await keepAnswer('terms-get', { id }, planOf('Fall'))
  const first = await open()
  expect(new Set(first.names)).toEqual(new Set(['Fall']))
  await first.close()
  await touch('terms')
  const second = await open()
  expect(new Set(second.names)).toEqual(new Set(['']))
  await vi.waitFor(() => expect(answer).toBeDefined())
  await act(async () => {
    answer?.(planOf('Fall 2026'))
    await vi.waitFor(() => expect(second.names.at(-1)).toBe('Fall 2026'))
  })
  expect(second.names).not.toContain('Fall')
  // Typed text stays while the record of an open form is read again.
  const before = second.names.length
  answer = undefined
  await act(async () => void touch('terms'))
  await vi.waitFor(() => expect(answer).toBeDefined())
  expect(second.names.slice(before)).not.toContain('')
  await second.close()
})
