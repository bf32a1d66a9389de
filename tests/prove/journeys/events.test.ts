import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inspect, inspectBoth, type Seat, openSchool } from '#tests/journeys/lantern.ts'
import { signIn } from '#tests/journeys/session.ts'

const password = 'lakeside-demo'

/** The lines of an iCalendar file, unfolded. */
const linesOf = (ics: string): string[] => ics.replaceAll('\r\n ', '').split('\r\n')
/** The component of an iCalendar file with a matching line. */
const componentWith = (ics: string, line: RegExp): string =>
  linesOf(ics)
    .join('\n')
    .split('BEGIN:VEVENT')
    .find(part => line.test(part)) ?? ''

describe('an event, from the office to family calendars', () => {
  const { lantern, seats, sit } = openSchool()
  let office: Seat
  let parent: Seat
  let stranger: Seat
  let feed = ''

  const read = async () => {
    const answer = await fetch(feed)
    expect(answer.status).toBe(200)
    return answer.text()
  }

  test('the office clicks a day and creates an event for two classes, with answers and slots', async () => {
    office = await sit()
    const { page } = office
    await signIn(page, 'office@lakeside.example', password)
    await page.goto('/adminevent')
    await page.getByRole('button', { name: /^Sunday, November 22, 2026, Lesson 11/ }).waitFor()
    await inspect(office, 'events-office-month')
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('heading', { name: 'December 2026' }).waitFor()
    await page.getByRole('button', { name: 'Saturday, December 12, 2026', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'New event' })
    expect(await form.getByLabel('Day', { exact: true }).inputValue()).toBe('2026-12-12')
    await form.getByRole('button', { name: 'Create draft' }).click()
    await form.getByRole('link', { name: /^Title/ }).waitFor()
    await form.getByLabel('Title', { exact: true }).fill('Class picnic')
    await form.getByLabel(/^Title in Chinese/).fill('班级野餐')
    await form.getByLabel(/^Place/).fill('Lakeside lawn')
    await form.getByRole('button', { name: 'Remove Everyone' }).click()
    await form.getByLabel('Add a class').selectOption({ label: 'G1-A' })
    await form.getByLabel('Add a class').selectOption({ label: 'Pre-K' })
    await form.getByText(/\d+ families, \d+ people/).waitFor()
    await form.getByRole('switch', { name: /^Ask families/ }).check()
    await form.getByLabel(/^Number of people/).fill('30')
    await form.getByRole('button', { name: 'Add slot' }).click()
    await form.getByLabel('What', { exact: true }).fill('Bring blankets')
    await form.getByLabel('In Chinese', { exact: true }).fill('带野餐垫')
    await inspect(office, 'events-office-form')
    await form.getByRole('button', { name: 'Create draft' }).click()
    const panel = page.getByRole('dialog', { name: /Class picnic/ })
    await panel.getByRole('button', { name: 'Publish' }).click()
    await panel.getByText('Published', { exact: true }).waitFor()
    await inspect(office, 'events-office-panel')
  })

  test('a parent from one of the classes answers on the phone and takes a slot', async () => {
    parent = await sit({ width: 'phone' })
    const { page } = parent
    await signIn(page, 'parent@lakeside.example', password)
    await page.goto('/dashboard/')
    await page.getByRole('link', { name: /Class picnic/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Class picnic' })
    await sheet.getByRole('radio', { name: 'Yes' }).check()
    await sheet.getByLabel('How many people?').fill('4')
    await sheet.getByRole('button', { name: 'Send answer' }).click()
    await sheet.getByRole('button', { name: 'Change answer' }).waitFor()
    await sheet.getByRole('button', { name: /^Sign up: Bring blankets/ }).press('Enter')
    await sheet.getByText('You are signed up').waitFor()
    // The pressed button is gone, so keyboard focus moves to what replaced it.
    await expect.poll(() => page.evaluate(`document.activeElement?.textContent`)).toBe('Cancel sign-up')
    await inspect(parent, 'events-parent-sheet')
    // The office sees both without a reload.
    const panel = office.page.getByRole('dialog', { name: /Class picnic/ })
    await panel.getByText('4 of 30 people').waitFor()
    await panel.getByLabel(/^Status of Jing Liu/).waitFor()
  })

  test('the parent can add the event, a lesson and a day off to the phone’s calendar', async () => {
    const { page } = parent
    const dateAt = async (link: Locator) => {
      const answer = await page.request.get((await link.getAttribute('href'))!)
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
      return answer.text()
    }
    const sheet = page.getByRole('dialog', { name: 'Class picnic' })
    const link = sheet.getByRole('link', { name: 'Add to calendar' })
    const saved = page.waitForEvent('download')
    await link.click()
    expect((await saved).suggestedFilename()).toBe('date.ics')
    const [event] = await lantern.sql<{ id: string }>(`select id from school.events where title = 'Class picnic'`)
    expect(await dateAt(link)).toContain(`UID:event-${event!.id}@`)
    await page.keyboard.press('Escape')
    await page.goto('/calendar')
    const dayOff = page.getByRole('link', { name: /^Add to calendar: Thanksgiving/ }).first()
    expect(await dateAt(dayOff)).toMatch(/UID:closed-2026-/)
    await page.getByText('Events and classes', { exact: true }).click()
    const lesson = page.getByRole('link', { name: 'Add to calendar: G1-A' }).first()
    await lesson.waitFor()
    expect(await dateAt(lesson)).toMatch(/UID:lesson-/)
    await inspectBoth(parent, 'events-parent-calendar')
    // Public events need no sign-in.
    const visitor = await sit({ width: 'phone' })
    await visitor.page.goto('/')
    const open = visitor.page.getByRole('link', { name: 'Add to calendar' }).first()
    expect(await (await visitor.page.request.get((await open.getAttribute('href'))!)).text()).toMatch(/UID:event-/)
    await inspect(visitor, 'events-public')
  })

  test('a family from other classes does not see it', async () => {
    const [other] = await lantern.sql<{ email: string }>(`
      select a.email from school.accounts a join school.persons p on p.account_id = a.id join school.guardianships g on g.guardian_id = p.id and g.has_data_access
        join school.enrolments e on e.student_id = g.student_id and e.status = 'active' join school.sections s on s.id = e.section_id
        join school.role_grants r on r.person_id = p.id and r.role = 'parent' and r.ends_at is null
      where a.password_hash is not null and a.is_verified and not exists (select 1 from school.role_grants o where o.person_id = p.id and o.role <> 'parent')
      group by a.email having not bool_or(s.name in ('G1-A', 'Pre-K')) order by a.email limit 1`)
    stranger = await sit({ width: 'phone', dark: true })
    await signIn(stranger.page, other!.email, password)
    await stranger.page.goto('/calendar')
    await stranger.page.getByRole('heading', { name: 'Calendar', exact: true }).waitFor()
    await stranger.page
      .getByRole('link', { name: /New Year gala|Speech contest/ })
      .first()
      .waitFor()
    expect(await stranger.page.getByText('Class picnic').count()).toBe(0)
    await stranger.page.getByRole('link', { name: /New Year gala/ }).click()
    await stranger.page.getByRole('dialog', { name: 'New Year gala' }).getByText('Front desk').waitFor()
    await inspect(stranger, 'events-sheet-dark')
    const [event] = await lantern.sql<{ id: string }>(`select id from school.events where title = 'Class picnic'`)
    await stranger.page.goto(`/calendar?event=${event!.id}`)
    await stranger.page.getByText('This event is no longer here, or it isn’t for you.').waitFor()
    await inspect(stranger, 'events-stranger-dark')
    await stranger.page.goto('/dashboard/')
    await stranger.page.getByRole('heading', { level: 1 }).waitFor()
    // The console may only report the refused requests.
    expect(stranger.problems.splice(0).filter(problem => !problem.endsWith('/fn/events-get'))).toEqual([])
  })

  test('the parent creates a calendar link, whose calendar contains lessons and the event', async () => {
    const { page } = parent
    await page.goto('/calendar')
    await page.getByRole('button', { name: 'Get my calendar link' }).click()
    feed = await page.getByLabel('Your calendar link').inputValue()
    await inspect(parent, 'events-parent-feed')
    const ics = await read()
    const picnic = componentWith(ics, /SUMMARY:Class picnic/)
    expect(picnic).toContain('DTSTART;TZID=America/New_York:20261212T140000')
    expect(picnic).toContain('You are signed up for: Bring blankets')
    expect(componentWith(ics, /DTSTART;TZID=America\/New_York:20261206T140000/)).toMatch(/SUMMARY:(?:Emily|Lucas): /)
    expect(ics).not.toContain('Wang')
    // The time is at most now, whatever the demo's clock shows.
    await page.reload()
    await page.getByText(/Last used/).waitFor()
    expect(await page.getByLabel('Your calendar link').count()).toBe(0)
  })

  test('when the office cancels a school day, the parent’s open page and calendar show it', async () => {
    const { page } = parent
    await page.goto('/calendar')
    await page.getByRole('heading', { name: 'Calendar', exact: true }).waitFor()
    expect(await page.getByText('School is canceled').count()).toBe(0)
    await office.page.goto('/adminevent?month=2026-12&day=2026-12-13')
    await office.page.getByRole('dialog').getByText('G1-A').waitFor()
    await inspect(office, 'events-office-day')
    await office.page.getByRole('button', { name: 'Cancel this day' }).click()
    const dialog = office.page.getByRole('dialog', { name: /^No school on/ })
    await dialog.getByRole('radio', { name: /^Nothing/ }).check()
    await dialog.getByRole('button', { name: 'Cancel the school day' }).click()
    await dialog.getByText('Fill this in.').first().waitFor()
    await dialog.getByLabel('Reason', { exact: true }).fill('The heating is broken')
    await inspect(office, 'events-office-close-day')
    await dialog.getByRole('button', { name: 'Cancel the school day' }).click()
    await page.getByText('School is canceled').waitFor()
    // Both in the calendar and in the list of canceled lessons.
    await expect.poll(() => page.getByText('The heating is broken').count(), { timeout: 15_000 }).toBe(2)
    const cancelled = componentWith(await read(), /DTSTART;TZID=America\/New_York:20261213T140000/)
    expect(cancelled).toContain('STATUS:CANCELLED')
    expect(cancelled).toContain('The heating is broken')
    expect(await lantern.mail('parent@lakeside.example', 'The heating is broken')).toContain('December 13')
    await office.page.getByRole('button', { name: 'Put it back on' }).click()
    await page.getByText('School is canceled').waitFor({ state: 'detached' })
  })

  test('the office cancels the event, and the family gets an email', async () => {
    const { page } = office
    await page.goto('/adminevent?view=list&search=picnic')
    await page.getByRole('row', { name: /Class picnic/ }).click()
    const panel = page.getByRole('dialog', { name: /Class picnic/ })
    await panel.getByRole('button', { name: 'Cancel event' }).click()
    await page.getByText(/One family said yes/).waitFor()
    await page
      .getByRole('dialog', { name: /^Cancel/ })
      .getByRole('button', { name: 'Cancel event' })
      .click()
    await panel.locator('span').getByText('Canceled', { exact: true }).waitFor()
    expect(await lantern.mail('parent@lakeside.example', 'Class picnic')).toContain('Bring blankets')
    expect(componentWith(await read(), /SUMMARY:Canceled: Class picnic/)).toContain('STATUS:CANCELLED')
  })

  test('the office, a teacher and a visitor see events in Chinese, without a browser error', async () => {
    const dark = await sit({ language: 'zh', dark: true })
    await signInChinese(dark, 'office@lakeside.example')
    await dark.page.goto('/adminevent?month=2027-02')
    await dark.page.getByRole('button', { name: /新春晚会/ }).waitFor()
    await inspect(dark, 'events-office-zh-dark')
    await dark.page.goto('/adminevent?view=list')
    await dark.page.getByRole('row', { name: /新春晚会/ }).waitFor()
    await inspect(dark, 'events-office-list-zh-dark')
    const teacher = await sit({ language: 'zh', width: 'tablet' })
    await signInChinese(teacher, 'teacher@lakeside.example')
    await teacher.page.goto('/teacherdashboard/')
    await teacher.page.getByRole('link', { name: /教师会议/ }).click()
    await teacher.page.getByRole('dialog', { name: '教师会议' }).waitFor()
    await inspect(teacher, 'events-teacher-zh')
    const guest = await sit({ language: 'zh', width: 'phone' })
    await guest.page.goto('/')
    await guest.page.getByRole('heading', { name: '近期活动' }).waitFor()
    await guest.page.getByText('新春晚会').waitFor()
    await inspect(guest, 'events-public-zh')
    expect(seats.flatMap(({ problems }) => problems)).toEqual([])
  })

  test('the keyboard moves through the days and opens one', async () => {
    const { page } = office
    await page.goto('/adminevent?month=2026-12')
    await page.getByRole('button', { name: /^Tuesday, December 1, 2026/ }).focus()
    for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Sunday, December 6, 2026' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

const signInChinese = async ({ page }: Seat, email: string): Promise<void> => {
  await page.goto('/login')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(url => url.pathname !== '/login')
}
