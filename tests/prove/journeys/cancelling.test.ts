import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inspect, openSchool } from '#tests/journeys/lantern.ts'

const { lantern, sitAs, seats } = openSchool()

const centsIn = (text: string): number => Number(/\$([\d,]+\.\d{2})/.exec(text)![1]!.replaceAll(/[,.]/g, ''))
const credited = async (): Promise<number> =>
  Number(
    (await lantern.sql<{ sum: string }>('select coalesce(sum(amount_cents), 0) as sum from school.charge_credits'))[0]!
      .sum,
  )
/** The entry of a calendar feed that begins at this time at the school. */
const entryAt = async (feed: string, at: string): Promise<string> =>
  (await (await fetch(feed)).text())
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT')
    .find(part => part.includes(`DTSTART;TZID=America/New_York:${at}`)) ?? ''

/** Opens the dialog that cancels Sunday, 6 December. */
const openSunday = async (page: Page) => {
  await page.goto('/adminconfig?subMenu=terms')
  const sunday = page.getByRole('listitem').filter({ hasText: 'Dec 6' })
  await sunday.getByRole('button', { name: 'Cancel day' }).click()
  return page.getByRole('dialog', { name: /^No school on Sun, Dec 6/ })
}

test('canceling a Sunday credits exactly the amount shown, and the family sees why', async () => {
  const parent = await sitAs('parent', { width: 'phone' })
  await parent.page.goto('/calendar')
  await parent.page.getByRole('button', { name: 'Get my calendar link' }).click()
  const feed = await parent.page.getByLabel('Your calendar link').inputValue()
  expect(await entryAt(feed, '20261206T140000')).toContain('STATUS:CONFIRMED')

  const office = await sitAs('office')
  const dialog = await openSunday(office.page)
  await dialog.getByText('34 classes, 314 students of 212 families, 28 teachers').waitFor()
  await dialog.getByLabel('Reason', { exact: true }).fill('Snow')
  await dialog.getByLabel(/^Reason in Chinese/).fill('下雪')
  await dialog.getByRole('radio', { name: /^Credit families/ }).check()
  await dialog.getByText('By class').click()
  await inspect(office, 'cancelling-day')
  const button = dialog.getByRole('button', { name: /^Cancel and credit/ })
  const shown = centsIn(await button.innerText())
  expect(shown).toBeGreaterThan(100_000)
  const before = await credited()
  await button.click()
  await dialog.waitFor({ state: 'detached' })
  expect((await credited()) - before).toBe(shown)

  await parent.page.goto('/dashboard/')
  await parent.page.getByText('No lessons on Sun, Dec 6').waitFor()
  await parent.page.getByText('Snow', { exact: true }).waitFor()
  const card = await parent.page.getByText(/^\$.* was credited to your account\.$/).innerText()
  await inspect(parent, 'cancelling-family')
  const entry = await entryAt(feed, '20261206T140000')
  expect(entry).toContain('STATUS:CANCELLED')
  expect(entry).toContain('Snow')
  expect(await lantern.mail('parent@lakeside.example', 'Snow')).toContain(/\$[\d.]+/.exec(card)![0])
  await parent.page.goto('/paymenthistory')
  await parent.page
    .getByText(/lesson canceled$/)
    .first()
    .waitFor()
})

test('putting the Sunday back on reverses all credits and tells the family', async () => {
  const { page } = seats[1]!
  await page.goto('/adminconfig?subMenu=terms')
  const sunday = page.getByRole('listitem').filter({ hasText: 'Dec 6' })
  await sunday.getByText('Snow').first().waitFor()
  await inspect(seats[1]!, 'cancelling-term')
  await sunday.getByRole('button', { name: 'Put it back on' }).click()
  await sunday.getByRole('button', { name: 'Cancel day' }).waitFor()
  expect(await credited()).toBe(0)
  await seats[0]!.page.goto('/dashboard/')
  await seats[0]!.page.getByRole('heading', { level: 1 }).waitFor()
  await lantern.mail('parent@lakeside.example', 'back on')
  expect(await seats[0]!.page.getByText('No lessons on Sun, Dec 6').count()).toBe(0)
})

test('the Sunday is made up on a Saturday, after conflicts are shown', async () => {
  const { page } = seats[1]!
  const dialog = await openSunday(page)
  await dialog.getByLabel('Reason', { exact: true }).fill('Snow')
  await dialog.getByRole('button', { name: 'Cancel the school day' }).click()
  await dialog.getByText('Enter a complete date.').first().waitFor()
  await dialog.getByLabel('Make-up day').fill('2026-12-13')
  await dialog.getByRole('button', { name: 'Cancel the school day' }).click()
  await dialog.getByText('This is already taken.').first().waitFor()
  await dialog.getByLabel('Make-up day').fill('2026-12-12')
  await dialog.getByText('Nothing else is planned that day.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel the school day' }).click()
  await dialog.waitFor({ state: 'detached' })
  const saturday = page.getByRole('listitem').filter({ hasText: 'Sat, Dec 12' })
  await saturday.getByText('Make-up day').waitFor()
  await seats[0]!.page.goto('/dashboard/')
  await seats[0]!.page.getByText('Made up on Saturday, December 12, 2026, at the usual time.').waitFor()
  const teacher = await sitAs('teacher', { width: 'tablet', dark: true })
  await teacher.page.goto('/teacherdashboard/')
  await teacher.page.getByText('Made up on Saturday, December 12, 2026, at the usual time.').waitFor()
  await inspect(teacher, 'cancelling-teacher-dark')
})

test('a class below its minimum is found and canceled, and exactly the total shown is reversed', async () => {
  const office = await sitAs('office', { dark: true })
  const { page } = office
  await page.goto('/admindashboard')
  await page.getByRole('link', { name: /^1 class is below its minimum/ }).click()
  const list = page.getByRole('dialog', { name: 'Classes below their minimum' })
  await list.getByText('7 of 8 needed, 12 spots').waitFor()
  await inspect(office, 'cancelling-at-risk-dark')
  await list.getByRole('link', { name: 'Cancel the class' }).click()
  const panel = page.getByRole('dialog', { name: 'Cancel Go for good?' })
  await panel.getByText(/^7 students of 7 families/).waitFor()
  await inspect(office, 'cancelling-class-dark')
  const total = centsIn(await panel.getByText(/^Total/).innerText())
  const balances = async () =>
    Number(
      (
        await lantern.sql<{ sum: string }>(
          `select coalesce(sum(c.amount_cents - coalesce(d.sum, 0)), 0) as sum from school.charge_reversals v join school.charges c on c.id = v.charge_id
            left join (select charge_id, sum(amount_cents) as sum from school.discounts group by charge_id) d on d.charge_id = c.id`,
        )
      )[0]!.sum,
    )
  const before = await balances()
  await panel.getByLabel('Reason', { exact: true }).fill('Too few have joined')
  await panel.getByRole('button', { name: 'Cancel and reverse charges' }).click()
  await panel.waitFor({ state: 'detached' })
  expect((await balances()) - before).toBe(total)
  const left = await lantern.sql<{ status: string }>(
    `select distinct e.status from school.enrolments e join school.sections s on s.id = e.section_id where s.name = 'Go'`,
  )
  expect(left.map(({ status }) => status)).toEqual(['dropped'])
  await page.goto('/admindashboard?show=below')
  await page.getByText('Every class has enough students.').waitFor()
  expect(
    seats.flatMap(({ problems }) => problems).filter(problem => !problem.includes('/fn/cancellations-cancelDay')),
  ).toEqual([])
})
test('when a teacher is sick, the dashboard leads to the lesson, and the class to its dates', async () => {
  const { page } = await sitAs('office')
  const [ill] = await lantern.sql<{ section: string; sectionId: string; day: string }>(
    `insert into school.teacher_absences (id, teacher_id, on_day, reported_at)
       select gen_random_uuid(), t.teacher_id, '2027-01-17', now() from school.section_teachers t
       join school.sections x on x.id = t.section_id where x.name = 'G1-A'
     returning 'G1-A' as section, (select id from school.sections where name = 'G1-A') as "sectionId", 'Sun, Jan 17' as day`,
  )
  await page.goto('/admindashboard?show=away')
  const list = page.getByRole('dialog', { name: 'Teachers out sick' })
  await list.getByRole('link').filter({ hasText: ill!.section }).click()
  const question = page.getByRole('dialog', { name: `No ${ill!.section} on ${ill!.day}?` })
  await question.getByRole('button', { name: 'Keep the lesson' }).click()
  // The day stays open and shows who else teaches when.
  await page.getByRole('dialog', { name: 'Sunday, January 17, 2027' }).getByText('Lihua Chen').waitFor()

  await page.goto(`/adminclass?id=${ill!.sectionId}&tab=dates`)
  await page.getByRole('link', { name: ill!.day }).click()
  await page.getByRole('button', { name: `Cancel ${ill!.section}` }).waitFor()

  await page.goto('/adminteacher?search=Lihua%20Chen')
  await page.getByRole('button', { name: 'Lihua Chen' }).click()
  await page.getByRole('dialog').getByRole('link', { name: /^G1-A/ }).click()
  await page.getByRole('heading', { level: 1, name: /^G1-A/ }).waitFor()
})
test('a Sunday made a no-school day gives families the reason in their language', async () => {
  const { page } = await sitAs('office')
  await page.goto('/adminconfig?subMenu=terms')
  await page.getByRole('listitem').filter({ hasText: 'Jan 10' }).getByRole('button', { name: 'Cancel day' }).click()
  const dialog = page.getByRole('dialog', { name: /^No school on Sun, Jan 10/ })
  await dialog.getByLabel('Reason', { exact: true }).fill('Hall is painted')
  await dialog.getByRole('radio', { name: /^Make it a no-school day/ }).check()
  await dialog.getByLabel(/^Reason in Chinese/).fill('礼堂粉刷')
  await dialog.getByRole('button', { name: 'Add the no-school day' }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const [language, reason, other] of [
    ['en', 'Hall is painted', '礼堂粉刷'],
    ['zh', '礼堂粉刷', 'Hall is painted'],
  ] as const) {
    const family = await sitAs('parent', { width: 'phone', language })
    await family.page.goto('/calendar')
    await family.page.getByText(reason).waitFor()
    expect(await family.page.getByText(other).count()).toBe(0)
  }
})
