import { expect, test } from 'vitest'
import { inspect, openSchool } from '#tests/journeys/lantern.ts'
import { signIn } from '#tests/journeys/session.ts'

const { lantern, sit } = openSchool({ width: 'phone' })

test('a visitor finds a class with two questions and starts registration with it', async () => {
  const seat = await sit()
  const { page } = seat
  await page.goto('/')
  await page.getByRole('link', { name: 'Not sure which class?' }).click()
  const born = page.getByRole('dialog', { name: 'Who is the class for?' })
  await born.getByRole('button', { name: 'Continue' }).click()
  await born.getByText('Enter day, month and year.').waitFor()
  await born.getByLabel('Day').fill('1')
  await born.getByLabel('Month').fill('5')
  await born.getByLabel('Year').fill('2019')
  await inspect(seat, 'catalogue-finder-born')
  await born.getByRole('button', { name: 'Continue' }).click()
  const level = page.getByRole('dialog', { name: 'How much do they know?' })
  await level.getByLabel(/^Grade 2/).check()
  await level.getByRole('button', { name: 'Show what fits' }).click()
  const fits = page.getByRole('dialog', { name: 'Classes that fit' })
  await fits.getByText('7 years old when the term starts.').waitFor()
  await fits.getByRole('region', { name: '2 classes fit' }).waitFor()
  await inspect(seat, 'catalogue-finder-fits')
  // The answers are in the address: the same link gives the same result, and the list behind it shows what fits.
  await page.reload()
  await fits.getByRole('region', { name: '2 classes fit' }).waitFor()
  const way = fits.getByRole('link', { name: 'Register for G2-B' })
  const sectionId = new URL((await way.getAttribute('href'))!, lantern.origin).searchParams.get('class')
  await way.click()
  await page.waitForURL(url => url.pathname === '/register' && url.searchParams.get('class') === sectionId)
  await page.getByLabel('Your full name').waitFor()
  expect(seat.problems).toEqual([])
})

test('registration opened without an account begins with the account', async () => {
  const { page } = await sit()
  await page.goto('/registration')
  await page.getByRole('heading', { name: 'First, your account' }).waitFor()
  await page.getByText('1 of 3').waitFor()
})

test('when no class fits, the finder says so and shows classes for that age', async () => {
  const seat = await sit({ dark: true })
  await seat.page.goto('/classes?find=fits&born=2022-01-01&level=9')
  const fits = seat.page.getByRole('dialog', { name: 'Classes that fit' })
  await fits.getByText('No class fits all of that.').waitFor()
  await fits.getByRole('region', { name: 'Also for this age' }).waitFor()
  await inspect(seat, 'catalogue-finder-nothing')
})

test('before registration opens, families see the day and time, and no spot is held', async () => {
  const office = await sit({ width: 'desktop' })
  await signIn(office.page, 'office@lakeside.example', 'lakeside-demo')
  await office.page.goto('/adminconfig?subMenu=terms')
  await office.page
    .getByRole('row', { name: /Fall 2026/ })
    .getByRole('cell')
    .nth(1)
    .click()
  const panel = office.page.getByRole('dialog')
  const current = panel.getByRole('group', { name: 'Current families' })
  await current.getByLabel('Day').fill('2026-11-29')
  await current.getByLabel('Time').fill('09:00')
  const all = panel.getByRole('group', { name: 'Everyone' })
  await all.getByLabel('Day').fill('2026-11-28')
  await panel.getByRole('button', { name: 'Save windows' }).click()
  await panel.getByText('This is after it opens for everyone.').first().waitFor()
  await all.getByLabel('Day').fill('2026-12-06')
  await inspect(office, 'catalogue-windows')
  await panel.getByRole('button', { name: 'Save windows' }).click()
  await office.page.getByText('Windows of Fall 2026 saved').waitFor()

  const guest = await sit({ language: 'zh' })
  await guest.page.goto('/about')
  await guest.page
    .getByRole('region', { name: '何时可以报名' })
    .getByText(/12月6日.*8:00/)
    .waitFor()
  await guest.page.getByText('报名时要签的内容', { exact: true }).waitFor()
  await inspect(guest, 'catalogue-about')

  // The demo's children already have enrichment classes, so they leave them first.
  await lantern.sql(
    `update school.enrolments e set status = 'dropped' from school.sections s
      where s.id = e.section_id and s.starts_at = '16:05' and e.student_id in (
        select g.student_id from school.guardianships g join school.persons p on p.id = g.guardian_id where p.email = $1)`,
    ['parent@lakeside.example'],
  )
  const family = await sit()
  const { page } = family
  await signIn(page, 'parent@lakeside.example', 'lakeside-demo')
  await page.goto('/dashboard/')
  await page.getByRole('heading', { name: /Registration for Fall 2026 opens for you/ }).waitFor()
  await page.goto('/registration2')
  await page.getByText('Registration opens for your family on Sunday, November 29, 2026 at 9:00 AM.').waitFor()
  await page.getByRole('region', { name: 'Emily Wang', exact: true }).locator('label', { hasText: 'Chorus' }).click()
  await page.getByText('Registration hasn’t opened for you yet. No spot is held until then.').first().waitFor()
  await inspect(family, 'catalogue-early')
  expect([...guest.problems, ...family.problems]).toEqual([])
  // An open page saves what was chosen. The next test starts one for the same family, which would conflict with it.
  await family.context.close()
})

test('a schedule for a child is suggested and accepted with one tap', async () => {
  await lantern.sql('delete from school.registration_windows')
  const seat = await sit()
  const { page } = seat
  await signIn(page, 'parent@lakeside.example', 'lakeside-demo')
  await page.goto('/registration2')
  await page.getByRole('button', { name: /^Suggest a schedule/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Suggest a schedule/ })
  // The previous choice is the initial wish.
  const wish = dialog.getByLabel('Enrichment').first()
  await wish.selectOption({ index: 0 })
  await dialog.getByRole('button', { name: 'Find times' }).click()
  await dialog.getByText('Choose at least one thing.').waitFor()
  await inspect(seat, 'catalogue-suggest')
  await wish.selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Find times' }).click()
  const plan = page.getByRole('dialog', { name: 'Suggested schedule' })
  await plan.waitFor()
  await inspect(seat, 'catalogue-suggested')
  await plan.getByRole('button', { name: 'Choose these classes' }).click()
  await page.getByText('Classes chosen').waitFor()
  expect(seat.problems).toEqual([])
})
