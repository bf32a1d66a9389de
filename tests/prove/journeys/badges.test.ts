import { expect, test } from 'vitest'
import { inspect, inspectBoth, openSchool, picture } from '#tests/journeys/lantern.ts'

const { sit, sitAs, seats, lantern } = openSchool()

const codes: string[] = []

test('the office turns badges on, and a teacher prints those of a class', async () => {
  const office = await sitAs('office')
  const at = office.page
  await at.goto('/adminconfig?subMenu=signin')
  await at.getByRole('switch', { name: 'Students sign in with a badge' }).click()
  await at.getByRole('button', { name: 'Save sign-in' }).click()
  await at.getByText('Sign-in settings saved.').waitFor()

  const teacher = await sitAs('teacher', { width: 'tablet' })
  const { page } = teacher
  await page.goto('/student?section=mine')
  await page.getByRole('link', { name: 'Sign-in badges' }).click()
  await page.getByRole('heading', { name: 'Sign-in badges' }).waitFor()
  await inspectBoth(teacher, 'badges-none')
  await page.getByRole('button', { name: /^Make \d+ badges$/ }).click()
  await page.getByRole('button', { name: 'Print', exact: true }).waitFor()
  await inspect(teacher, 'badges-sheet')
  await page.emulateMedia({ media: 'print' })
  await picture(page, 'badges-printed')
  // The sheets are full: the first begins with badges, and doesn't hold the title alone.
  const sheets = (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type \/Page\b/g)
  await page.emulateMedia({ media: 'screen' })
  codes.push(...(await page.locator('li .font-mono').allTextContents()))
  expect([codes.length, sheets?.length]).toEqual([19, 2])
  expect(new Set(codes).size).toBe(codes.length)
  await page.getByRole('button', { name: 'I’ve printed them' }).click()
  await page
    .getByText(/^Badge made/)
    .first()
    .waitFor()
  // A code that was shown once is no longer on any page.
  await page.reload()
  await page
    .getByText(/^Badge made/)
    .first()
    .waitFor()
  expect(await page.content()).not.toContain(codes[0])
})

test('a student scans the badge and sees lessons and homework, but no family or staff pages', async () => {
  const seat = await sit({ width: 'phone' })
  const { page } = seat
  await page.goto('/badge#AAAA-BBBB-CCCC-DDDD')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('No badge has this code').waitFor()
  await inspectBoth(seat, 'badge-wrong')
  // A refusal is shown in the language of the page.
  await page.getByRole('button', { name: /中文/ }).click()
  await page.getByText('没有这个代码的登录卡').waitFor()
  await page.getByRole('button', { name: /English/ }).click()
  await page.getByLabel('Code').fill('')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Enter the code on your badge.').waitFor()
  // The camera opens the page this way: the QR code contains an address.
  await page.goto('/')
  await page.goto(`/badge#${codes[0]!}`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(url => url.pathname === '/dashboard/')
  await page.getByRole('heading', { name: 'Next lessons' }).waitFor()
  await page.getByRole('heading', { name: 'Homework' }).first().waitFor()
  await inspectBoth(seat, 'student-start')
  await page.getByRole('navigation').getByRole('link', { name: 'Homework' }).last().click()
  await page.getByLabel('Show').selectOption('all')
  await inspect(seat, 'student-homework')
  // After a reload the session is still there, although it is for this visit only.
  await page.goto('/account')
  await page.getByRole('main').getByText('Student', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Change password' }).count()).toBe(0)
  await inspect(seat, 'student-account')
  // Pages for families and staff stay closed.
  for (const path of ['/parent', '/student', '/teacherdashboard/', '/admindashboard']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'You can’t open this page' }).waitFor()
  }
})

test('a student signs in by typing the code, in Chinese and in dark mode', async () => {
  const seat = await sit({ width: 'phone', language: 'zh', dark: true })
  const { page } = seat
  await page.goto('/login')
  await page.getByRole('link', { name: '用学生登录卡登录' }).click()
  await page.getByLabel('代码').fill(codes[1]!.toLowerCase().replaceAll('-', ''))
  await inspect(seat, 'badge-zh')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('heading', { name: '接下来的课' }).waitFor()
  await inspect(seat, 'student-start-zh')
})

test('turning a lost badge off signs the student out and refuses its code', async () => {
  const { page } = seats[1]!
  await page.goto('/student?section=mine')
  await page.getByRole('link', { name: 'Sign-in badges' }).click()
  await page.getByRole('checkbox').first().click()
  await page.getByRole('button', { name: 'Turn off 1 badge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off 1 badge' }).click()
  await page.getByText('The badge is off.').waitFor()
  const { page: out } = seats[2]!
  await out.goto('/dashboard/')
  await out.getByText('You do not have access').waitFor()
  await out.goto('/badge#' + codes[0]!)
  await out.getByRole('button', { name: 'Sign in', exact: true }).click()
  await out.getByText('No badge has this code').waitFor()
  const [live] = await lantern.sql<{ n: number }>(
    `select count(*)::int as n from school.sign_ins s join school.badges b on b.account_id = s.account_id where s.revoked_at is null and b.ended_at is not null`,
  )
  expect(live!.n).toBe(0)
})

test('no browser reports an unexpected error', () => {
  // A wrong code and pages for others cause expected errors.
  const expected = /signInWithBadge|status of 400/
  for (const { problems } of seats) expect(problems.filter(problem => !expected.test(problem))).toEqual([])
})
