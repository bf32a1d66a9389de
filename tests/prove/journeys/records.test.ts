import { describe, expect, test } from 'vitest'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'
import { signIn } from '#tests/journeys/session.ts'

const { lantern, sit } = openSchool()

const one = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>> =>
  (await lantern.sql(text, values))[0]!
const households = async () => (await one('select count(*)::int as n from school.households'))['n']

describe('duplicates', () => {
  let office: Seat
  test('a family on file twice is suggested, compared side by side and merged', async () => {
    office = await sit({ width: 'desktop' })
    const { page } = office
    await signIn(page, 'office@lakeside.example', 'lakeside-demo')
    await page.goto('/adminparent')
    await page.getByRole('tab', { name: 'Duplicates' }).click()
    await page.getByRole('heading', { name: 'Duplicates' }).waitFor()
    await page.getByText('Same child').waitFor()
    await inspect(office, 'records-duplicates-desktop')
    await page.getByRole('button', { name: /^Compare Mei-Ling Sun .+ and Meiling Sun/ }).click()
    await page.getByRole('heading', { name: 'Merge families' }).waitFor()
    await page.getByRole('radio', { name: /^Address: 45 Lakeview/ }).waitFor()
    await page.getByRole('radio', { name: /^Name: Meiling/ }).check()
    await inspect(office, 'records-merge-desktop')
    const before = await households()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page
      .getByText(/^Merged into /)
      .first()
      .waitFor()
    expect(await households()).toBe(Number(before) - 1)
    await page.getByText('No duplicates found').waitFor()
  })

  test('the two families are back after one undo', async () => {
    const { page } = office
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Everything is back as it was').waitFor()
    await page.getByText('Same child').waitFor()
    expect(await households()).toBe(212)
  })

  test('adults and students are found, too, on a tablet in Chinese', async () => {
    const tablet = await sit({ width: 'tablet', language: 'zh', dark: true })
    await signInChinese(tablet)
    const { page } = tablet
    await page.goto('/adminparent?view=duplicates&of=adult')
    await page.getByText('中文名相同').first().waitFor()
    await inspect(tablet, 'records-duplicates-adults-tablet-zh-dark')
    await page.goto('/adminstudent?view=duplicates')
    await page.getByRole('button', { name: /^核对.*Yichen/ }).click()
    await page.getByRole('heading', { name: '把两份学生资料合为一份' }).waitFor()
    await page.getByText('两份资料由不同的家庭缴费').waitFor()
    await inspect(tablet, 'records-merge-student-tablet-zh-dark')
  })

  test('any two students can be compared', async () => {
    const { page } = office
    await page.goto('/adminstudent?search=Emily%20Wang')
    await page
      .getByRole('row', { name: /Emily Wang/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('link', { name: 'Merge…' }).click()
    await page.getByRole('searchbox').fill('Lucas')
    await page.getByRole('button', { name: /^Compare with Lucas Wang/ }).click()
    await page.getByRole('heading', { name: 'Merge students' }).waitFor()
    await inspect(office, 'records-merge-any-desktop')
  })
})

const signInChinese = async ({ page }: Seat): Promise<void> => {
  await page.goto('/login')
  await page.locator('input[type=email]').fill('office@lakeside.example')
  await page.locator('input[type=password]').fill('lakeside-demo')
  await page.locator('button[type=submit]').click()
  await page.waitForURL(url => url.pathname !== '/login')
}

describe('the office views as a family', () => {
  test('sees the family’s home page under a bar, can’t change anything, and returns', async () => {
    const office = await sit({ width: 'desktop' })
    const { page } = office
    await signIn(page, 'office@lakeside.example', 'lakeside-demo')
    const { id } = await one(
      `select m.household_id as id from school.household_members m join school.persons p on p.id = m.person_id join school.accounts a on a.id = p.account_id
       where a.email = 'parent@lakeside.example'`,
    )
    await page.goto(`/adminparent?id=${String(id)}`)
    await page
      .getByRole('button', { name: /^Edit Jing Liu/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'View as this guardian' }).click()
    const bar = page.getByRole('region', { name: 'You are viewing as someone else' })
    await bar.waitFor()
    await page.getByRole('link', { name: 'My children' }).or(page.getByText('Emily')).first().waitFor()
    await inspect(office, 'records-looking-on-desktop')
    // The office's own pages can't be opened while it views as a family.
    expect(await page.getByRole('link', { name: 'Students' }).count()).toBe(0)
    await page.goto('/parent')
    await page.getByRole('button', { name: 'Everything is right' }).click()
    await page.getByText('you can’t change anything here').waitFor()
    expect(
      await one(
        'select count(*)::int as n from school.confirmations where household_id = $1 and confirmed_at is not null',
        [id],
      ),
    ).toEqual({ n: 0 })
    await page.getByRole('button', { name: 'Stop viewing' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await page.getByRole('region', { name: 'You are viewing as someone else' }).count()).toBe(0)
    const [view] = await lantern.sql<{ ended: boolean }>(
      'select ended_at is not null as ended from school.family_views order by started_at desc limit 1',
    )
    expect(view).toEqual({ ended: true })
    // The console may only report the refused write.
    office.problems.splice(0)
  })
})

describe('the yearly check', () => {
  test('a family changes its address and confirms on a phone', async () => {
    const parent = await sit({ width: 'phone' })
    const { page } = parent
    await signIn(page, 'parent@lakeside.example', 'lakeside-demo')
    await page.goto('/dashboard/')
    await page.getByRole('link', { name: /Check and confirm your family’s information/ }).click()
    await page.getByRole('heading', { name: 'Is all of this still right?' }).waitFor()
    await inspect(parent, 'records-confirm-phone')
    // The sections that the request is about (address, contacts, pick-up) are on the other part of the page.
    await page.getByRole('link', { name: 'Contacts, consents, duty' }).click()
    await page.getByRole('heading', { name: 'Emergency contacts' }).waitFor()
    await page.getByRole('heading', { name: 'Is all of this still right?' }).waitFor()
    const { id } = await one(
      `select m.household_id as id from school.household_members m join school.persons p on p.id = m.person_id where p.email = 'parent@lakeside.example'`,
    )
    await page.goto(`/parent?edit=address&of=${String(id)}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill('77 Harbor View, Lakeside')
    await dialog.getByRole('textbox').first().press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Everything is right' }).click()
    await page.getByText(/^Confirmed on/).waitFor()
    await inspect(parent, 'records-confirmed-phone')
    expect(parent.problems).toEqual([])
  })

  test('the office sees who has confirmed and what changed', async () => {
    const office = await sit({ width: 'tablet' })
    const { page } = office
    await signIn(page, 'office@lakeside.example', 'lakeside-demo')
    await page.goto('/adminparent?view=confirmations')
    await page.getByRole('radio', { name: 'With changes' }).check({ force: true })
    await page.getByRole('searchbox').fill('Jing Liu')
    await page.getByRole('status').getByText('1 family').waitFor()
    await page.getByRole('row', { name: /Jing Liu/ }).waitFor()
    await inspect(office, 'records-check-tablet')
    await page
      .getByRole('row', { name: /Jing Liu/ })
      .first()
      .click()
    const panel = page.getByRole('dialog')
    await panel.getByText('77 Harbor View, Lakeside').waitFor()
    await inspect(office, 'records-diff-tablet')
    expect(office.problems).toEqual([])
  })

  test('the office reminds the others once', async () => {
    const office = await sit({ width: 'desktop', dark: true })
    const { page } = office
    await signIn(page, 'office@lakeside.example', 'lakeside-demo')
    await page.goto('/adminparent?view=confirmations')
    // The button says how many families it writes to.
    await page.getByRole('button', { name: /^Email \d+ families$/ }).click()
    const asked = page.getByRole('dialog', { name: /^Email \d+ families\?$/ })
    await asked.getByRole('button', { name: /^Email \d+ families$/ }).click()
    await page.getByText(/emails in the outbox/).waitFor()
    await inspect(office, 'records-check-desktop-dark')
    // One reminder is enough: no family is left to remind.
    await page.getByRole('button', { name: /^Email \d+ famil/ }).waitFor({ state: 'hidden' })
  })
})
