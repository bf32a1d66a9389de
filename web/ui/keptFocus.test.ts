// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { keepFocus } from './keptFocus.ts'

const settled = () => new Promise<void>(resolve => queueMicrotask(() => queueMicrotask(resolve)))
const focused = () => document.activeElement?.id

test('what had the focus and is gone leaves it to the title of what is open', async () => {
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
  expect(focused()).toBe('title')

  // Who has gone on by themselves is left alone.
  press('pressed')
  document.body.insertAdjacentHTML('beforeend', '<button id="other">Next</button>')
  document.getElementById('other')!.focus()
  row.textContent = 'Done'
  await settled()
  expect(focused()).toBe('other')

  // A page that has no title yet gets the focus as soon as it has one.
  press('early')
  document.getElementById('main')!.innerHTML = ''
  await settled()
  expect(document.activeElement).toBe(document.body)
  document.getElementById('main')!.innerHTML = '<h1 id="late" tabindex="-1">Students</h1>'
  await settled()
  expect(focused()).toBe('late')
  stop()
})
