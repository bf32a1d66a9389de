// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { InChinese } from './InChinese.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Opens a form with one field in Chinese; `type` changes its text. */
const openForm = async (text: string) => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const type = (typed: string) => act(async () => root.render(<InChinese text={typed}>Text in Chinese</InChinese>))
  await type(text)
  return { shown: () => place.textContent, type }
}
const offer = (...languages: SchoolFacts['languages']) =>
  act(async () => takeSchool({ languages, now: '2026-09-13T14:00:00Z' } as SchoolFacts))

test('a school that offers only English is not asked for texts in Chinese, and can still clear one it has', async () => {
  await offer('en', 'zh')
  const empty = await openForm('')
  expect(empty.shown()).toBe('Text in Chinese')
  await offer('en')
  expect(empty.shown()).toBe('')
  const filled = await openForm('准时到校。')
  expect(filled.shown()).toBe('Text in Chinese')
  await filled.type('')
  expect(filled.shown()).toBe('Text in Chinese')
})
