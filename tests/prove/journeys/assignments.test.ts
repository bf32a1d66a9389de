import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { inspect, type Seat, openSchool, settled } from '#tests/journeys/lantern.ts'

const title = 'Three sentences about rain'

const { lantern, sitAs, seats } = openSchool()
let teacher: Seat
let parent: Seat
const accountIn = async (section: string, role: 'teacher' | 'parent') => {
  const [found] = await lantern.sql<{ email: string }>(
    role === 'teacher'
      ? `select a.email from school.section_teachers t join school.sections s on s.id = t.section_id join school.persons p on p.id = t.teacher_id
           join school.accounts a on a.id = p.account_id where s.name = $1`
      : `select a.email from school.enrolments e join school.sections s on s.id = e.section_id join school.guardianships g on g.student_id = e.student_id and g.has_data_access
           join school.persons p on p.id = g.guardian_id join school.accounts a on a.id = p.account_id
           where s.name = $1 and e.status = 'active' and a.email <> 'parent@lakeside.example' order by a.email limit 1`,
    [section],
  )
  return found!.email
}
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
/** The address of the first file on a page. */
const fileOf = async (page: Page): Promise<string> =>
  (await page.locator('a[href^="/files/uploads/"]').first().getAttribute('href'))!
const statusOf = async ({ page }: Seat, path: string): Promise<number> => (await page.request.get(path)).status()

beforeAll(async () => {
  teacher = await sitAs('teacher@lakeside.example', { width: 'tablet' })
  parent = await sitAs('parent@lakeside.example', { width: 'phone' })
})

test('homework goes from the teacher to the family and back, twice', async () => {
  const at = teacher.page
  await at.goto('/teacherdashboard/')
  await at.getByRole('link', { name: 'Assign homework to G1-A' }).click()
  const form = at.getByRole('dialog')
  await form.getByRole('button', { name: /^Next class/ }).waitFor()
  await form.getByRole('button', { name: 'Assign', exact: true }).click()
  await form.getByText('Fill this in.').first().waitFor()
  await form.getByLabel('Title', { exact: true }).fill(title)
  await form.getByLabel('Title in Chinese').fill('下雨天')
  await form.getByLabel('What to do').fill('Read the words on the sheet, then write three sentences.')
  await form.locator('input[type=file]').setInputFiles([
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>1</script>') },
    { name: '雨.txt', mimeType: 'text/plain', buffer: Buffer.from('雨 伞 湿 乌云') },
  ])
  await form.getByRole('link', { name: '雨.txt' }).waitFor()
  await form.getByText(/This file type isn’t supported/).waitFor()
  // Nothing is assigned without a file that was chosen.
  await form.getByText('A file couldn’t be added. Remove it or try it again.').waitFor()
  expect(await form.getByRole('button', { name: 'Assign', exact: true }).isDisabled()).toBe(true)
  await form.getByRole('button', { name: 'Remove page.html' }).click()
  await inspect(teacher, 'assignments-tablet-new')
  await form.getByRole('button', { name: 'Assign', exact: true }).click()
  await toast(at, /Families can now see/)
  await inspect(teacher, 'assignments-tablet-list')

  const home = parent.page
  await home.goto('/dashboard/')
  // The home page lists what is due first.
  await home.getByRole('link', { name: 'All homework' }).click()
  await home.getByRole('link', { name: new RegExp(title) }).click()
  const panel = home.getByRole('dialog')
  await panel.getByText('Read the words on the sheet').waitFor()
  const sheet = await fileOf(home)
  await panel.getByLabel('Answer').fill('今天下雨了。')
  await panel.locator('input[type=file]').setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: await home.screenshot(),
  })
  // The text is saved before the picture has been uploaded.
  await expect
    .poll(
      () =>
        lantern.sql(
          `select f.name from school.submission_files s join school.files f on f.id = s.file_id where f.name = 'photo.png'`,
        ),
      {
        timeout: 15_000,
      },
    )
    .toEqual([{ name: 'photo.png' }])
  await panel.getByText('Saved', { exact: true }).waitFor()
  // The text is still there when the page is opened again.
  await home.reload()
  await panel.getByRole('link', { name: 'photo.png' }).waitFor()
  expect(await panel.getByLabel('Answer').inputValue()).toBe('今天下雨了。')
  await inspect(parent, 'assignments-phone-answer')

  // The teacher's open screen shows the work when it arrives.
  await at.getByRole('link', { name: new RegExp(title) }).click()
  await at.getByRole('button', { name: /Emily Wang.*Due/ }).waitFor()
  await panel.getByRole('button', { name: 'Turn in', exact: true }).click()
  await toast(home, /Turned in/)
  await at.getByRole('button', { name: /Emily Wang.*Turned in/ }).click()
  await at.getByText('今天下雨了。').first().waitFor()
  await at.locator('img[alt="photo.png"]').first().waitFor()
  const photo = (await at.locator('a:has(img)').first().getAttribute('href'))!
  await inspect(teacher, 'assignments-tablet-marking')

  await at.getByLabel('Points').fill('12')
  await at.getByRole('button', { name: 'Return', exact: true }).click()
  await at.getByText('Enter 0 to 10. Half points are fine.').waitFor()
  await at.getByLabel('Points').fill('7.5')
  await at.getByLabel('Feedback').fill('很好！第三句呢？')
  await at.getByLabel('Feedback').press('Control+Enter')
  await toast(at, /Returned to Emily Wang/)
  // The parent's open screen shows that it was returned.
  await panel.getByText('7.5 of 10', { exact: true }).waitFor()
  await inspect(parent, 'assignments-phone-returned')
  await at.getByRole('button', { name: /Emily Wang.*Returned/ }).click()
  await at.getByLabel('Feedback').fill('Please write the third sentence, too.')
  await at.getByRole('button', { name: 'Ask to redo' }).click()
  await toast(at, /asked to redo it/)
  await panel.getByText('The teacher asked you to redo this.').waitFor()
  await panel.getByLabel('Answer').fill('今天下雨了。我带伞。衣服湿了。')
  await panel.getByRole('button', { name: 'Turn in again' }).click()
  await panel.getByText('Waiting for the teacher.').waitFor()
  await at.getByRole('button', { name: /Emily Wang.*Turned in/ }).waitFor()

  // Only people concerned with the work can open its files.
  const otherFamily = await sitAs(await accountIn('G1-A', 'parent'))
  const otherClass = await sitAs(await accountIn('G5', 'parent'))
  const otherTeacher = await sitAs(await accountIn('G5', 'teacher'))
  expect(await statusOf(parent, sheet)).toBe(200)
  expect(await statusOf(otherFamily, sheet)).toBe(200)
  expect([await statusOf(otherClass, sheet), await statusOf(otherTeacher, sheet)]).toEqual([404, 404])
  expect([await statusOf(parent, photo), await statusOf(teacher, photo)]).toEqual([200, 200])
  expect([await statusOf(otherFamily, photo), await statusOf(otherTeacher, photo)]).toEqual([404, 404])
})

test('several submissions are returned at once, and excusing one is undone', async () => {
  const { page } = teacher
  await page.goto('/studentassignment')
  await page.getByRole('link', { name: /Practice sheet/ }).click()
  await page.getByRole('button', { name: 'Select all not returned' }).click()
  await page.getByRole('checkbox', { name: /Emily Wang/ }).uncheck()
  await page.getByRole('region', { name: '18 selected' }).getByRole('button', { name: 'Return' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Points').fill('11')
  await dialog.getByRole('button', { name: 'Return to 18 families' }).click()
  await dialog.getByText('Enter 0 to 10. Half points are fine.').waitFor()
  await dialog.getByLabel('Points').fill('9')
  await dialog.getByRole('button', { name: 'Return to 18 families' }).click()
  await toast(page, 'Returned to 18 families.')
  await page.getByRole('button', { name: /Emily Wang.*Due/ }).click()
  await page.getByRole('button', { name: 'Excuse' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: /Emily Wang.*Due/ }).waitFor()
  await page.getByRole('button', { name: 'Close homework' }).click()
  await page.getByRole('button', { name: /Emily Wang.*Missing/ }).waitFor()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('button', { name: /Emily Wang.*Due/ }).waitFor()
})

test('a copy for another class is due at its next class, not at the one later today, and is changed by itself', async () => {
  const { page } = teacher
  await lantern.sql(`insert into school.section_teachers (section_id, teacher_id)
    select x.id, t.teacher_id from school.sections x, school.section_teachers t join school.sections s on s.id = t.section_id
    where x.name = 'Kung Fu' and x.status = 'running' and s.name = 'G1-A' and s.status = 'running'`)
  await page.goto('/studentassignment')
  await page.getByRole('link', { name: /Practice sheet/ }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Copy to another class' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To class').selectOption({ label: 'Kung Fu 功夫' })
  await settled(page)
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await toast(page, 'Copied to Kung Fu 功夫 as a draft.')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Title', { exact: true }).fill('Practice the first form')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Practice the first form' }).waitFor()
  await page.getByRole('button', { name: 'Assign now' }).click()
  await toast(page, 'Families can now see it.')
  expect(
    await lantern.sql(`select s.name, a.title, to_char(a.due_at at time zone 'America/New_York', 'MM-DD') as due
      from school.assignments a join school.sections s on s.id = a.section_id
      where a.title like 'Practice sheet%' and s.name = 'G1-A' or a.title = 'Practice the first form' order by s.name`),
  ).toEqual([
    { name: 'G1-A', title: expect.stringContaining('Practice sheet') as string, due: '12-06' },
    { name: 'Kung Fu', title: 'Practice the first form', due: '12-06' },
  ])
})

test('a family filters its homework, and the office sees another class’s', async () => {
  const { page } = parent
  await page.goto('/studentassignment')
  await page.getByLabel('Show').selectOption('done')
  await page.getByRole('link', { name: /Count to ten/ }).waitFor()
  await inspect(parent, 'assignments-phone-done')
  await page.getByRole('link', { name: 'Lucas Wang' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lucas Wang’s homework' }).waitFor()
  await page.goto('/student')
  await page.getByRole('heading', { name: 'Current homework' }).waitFor()

  const office = await sitAs('office@lakeside.example', { dark: true })
  await office.page.goto('/studentassignment')
  await office.page.getByLabel('Show').selectOption('mark')
  await office.page.getByLabel('Class').selectOption({ label: 'G5 五年级' })
  await office.page.getByRole('link', { name: /The fox and the grapes/ }).click()
  await office.page.getByRole('heading', { level: 1, name: 'The fox and the grapes' }).waitFor()
  await office.page
    .getByRole('button', { name: /Turned in/ })
    .first()
    .click()
  await office.page.getByLabel('Feedback').waitFor()
  await inspect(office, 'assignments-desktop-dark-marking')
  const night = await sitAs('parent@lakeside.example', { width: 'phone', dark: true, language: 'zh' })
  await night.page.goto('/studentassignment?state=all')
  await night.page.getByRole('link', { name: /六个生字/ }).click()
  await night.page.getByRole('dialog').getByRole('button', { name: '交作业' }).waitFor()
  await inspect(night, 'assignments-phone-dark-zh')
})

test('no browser reports an unexpected error', () => {
  // The refused requests are the file that is not a picture and the points above the maximum.
  const refused = /\/files\/uploads|\/fn\/assignments-return/
  expect(seats.flatMap(({ problems }) => problems).filter(each => !refused.test(each))).toEqual([])
})
