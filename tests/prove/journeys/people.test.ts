import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import {
  inspect,
  inspectBoth,
  linkIn,
  type Look,
  looks,
  openSchool,
  picture,
  type Seat,
} from '#tests/journeys/lantern.ts'
import { signIn, signInByForm } from '#tests/journeys/session.ts'

const registrar = { email: 'rita@lakeside.example', name: 'Rita Registrar', password: 'rita-secret' }

const { lantern, sit, seats } = openSchool()
let office: Seat

beforeAll(async () => {
  office = await sit()
  await signIn(office.page, 'office@lakeside.example', 'lakeside-demo')
})

/** The first cells of the visible rows. */
const namesOn = async ({ page }: Seat): Promise<string[]> =>
  (await page.locator('tbody [data-row]').allInnerTexts()).map(text => text.split('\n').at(-1)!)

test('the office invites a registrar, who can use only their area, and suspends them', async () => {
  const { page } = office
  await page.goto('/adminuser')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await form.getByRole('alert').getByRole('link', { name: /Email/ }).waitFor()
  await form.getByLabel('Email').fill(registrar.email)
  await form.getByLabel('Name', { exact: true }).fill(registrar.name)
  await form.getByLabel(/Native name/).fill('黎塔')
  await form.getByRole('radio', { name: /^Registrar/ }).check()
  await form.getByLabel(/Last day/).fill('2027-06-30')
  await inspect(office, 'people-invite')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await form.waitFor({ state: 'hidden' })

  const theirs = await sit()
  await theirs.page.goto(linkIn(await lantern.mail(registrar.email, 'resetPassword')))
  await theirs.page.getByLabel('New password', { exact: true }).fill(registrar.password)
  await theirs.page
    .getByRole('button', { name: /password/ })
    .last()
    .click()
  await theirs.page.getByText('Your new password is saved.').waitFor()
  await signInByForm(theirs.page, registrar.email, registrar.password)

  await theirs.page.goto('/adminstudent')
  await theirs.page.getByRole('button', { name: 'Add student' }).waitFor()
  await theirs.page.goto('/adminpayment')
  await theirs.page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  await theirs.page.locator('tbody tr').first().waitFor()
  expect(await theirs.page.getByRole('button', { name: /charge/i }).count()).toBe(0)
  await theirs.page.goto('/adminuser?search=rita')
  await theirs.page.getByRole('cell', { name: registrar.email }).waitFor()
  expect(await theirs.page.getByRole('button', { name: 'Invite', exact: true }).count()).toBe(0)
  // Actions without a button are refused as well.
  const [asked] = await Promise.all([
    theirs.page.waitForRequest(
      request =>
        request.method() === 'POST' && /\/fn\b/.test(request.url()) && Boolean(request.headers()['authorization']),
    ),
    theirs.page.reload(),
  ])
  const refused = await theirs.page.request.post('/fn/users-invite', {
    headers: { authorization: (await asked.headerValue('authorization'))! },
    data: {
      data: { operationId: randomUUID(), email: 'x@lakeside.example', name: 'X', nativeName: '', role: 'admin' },
    },
  })
  expect([refused.status(), await refused.json()]).toMatchObject([
    403,
    { error: { details: { reason: 'AREA_NEEDED' } } },
  ])

  await page.goto('/adminuser?search=rita')
  await page.getByRole('button', { name: registrar.name }).first().click()
  const panel = page.getByRole('dialog')
  await panel.getByText('Office · Registrar').waitFor()
  await panel.getByText(/until Jun 30, 2027/).waitFor()
  await panel
    .getByText(/Chrome/)
    .first()
    .waitFor()
  await inspect(office, 'people-user')
  await panel.getByRole('button', { name: 'Suspend' }).click()
  await panel.getByText('This account is suspended').waitFor()
  await theirs.page.goto('/adminstudent')
  await theirs.page
    .getByText(/sign in|do not have access/i)
    .first()
    .waitFor()
  await picture(theirs.page, 'signin-suspended')
  theirs.problems.splice(0)
})

test('students are searched in Chinese, sorted, and exported as shown', async () => {
  const { page } = office
  await page.goto('/adminstudent')
  await page.getByRole('searchbox').fill('王')
  await page.waitForURL(/search=/)
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ students$/ })
    .waitFor()
  await page.getByRole('button', { name: 'Date of birth' }).click()
  await page.waitForURL(/sort=born/)
  await page.getByRole('button', { name: /^Date of birth/ }).click()
  await page.waitForURL(/sort=-born/)
  await page
    .getByRole('columnheader', { name: /^Date of birth/ })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV file' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file.charCodeAt(0)).toBe(0xfeff)
  const lines = file.slice(1).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(
    /^Name,Native name,Date of birth,Grade,Guardian,Classes,Status,Attendance %,Family balance(,|$)/,
  )
  const names = lines.slice(1).map(line => line.split(',', 2).filter(Boolean).join(' '))
  expect(names.length).toBeGreaterThan(2)
  // The rows in the new order may still be loading.
  await expect.poll(() => namesOn(office)).toEqual(names.slice(0, 50))
  await inspect(office, 'people-students')
})

test('a family is created and gets a child, who is archived and restored', async () => {
  const { page } = office
  await page.goto('/adminparent')
  await page.getByRole('button', { name: 'Add family' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Nadia Nowhere')
  await form.getByLabel('Email').fill('nadia@home.example')
  // Who the guardian is to the child is asked and never assumed.
  await form.getByRole('button', { name: 'Add family' }).click()
  await form.getByRole('alert').getByRole('link', { name: 'Relationship: Choose one.' }).click()
  await form.getByLabel('Relationship').selectOption({ label: 'Grandparent' })
  await form.getByRole('button', { name: 'Add family' }).click()
  await page.getByRole('button', { name: 'Add student' }).click()
  const child = page.getByRole('dialog', { name: 'Add student' })
  await child.getByLabel('Name', { exact: true }).fill('Nils Nowhere')
  await child.getByLabel('Date of birth').fill('2018-04-05')
  await child.getByRole('button', { name: 'Add student' }).click()
  await child.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Nils Nowhere' }).waitFor()
  await inspect(office, 'people-family')

  // Errors are listed above a form and link to their fields.
  await page.getByRole('button', { name: 'Add guardian' }).click()
  const guardian = page.getByRole('dialog', { name: 'Add guardian' })
  await guardian.getByRole('button', { name: 'Add guardian' }).click()
  await guardian.getByRole('alert').getByRole('link', { name: 'Name: Fill this in.' }).waitFor()
  await guardian.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change name and address' }).click()
  await page.getByLabel('Family name').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Family name: Fill this in.' }).click()
  await page.keyboard.type('Nadia Nowhere')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()

  await page.goto('/adminstudent?search=nowhere')
  await page.getByRole('checkbox', { name: /Nils Nowhere/ }).check()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive 1' }).click()
  await page.getByText('1 record archived.').waitFor()
  await page.getByText('Nobody matches “nowhere”.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: /Nils Nowhere/ }).waitFor()

  // A student in a class can't be archived, and the screen says what to do first.
  await page.goto('/adminstudent?view=active&search=Emily+Wang')
  await page.getByRole('checkbox', { name: /Emily Wang/ }).check()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Archive' }).click()
  const preview = page.getByRole('dialog', { name: 'Archive' })
  await preview.getByRole('heading', { name: /Withdraw them first/ }).waitFor()
  expect(await preview.getByRole('button', { name: 'Archive' }).isDisabled()).toBe(true)
})

test('a bulk invitation first shows who gets an email and who doesn’t', async () => {
  const { page } = office
  await page.goto('/adminparent?search=nowhere')
  await page.getByRole('checkbox', { name: /Nowhere/ }).check()
  const invite = () =>
    page
      .getByRole('region', { name: /selected/ })
      .getByRole('button', { name: 'Invite' })
      .click()
  const dialog = page.getByRole('dialog', { name: 'Invite to sign in' })
  await invite()
  await dialog.getByText('1 person can be invited').waitFor()
  await dialog.getByText('nadia@home.example').waitFor()
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click()
  await page.getByText('1 person invited. No email was sent.').waitFor()
  linkIn(await lantern.mail('nadia@home.example', 'resetPassword'))

  await page.goto('/adminparent')
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ families$/ })
    .waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await invite()
  await dialog.getByRole('heading', { name: /Already have accounts/ }).waitFor()
  await inspectBoth(office, 'people-invite-many')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto('/adminuser?search=nadia')
  await page.getByRole('checkbox', { name: /Nadia Nowhere/ }).check()
  await invite()
  await dialog.getByText('1 was invited before and never signed in.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('two versions of a policy are compared, and signers are filtered by version', async () => {
  const { page } = office
  await page.goto('/adminconfig?subMenu=policies&id=policy')
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Compare versions' }).click()
  await page.waitForURL(/compare=1-2/)
  await panel.getByRole('columnheader', { name: 'Version 1' }).first().waitFor()
  await panel.locator('ins').first().waitFor()
  await inspectBoth(office, 'people-compare')
  await panel.getByRole('combobox', { name: 'Which version they signed' }).selectOption('1')
  await page.waitForURL(/version=1/)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
})

test('every table of people is accessible in dark mode and on a phone', async () => {
  const all = looks<Look>(
    { width: 'phone', dark: true, language: 'zh' },
    { width: 'tablet', dark: false, language: 'en' },
  )
  for (const look of all) {
    const seat = await sit(look)
    await seat.page.goto('/login')
    await seat.page.locator('input[type=email]').fill('office@lakeside.example')
    await seat.page.locator('input[type=password]').fill('lakeside-demo')
    await seat.page.locator('button[type=submit]').click()
    await seat.page.waitForURL(url => url.pathname !== '/login')
    for (const path of ['/adminuser', '/adminteacher', '/adminparent', '/adminstudent']) {
      await seat.page.goto(path)
      await seat.page.getByRole('status').filter({ hasText: /\d/ }).first().waitFor()
      await inspect(seat, `people-${look.width}${path.replace('/', '-')}`)
    }
  }
})

test('before a guardian is removed, the office reads what ends, and a child isn’t left with someone who is barred', async () => {
  const { page } = office
  const [family] = await lantern.sql<{ id: string }>(
    `select h.id from school.households h where name = 'Dan Feng' and exists (select 1 from school.persons p join school.household_members m on m.person_id = p.id where m.household_id = h.id and p.name = 'Lei Gao')`,
  )
  await lantern.sql(
    `update school.guardianships set may_pick_up = false, has_data_access = false where guardian_id = (select id from school.persons where name = 'Lei Gao')`,
  )
  await page.goto(`/adminparent?id=${family!.id}`)
  const choose = async (name: RegExp, item: string) => {
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: item, exact: true }).and(page.locator(':visible')).click()
  }
  const remove = (name: RegExp) => choose(name, 'Remove from the family')
  await remove(/^Edit Dan Feng/)
  const question = page.getByRole('dialog', { name: /^Remove .* from this family/ })
  const confirm = question.getByRole('button', { name: 'Remove from the family' })
  await confirm.click()
  await question
    .getByRole('alert')
    .filter({ hasText: 'At least one guardian must be able to see the child’s record.' })
    .waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  // Access may be taken from the last one, with a warning: the office must be able to block someone at once.
  await choose(/^Edit Dan Feng/, 'Edit')
  const edit = page.getByRole('dialog', { name: /^Edit Dan Feng/ })
  await edit.getByRole('checkbox', { name: 'Can see records' }).last().uncheck()
  await edit.getByText(/^After this, no guardian can see Qianyu Gao .* record\.$/).waitFor()
  await inspectBoth(office, 'people-unseen-child')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await remove(/^Edit Lei Gao/)
  await question.getByText(/^They’re blocked from picking up Qianyu Gao/).waitFor()
  await inspectBoth(office, 'people-remove-guardian')
  await confirm.click()
  await page.getByText(/^Lei Gao .*is no longer a guardian of this family\.$/).waitFor()
  // The refusal is an answer that the journey asked for.
  office.problems.splice(0)
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
