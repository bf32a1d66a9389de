// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Modal } from './Dialog.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('a click outside a dialog closes it, unless it ends the double click that opened it', async () => {
  let closed = 0
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <Modal open label="Dialog" className="" onClose={() => (closed += 1)}>
        <p>Text</p>
      </Modal>,
    ),
  )
  // The events that a browser sends for a press; only mouse events count the presses in a row.
  const press = (on: Element, detail: number) =>
    act(async () => {
      on.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      on.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, detail }))
    })
  await press(place.querySelector('dialog')!, 2)
  await press(place.querySelector('p')!, 1)
  expect(closed).toBe(0)
  await press(place.querySelector('dialog')!, 1)
  expect(closed).toBe(1)
  await act(async () => root.unmount())
})
