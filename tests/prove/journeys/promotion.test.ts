import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'

const { lantern, sitAs, seats } = openSchool()
let office: Seat

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
const promotion = '/adminconfig?subMenu=promotion'
const held = async (): Promise<number> =>
  (await lantern.sql<{ n: number }>(`select count(*)::int as n from school.enrolments where status = 'held'`))[0]!.n

test('a secretary copies the fall’s classes into the spring, and none twice', async () => {
  office = await sitAs('office@lakeside.example')
  const { page } = office
  await page.goto('/admindashboard')
  await page.getByText('No classes yet').waitFor()
  await page.getByRole('link', { name: 'Copy classes' }).click()
  await page.getByText('16 school days, Jan 31, 2027 to Jun 6, 2027 · 3 no-school days').waitFor()
  await inspect(office, 'promotion-copy')
  await page.getByRole('button', { name: 'Copy 34 classes' }).click()
  await page.getByText('34 classes copied.').waitFor()

  // Repeating the copy copies nothing twice.
  await page.goto(`${promotion}&id=copy`)
  await page.getByText('All of these classes are already there.').waitFor()
})

test('a class is proposed for each student, and moving a class shows who has a conflict', async () => {
  const { page } = office
  await page.goto(promotion)
  await page.getByRole('button', { name: 'Propose a promotion' }).click()
  const form = page.getByRole('dialog', { name: 'Propose a promotion' })
  await expect.poll(() => form.getByLabel('Everyone continues in their course').isChecked()).toBe(true)
  await inspect(office, 'promotion-propose')
  await form.getByRole('button', { name: 'Propose' }).click()
  await page.getByRole('heading', { name: 'From Fall 2026 to Spring 2027' }).waitFor()
  await page.getByText('Everyone has a decision and a spot.').waitFor()
  // Everyone who is in a class this fall, and no one else.
  const [seated] = await lantern.sql<{ n: number }>(
    `select count(*)::int as n from school.enrolments e join school.sections s on s.id = e.section_id join school.terms t on t.id = s.term_id
      where t.name = 'Fall 2026' and e.status in ('active','completed')`,
  )
  await tab(page, new RegExp(`^All ${seated!.n}`)).waitFor()

  // Kung Fu moves to the time of the language classes.
  const run = page.url()
  await page.goto('/adminclass')
  await page.getByRole('combobox', { name: 'Term' }).selectOption({ label: 'Spring 2027 · 2027 春季' })
  await page.getByRole('button', { name: /^Kung Fu/ }).click()
  await page.getByRole('button', { name: 'Edit class' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Starts at').fill('14:30')
  await dialog.getByLabel('Ends at').fill('15:25')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.goto(run)
  await page.getByRole('button', { name: /would be in two classes at once/ }).waitFor()
  await page.getByRole('button', { name: 'Finish the review' }).click()
  await page.getByText('A student would be in two classes at the same time. Fix that first.').waitFor()
  await page.getByRole('button', { name: /would be in two classes at once/ }).click()
  await page.getByRole('combobox', { name: 'Into class' }).selectOption({ label: 'Kung Fu 功夫' })
  await page.waitForURL(/to=/)
  await page
    .getByRole('row', { name: /Kung Fu/ })
    .first()
    .getByRole('button')
    .first()
    .click()
  await page.getByText(/at the same time \(Sun 2:00 PM–3:50 PM\)/).waitFor()
  await inspect(office, 'promotion-conflict')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // Students with a conflict leave Kung Fu, all at once.
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Mark as not continuing' }).click()
  await page.getByText(/decisions? made\./).waitFor()
  await page.getByText('Everyone has a decision and a spot.').waitFor()
  await inspect(office, 'promotion-review')
  await page.getByText('By class', { exact: true }).click()
  await page.getByRole('table', { name: 'Classes and students' }).waitFor()
  await inspect(office, 'promotion-classes')
})

test('the promotion is applied, and undone as a whole', async () => {
  const { page } = office
  await page.getByText('By student', { exact: true }).click()
  await page.getByRole('button', { name: 'Finish the review' }).click()
  await page.getByText(/Ready to apply\./).waitFor()
  const apply = async (tell: boolean) => {
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Apply the promotion' })
    await dialog.getByLabel('Held until').waitFor()
    await dialog.getByRole('checkbox', { name: /^Email the families/ }).setChecked(tell)
    await dialog.getByRole('button', { name: /^Hold \d+ spots/ }).click()
    await page.getByText(/spots held\./).waitFor()
  }
  await apply(false)
  await page.getByText(/^Applied by /).waitFor()
  expect(await held()).toBeGreaterThan(400)
  await inspect(office, 'promotion-applied')
  // Without the message that also offers it.
  await page.reload()
  await page.getByRole('button', { name: 'Undo' }).click()
  const asked = page.getByRole('dialog', { name: /^Undo “/ })
  await asked.getByText('Sent emails can’t be recalled.', { exact: false }).waitFor()
  expect(await held()).toBeGreaterThan(400)
  await asked.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone. Everything is back as it was.').waitFor()
  await page.getByText('This was undone.').waitFor()
  expect(await held()).toBe(0)
  // Discarding can't be undone, so it asks.
  await page.getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('dialog', { name: 'Discard this promotion?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Reopen review' }).click()
  await page.getByRole('button', { name: 'Finish the review' }).click()
  await apply(true)
})

test('a family confirms a held spot, after which the promotion can’t be undone', async () => {
  expect(await lantern.mail('parent@lakeside.example', 'holding these spots')).toContain(
    'Emily Wang · G1-A · Sunday 2:00 PM–3:50 PM',
  )
  const { page } = office
  await lantern.sql(`update school.terms set status = 'registration' where name = 'Spring 2027'`)
  await lantern.sql(
    `update school.sections set status = 'open' where name = 'G1-A' and term_id = (select id from school.terms where name = 'Spring 2027')`,
  )
  const parent = await sitAs('parent@lakeside.example', { width: 'phone', dark: true })
  await parent.page.goto('/dashboard/')
  const card = parent.page.getByRole('region', { name: 'We’re holding a spot for Emily Wang: G1-A' })
  await card.getByText('Charged to your account').waitFor()
  await inspect(parent, 'promotion-family')
  await card.getByRole('button', { name: 'Confirm spot' }).click()
  await parent.page.getByText('Emily Wang’s spot in G1-A is confirmed.').waitFor()
  // The new charges aren't due yet; only what is left of the fall is late.
  await parent.page.goto('/paymenthistory')
  await parent.page.getByText('$344.00 overdue since Tuesday, June 9, 2026').waitFor()

  await page.reload()
  await tab(page, /^Confirmed 1/).waitFor()
  expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0)
  await page.goto('/adminconfig?subMenu=audit')
  await page
    .getByRole('button', { name: /^Undo: .*held for promotion/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page
    .getByRole('alert')
    .getByText(/changed since/i)
    .waitFor()
})

test('the promotion is accessible in Chinese, on a tablet, in dark mode', async () => {
  const seat = await sitAs('office@lakeside.example', { width: 'tablet', language: 'zh', dark: true })
  await seat.page.goto(promotion)
  await seat.page.getByRole('button', { name: /Fall 2026/ }).click()
  await seat.page.getByText(/家长可在/).waitFor()
  await inspect(seat, 'promotion-tablet-zh')
})

test('no browser reports an unexpected error', () => {
  // The refusals are expected.
  const asked = ['/fn/promotions-move', '/fn/batches-undo']
  const problems = seats.flatMap(seat => seat.problems)
  expect(problems.filter(problem => !asked.some(path => problem.includes(path)))).toEqual([])
})
