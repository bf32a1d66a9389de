// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { typedIsSaved, useTyped } from './typed.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Types a note into a form that watches its boxes; says then whether the note is unsaved. */
const typed = async (note: string) => {
  let isUnsaved = () => false
  const Form = () => {
    const watch = useTyped()
    isUnsaved = watch.isUnsaved
    return (
      <form onInput={watch.onInput}>
        <textarea defaultValue="" />
      </form>
    )
  }
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () => createRoot(place).render(<Form />))
  const box = place.querySelector('textarea')!
  await act(async () => {
    box.value = note
    box.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return () => isUnsaved()
}

test('what was typed is saved once it was sent', async () => {
  const isUnsaved = await typed(' Fever "since"\nlast night ')
  expect(isUnsaved()).toBe(true)
  typedIsSaved({ id: 'a', note: 'Fever "since"\nlast night' })
  expect(isUnsaved()).toBe(false)
})

test('a write that ends meanwhile saves nothing of it', async () => {
  const isUnsaved = await typed('Fever since last night')
  typedIsSaved({ id: 'b', code: 'present' })
  typedIsSaved(null)
  expect(isUnsaved()).toBe(true)
})

test('an empty box holds nothing to lose', async () => {
  expect((await typed('  '))()).toBe(false)
})
