import { beforeAll, describe, expect, test } from 'vitest'
import { inspect, openSchool, type Seat } from '#tests/journeys/lantern.ts'

// A parent corrects the family's record on a phone. The office uses a separate browser.

const { lantern, sitAs, seats } = openSchool()
let parent: Seat
let office: Seat

beforeAll(async () => {
  parent = await sitAs('parent', { width: 'phone' })
  office = await sitAs('office', { width: 'desktop', dark: true })
})

describe('a family', () => {
  test('asks to correct a child’s name, which changes once the office approves', async () => {
    const { page } = parent
    await page.goto('/parent')
    await page.getByRole('button', { name: 'Correct Emily Wang’s name or birthday' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Emilie Wang')
    await form.getByRole('button', { name: 'Send to the office' }).click()
    await page.getByText('Emilie Wang').first().waitFor()
    await inspect(parent, 'family-day-parent-phone')

    await office.page.goto('/admindashboard')
    await office.page.getByRole('link', { name: /change requests? to answer/ }).click()
    const approve = office.page.getByRole('button', { name: 'Approve: Name and birthday of Emily Wang' })
    await approve.waitFor()
    await inspect(office, 'family-day-queue-dark')
    // On a phone, no field's name breaks within a word.
    const screen = office.page.viewportSize()!
    await office.page.setViewportSize({ width: 390, height: screen.height })
    const [short, long] = await Promise.all(
      ['Name', 'Relationship'].map(name =>
        office.page.getByRole('rowheader', { name, exact: true }).first().boundingBox(),
      ),
    )
    expect(long!.height).toBe(short!.height)
    await office.page.setViewportSize(screen)
    await approve.click()
    await office.page.getByText('Change approved').waitFor()
    await approve.waitFor({ state: 'detached' })

    await page
      .getByRole('link', { name: /Emilie Wang/ })
      .first()
      .waitFor()
    expect(await lantern.mail('parent@lakeside.example', 'name and date of birth of Emilie Wang')).toContain(
      'The office made it.',
    )
  })

  test('edits the rest of the record: a contact with undo, a pick-up, a consent, notifications', async () => {
    const { page } = parent
    await page.getByRole('link', { name: 'Contacts, consents, duty' }).click()
    await page.getByRole('button', { name: 'Remove Min Huang', exact: true }).click()
    await page.getByText('No one added yet.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Remove Min Huang', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Add a person' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Mrs Zhao next door')
    await page.getByRole('dialog').getByLabel('For', { exact: true }).selectOption({ label: 'Lucas Wang' })
    await page.getByRole('dialog').getByRole('button', { name: 'Add a person' }).click()
    await page.getByText('Mrs Zhao next door can pick up').waitFor()

    await page.getByRole('button', { name: 'Change: Photos of Lucas Wang' }).click()
    await page.getByRole('dialog').getByLabel('No photos').check()
    await page.getByRole('dialog').getByText('Type Jing Liu.').waitFor()
    await page.getByRole('dialog').getByLabel('Sign with your full name').fill('Jing Liu')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign' }).click()
    await page.getByText('Signed', { exact: true }).waitFor()
    await page.getByText('No photos').waitFor()

    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByRole('link', { name: 'Notifications, language and sign-in' }).click()
    await page.getByRole('switch', { name: 'Events' }).click()
    await expect.poll(async () => (await lantern.sql('select 1 from school.notification_preferences')).length).toBe(1)
    await page.reload()
    await page.getByRole('switch', { name: 'Events' }).waitFor()
    await expect.poll(() => page.getByRole('switch', { name: 'Events' }).isChecked()).toBe(false)
  })

  test('sees “Request a change” begin at the margin where it has a line of its own', async () => {
    const { page } = parent
    await page.goto('/parent')
    const [ask] = await page.getByRole('button', { name: 'Request a change: Jing Liu' }).all()
    const edit = page.getByRole('button', { name: 'Change your details' })
    const screen = page.viewportSize()!
    await page.setViewportSize({ width: 320, height: screen.height })
    const [text, button] = await Promise.all([ask!.locator('span').first().boundingBox(), edit.boundingBox()])
    expect(text!.y).toBeGreaterThan(button!.y + button!.height)
    expect(Math.abs(text!.x - button!.x)).toBeLessThan(2)
    await page.setViewportSize(screen)
  })

  test('isn’t told of a first lesson once a child has left every class', async () => {
    const { page } = parent
    await page.goto('/student')
    await page.getByRole('heading', { name: 'Attendance' }).waitFor()
    await lantern.sql(`update school.enrolments set status = 'dropped', ended_at = now() where student_id in
      (select id from school.persons where name in ('Emily Wang', 'Emilie Wang'))`)
    await page.goto('/student')
    await page.getByText('No classes at the moment.').waitFor()
    expect(await page.getByRole('heading', { name: 'Attendance' }).count()).toBe(0)
  })

  test('meets no browser error', () => {
    expect(seats.flatMap(({ problems }) => problems)).toEqual([])
  })
})
