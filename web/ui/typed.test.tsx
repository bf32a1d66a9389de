// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { isHeld } from './holds.ts'
import { typedIsSaved, useTyped } from './typed.ts'
import { useWayOut } from './useWayOut.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Types a note into a form that watches its inputs. Returns true if the note is unsaved. */
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

test('typed text counts as saved once it was sent', async () => {
  const isUnsaved = await typed(' Fever "since"\nlast night ')
  expect(isUnsaved()).toBe(true)
  typedIsSaved({ id: 'a', note: 'Fever "since"\nlast night' })
  expect(isUnsaved()).toBe(false)
})

test('a different write doesn’t count as saving the text', async () => {
  const isUnsaved = await typed('Fever since last night')
  typedIsSaved({ id: 'b', code: 'present' })
  typedIsSaved(null)
  expect(isUnsaved()).toBe(true)
})

test('an empty box holds nothing to lose', async () => {
  expect((await typed('  '))()).toBe(false)
})

test.each([
  ['an open dialog', false, ['browser']],
  ['a page that links lead out of', true, ['browser', 'link']],
] as const)('a person about to lose text typed into %s is asked first', async (_name, links, ways) => {
  let way!: ReturnType<typeof useWayOut>
  const Form = () => {
    way = useWayOut({ links })
    return (
      <form onInput={way.onInput}>
        <textarea defaultValue="" />
      </form>
    )
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () => root.render(<Form />))
  let went = 0
  const goOn = () => (went += 1)
  const held = () => (['browser', 'link'] as const).filter(each => isHeld(each, goOn))
  const mayLoad = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect([held(), mayLoad()]).toEqual([[], true])
  await act(async () => {
    const box = place.querySelector('textarea')!
    box.value = 'Fever since last night'
    box.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => expect(held()).toEqual(ways))
  expect([way.isAsking, mayLoad(), went]).toEqual([true, false, 0])
  await act(async () => way.discard())
  expect([way.isAsking, mayLoad(), went, held()]).toEqual([false, true, 1, []])
  await act(async () => root.unmount())
})
