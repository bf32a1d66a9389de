import { expect, test } from 'vitest'
import { inspect, openSchool, settled } from '#tests/journeys/lantern.ts'

const { lantern, sitAs, seats } = openSchool()

test('the office is asked before it ends a term with lessons ahead, and then no page shows any', async () => {
  const parent = await sitAs('parent', { width: 'phone' })
  await parent.page.goto('/dashboard/')
  await parent.page.getByRole('heading', { name: 'Today' }).waitFor()

  const office = await sitAs('office')
  const { page } = office
  // A no-school day, today, and a day on which one lesson is canceled: each may still change, and says so.
  const [lesson] = await lantern.sql<{ day: string; reason: string }>(
    `select d.on_day::text as day, c.reason from school.cancellations c join school.session_dates d on d.id = c.session_date_id
      where c.kind = 'lesson' and c.restored_at is null and d.on_day > '2026-11-22' order by d.on_day limit 1`,
  )
  const days = [
    { day: '2026-11-29', says: 'Thanksgiving weekend', offers: 'Make it a school day again' },
    { day: '2026-11-22', says: 'Lessons', offers: /^Cancel / },
    { day: lesson!.day, says: lesson!.reason, offers: 'Put it back on' },
  ]
  for (const { day, says, offers } of days) {
    await page.goto(`/adminevent?day=${day}`)
    const panel = page.getByRole('dialog')
    await panel.getByText(says).first().waitFor()
    await panel.getByRole('button', { name: offers }).first().waitFor()
  }
  await page.goto('/adminclass?tab=terms')
  await page.getByRole('button', { name: 'Start grading: Fall 2026' }).click()
  const close = page.getByRole('button', { name: 'Close term: Fall 2026' })
  await close.click()
  const dialog = page.getByRole('dialog', { name: 'End Fall 2026 with lessons still ahead?' })
  // Today's lessons have begun, so they don't count.
  await dialog.getByText('6 school days are still ahead, the last on Sun, Jan 17.').waitFor()
  await inspect(office, 'terms-ending')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await close.click()
  await dialog.getByRole('button', { name: 'Close term' }).click()
  // Nothing is ahead any longer, so archiving asks nothing.
  await page.getByRole('button', { name: 'Archive: Fall 2026' }).click()
  await page.getByRole('button', { name: 'Restore: Fall 2026' }).waitFor()
  for (const { day, says, offers } of days) {
    await page.goto(`/adminevent?day=${day}`)
    const panel = page.getByRole('dialog')
    await panel.getByText(says).first().waitFor()
    await settled(page)
    expect(await panel.getByRole('button', { name: offers }).count()).toBe(0)
    await inspect(office, `terms-ended-day-${day}`)
  }

  await parent.page.goto('/dashboard/')
  await parent.page.getByText('No classes scheduled right now.').waitFor()
  await parent.page.goto('/calendar')
  await parent.page.getByText('School is canceled').first().waitFor()
  await parent.page.getByText('The term ended early.').first().waitFor()
  // An absence that was reported for one of these days is no longer ahead.
  await parent.page.goto('/student')
  await parent.page.getByText('No lesson takes place on these days').waitFor()
  expect(await parent.page.getByRole('button', { name: /^Withdraw/ }).count()).toBe(0)
  await inspect(parent, 'terms-ended-child-phone')
})

test('a teacher is offered no homework and no change of an assessment in a term that is over', async () => {
  const { page } = await sitAs('teacher')
  await page.goto('/studentassignment')
  await page.getByRole('link', { name: /Count to ten/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Assign homework' }).count()).toBe(0)
  await page.goto('/teacherdashboard/?grades=mine')
  await page.getByText(/^This term is closed/).waitFor()
  await page.getByRole('columnheader', { name: /Homework 4/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Edit Homework/ }).count()).toBe(0)
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
