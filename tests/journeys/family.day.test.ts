import { beforeAll, describe, expect, test } from 'vitest'
import { filledDemo, sundayAtLakeside } from '#tests/demo.ts'
import { inspect, type Seat, openSchool } from './lantern.ts'

// A parent's day on the demo school, on a telephone; the teacher and the office sit at browsers of their own.

const { lantern, sitAs, seats } = openSchool({
  clock: '2026-11-22T18:10:00Z',
  filled: () => filledDemo(sundayAtLakeside),
})
let parent: Seat
let teacher: Seat
let office: Seat
const undone = async ({ page }: Seat, text: RegExp) => {
  await page.getByText(text).first().waitFor()
}

beforeAll(async () => {
  parent = await sitAs('parent', { width: 'phone' })
  teacher = await sitAs('teacher', { width: 'tablet' })
  office = await sitAs('office', { width: 'desktop', dark: true })
})

describe('a parent’s day', () => {
  test('begins with what is today and what is to do', async () => {
    const { page } = parent
    await page.goto('/dashboard/')
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    // What is due is said once: on its card.
    await page.getByRole('heading', { name: 'Payment due' }).waitFor()
    expect(await page.getByRole('link', { name: /^Pay \$/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Your request is waiting for the office' }).waitFor()
    await inspect(parent, 'family-day-start-phone')
  })

  test('reports an absence of today; the teacher sees it come, and the roll proposes it', async () => {
    await teacher.page.goto('/teacherdashboard/')
    await teacher.page.getByRole('heading', { name: 'Reported absences' }).waitFor()
    await teacher.page.getByText('Fever since last night').waitFor()

    const { page } = parent
    await page.getByRole('link', { name: 'Report an absence for Emily Wang' }).click()
    const form = page.getByRole('dialog')
    await form.getByText('This affects 2 lessons:').waitFor()
    await form.getByRole('button', { name: 'Report absence' }).click()
    await form.getByRole('alert').waitFor()
    await inspect(parent, 'family-day-absence-phone')
    await form.getByLabel('Sick', { exact: true }).check()
    await form.getByLabel(/Note to the teacher/).fill('A cold, back next time.')
    await form.getByRole('button', { name: 'Report absence' }).click()
    await undone(parent, /Reported for 2 lessons/)
    // Back where it was opened from.
    expect(new URL(page.url()).pathname).toBe('/dashboard/')
    await page.goto('/student')
    await page.getByText('A cold, back next time.').first().waitFor()
    await inspect(parent, 'family-day-student-phone')

    // Nobody reloads: the teacher's page hears of it.
    await teacher.page.getByText('A cold, back next time.').waitFor()
    await inspect(teacher, 'family-day-teacher')
    await teacher.page.getByRole('button', { name: 'Acknowledge Emily Wang’s absence' }).first().click()
    await page.getByText('Acknowledged', { exact: true }).first().waitFor()

    await teacher.page
      .getByRole('link', { name: /Take attendance/ })
      .first()
      .click()
    const emily = teacher.page.getByRole('button', { name: /^(?!Marks).*Emily Wang/ })
    await emily.getByText('Excused').waitFor()
    await emily.getByText('Reported absent: Sick').waitFor()
    await teacher.page.getByText('Not to: Linda Qu').waitFor()
    await teacher.page.getByRole('button', { name: 'Mark everyone present' }).click()
    await teacher.page.getByText('17 students present, 2 excused').waitFor()
    await teacher.page.getByText(/^Sent at/).waitFor()
    await inspect(teacher, 'family-day-roll')
    // The family sees the mark as it was taken.
    await page.goto('/dashboard/')
    await page.getByText('Excused').first().waitFor()
  })

  test('writes the medical card, which the teacher reads at once', async () => {
    const { page } = parent
    await page.goto('/student')
    await page.getByRole('link', { name: 'Health and pick-up' }).click()
    await page.getByRole('button', { name: 'Edit medical card' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Allergies/).fill('Kiwi: itching, one tablet')
    await form.getByLabel(/^Medication/).fill('Cetirizine in the bag')
    await form.getByRole('button', { name: 'Save card' }).click()
    await page.getByText('Medical card saved').waitFor()
    await teacher.page.getByText('Kiwi: itching, one tablet').waitFor()
  })

  test('asks to correct the child’s name; the office compares and approves, and the name is there', async () => {
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

  test('keeps the rest of the record: a contact with undo, a pick-up, a consent, letters', async () => {
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

  test('is the same in Chinese, and in dark colours', async () => {
    const seat = await sitAs('parent', { width: 'phone', language: 'zh', dark: true })
    for (const [path, heading] of [
      ['/dashboard/', '今天'],
      ['/parent', '家长'],
      ['/student?show=record', '健康卡'],
    ] as const) {
      await seat.page.goto(path)
      await seat.page.getByRole('heading', { name: heading }).waitFor()
      await inspect(seat, `family-day-zh-dark${path.replaceAll(/[/?=]/g, '-')}`)
    }
    await seat.page.goto('/student?edit=absence')
    await seat.page.getByRole('dialog').waitFor()
    await inspect(seat, 'family-day-zh-dark-absence')
  })

  test('went by without a complaint of any browser', () => {
    expect(seats.flatMap(({ problems }) => problems)).toEqual([])
  })
})
