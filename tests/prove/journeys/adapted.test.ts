import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSchool, settled, type Seat } from '#tests/journeys/lantern.ts'

const { lantern, sitAs } = openSchool()

const focused = (page: Page) =>
  page.evaluate<string>(`document.activeElement?.getAttribute('aria-label') ||
  document.activeElement?.textContent || document.activeElement?.tagName`)

/** A computed style property. The browser's types are not available to these tests. */
const styleOf = (of: Locator, property: string) =>
  of.evaluate<string, string>((element, name) => {
    const view = element as unknown as { computedStyleMap(): Map<string, unknown> }
    return String(view.computedStyleMap().get(name))
  }, property)

test('closing a dialog returns focus to where it was', async () => {
  const { page } = await sitAs('office')
  await page.goto('/adminstudent')
  for (const name of ['Add student', 'Columns', 'Find anything']) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toContain(name)
  }
  const name = page.locator('tbody tr').first().locator('[data-row]')
  // Anywhere on the row, as with a mouse.
  await page.locator('tbody tr').first().locator('td').last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused(page)).toBe(await name.textContent())
})

test('text typed into a dialog survives Escape until it is discarded', async () => {
  const { page } = await sitAs('parent', { width: 'phone' })
  await page.goto('/student?edit=absence')
  const dialog = page.getByRole('dialog')
  const note = dialog.getByLabel('Note')
  await note.fill('Fever since last night')
  await page.keyboard.press('Escape')
  await dialog.getByRole('alert').getByText('What you typed isn’t saved.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await note.inputValue()).toBe('Fever since last night')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  expect(await note.inputValue()).toBe('Fever since last night')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await focused(page)).not.toBe('BODY')
})

test('forced colors still show what is on and what is off', async () => {
  const { page } = await sitAs('office')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/adminstudent')
  const box = page.locator('tbody').getByRole('checkbox').first()
  const off = await box.screenshot()
  await box.check()
  expect(off.equals(await box.screenshot())).toBe(false)
  const tab = (isChosen: boolean) =>
    styleOf(page.locator(`[role=tab][aria-selected=${isChosen}]`).first(), 'outline-style')
  expect([await tab(false), await tab(true)]).toEqual(['none', 'solid'])
})

/** Doubles the browser's font size. Everything measured in rem grows with it, including the breakpoints. */
const enlarge = async ({ page, context }: Seat) => {
  const session = await context.newCDPSession(page)
  await session.send('Page.enable')
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
}

const registration = [
  ...['check', 'you', 'guardians', 'children', 'health', 'contacts', 'consents'].map(
    step => `/registration?step=${step}`,
  ),
  '/registration2',
  '/registration2?step=summary',
]
const family = ['/parent', '/calendar', '/messages', '/student', '/classes', '/paymenthistory', '/account']
const office = ['/admindashboard', '/adminstudent', '/adminuser', '/adminevent', '/adminpayment']

/** The addresses whose page is wider than its window. */
const tooWide = async ({ page }: Seat, paths: readonly string[], isOpen?: () => Promise<void>): Promise<string[]> => {
  const wide: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await settled(page)
    await isOpen?.()
    const over = () => page.evaluate<number>(`document.documentElement.scrollWidth - innerWidth`)
    // A row below the fold has an estimated size until its first layout.
    if ((await over()) > 0)
      await expect
        .poll(over, { timeout: 2_000 })
        .toBe(0)
        .catch(() => wide.push(path))
  }
  return wide
}

test.each([
  ['a family on a phone', 'parent', 'phone', [...family, ...registration]],
  ['a family at a desk', 'parent', 'desktop', family],
  ['the office at a desk', 'office', 'desktop', office],
  ['the office on a phone', 'office', 'phone', office],
] as const)('text at twice the size scrolls in one direction only: %s', async (_name, who, width, paths) => {
  const seat = await sitAs(who, { width })
  await enlarge(seat)
  const isLarge = async () =>
    expect(await seat.page.evaluate(`getComputedStyle(document.documentElement).fontSize`)).toBe('32px')
  expect(await tooWide(seat, paths, isLarge)).toEqual([])
})

test('a 63-letter name in a window of 320 pixels scrolls in one direction only', async () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissen'
  expect(long).toHaveLength(63)
  await lantern.sql(
    `update school.persons set name = $1 where id in (
      select g.student_id from school.guardianships g join school.persons p on p.id = g.guardian_id join school.accounts a on a.id = p.account_id
      where a.email = 'parent@lakeside.example' limit 1)`,
    [long],
  )
  const seat = await sitAs('parent', { width: 'phone' })
  await seat.page.setViewportSize({ width: 320, height: 640 })
  await seat.page.goto('/dashboard/')
  await seat.page.getByText(long).first().waitFor()
  expect(
    await tooWide(seat, [
      '/dashboard/',
      '/student',
      '/calendar',
      '/messages',
      '/parent',
      '/paymenthistory',
      ...registration,
    ]),
  ).toEqual([])
})

test('small controls are large enough for a finger on a touch screen', async () => {
  const { page, context } = await sitAs('office', { width: 'phone' })
  const chrome = await context.newCDPSession(page)
  await chrome.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const areLarge = async (targets: Locator) => {
    await targets.first().waitFor()
    for (const each of await targets.all()) {
      const { width, height } = (await each.boundingBox())!
      expect(Math.min(width, height), await each.innerText()).toBeGreaterThanOrEqual(44)
    }
  }
  await page.goto('/account')
  expect(await page.evaluate(`matchMedia('(pointer: coarse)').matches`)).toBe(true)
  // Language and appearance.
  await areLarge(page.getByRole('radiogroup').locator('label'))
  await page.getByRole('button', { name: 'Change password' }).click()
  await areLarge(page.getByRole('button', { name: 'Show password' }))
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/adminstudent')
  await areLarge(page.locator('label', { has: page.getByLabel('Select all') }))
})
