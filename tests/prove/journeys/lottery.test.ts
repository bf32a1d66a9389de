import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'

const draws = '/adminconfig?subMenu=lotteries'
const name = 'Go and calligraphy'
const { lantern, sit, sitAs, seats } = openSchool({ width: 'phone' })
type Family = { email: string; child: string }
let families: [Family, Family]
let office: Seat
let first: Seat
let second: Seat

beforeAll(async () => {
  // One seat is left in each class, and two families have a child for whom both classes are suitable.
  await lantern.sql(`update school.sections s set capacity = 1 + (select count(*) from school.enrolments e
    where e.section_id = s.id and e.status in ('held', 'approval', 'active', 'completed')) where name in ('Go', 'Calligraphy')`)
  families = (await lantern.sql<Family>(`
    select a.email, min(p.name) as child from school.accounts a join school.persons g on g.account_id = a.id
      join school.guardianships gs on gs.guardian_id = g.id and gs.has_data_access join school.persons p on p.id = gs.student_id
    where a.language = 'en' and a.email not like '%@lakeside.example' and not exists (select 1 from school.role_grants r where r.person_id = g.id and r.role <> 'parent')
    group by a.email having count(*) = 1 and min(p.birth_on) between '2012-01-01' and '2018-01-01'
      and 1 = (select count(*) from school.enrolments e where e.student_id = min(gs.student_id::text)::uuid and e.status = 'active')
      and not exists (select 1 from school.enrolments e join school.sections s on s.id = e.section_id where e.student_id = min(gs.student_id::text)::uuid and s.starts_at > '15:00')
    order by a.email limit 2`)) as [Family, Family]
})

const panelOf = (page: Page) => page.getByRole('dialog', { name: new RegExp(name) })
const cardOf = (page: Page) => page.getByRole('region', { name: `Lottery: ${name}` })

test('the office creates a lottery of two classes and opens it', async () => {
  office = await sitAs('office@lakeside.example', { width: 'desktop' })
  const { page } = office
  await page.goto(draws)
  await page.getByRole('button', { name: 'New lottery' }).click()
  const form = page.getByRole('dialog', { name: 'New lottery' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Entries close').fill('2026-11-25T20:00')
  await form.getByRole('checkbox', { name: /^Go / }).check()
  await form.getByRole('checkbox', { name: /^Calligraphy / }).check()
  await form.getByLabel(/^Public number/).fill('Pick 4, evening of 25 November')
  await inspect(office, 'lottery-form')
  await form.getByRole('button', { name: 'Save as draft' }).click()
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Open for entries' }).click()
  const asked = page.getByRole('dialog', { name: `Open ${name}?` })
  const verb = asked.getByRole('button', { name: 'Open for entries' })
  // The last message does not cover the button to press next.
  const news = await asked.getByRole('status').locator('.board').boundingBox()
  const { y } = (await verb.boundingBox())!
  expect(news!.y + news!.height).toBeLessThanOrEqual(y)
  await verb.click()
  await panel.getByText('Entries close automatically.').waitFor()
})

test('a class in the lottery is labeled as such for families', async () => {
  const { page } = await sitAs(families[0].email, { dark: true })
  first = seats.at(-1)!
  await page.goto('/classes?search=Calligraphy')
  await page.getByText('By lottery').first().waitFor()
})

test('two families choose classes on a phone, using only buttons', async () => {
  const { page } = first
  await page.goto('/dashboard/')
  await cardOf(page).getByRole('button', { name: 'Choose classes' }).click()
  await page.getByRole('button', { name: `Add Go for ${families[0].child}` }).click()
  await page.getByRole('button', { name: `Add Calligraphy for ${families[0].child}` }).click()
  await inspect(first, 'lottery-wishes-dark')
  await page.getByRole('button', { name: 'Enter' }).click()
  await cardOf(page)
    .getByText(/Your number is \d{5}/)
    .waitFor()
  await inspect(first, 'lottery-entered-dark')

  second = await sitAs(families[1].email)
  const { page: other } = second
  await other.goto('/dashboard/')
  await cardOf(other).getByRole('button', { name: 'Choose classes' }).click()
  await other.getByRole('button', { name: `Add Calligraphy for ${families[1].child}` }).click()
  await other.getByRole('button', { name: `Add Go for ${families[1].child}` }).click()
  // The keyboard does the same as a tap, and focus stays where it was.
  await other.getByRole('button', { name: 'Move Go up' }).press('Enter')
  await expect.poll(() => other.locator(':focus').getAttribute('aria-label'), { timeout: 15_000 }).toBe('Move Go down')
  await inspect(second, 'lottery-wishes')
  await other.getByRole('button', { name: 'Enter' }).click()
  await cardOf(other)
    .getByText(/Your number is \d{5}/)
    .waitFor()
})

test('the office closes and draws, and the same seed gives the same result', async () => {
  const { page } = office
  await page.goto(draws)
  await page.getByRole('button', { name: new RegExp(name) }).click()
  const panel = panelOf(page)
  await panel.getByText(families[0].child).first().waitFor()
  await panel.getByRole('button', { name: 'Close entries' }).click()
  await page
    .getByRole('dialog', { name: /^Close/ })
    .getByRole('button', { name: 'Close entries' })
    .click()
  await panel.getByRole('button', { name: 'Draw', exact: true }).click()
  const asked = page.getByRole('dialog', { name: /^Draw Go/ })
  await asked.getByLabel(/^What does/).fill('7-3-1-9')
  await inspect(office, 'lottery-draw')
  await asked.getByRole('button', { name: 'Draw and email 2 families' }).click()
  await panel.getByRole('button', { name: 'Draw again with its seed' }).click()
  await panel.getByText('The same seed gives the same result.').waitFor()
  await inspect(office, 'lottery-drawn')
})

test('anyone can repeat the draw on their own device and get the same result', async () => {
  const guest = await sit({ width: 'phone' })
  seats.push(guest)
  const { page } = guest
  await page.goto('/draws')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: 'Check the lottery' }).click()
  await page.getByText('The secret is the one that was sealed before entries opened.').waitFor()
  await page.getByText('The list is the one that was sealed when entries closed.').waitFor()
  await page.getByText('The same seed gives the same result.').waitFor()
  await page.getByText('Turn by turn').click()
  await page
    .getByText(/-1 wins [AB]; no spot is left\./)
    .first()
    .waitFor()
  await inspect(guest, 'lottery-check')
  expect(await page.locator('body').innerText()).not.toContain(families[0].child)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^draw-.+\.csv$/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await inspect(guest, 'lottery-check-dark')
})

test('a winner accepts, and gets the seat and its charges', async () => {
  const { page } = first
  expect(await lantern.mail(families[0].email, 'won a spot in')).toContain('Please confirm a spot by')
  await page.goto('/dashboard/')
  await cardOf(page)
    .getByText(/won a spot in/)
    .waitFor()
  await page.getByRole('button', { name: 'Accept spot' }).click()
  await cardOf(page).getByText('Spot confirmed.').waitFor()
  await inspect(first, 'lottery-confirmed-dark')
  const [seated] = await lantern.sql<{ n: number }>(
    `select count(*)::int as n from school.charges c join school.enrolments e on e.id = c.enrolment_id join school.sections s on s.id = e.section_id
      join school.persons p on p.id = e.student_id where s.name in ('Go', 'Calligraphy') and p.name = $1 and e.status = 'active'`,
    [families[0].child],
  )
  expect(seated!.n).toBeGreaterThan(0)
})

test('no browser reports an error', () => {
  for (const { problems } of seats) expect(problems).toEqual([])
})
