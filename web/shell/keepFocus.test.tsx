// @vitest-environment happy-dom
import { X } from 'lucide-react'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { IconButton } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { keepFocus } from './keepFocus.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const button = (label: string) => <IconButton key={label} icon={X} label={label} />

/** Returns the label of what has the focus after the focused button was replaced by the next content. */
const focusedAfter = async (first: ReactNode, next: ReactNode): Promise<string | null> => {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  const stop = keepFocus()
  await act(async () => root.render(first))
  place.querySelector<HTMLElement>('[aria-label="Sign up"]')!.focus()
  await act(async () => root.render(next))
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
  stop()
  const focused = document.activeElement
  const name = focused === document.body ? null : (focused?.getAttribute('aria-label') ?? focused?.textContent ?? null)
  await act(async () => root.unmount())
  place.remove()
  return name
}

test('a button that disappears leaves the focus to what replaces it', async () => {
  const line = (label: string) => (
    <ul>
      <li>{button('Another')}</li>
      <li>{button(label)}</li>
    </ul>
  )
  expect(await focusedAfter(line('Sign up'), line('Leave'))).toBe('Leave')
})

test('a button without a replacement leaves the focus to the heading of its section', async () => {
  const part = (inside: ReactNode) => (
    <section>
      <h2>Times</h2>
      <p>{inside}</p>
      {button('Another')}
    </section>
  )
  expect(await focusedAfter(part(button('Sign up')), part('Done'))).toBe('Times')
})

test('a button that is disabled after its action passes the focus to the nearest element', async () => {
  const part = (isDone: boolean) => (
    <section>
      <h2>Late fees</h2>
      <IconButton icon={X} label="Sign up" disabled={isDone} />
    </section>
  )
  expect(await focusedAfter(part(false), part(true))).toBe('Late fees')
})

test('a dialog that closes restores the focus itself, and an element that has the focus keeps it', async () => {
  const within = (open: boolean) => (
    <>
      <h1>Page</h1>
      <Modal open={open} label="Dialog" className="" onClose={() => undefined}>
        {button('Sign up')}
      </Modal>
    </>
  )
  // The title of a page made by the frame can't be focused here; only the dialog would try.
  expect(await focusedAfter(within(true), within(false))).toBeNull()
  const typing = (isThere: boolean) => (
    <section>
      <h2>Times</h2>
      {isThere ? button('Sign up') : <input aria-label="Time" ref={element => element?.focus()} />}
    </section>
  )
  expect(await focusedAfter(typing(true), typing(false))).toBe('Time')
})

const settled = () => new Promise<void>(resolve => queueMicrotask(() => queueMicrotask(resolve)))
const focusedId = () => document.activeElement?.id

test('an element that disappears leaves the focus to the title of the open page', async () => {
  document.body.innerHTML = '<main id="main"><h1 id="title" tabindex="-1">Payments</h1><ul><li></li></ul></main>'
  const stop = keepFocus()
  const row = document.querySelector('li')!
  const press = (id: string) => {
    row.innerHTML = `<button id="${id}">Transfer</button>`
    document.getElementById(id)!.focus()
  }
  press('gone')
  row.textContent = 'Done'
  await settled()
  expect(focusedId()).toBe('title')

  // If the person has moved the focus, it stays.
  press('pressed')
  document.body.insertAdjacentHTML('beforeend', '<button id="other">Next</button>')
  document.getElementById('other')!.focus()
  row.textContent = 'Done'
  await settled()
  expect(focusedId()).toBe('other')

  // A page without a title yet gets the focus as soon as it has one.
  press('early')
  document.getElementById('main')!.innerHTML = ''
  await settled()
  expect(document.activeElement).toBe(document.body)
  document.getElementById('main')!.innerHTML = '<h1 id="late" tabindex="-1">Students</h1>'
  await settled()
  expect(focusedId()).toBe('late')
  stop()
})

test('undoing from a toast leaves the focus to the title of the page, not to the first link of the frame', async () => {
  document.body.innerHTML =
    '<div><a href="#main">Skip to content</a><main id="main"><h1 id="title" tabindex="-1">Duplicates</h1></main><div data-toasts></div></div>'
  const stop = keepFocus()
  const toasts = document.querySelector('[data-toasts]')!
  toasts.innerHTML = '<div><button id="undo">Undo</button></div>'
  document.getElementById('undo')!.focus()
  toasts.innerHTML = '<div><button>Close</button></div>'
  await settled()
  expect(focusedId()).toBe('title')
  stop()
})

test('a title that is hidden for a moment, as while its part loads, gets the focus back', async () => {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  const stop = keepFocus()
  await act(async () => root.render(<h1 tabIndex={-1}>Choose classes</h1>))
  const title = place.querySelector('h1')!
  title.focus()
  title.style.display = 'none'
  title.blur()
  expect(document.activeElement).toBe(document.body)
  title.style.display = ''
  await expect.poll(() => document.activeElement).toBe(title)
  stop()
  await act(async () => root.unmount())
  place.remove()
})
