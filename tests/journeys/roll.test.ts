import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { widths } from '#tests/widths.ts'
import { inspectBoth, openSchool, picture, type Seat } from './lantern.ts'
import { forgetMarks, lessonOf, marksOf, tiles } from './roll.ts'
import { filesNotKept } from './withoutConnection.ts'

const { lantern, sitAs } = openSchool({ width: 'phone' })

/** The common start of all journeys: the class of nineteen that has its lesson now, and a child with long notes. */
const allergy =
  'Peanuts, cashews and pistachios (severe, anaphylaxis in March 2024): EpiPen in the blue pouch, call 911, then both parents'
let meetingId: string
beforeAll(async () => {
  meetingId = await lessonOf(lantern)
  await lantern.sql(
    `update school.students set allergies = $1 where id = (select p.id from school.persons p where p.name = 'Emily Wang')`,
    [allergy],
  )
})
const marks = () => marksOf(lantern, meetingId)

/** The number of marks sent to the school, and how many of those were sent repeatedly. */
const sent = async () =>
  (
    await lantern.sql<{ marks: number; again: number }>(
      `select count(*)::int as marks, (count(*) - count(distinct (enrolment_id, code)))::int as again
        from school.attendance_revisions where meeting_id = $1`,
      [meetingId],
    )
  )[0]!
const unsentKept = `new Promise(done => {
  const request = indexedDB.open('lantern_unsent')
  request.onsuccess = () => {
    const found = request.result.transaction('unsent').objectStore('unsent').getAll()
    found.onsuccess = () => done(found.result.reduce((sum, { value }) => sum + value.changes.size, 0))
  }
})`
const isRollKept = (id: string) => `new Promise(done => {
  const request = indexedDB.open('lantern_answers')
  request.onsuccess = () => {
    const found = request.result.transaction('metas').objectStore('metas').getAllKeys()
    found.onsuccess = () => done(found.result.some(key => key.includes('absences-roll') && key.includes('${id}')))
  }
})`
/** True when the allergy note fits inside its tile and is not cut off. */
const isWhole = `(() => {
  const text = [...document.querySelectorAll('[data-tile] span')].findLast(each => each.textContent === ${JSON.stringify(allergy)})
  const [own, tile] = [text, text.closest('[data-tile]')].map(each => each.getBoundingClientRect())
  const { overflow, textOverflow, webkitLineClamp } = getComputedStyle(text)
  return overflow !== 'hidden' && textOverflow !== 'ellipsis' && webkitLineClamp === 'none' &&
    own.left >= tile.left && own.right <= tile.right && own.top >= tile.top && own.bottom <= tile.bottom
})()`
const focused = `document.activeElement?.closest('[data-tile]') !== null`

describe('a roll without a connection', () => {
  let seat: Seat

  test('opens, keeps nineteen marks through a reload, and sends them once', async () => {
    seat = await sitAs('teacher', { offline: true })
    const { page, context } = seat
    await page.goto('/teacherdashboard/')
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    // The second visit loads everything through the worker. The roll itself has never been opened here.
    await page.reload()
    await page
      .getByRole('link', { name: /Take attendance/ })
      .first()
      .waitFor()
    await expect.poll(() => page.evaluate<number>(filesNotKept)).toBe(0)
    await expect.poll(() => page.evaluate<boolean>(isRollKept(meetingId))).toBe(true)
    await context.setOffline(true)
    await page.goto(`/teacherdashboard/?roll=${meetingId}`)
    await expect.poll(() => tiles(page).count()).toBe(19)
    await page.getByRole('button', { name: 'Mark everyone present' }).click()
    await tiles(page).nth(3).click()
    await page.getByText('Not sent yet: 19 marks kept on this device').waitFor()
    await expect.poll(() => page.evaluate<number>(unsentKept)).toBe(19)
    await page.reload()
    await page.getByText('Not sent yet: 19 marks kept on this device').waitFor()
    expect(await tiles(page).filter({ hasText: 'Present' }).count()).toBeGreaterThanOrEqual(16)
    await tiles(page).nth(3).getByText('Late').waitFor()
    await inspectBoth(seat, 'roll-offline')
    expect(await marks()).toEqual([])
    // The day's page shows it, too, and leads back.
    await page.goto('/teacherdashboard/')
    await page.getByText('Unsent marks').waitFor()
    await page.goto(`/teacherdashboard/?roll=${meetingId}`)
    await tiles(page).nth(3).getByText('Late').waitFor()

    await context.setOffline(false)
    await page.getByText(/^Sent at/).waitFor()
    await page.getByText(/kept on this device/).waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate<number>(unsentKept)).toBe(0)
    expect((await marks()).find(each => each.endsWith('late'))).toBe('1 late')
    // On a slow machine two taps on one child may be sent as two marks. Nothing is sent twice.
    const once = await sent()
    expect([19, 20]).toContain(once.marks)
    expect(once.again).toBe(0)
    await page.reload()
    await tiles(page).nth(3).getByText('Late').waitFor()
    expect(await sent()).toEqual(once)
  })

  test('asks before a sign-out that would lose unsent marks', async () => {
    const { page, context } = seat
    const before = await sent()
    // What an overloaded server answers.
    const error = { details: { reason: 'BUSY', seconds: 1 }, message: 'Try again.', status: 'UNAVAILABLE' }
    await context.route('**/fn/absences-take', route => route.fulfill({ status: 503, json: { error } }))
    await tiles(page).nth(3).click()
    await page.getByText('Not sent yet: 1 mark kept on this device').waitFor()
    await expect.poll(() => page.evaluate<number>(unsentKept)).toBe(1)
    await page.getByRole('button', { name: 'Your account, Lihua Chen' }).click()
    const account = page.getByRole('button', { name: 'Your account, Lihua Chen' })
    await page.getByRole('button', { name: 'Sign out' }).click()
    const asked = page.getByRole('dialog', { name: 'Some marks haven’t been sent yet' })
    await asked.getByRole('button', { name: 'Stay signed in' }).click()
    expect(await page.evaluate<number>(unsentKept)).toBe(1)
    await account.click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await asked.getByRole('button', { name: 'Sign out and lose them' }).click()
    await page.waitForURL(url => url.pathname === '/')
    await expect.poll(() => page.evaluate<number>(unsentKept)).toBe(0)
    expect(await sent()).toEqual(before)
  })
})

test('a roll of nineteen with three exceptions takes at most ten taps and shows a whole allergy note', async () => {
  await forgetMarks(lantern, meetingId)
  const seat = await sitAs('teacher')
  const { page } = seat
  await page.goto('/teacherdashboard/')
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  await tap(page.getByRole('link', { name: /Take attendance/ }).first())
  await tap(page.getByRole('button', { name: 'Mark everyone present' }))
  // Keyboard focus moves to the first child.
  expect(await page.evaluate<boolean>(focused)).toBe(true)
  await tap(tiles(page).nth(5))
  await tap(tiles(page).nth(7))
  await tap(tiles(page).nth(7))
  await tap(tiles(page).nth(11))
  await expect.poll(marks).toEqual(expect.arrayContaining(['1 absent', '2 late']))
  expect((await marks()).reduce((sum, each) => sum + Number.parseInt(each, 10), 0)).toBe(19)
  expect(taps).toBeLessThanOrEqual(10)
  for (const width of ['phone', 'desktop'] as const) {
    await page.setViewportSize(widths[width])
    const shown = page.getByText(allergy, { exact: true })
    await shown.waitFor()
    expect(await page.evaluate<boolean>(isWhole)).toBe(true)
    await picture(page, `roll-allergy-${width}`)
  }
})
