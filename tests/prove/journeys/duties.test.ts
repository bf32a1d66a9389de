import { describe, expect, test } from 'vitest'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'

describe('family duties, from the rule to the family’s page', () => {
  const { lantern, sitAs } = openSchool()
  let office: Seat

  test('the office changes the rule and sees its effect at once', async () => {
    office = await sitAs('office@lakeside.example')
    const { page } = office
    await page.goto('/adminconfig?subMenu=duties')
    const effect = page.getByRole('status').filter({ hasText: 'Owe their points' })
    await effect.getByText('354', { exact: true }).waitFor()
    await page.getByLabel('Points a year').fill('3')
    await effect.getByText('531', { exact: true }).waitFor()
    await page.getByLabel('Points a year').fill('many')
    await page.getByText('Fill in the fields to see what they mean.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: /^Points a year/ }).waitFor()
    await page.getByLabel('Points a year').fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. It applies to the current year.').waitFor()
    await page.getByText(/3 points a year from/).waitFor()
    await inspect(office, 'duties-rule')
  })

  test('the office lists families who still owe duties, and a family sees what it still owes', async () => {
    const { page } = office
    await page.goto('/adminevent?view=duties&search=Hongmei')
    await page.getByRole('row', { name: /Hongmei Lin/ }).waitFor()
    await page.goto('/adminevent?view=duties')
    await page.getByRole('button', { name: /^Worked/ }).click()
    await page.getByRole('button', { name: /^Worked/ }).click()
    await page.getByLabel('Which families').selectOption({ label: 'Still owe' })
    await page.getByText(/^177 families$/).waitFor()
    await inspect(office, 'duties-list')
    const parent = await sitAs('parent@lakeside.example', { width: 'phone' })
    await parent.page.goto('/parent?show=agreed')
    const card = parent.page.locator('section').filter({ hasText: 'Your family’s duty' }).last()
    await card.getByText('2 points to go').waitFor()
    await card.getByRole('link', { name: /Hall/ }).waitFor()
    await inspect(parent, 'duties-parent')
  })

  test('the office exempts two families with a reason, and undoes it', async () => {
    const { page } = office
    await page.goto('/adminevent?view=duties')
    const families = page.locator('tbody tr[aria-rowindex]')
    for (const index of [0, 1]) await families.nth(index).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Exempt', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Exempt 2 families' })
    await dialog.getByRole('button', { name: 'Exempt 2 families' }).click()
    await dialog.getByRole('link', { name: /^Reason/ }).waitFor()
    await dialog.getByLabel(/^Reason/).fill('New baby at home')
    await inspect(office, 'duties-let-off')
    await dialog.getByRole('button', { name: 'Exempt 2 families' }).click()
    await page.getByText('2 families are exempt.').waitFor()
    await families.first().getByText('New baby at home').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await families.first().getByText('New baby at home').waitFor({ state: 'detached' })
  })

  test('a duty coordinator sees a family’s duties, with no link to its record', async () => {
    const coordinator = await sitAs('duty@lakeside.example', { width: 'tablet' })
    const { page } = coordinator
    await page.goto('/adminevent?view=duties&search=Hongmei')
    await page.getByRole('button', { name: /Hongmei Lin/ }).click()
    const panel = page.getByRole('dialog', { name: /Hongmei Lin/ })
    await panel.getByText('Did not come').waitFor()
    expect(await panel.getByRole('link', { name: 'Family', exact: true }).count()).toBe(0)
    await inspect(coordinator, 'duties-coordinator')
  })

  test('a parent is appointed room parent, opens the class list and writes to the class', async () => {
    const { page } = office
    await page.goto('/adminconfig?subMenu=roles')
    await page.getByRole('button', { name: 'Appoint a room parent' }).click()
    const dialog = page.getByRole('dialog', { name: 'Appoint a room parent' })
    const [section] = await lantern.sql<{ name: string; native: string; label: string; id: string }>(
      `select s.id, s.name, s.native_name as native, p.name as label from school.accounts a join school.persons p on p.account_id = a.id
        join school.guardianships g on g.guardian_id = p.id join school.enrolments e on e.student_id = g.student_id and e.status = 'active'
        join school.sections s on s.id = e.section_id where a.email = 'parent@lakeside.example' order by s.starts_at, s.name limit 1`,
    )
    await dialog.getByLabel('Class').selectOption(section!.id)
    const person = dialog.getByLabel('Parent', { exact: true })
    const option = person.getByRole('option', { name: new RegExp(section!.label) })
    await option.waitFor({ state: 'attached' })
    await person.selectOption(await option.getAttribute('value'))
    await dialog.getByRole('button', { name: 'Appoint', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await inspect(office, 'duties-room-parents')

    const parent = await sitAs('parent@lakeside.example', { width: 'phone' })
    await parent.page.goto('/parent?show=agreed')
    await parent.page.getByText('Show the class list').click()
    await inspect(parent, 'duties-room-parent')
    await parent.page.getByRole('button', { name: 'Write to the class' }).click()
    const letter = parent.page.getByRole('dialog', { name: 'Write to the class' })
    await letter.getByLabel('Subject', { exact: true }).fill('Thank-you cards')
    await letter.getByLabel('Message', { exact: true }).fill('Please sign the card at the front desk.')
    await letter.getByRole('button', { name: /^Send to \d+ people$/ }).click()
    await parent.page.getByText(/^Sent to \d+ people\.$/).waitFor()
    await lantern.mail('parent@lakeside.example', 'Please sign the card at the front desk.')
  })

  test('inactive staff are warned, can stay, and are signed out, but families are not', async () => {
    const { page } = office
    await page.goto('/adminconfig?subMenu=signin')
    await page.getByRole('switch', { name: /^Sign out inactive staff/ }).check()
    await page.getByLabel('After (minutes)').fill('5')
    await page.getByRole('button', { name: 'Save sign-in' }).click()
    await page.getByText(/staff signed out after 5 minutes/).waitFor()

    const hall = await sitAs('teacher@lakeside.example')
    // From here on the page’s clock stands still and only moves when told to.
    await hall.page.clock.install()
    await hall.page.goto('/teacherdashboard/')
    const warning = hall.page.getByRole('dialog', { name: 'Are you still there?' })
    await hall.page.getByRole('heading', { level: 1 }).waitFor()
    await hall.page.clock.runFor('03:50')
    expect(await warning.count()).toBe(0)
    await hall.page.clock.runFor('00:15')
    await warning.waitFor()
    await warning.getByRole('button', { name: 'Stay signed in' }).click()
    await warning.waitFor({ state: 'detached' })
    await hall.page.clock.runFor('04:05')
    await warning.waitFor()
    await hall.page.clock.runFor('01:00')
    await hall.page.waitForURL(url => !url.pathname.startsWith('/teacherdashboard'))
    await hall.page.clock.resume()
    await hall.page.goto('/teacherdashboard/')
    await hall.page.getByText('You do not have access').first().waitFor()

    // Families are never signed out because of inactivity.
    const parent = await sitAs('parent@lakeside.example', { width: 'phone' })
    await parent.page.clock.install()
    await parent.page.goto('/parent?show=agreed')
    await parent.page.getByRole('heading', { level: 1 }).waitFor()
    await parent.page.clock.runFor('06:00')
    expect(await parent.page.getByRole('dialog', { name: 'Are you still there?' }).count()).toBe(0)
    expect(new URL(parent.page.url()).pathname).toBe('/parent')
  })
})
