import type { Locator } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { inspect, inspectBoth, openSchool } from '#tests/journeys/lantern.ts'
import { forgetMarks, lessonOf, marksOf, tiles } from '#tests/journeys/roll.ts'

const { lantern, sitAs } = openSchool({ width: 'phone' })

let meetingId: string
beforeAll(async () => {
  meetingId = await lessonOf(lantern)
})
beforeEach(() => forgetMarks(lantern, meetingId))
const marks = () => marksOf(lantern, meetingId)

/** Taps several times, faster than marks are sent, however slow the machine is. */
const tapAtOnce = (target: Locator, times: number) =>
  target.evaluate(async (button: { click(): void }, taps) => {
    for (let n = 0; n < taps; n += 1) {
      button.click()
      await new Promise(drawn => setTimeout(drawn))
    }
  }, times)

test('when two people mark the same child, the later one sees both marks and chooses', async () => {
  await lantern.sql(
    `insert into school.role_grants (id, person_id, role, starts_at) select gen_random_uuid(), p.id, 'teacher', '2026-09-01' from school.persons p
      join school.accounts a on a.id = p.account_id where a.email = 'office@lakeside.example' on conflict do nothing`,
  )
  const mine = await sitAs('teacher')
  const theirs = await sitAs('office', { width: 'desktop' })
  const { page, context } = mine
  await page.goto(`/teacherdashboard/?roll=${meetingId}`)
  await tiles(page).first().waitFor()
  await context.setOffline(true)
  // Present, then late.
  await tapAtOnce(tiles(page).nth(3), 2)
  await tiles(page).nth(4).click()
  await page.getByText('2 marks not sent yet').waitFor()

  await theirs.page.goto(`/teacherdashboard/?roll=${meetingId}`)
  await tiles(theirs.page).first().waitFor()
  await tapAtOnce(tiles(theirs.page).nth(3), 3)
  await theirs.page.getByText(/^Sent at/).waitFor()

  await context.setOffline(false)
  await page.getByText(/^You: Late · .* at .*: Absent$/).waitFor()
  // The roll's other mark was saved.
  await expect.poll(marks).toEqual(['1 absent', '1 present'])
  await inspectBoth(mine, 'roll-conflict')
  await page.getByRole('button', { name: /^Keep mine: Late/ }).click()
  await page.getByText(/^You: Late/).waitFor({ state: 'hidden' })
  await expect.poll(marks).toEqual(['1 late', '1 present'])

  // Both are in the history of the mark.
  await page
    .getByRole('button', { name: /^Marks and note for/ })
    .nth(3)
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'History of this mark' }).click()
  const versions = dialog.getByRole('list', { name: 'History of this mark' }).getByRole('listitem')
  await expect.poll(() => versions.count()).toBe(2)
  expect(await versions.allInnerTexts()).toEqual([expect.stringMatching(/^Late/), expect.stringMatching(/^Absent/)])
  await inspect(mine, 'roll-history')
  await page.keyboard.press('Escape')
})

test('a substitute who leaves the class with the roll open learns that the last mark can’t be sent, and discards it', async () => {
  const [stand] = await lantern.sql<{ section: string; teacher: string }>(
    `insert into school.section_teachers (section_id, teacher_id) select m.section_id, p.id from school.meetings m, school.persons p
      where m.id = $1 and p.email = 'kevin.dong@lakeside.example' returning section_id as section, teacher_id as teacher`,
    [meetingId],
  )
  const { page, problems } = await sitAs('kevin.dong@lakeside.example')
  await page.goto(`/teacherdashboard/?roll=${meetingId}`)
  await tiles(page).nth(3).click()
  await page.getByText(/^Sent at/).waitFor()
  await lantern.sql('delete from school.section_teachers where section_id = $1 and teacher_id = $2', [
    stand!.section,
    stand!.teacher,
  ])
  await tiles(page).nth(4).click()
  const lost = page.getByRole('alert').filter({ hasText: 'Unsent marks' })
  await lost.getByText('The lesson is canceled or no longer yours. Tell the office.').waitFor()
  // The marks are on the device, so the next visit says so, too.
  await page.goto('/teacherdashboard/')
  await lost.getByRole('button', { name: 'Discard' }).click()
  await lost.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { name: 'Your classes today' }).waitFor()
  expect(await page.getByText(/can’t be sent|Unsent marks/).count()).toBe(0)
  expect(await marks()).toEqual(['1 present'])
  expect(problems.splice(0).every(problem => problem.includes('404'))).toBe(true)
})

test('undoing a bulk mark keeps what was marked after it', async () => {
  const { page } = await sitAs('teacher')
  await page.goto(`/teacherdashboard/?roll=${meetingId}`)
  await page.getByRole('button', { name: 'Mark everyone present' }).click()
  await tiles(page).nth(5).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 of 19 here').waitFor()
  await expect.poll(marks).toEqual(['1 late'])
  const again = page.getByRole('button', { name: 'Mark the rest present' })
  await again.waitFor()
  expect(await page.evaluate<boolean>(`document.activeElement?.textContent === 'Mark the rest present'`)).toBe(true)
})
