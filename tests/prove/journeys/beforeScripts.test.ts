import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isIn, isTakenOver, openSchool } from '#tests/journeys/lantern.ts'

// Prerendered pages, before their scripts are loaded and while they hydrate.

/**
 * Chooses a level after React has attached its listeners and before it renders. A busy machine stays in that state for
 * long.
 */
const chooseAtTakeover = `(() => {
  const listen = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (kind, ...more) {
    if (this.id === 'root' && kind === 'change') {
      EventTarget.prototype.addEventListener = listen
      queueMicrotask(() => {
        const select = document.querySelector('select[name=level]')
        select.value = '2'
        for (const kind of ['input', 'change']) select.dispatchEvent(new Event(kind, { bubbles: true }))
      })
    }
    return listen.call(this, kind, ...more)
  }
})()`

const { lantern, sit } = openSchool()

/** Delays the scripts of a page, as a slow network does, until they are released. */
const holdScripts = async (page: Page): Promise<() => void> => {
  let release: () => void = () => undefined
  const released = new Promise<void>(done => (release = done))
  await page.route('**/assets/*.js', async route => {
    await released
    await route.continue()
  })
  return () => release()
}

test('filters chosen before the scripts load are kept', async () => {
  const { page, problems } = await sit({ width: 'phone' })
  // The scripts arrive after the choice was made.
  const release = await holdScripts(page)
  await page.goto('/classes', { waitUntil: 'commit' })
  await page.getByLabel('Level').selectOption({ label: 'Grade 2' })
  await page.getByLabel('Search by name, subject or teacher').fill('Tsai')
  release()
  await page.getByText('1 of 34 classes').waitFor()
  expect(new URL(page.url()).search).toBe('?level=2&search=Tsai')
  expect(problems).toEqual([])
})

test('signing in before the scripts load works, for this visit only if so chosen', async () => {
  const { page, problems } = await sit({ width: 'phone' })
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('parent@lakeside.example')
  await page.getByLabel('Password', { exact: true }).fill('lakeside-demo')
  await page.getByLabel('Keep me signed in').uncheck()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  // Nothing of the input is in the address.
  expect(page.url()).toBe(`${lantern.origin}/login`)
  release()
  await isIn(page)
  expect(await page.evaluate<boolean>(`Object.keys(sessionStorage).some(key => key.startsWith('firebase:'))`)).toBe(
    true,
  )
  expect(problems).toEqual([])
})

test('text typed into the sign-up form before the scripts load stays', async () => {
  const { page, problems } = await sit({ width: 'phone' })
  const release = await holdScripts(page)
  await page.goto('/register', { waitUntil: 'commit' })
  await page.getByLabel('Your full name').fill('Ana Sol')
  release()
  await page.waitForFunction(isTakenOver)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('Your full name').inputValue()).toBe('Ana Sol')
  expect(problems).toEqual([])
})

test('a filter chosen while React hydrates the page is kept', async () => {
  const { page, problems } = await sit({ width: 'phone' })
  await page.addInitScript(chooseAtTakeover)
  await page.goto('/classes')
  await page.getByText('2 of 34 classes').waitFor()
  expect(new URL(page.url()).search).toBe('?level=2')
  expect(problems).toEqual([])
})

test('when all matching classes are full, similar ones are shown', async () => {
  const { page } = await sit()
  await page.goto('/classes?level=4')
  await page.getByRole('heading', { name: /Similar classes/ }).waitFor()
  expect(await page.getByRole('region', { name: 'Similar classes' }).locator('[data-card]').count()).toBe(3)
})

test('switching to dark shows at once, moves nothing on the page and survives a reload', async () => {
  const seat = await sit({ width: 'phone' })
  await seat.page.emulateMedia({ reducedMotion: 'no-preference' })
  await seat.page.addInitScript('window.begun = 0; addEventListener("transitionrun", () => (window.begun += 1))')
  await seat.page.goto('/')
  await seat.page.waitForFunction(isTakenOver)
  const before = await seat.page.evaluate<string>('getComputedStyle(document.body).color')
  // While the theme changes, the browser skips what is out of sight (styles.css).
  await seat.page.evaluate(`(() => {
    const root = document.documentElement
    window.heights = [root.scrollHeight]
    new MutationObserver(() => window.heights.push(root.scrollHeight)).observe(root, { attributeFilter: ['data-switching'] })
  })()`)
  await seat.page.getByRole('button', { name: 'Switch to dark' }).click()
  await seat.page.getByRole('button', { name: 'Switch to light' }).waitFor()
  expect(await seat.page.evaluate('getComputedStyle(document.body).color')).not.toBe(before)
  // The button itself may move under the pointer.
  expect(await seat.page.evaluate<number>('window.begun')).toBeLessThan(10)
  expect(await seat.page.evaluate('document.documentElement.dataset.switching')).toBeUndefined()
  const heights = await seat.page.evaluate<number[]>('window.heights')
  expect(heights.length).toBe(4)
  expect(new Set(heights).size).toBe(1)
  await seat.page.reload()
  await seat.page.getByRole('button', { name: 'Switch to light' }).waitFor()
  expect(seat.problems).toEqual([])
})
