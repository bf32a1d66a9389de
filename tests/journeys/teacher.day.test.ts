import { beforeAll, expect, test } from 'vitest'
import { inspectBoth, type Seat, openSchool } from './lantern.ts'
import { signIn } from './session.ts'

const { lantern, sit } = openSchool({ width: 'tablet' })
let teacher: Seat

// A Sunday of the demo's term, ten minutes after the first lesson began.
beforeAll(async () => {
  teacher = await sit()
})

test('a teacher’s day begins with today’s lessons, a reported absence and links to assign homework', async () => {
  const { page } = teacher
  await signIn(page, 'teacher@lakeside.example', 'lakeside-demo')
  await page.goto('/teacherdashboard/')
  await page
    .getByRole('link', { name: /Take attendance/ })
    .first()
    .waitFor()
  await page.getByText('Fever since last night').waitFor()
  await page.getByRole('link', { name: 'Assign homework to G1-A' }).waitFor()
  await inspectBoth(teacher, 'teacher-day-start')
  await page.getByRole('button', { name: 'Edit times' }).click()
  await page.getByRole('dialog').getByText('The office sees these when planning classes.').waitFor()
  await page.keyboard.press('Escape')
})

test('a teacher takes the roll of nineteen students in at most ten taps', async () => {
  const { page } = teacher
  let taps = 0
  const tap = async (target: ReturnType<typeof page.getByRole>) => {
    taps += 1
    await target.click()
  }
  await tap(page.getByRole('link', { name: /Take attendance/ }).first())
  const tiles = page.getByRole('list', { name: 'Students' }).getByRole('button')
  await tiles.first().waitFor()
  await tap(page.getByRole('button', { name: 'Mark everyone present' }))
  await page.getByText(/^Sent at/).waitFor()
  const present = page
    .getByRole('list', { name: 'Students' })
    .getByRole('button', { name: /^(?!Marks).*Present/ })
    .first()
  // One more tap: late.
  await tap(present)
  await page.getByText(/^Sent at/).waitFor()
  const marks = await lantern.sql<{ code: string; n: number }>(
    `select a.code, count(*)::int as n from school.attendance a join school.meetings m on m.id = a.meeting_id join school.sections s on s.id = m.section_id
      where s.name = 'G1-A' and m.on_day = '2026-11-22' group by a.code`,
  )
  expect(marks.find(({ code }) => code === 'late')?.n).toBe(1)
  expect(marks.reduce((sum, { n }) => sum + n, 0)).toBe(19)
  expect(taps).toBeLessThanOrEqual(10)
  await inspectBoth(teacher, 'teacher-day-roll')
})

test('a teacher sees homework turned in and the grade book, and answers a family’s message', async () => {
  const { page } = teacher
  await page.goto('/studentassignment')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Work returned on paper counts as turned in.
  await page
    .getByRole('link', { name: /My family/ })
    .getByRole('progressbar', { name: '17 of 19 turned in' })
    .waitFor()
  await inspectBoth(teacher, 'teacher-day-homework')
  await page.goto('/teacherdashboard/?grades=mine')
  await page.getByRole('table').first().waitFor()
  await inspectBoth(teacher, 'teacher-day-grades')
  await page.goto('/teacherdashboard/?messages=all')
  const panel = page.getByRole('dialog')
  await panel.getByRole('link', { name: /reading at home/ }).click()
  await panel.getByLabel('Your reply').fill('Five minutes each evening are plenty.')
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  await panel.getByText('Five minutes each evening are plenty.').waitFor()
  // After sending with the keyboard, focus stays in the field for the next message.
  await expect.poll(() => page.evaluate(`document.activeElement?.tagName`)).toBe('TEXTAREA')
  await inspectBoth(teacher, 'teacher-day-thread')
})

test('no browser reports an error', () => {
  expect(teacher.problems).toEqual([])
})
