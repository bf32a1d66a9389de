import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMailServer, type TestMailServer } from '#tests/mailServer.ts'
import { inspect, openSchool, type Seat } from '#tests/journeys/lantern.ts'
import { plan, setUp } from '#tests/journeys/office.ts'
import { signInByForm } from '#tests/journeys/session.ts'

/** An office that one volunteer sets up without a mail server: no page says "sent", and everyone can sign in. */
const { lantern, seats, sit } = openSchool({ isDemo: false })
const account = { user: 'office@riverside.example', pass: 'river secret' }
let server: TestMailServer
let office: Seat
beforeAll(async () => {
  server = await openMailServer(account)
  office = await sit()
  await setUp(office.page, lantern)
})
afterAll(() => server.close())

test('the Chinese front page begins with the school’s Chinese name', async () => {
  const { page } = office
  await page.goto('/adminconfig?subMenu=school')
  await page.getByLabel('Native name').fill('河畔学校')
  await page.getByRole('button', { name: 'Save school' }).click()
  await page.getByText('School saved.').waitFor()
  const visitor = await sit({ width: 'phone' })
  await visitor.page.goto('/?lang=zh')
  await visitor.page.getByRole('heading', { name: '河畔学校', level: 1 }).waitFor()
  await inspect(visitor, 'without-mail-home-zh')
})

/** Makes everyone’s last sign-in ten minutes older, as it is during a set-up of an hour. */
const waitLong = () => lantern.sql(`update school.sign_ins set auth_time = auth_time - interval '10 minutes'`)
const signInAgain = async () => {
  const again = office.page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Your password').fill('riverside-secret')
  await again.getByRole('button', { name: 'Continue' }).click()
  await again.waitFor({ state: 'hidden' })
}

describe('a school without a mail server', () => {
  test('chooses to share links itself, as the checklist asks', async () => {
    const { page } = office
    await page.goto('/adminconfig?subMenu=school')
    await page.getByLabel('Email').fill('office@riverside.example')
    await page.getByLabel('Phone').fill('+1 585 555 0199')
    await page.getByRole('button', { name: 'Save school' }).click()
    await page.getByText('School saved.').waitFor()
    await page.goto('/adminconfig')
    const step = page
      .getByRole('main')
      .getByRole('link', { name: /^Email ./ })
      .first()
    await step.getByText('Enter a mail server').waitFor()
    await step.click()
    await page.getByText('Until then, emails are kept').waitFor()
    await page.getByRole('radio', { name: /^We share links ourselves/ }).check()
    await inspect(office, 'without-mail-choice')
    await waitLong()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await signInAgain()
    await page.getByText('Saved. It applies from now on.').waitFor()
    await page.goto('/adminconfig')
    await step.getByText('You share links yourself').waitFor()
    expect(await step.getByText('Not done yet').count()).toBe(0)
  })

  test('is told that no notice is emailed, not even an urgent one', async () => {
    const { page } = office
    await page.goto('/adminmessage')
    await page.getByRole('button', { name: 'Write a notice' }).first().click()
    await page.getByLabel('Urgent').waitFor()
    expect(await page.getByText('No email is sent now').count()).toBe(2)
    await inspect(office, 'without-mail-notice')
  })

  test('invites a teacher with a link that lets them sign in', async () => {
    const { page } = office
    await page.goto('/adminteacher')
    await page.getByRole('button', { name: 'Add teacher' }).first().click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Tom Teacher')
    await page.getByRole('dialog').getByLabel('Email').fill('tom@riverside.example')
    await page.getByRole('button', { name: 'Add and invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link for Tom Teacher' })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
    await inspect(office, 'without-mail-link')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.goto('/adminmessage?tab=outbox')
    await page.getByText('Outbox').first().waitFor()
    expect(await page.getByText('tom@riverside.example').count()).toBe(0)

    const teacher = await sit()
    await teacher.page.goto(link)
    await teacher.page.getByLabel('New password').fill('red river boats')
    await teacher.page.getByRole('button', { name: 'Save the new password' }).click()
    await teacher.page.getByText('Your new password is saved.').waitFor()
    await signInByForm(teacher.page, 'tom@riverside.example', 'red river boats')
  })

  test('creates a guardian’s link and account only when the button is pressed', async () => {
    const { page } = office
    const accounts = () => lantern.sql('select 1 from school.accounts where email = $1', ['nadia@families.example'])
    await page.goto('/adminparent')
    await page.getByRole('button', { name: 'Add family' }).first().click()
    const family = page.getByRole('dialog', { name: 'Add family' })
    await family.getByLabel('Name', { exact: true }).fill('Nadia Nowhere')
    await family.getByLabel('Email').fill('nadia@families.example')
    await family.getByLabel('Relationship').selectOption({ label: 'Mother' })
    await family.getByRole('button', { name: 'Add family' }).click()
    await page.getByRole('button', { name: 'Add student' }).click()
    const child = page.getByRole('dialog', { name: 'Add student' })
    await child.getByLabel('Name', { exact: true }).fill('Nils Nowhere')
    await child.getByLabel('Date of birth').fill('2018-04-05')
    await child.getByRole('button', { name: 'Add student' }).click()
    await child.waitFor({ state: 'hidden' })
    const ask = async () => {
      await page.getByRole('button', { name: 'Edit Nadia Nowhere' }).click()
      await page.getByRole('button', { name: 'Create invitation link…' }).click()
      return page.getByRole('dialog', { name: 'Link for Nadia Nowhere' })
    }
    const looked = await ask()
    await looked.getByText('Creating the link also gives them an account').waitFor()
    await inspect(office, 'without-mail-before-link')
    await looked.getByRole('button', { name: 'Cancel' }).click()
    await looked.waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByText('No account yet').first().waitFor()
    expect(await accounts()).toEqual([])

    const pressed = await ask()
    await waitLong()
    await pressed.getByRole('button', { name: 'Create link' }).click()
    await signInAgain()
    await pressed.getByLabel('Link', { exact: true }).waitFor()
    expect(await accounts()).toHaveLength(1)
    await pressed.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Invited, has not signed in yet').waitFor()
  })

  test('never says that a family was reminded of a payment when the email stays in the outbox', async () => {
    const { page } = office
    const [family] = await lantern.sql<{ id: string }>(`select id from school.households where name = 'Nadia Nowhere'`)
    await page.goto(`/adminpayment?family=${family!.id}&do=charge`)
    const charge = page.getByRole('dialog', { name: 'Charge Nadia Nowhere' })
    await charge.getByLabel('Description').fill('Workbook')
    await charge.getByLabel('Amount', { exact: true }).fill('15')
    await charge.getByRole('button', { name: 'Charge $15.00' }).click()
    await charge.waitFor({ state: 'hidden' })
    await page.getByRole('dialog').getByRole('button', { name: 'Remind by email' }).click()
    const question = page.getByRole('dialog', { name: 'Remind Nadia Nowhere by email?' })
    await question.getByText(/^No mail server is set up: the emails are kept/).waitFor()
    await question.getByRole('button', { name: 'Remind 1 family' }).click()
    await question.getByText(/nobody has been reminded yet\. 1 email is in the outbox\.$/).waitFor()
    await inspect(office, 'without-mail-reminder')
    await page.goto('/adminpayment?view=owing')
    await page.getByText(/^Last reminder /).waitFor()
    expect(await page.getByText(/^Reminded/).count()).toBe(0)
  })

  test('is told to tell the families itself when it cancels a class', async () => {
    const { page } = office
    await plan(page, {
      today: new Date().toISOString().slice(0, 10),
      term: 'Autumn',
      teacher: { name: 'Tea Chen', email: 'tea@riverside.example' },
    })
    await page.getByRole('button', { name: 'Change the status of Readers A' }).click()
    await page.getByRole('button', { name: 'Cancel class' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel Readers A for good?' })
    await dialog.getByText('No email is sent now, so tell the families and teachers yourself.').waitFor()
    expect(await dialog.getByText(/emails? will be sent/).count()).toBe(0)
    await inspect(office, 'without-mail-cancel-class')
    await dialog.getByRole('button', { name: 'Keep the class' }).click()
  })

  test('confirms the address of a family that signed up, whose open page then continues', async () => {
    const { page } = office
    const family = await sit({ width: 'phone' })
    await family.page.goto('/register')
    await family.page.getByText('The school office will confirm it.').waitFor()
    await family.page.getByLabel('Your full name').fill('Ana Wang')
    await family.page.getByLabel('Email').fill('ana@families.example')
    await family.page.getByLabel('Password', { exact: true }).fill('a good password')
    await family.page.getByRole('button', { name: 'Create account' }).click()
    await family.page.getByRole('heading', { name: 'One more step' }).waitFor()
    await family.page.getByText('+1 585 555 0199').first().waitFor()
    expect(await family.page.getByText('We sent').count()).toBe(0)
    await inspect(family, 'without-mail-family-phone')

    await page.goto('/adminuser?search=ana%40families.example')
    await page
      .getByRole('button', { name: /Ana Wang/ })
      .first()
      .click()
    const panel = page.getByRole('dialog', { name: 'Ana Wang' })
    await inspect(office, 'without-mail-user')
    await panel.getByRole('button', { name: 'Confirm address' }).click()
    const asked = page.getByRole('dialog', { name: 'Confirm ana@families.example?' })
    await inspect(office, 'without-mail-confirm')
    await asked.getByRole('button', { name: 'Confirm address' }).click()
    await page.getByText('ana@families.example is confirmed.').waitFor()
    await family.page.waitForURL(/\/registration(\?|$)/, { timeout: 30_000 })

    // Who is known under another address asks the office at once: a code would never arrive.
    await family.page.getByRole('link', { name: 'Find your family' }).click()
    await family.page.getByText('You’ll see the answer here.').waitFor()
    expect(await family.page.getByText(/code/).count()).toBe(0)
    await inspect(family, 'without-mail-seek-phone')
  })
})

test('a mail server works as soon as it is set up right, and its error is shown until then', async () => {
  const { page } = office
  await page.goto('/adminconfig?subMenu=mail')
  await page.getByRole('radio', { name: /^A mail server sends it/ }).check()
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await page.getByRole('textbox', { name: /^Port/ }).fill(String(server.port))
  await page.getByLabel(/^Account/).fill(account.user)
  await page.getByLabel('Password', { exact: true }).fill('another')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Send a test email to see whether it works.').waitFor()
  const send = async () => {
    await page.getByLabel('To', { exact: true }).fill('ida@home.example')
    await page.getByRole('button', { name: 'Send test email' }).click()
  }
  await send()
  await page.getByText('doesn’t accept the account or the password').waitFor()
  await inspect(office, 'mail-server-refuses')
  await page.getByLabel('Password', { exact: true }).fill(account.pass)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('A password is stored.').waitFor()
  await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  await send()
  await page.getByText('It works: the mail server accepted the email').waitFor()
  expect(server.received.at(-1)?.to).toMatchObject([{ address: 'ida@home.example' }])
  await inspect(office, 'mail-server-works')
})

test('no browser reports an error', () => {
  // Both were refused until the office had signed in again.
  const refused = /400 \(Bad Request\) \/fn\/(?:config-changeMail|users-invitationLink)$/
  expect(seats.flatMap(({ problems }) => problems).filter(problem => !refused.test(problem))).toEqual([])
})
