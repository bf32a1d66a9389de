import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { inspect, inspectBoth, type Seat, openSchool } from '#tests/journeys/lantern.ts'

const { lantern, sitAs, seats } = openSchool()
let office: Seat
let teacher: Seat
let parent: Seat

beforeAll(async () => {
  office = await sitAs('office', { width: 'desktop' })
  teacher = await sitAs('teacher', { width: 'tablet' })
  parent = await sitAs('parent', { width: 'phone' })
})

test('the office writes to two classes, sees the number of families, undoes once and sends', async () => {
  const { page } = office
  await page.goto('/adminmessage')
  await page.getByText('Today: pick-up at the gym entrance').waitFor()
  await inspectBoth(office, 'messages-office-notices')
  await page.getByRole('button', { name: 'Write a notice' }).click()
  await page.getByLabel('Add a class').selectOption({ label: 'G1-A' })
  await page.getByText(/^19 families, \d+ people/).waitFor()
  await page.getByLabel('Add a class').selectOption({ label: 'G1-B' })
  await page.getByText('G1-A + G1-B').waitFor()
  await page.getByRole('button', { name: 'Send to 36 families' }).waitFor()
  await page.getByRole('button', { name: 'Who', exact: true }).click()
  await page.getByRole('dialog').getByText('Jing Liu').first().waitFor()
  await page.keyboard.press('Escape')

  // An incomplete translation is refused at its field, and the typed text stays.
  await page.getByLabel('Subject in English').fill('Lantern walk')
  await page.getByRole('button', { name: 'Send to 36 families' }).click()
  await page.getByRole('alert').getByText('Text in English: Fill this in.').waitFor()
  await page.getByLabel('Text in English').fill('Dear {name}, {student} is invited to the lantern walk.')
  await page.getByLabel('Subject in Chinese').fill('提灯会')
  await page.getByLabel('Text in Chinese').fill('{name}，邀请{student}参加提灯会。')
  await page.getByLabel(/^Ask people to confirm/).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('dialog').getByText('Dear Ann Wang, Mia is invited').waitFor()
  await page.keyboard.press('Escape')
  await inspectBoth(office, 'messages-office-compose')

  await page.getByRole('button', { name: 'Send to 36 families' }).click()
  await page.getByText('It will be sent in ten seconds.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing was sent. It’s a draft again.').waitFor()
  await page.getByRole('button', { name: 'Edit draft' }).click()
  await page.getByRole('button', { name: 'Send to 36 families' }).click()
  await page.getByText('It will be sent in ten seconds.').waitFor()
  await expect
    .poll(() => lantern.sql("select status from school.notices where subject = 'Lantern walk'"), { timeout: 30_000 })
    .toEqual([{ status: 'sent' }])
  await page
    .locator('span', { hasText: /^Not read$/ })
    .first()
    .waitFor()
  // In the list of notices and on its own page it reads as families received it, and says whose names it shows.
  await page.getByText('Dear Ann Wang, Mia is invited to the lantern walk.').first().waitFor()
  await page.getByText('Names and amounts are those of an example family.').first().waitFor()
  expect(await page.getByText('{student}').count()).toBe(0)
  expect(await lantern.mail('parent@lakeside.example', 'lantern walk')).toMatch(/Dear Jing Liu, Emily Wang is invited/)
})

test('a parent reads and confirms the notice on a phone, and the office sees it', async () => {
  const { page } = parent
  await page.goto('/dashboard/')
  await page.getByText('Today: pick-up at the gym entrance').first().waitFor()
  await inspectBoth(parent, 'messages-parent-dashboard')
  await page.getByRole('link', { name: /Messages, \d+ unread/ }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Lantern walk/ })
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/messages')
  await inspectBoth(parent, 'messages-parent-inbox')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Lantern walk/ })
    .click()
  const panel = page.getByRole('dialog')
  await panel.getByText('Dear Jing Liu, Emily Wang is invited').waitFor()
  await inspectBoth(parent, 'messages-parent-notice')
  await panel.getByRole('button', { name: 'I have read this' }).click()
  await panel.getByText(/^You confirmed this on/).waitFor()

  await office.page.getByText(/^Confirmed Nov 22/).waitFor()
  await inspectBoth(office, 'messages-office-delivery')
})

test('a parent asks the teacher, and the answer appears on the parent’s open page', async () => {
  const { page } = parent
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Write to the school' }).click()
  await panel.getByLabel('To', { exact: true }).selectOption({ label: 'G1-A: Lihua Chen (about Emily Wang)' })
  await inspect(parent, 'messages-parent-write')
  await panel.getByLabel('Subject').fill('Lantern')
  await panel.getByLabel('Message').fill('Does Emily need a lantern of her own?')
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  await panel.getByRole('heading', { name: 'Lantern' }).waitFor()
  await panel.getByText('Waiting for the school').waitFor()

  await teacher.page.goto('/teacherdashboard/?messages=all')
  const reads = teacher.page.getByRole('dialog')
  await reads.getByRole('link', { name: /Does Emily need a lantern/ }).click()
  await reads.getByText('With Hao Wang, Jing Liu').waitFor()
  await inspectBoth(teacher, 'messages-teacher-thread')
  await reads.getByLabel('Your reply').fill('We make them in class.')
  await reads.getByRole('button', { name: 'Send', exact: true }).click()

  await panel.getByText('We make them in class.', { exact: true }).waitFor()
  await panel.getByText('Answered').waitFor()
  await inspectBoth(parent, 'messages-parent-thread')
})

/** A photo as a phone takes it: large, and with its location. */
const photoFrom = async (page: Page, name: string) => {
  const drawn = await page.screenshot({ type: 'jpeg', fullPage: true })
  const place = Buffer.from('Exif\0\0II*\0\b\0\0\0\0\0 47.6062N 122.3321W', 'latin1')
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, place.length + 2])
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([head, place, drawn.subarray(2)]) }
}

test('a parent sends two photos without text; their location is removed, and the teacher enlarges them', async () => {
  const { page } = parent
  const panel = page.getByRole('dialog')
  await panel.getByText('Up to ten photos or files, 10 MB each.').waitFor()
  expect(await panel.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  const photos = [await photoFrom(teacher.page, 'left.jpg'), await photoFrom(teacher.page, 'right.jpg')]
  expect(photos[0]!.buffer.includes('47.6062N')).toBe(true)
  const field = panel.locator('form')
  // Closing the file chooser without a choice leaves the conversation open.
  await field.locator('input[type=file]').dispatchEvent('cancel', { bubbles: true })
  await field
    .locator('input[type=file]')
    .setInputFiles([...photos, { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }])
  await field.getByRole('alert').filter({ hasText: 'We can’t read this picture.' }).waitFor()
  await field.getByRole('button', { name: 'Remove broken.jpg' }).click()
  await field.getByRole('link', { name: 'right.jpg' }).waitFor()
  await field.getByRole('link', { name: 'left.jpg' }).waitFor()
  await inspectBoth(parent, 'messages-parent-enclosing')
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  await panel.getByRole('button', { name: 'Photo 2 of 2 from Jing Liu' }).waitFor()
  await field.getByRole('link', { name: 'left.jpg' }).waitFor({ state: 'detached' })
  await inspectBoth(parent, 'messages-parent-photos')
  // Opened again, the newest message is in view, above the parts of the reply that load after it.
  await page.reload()
  await field.getByRole('button', { name: 'Photos and files' }).waitFor()
  const newest = panel.getByRole('button', { name: 'Photo 2 of 2 from Jing Liu' })
  const bottom = async () => {
    const box = await newest.boundingBox()
    return box ? box.y + box.height : Infinity
  }
  await expect.poll(async () => (await bottom()) <= (await field.boundingBox())!.y).toBe(true)
  const kept = await lantern.sql<{ bytes: Buffer }>(
    `select x.bytes from school.thread_message_files f join school.files x on x.id = f.file_id order by f.place`,
  )
  expect(kept.map(({ bytes }) => [bytes.subarray(0, 2).toString('hex'), bytes.includes('47.6062N')])).toEqual([
    ['ffd8', false],
    ['ffd8', false],
  ])

  const reads = teacher.page.getByRole('dialog')
  await reads.getByRole('button', { name: 'Photo 1 of 2 from Jing Liu' }).click()
  const large = teacher.page.getByRole('dialog', { name: 'Photo 1 of 2 from Jing Liu' })
  await large.getByRole('img', { name: 'Photo 1 of 2 from Jing Liu' }).waitFor()
  await inspectBoth(teacher, 'messages-teacher-photo')
  await teacher.page.keyboard.press('ArrowRight')
  await teacher.page.getByRole('dialog', { name: 'Photo 2 of 2 from Jing Liu' }).waitFor()
  const opened = teacher.page.waitForEvent('popup')
  await teacher.page.getByRole('link', { name: 'Open in a new tab' }).click()
  const address = new URL((await opened).url()).pathname
  await (await opened).close()
  await teacher.page.keyboard.press('Escape')
  await reads.getByRole('heading', { name: 'Lantern' }).waitFor()

  // Only the people in the conversation and the office can open them, and no other family.
  const [other] = await lantern.sql<{ email: string }>(
    `select a.email from school.enrolments e join school.sections s on s.id = e.section_id join school.guardianships g on g.student_id = e.student_id and g.has_data_access
       join school.persons p on p.id = g.guardian_id join school.accounts a on a.id = p.account_id
       where s.name = 'G1-A' and e.status = 'active' and g.student_id not in (select t.student_id from school.threads t where t.student_id is not null) order by a.email limit 1`,
  )
  const stranger = await sitAs(other!.email, { width: 'phone' })
  const status = async (seat: Seat) => (await seat.page.request.get(address)).status()
  expect([await status(parent), await status(teacher), await status(office)]).toEqual([200, 200, 200])
  expect(await status(stranger)).toBe(404)
})

test('a teacher can write to their own class, and not to everyone', async () => {
  const { page } = teacher
  await page.goto('/teacherdashboard/')
  await page.getByRole('link', { name: 'Message the class' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Send to 19 families' }).waitFor()
  await inspect(teacher, 'messages-teacher-write')
  await panel.getByLabel('Add a family or person by name').fill('Wang')
  await panel.getByText('Emily Wang').first().waitFor()
  expect(await panel.getByText('+ Everyone').count()).toBe(0)
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})

test('the office sees that a guardian of a family is barred from one of its children, and writes to the other', async () => {
  const { page } = office
  const [of] = await lantern.sql<{ family: string; guardian: string; child: string; other: string }>(
    `select h.name as family, g.guardian_id as guardian, min(g.student_id::text) as child, min(o.name) as other
      from school.households h join school.students s on s.household_id = h.id join school.guardianships g on g.student_id = s.id and g.has_data_access
        join school.persons p on p.id = g.guardian_id and p.name = h.name join school.household_members m on m.household_id = h.id and m.person_id <> p.id
        join school.persons o on o.id = m.person_id
      group by h.id, g.guardian_id having count(distinct g.student_id) = 2 and count(distinct o.id) = 1 order by h.name limit 1`,
  )
  await lantern.sql(
    `update school.guardianships set has_data_access = false where guardian_id = '${of!.guardian}' and student_id = '${of!.child}'`,
  )
  await page.goto('/adminmessage')
  await page.getByRole('button', { name: 'Write a notice' }).click()
  await page.getByLabel('Add a family or person by name').fill(of!.family)
  await page.getByRole('listitem').filter({ hasText: 'Family' }).getByRole('button').first().click()
  await page.getByText(`${of!.family} is barred from`).waitFor()
  await inspect(office, 'messages-office-barred')
  await page.getByRole('button', { name: `Send to ${of!.other} only` }).click()
  await page.getByRole('button', { name: `Remove ${of!.other}` }).waitFor()
  expect(await page.getByRole('button', { name: `Remove ${of!.family}` }).count()).toBe(0)
  expect(await page.getByText(`${of!.family} is barred from`).count()).toBe(0)
  // A notice to all families reaches that guardian, too.
  await page.getByRole('button', { name: '+ All families' }).click()
  await page.getByText(`${of!.family} is barred from`).waitFor()
  await page.getByText('Don’t write about individual children here.').waitFor()
  await inspect(office, 'messages-office-barred-among')
})
