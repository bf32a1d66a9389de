import { describe, expect, test } from 'vitest'
import { inspect, type Seat, openSchool } from './lantern.ts'
import { signIn } from './session.ts'

const { lantern, sit, seats } = openSchool()

/** The first student on a class's waitlist, and a guardian of theirs with an account. */
const firstInLine = async (section: string) => {
  const [first] = await lantern.sql<{ child: string; email: string }>(
    `select p.name as child, a.email from school.waitlist_entries w join school.sections s on s.id = w.section_id join school.persons p on p.id = w.student_id
       join school.guardianships g on g.student_id = p.id and g.has_data_access join school.persons gp on gp.id = g.guardian_id join school.accounts a on a.id = gp.account_id
     where s.name = $1 and w.status in ('waiting','offered') and a.is_verified order by w.status = 'offered' desc, w.priority desc, w.joined_at, w.id, g.contact_order limit 1`,
    [section],
  )
  return first!
}

/** A student who is enrolled in a class. */
const seatedIn = async (section: string) => {
  const [seated] = await lantern.sql<{ id: string }>(
    `select e.student_id as id from school.enrolments e join school.sections s on s.id = e.section_id where s.name = $1 and e.status = 'active' order by e.created_at limit 1`,
    [section],
  )
  return seated!
}

describe('a registrar’s day on the demo school', () => {
  let office: Seat
  let parent: Seat
  const section = 'Robotics'

  test('begins with the work queue and the attendance chart', async () => {
    office = await sit({ width: 'desktop' })
    const { page } = office
    await signIn(page, 'office@lakeside.example', 'lakeside-demo')
    await page.goto('/admindashboard')
    await page.getByRole('heading', { name: 'Needs you' }).waitFor()
    await page.getByRole('heading', { name: 'Attendance by week' }).waitFor()
    await inspect(office, 'registrar-dashboard')
  })

  test('withdrawing a student from a full class sends an email with the office’s note', async () => {
    const { page } = office
    const { id } = await seatedIn(section)
    await page.goto(`/adminstudent?id=${id}`)
    const panel = page.getByRole('dialog')
    const place = panel.getByRole('listitem').filter({ hasText: section })
    // Each button names its class, since several may be listed.
    await place.getByRole('button', { name: new RegExp(`^Complete: ${section}`) }).waitFor()
    await place.getByRole('button', { name: 'Withdraw' }).click()
    const confirm = page.getByRole('dialog', { name: `Withdraw from ${section}` })
    await confirm.getByLabel(/^Note to the family/).fill('See you in spring.')
    await confirm.getByRole('button', { name: /^Withdraw(,| and| without) / }).click()
    await page.getByText(`has left ${section}.`).waitFor()
    await inspect(office, 'registrar-student')
    const [mail] = await lantern.sql<{ text: string }>(
      `select text from school.mails where text like '%See you in spring.%'`,
    )
    expect(mail?.text).toBeTruthy()
  })

  test('the freed seat is offered to the first on the waitlist, who accepts it on a phone in Chinese', async () => {
    const { child, email } = await firstInLine(section)
    const { page } = office
    await page.goto('/admindashboard?show=waitlist')
    const line = page.getByRole('dialog').getByRole('region', { name: section, exact: true })
    const first = line.getByRole('listitem').filter({ hasText: child })
    await first.getByText(/^until /).waitFor()
    // No one else can be offered a spot by hand.
    expect(await line.getByRole('button', { name: 'Offer spot' }).count()).toBe(0)
    await first.getByText('Spot offered').waitFor()
    await inspect(office, 'registrar-waiting')

    parent = await sit({ width: 'phone', language: 'zh' })
    await parent.page.goto('/login')
    await parent.page.locator('input[type=email]').fill(email)
    await parent.page.locator('input[type=password]').fill('lakeside-demo')
    await parent.page.locator('button[type=submit]').click()
    await parent.page.waitForURL(url => url.pathname !== '/login')
    await parent.page.goto('/dashboard/')
    const take = parent.page.getByRole('button', { name: /Accept spot|接受名额/ })
    await take.waitFor()
    await inspect(parent, 'registrar-offer')
    await take.click()
    await take.waitFor({ state: 'detached' })

    await line.waitFor()
    await line.getByText(child).waitFor({ state: 'detached' })
    const [seat] = await lantern.sql<{ status: string }>(
      `select e.status from school.enrolments e join school.sections s on s.id = e.section_id join school.persons p on p.id = e.student_id where s.name = $1 and p.name = $2`,
      [section, child],
    )
    expect(seat?.status).toBe('active')
  })

  test('no browser reports an error', () => {
    expect(seats.flatMap(({ problems }) => problems)).toEqual([])
  })
})
