import type { Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inspectBoth, openSchool, settled, type Seat } from '#tests/journeys/lantern.ts'

// The five main pages of a family on a phone: each is short and has an address, and nothing opened from them leads to a
// dead end.

const { lantern, sitAs, seats } = openSchool()
/** The maximum height of a page on a phone, in pixels: a little over three screens. */
const tallest = 2_650
const places = {
  '/dashboard/': /^Good /,
  '/student': /^Emily/,
  '/calendar': /^Calendar/,
  '/messages': /^Messages/,
  '/parent': /^Hello/,
}
let parent: Seat

const scrolled = ({ page }: Seat) => page.evaluate<number>('Math.round(scrollY)')
const pathOf = ({ page }: Seat): string => new URL(page.url()).pathname
const idOf = async (text: string): Promise<string> => String((await lantern.sql<{ id: string }>(text))[0]!.id)

describe('a family of two children', () => {
  test('has five main pages, each with its own address and not much longer than three screens', async () => {
    parent = await sitAs('parent', { width: 'phone' })
    const { page } = parent
    await page.goto('/dashboard/')
    const tabs = page.locator('[data-tab-bar] a')
    expect(await tabs.allInnerTexts()).toEqual([
      'Home',
      'Children',
      'Calendar',
      expect.stringMatching(/Messages$/),
      'Family',
    ])
    const heights: Record<string, number> = {}
    for (const [index, [path, title]] of Object.entries(places).entries()) {
      await tabs.nth(index).click()
      await page.waitForURL(url => url.pathname === path)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await settled(page)
      heights[path] = await page.evaluate<number>('document.documentElement.scrollHeight')
      expect(await page.locator('[data-tab-bar] [data-status=active]').count()).toBe(1)
      await inspectBoth(parent, `places${path.replaceAll('/', '-')}`)
    }
    process.stdout.write(`heights: ${JSON.stringify(heights)}\n`)
    for (const path of Object.keys(places)) expect(heights[path], path).toBeLessThanOrEqual(tallest)
  })

  test('opens an event from home, and closing it restores the page, its scroll position and the focus', async () => {
    const { page } = parent
    await page.goto('/dashboard/')
    const event = page.getByRole('link', { name: /Parent conferences G1-A/ }).first()
    await event.scrollIntoViewIfNeeded()
    const before = await scrolled(parent)
    expect(before).toBeGreaterThan(0)
    await event.click()
    await page.getByRole('dialog', { name: 'Parent conferences G1-A' }).waitFor()
    expect(pathOf(parent)).toBe('/calendar')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForURL(url => url.pathname === '/dashboard/')
    await expect.poll(() => scrolled(parent)).toBe(before)
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toMatch(/Parent conferences/)
  })

  test('reads a message from home, and closing it leads back there', async () => {
    const { page } = parent
    const message = page
      .getByRole('main')
      .getByRole('link', { name: /Emily’s reading at home/ })
      .last()
    await message.scrollIntoViewIfNeeded()
    const before = await scrolled(parent)
    await message.click()
    await page.waitForURL(/\/messages\?open=thread\./)
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await page.waitForURL(url => url.pathname === '/dashboard/')
    await expect.poll(() => scrolled(parent)).toBe(before)
  })

  test('goes from a child’s page to messages and back to the same scroll position', async () => {
    const { page } = parent
    await page.goto('/student')
    await settled(page)
    await page.evaluate('scrollTo(0, 600)')
    await expect.poll(() => scrolled(parent)).toBe(600)
    await page.locator('[data-tab-bar] a').nth(3).click()
    await page.waitForURL(url => url.pathname === '/messages')
    await page.goBack()
    await page.waitForURL(url => url.pathname === '/student')
    await expect.poll(() => scrolled(parent)).toBe(600)
  })

  test('closes an event that a link from outside opened, and stays on its page', async () => {
    const { page } = parent
    await page.goto(`/calendar?event=${await idOf("select id from school.events where title = 'New Year gala'")}`)
    await page.getByRole('dialog', { name: 'New Year gala' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${lantern.origin}/calendar`)
  })

  test('finds messages and events at the addresses in older emails', async () => {
    const { page } = parent
    await page.goto('/parent?messages=all')
    await page.waitForURL(url => url.pathname === '/messages' && url.search === '')
    const event = await idOf("select id from school.events where title = 'New Year gala'")
    await page.goto(`/parent?event=${event}`)
    await page.waitForURL(`${lantern.origin}/calendar?event=${event}`)
    await page.getByRole('dialog', { name: 'New Year gala' }).waitFor()
    const [notice] = await lantern.sql<{ id: string }>(
      "select r.notice_id as id from school.notice_recipients r join school.persons p on p.id = r.person_id where p.email = 'parent@lakeside.example' limit 1",
    )
    await page.goto(`/parent?messages=notice.${notice!.id}`)
    await page.waitForURL(`${lantern.origin}/messages?open=notice.${notice!.id}`)
    await page.getByRole('dialog').waitFor()
  })

  test('is led to the very section that needs attention', async () => {
    const { page } = parent
    const isSeen = (words: string) =>
      page.evaluate(`(() => {
        const heading = document.activeElement
        const { top, bottom } = heading.getBoundingClientRect()
        return heading.textContent.includes(${JSON.stringify(words)}) && top >= 0 && bottom <= innerHeight
      })()`)
    await page.goto('/dashboard/')
    await page.getByRole('link', { name: 'Check and confirm your family’s information' }).click()
    await page.getByRole('heading', { name: 'Is all of this still right?' }).waitFor()
    await expect.poll(() => isSeen('Is all of this still right?')).toBe(true)
    await page.goto('/dashboard/')
    await page.getByRole('link', { name: 'Your request is waiting for the office' }).click()
    await page.getByRole('heading', { name: 'Waiting for the office' }).waitFor()
    await expect.poll(() => isSeen('Waiting for the office')).toBe(true)
  })

  test('sees which classes fit its children without leaving its own pages', async () => {
    const { page } = parent
    await page.goto('/dashboard/')
    await page.getByRole('link', { name: 'Find a class and register' }).click()
    await page.getByRole('heading', { level: 1, name: 'Classes' }).waitFor()
    expect(await page.locator('[data-tab-bar] [data-status=active]').innerText()).toBe('Home')
    await page.getByText('Emily Wang is in this class').first().waitFor()
    await inspectBoth(parent, 'places-classes')
    await page.getByRole('navigation', { name: 'Show classes for' }).getByRole('link', { name: 'Lucas Wang' }).click()
    await page.waitForURL(/for=/)
    await page.getByText('Lucas Wang is in this class').first().waitFor()
    const cards = page.getByRole('main').locator('li[data-card]')
    await expect.poll(async () => await cards.filter({ hasNotText: 'Lucas Wang' }).count()).toBe(0)
    await page.reload()
    await page.getByText('Lucas Wang is in this class').first().waitFor()
    await cards.filter({ hasText: 'at this time' }).first().getByRole('link').first().click()
    const details = page.getByRole('dialog')
    const name = await details.getByRole('heading', { level: 2 }).innerText()
    await inspectBoth(parent, 'places-class')
    await details.getByRole('link', { name: /^(Register for|Join the)/ }).click()
    await page.waitForURL(/\/registration/)
    // The class is carried over to the page where classes are chosen.
    await page.goto('/registration2')
    await page.getByText('The class you chose').first().waitFor()
    expect(name).not.toBe('')
  })

  test('leaves the public page prerendered for guests', async () => {
    const answer = await fetch(`${lantern.origin}/classes`)
    expect(await answer.text()).toContain('Fall 2026')
  })

  test('meets no browser error', () => {
    expect(seats.flatMap(({ problems }) => problems)).toEqual([])
  })
})

test('a long list returns to its scroll position after a reload, even if its rows load late', async () => {
  const office = await sitAs('office', { width: 'desktop' })
  const { page } = office
  await page.goto('/adminstudent')
  await settled(page)
  await page.evaluate('scrollTo(0, 900)')
  await expect.poll(() => scrolled(office)).toBe(900)
  const late = Promise.withResolvers<void>()
  const asksForRows = (request: Request) => request.postData()?.includes('students-list') === true
  await page.route('**/first?*', route => route.fulfill({ status: 204 }))
  await page.route('**/fn{,/*}', async route => {
    if (asksForRows(route.request())) await late.promise
    await route.continue()
  })
  const asked = page.waitForRequest(asksForRows)
  await page.reload({ waitUntil: 'commit' })
  await asked
  expect(await page.getByRole('row').getByRole('link').count()).toBe(0)
  expect(await scrolled(office)).toBeLessThan(900)
  late.resolve()
  await expect.poll(() => scrolled(office)).toBe(900)
  // After the reader scrolls, the position is not changed again.
  await page.mouse.wheel(0, 150)
  await expect.poll(() => scrolled(office)).toBe(1_050)
})
