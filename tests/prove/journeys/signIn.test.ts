import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { codeAt, stepOf } from '#server/access/identity/totp.ts'
import { liveChannel, newsOf } from '#server/platform/live.ts'
import { inspect, isIn, linkIn, openSchool, picture, type Seat } from '#tests/journeys/lantern.ts'

const { lantern, sit, sitAs } = openSchool()

const password = 'lakeside-demo'
const teacher = 'teacher@lakeside.example'
const office = 'office@lakeside.example'
const parent = 'parent@lakeside.example'

const firstStep = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The codes of an authenticator app with this key. Each code works once, so each call returns a later one. */
const app = (key: string) => {
  const bits = [...key.replaceAll(' ', '')]
    .map(each => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  let ahead = -1
  return () => codeAt(secret, stepOf(new Date()) + Math.min(1, (ahead += 1)))
}

describe('two-step sign-in', () => {
  let seat: Seat
  let next: () => string
  let codes: string[]

  test('the office requires it of staff, and sees how many haven’t set it up', async () => {
    const { page } = (seat = await sit({ width: 'desktop' }))
    await firstStep(page, office)
    await isIn(page)
    await page.goto('/adminconfig?subMenu=signin')
    await page.getByText(/^36 of 36 staff accounts haven’t set it up yet/).waitFor()
    await page.getByRole('switch', { name: 'Staff must use two-step sign-in' }).click()
    await page.getByLabel('Days to set it up').fill('91')
    await page.getByRole('button', { name: 'Save sign-in' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Days to set it up').fill('0')
    await page.getByRole('button', { name: 'Save sign-in' }).click()
    await page.getByText('Sign-in settings saved.').waitFor()
  })

  test('a teacher without it is led to set it up, and then gets their pages', async () => {
    const phone = await sit({ width: 'phone' })
    const { page } = phone
    await firstStep(page, teacher)
    await page.waitForURL(url => url.pathname === '/account')
    await page.getByText('Your work pages stay closed').waitFor()
    expect(await page.getByText('None yet').count()).toBe(0)
    await inspect(phone, 'signin-held-back')
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const key = await dialog.getByLabel('Or type this key into the app').inputValue()
    next = app(key)
    // In dark mode, too, cameras need a dark code on a light background.
    await page.emulateMedia({ colorScheme: 'dark' })
    const ground = `getComputedStyle(document.querySelector('dialog svg[role="img"] rect')).fill`
    expect(await page.evaluate(ground)).toBe('rgb(255, 255, 255)')
    await inspect(phone, 'signin-set-up-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await inspect(phone, 'signin-set-up')
    await dialog.getByLabel('2. Enter the code').fill('000000')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByText('That code is wrong').waitFor()
    await dialog.getByLabel('2. Enter the code').fill(next())
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const kept = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await kept.waitFor()
    codes = await kept.getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(8)
    await inspect(phone, 'signin-recovery-codes')
    await kept.getByRole('checkbox', { name: 'I’ve saved them' }).check()
    await kept.getByRole('button', { name: 'Done' }).click()
    await page.getByText('8 recovery codes are left.').waitFor()
    await page.goto('/teacherdashboard/')
    await page.waitForURL(url => url.pathname === '/teacherdashboard/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Only the wrong code caused an error.
    expect(phone.problems.filter(problem => !problem.includes('mfaEnrollment:finalize'))).toEqual([])
    await phone.context.close()
  })

  test('the next sign-in asks for a code, refuses a wrong one and accepts a new one', async () => {
    const phone = await sit({ width: 'phone', dark: true })
    const { page } = phone
    await firstStep(page, teacher)
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    const code = page.getByRole('textbox', { name: 'Code' })
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    await inspect(phone, 'signin-code')
    await code.fill('000000')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('That code is wrong').waitFor()
    const shown = next()
    await code.fill(`${shown.slice(0, 3)} ${shown.slice(3)}`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isIn(page)
    await phone.context.close()
  })

  test('a recovery code works once in place of the phone', async () => {
    const enter = async () => {
      const { page } = await sit({ width: 'phone' })
      await firstStep(page, teacher)
      await page.getByRole('button', { name: /Use a recovery code/ }).click()
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0]!)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      return page
    }
    const page = await enter()
    await isIn(page)
    expect(await lantern.mail(teacher, 'recovery code')).toContain('7 are left')
    await page.goto('/account')
    await page.getByText('7 recovery codes are left.').waitFor()
    const refused = await enter()
    await refused.getByText('That code is wrong').waitFor()
    await picture(refused, 'signin-recovery-code-used')
  })

  test('the office sees who has it on, and turns it off for someone who lost their phone', async () => {
    // The rule applies to the office, too, from the next sign-in on.
    const { page } = (seat = await sit({ width: 'desktop' }))
    await firstStep(page, office)
    await page.waitForURL(url => url.pathname === '/account')
    await page.getByText('Your work pages stay closed').waitFor()
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const own = app(await dialog.getByLabel('Or type this key into the app').inputValue())
    await dialog.getByLabel('2. Enter the code').fill(own())
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('checkbox', { name: 'I’ve saved them' }).check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto('/adminuser?factor=yes')
    await page.getByRole('row').filter({ hasText: teacher }).getByText('On', { exact: true }).waitFor()
    await inspect(seat, 'signin-users')
    await page.getByRole('row').filter({ hasText: teacher }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
    await page
      .getByRole('dialog', { name: /^Turn off two-step sign-in for/ })
      .getByRole('button', { name: 'Turn off two-step sign-in' })
      .click()
    await page.getByText('now signs in with a password alone').waitFor()
    expect(await lantern.mail(teacher, 'turned off two-step sign-in')).toContain('Account')
    const [audited] = await lantern.sql(`select 1 from school.audit_entries where action = 'users-endSecondFactor'`)
    expect(audited).toBeTruthy()
  })

  test('the owner turns it off', async () => {
    const { page } = seat
    await page.goto('/account')
    const turnOff = page.getByRole('button', { name: 'Turn off', exact: true })
    await turnOff.waitFor()
    // At this moment the page sends a read, which reaches the school after the session got new tokens.
    const ended = Promise.withResolvers<void>()
    let isReading = false
    const refused = Promise.withResolvers<void>()
    const renewals: string[] = []
    // A single read has its own address. Several reads at once share a request, each with its own answer.
    await page.route(/\/fn(\/|$)/, async route => {
      isReading = true
      await ended.promise
      const response = await route.fetch()
      if (response.status() === 401 || (await response.text()).includes('UNAUTHENTICATED')) refused.resolve()
      await route.fulfill({ response })
    })
    await page.route('**/mfaEnrollment:withdraw*', async route => {
      const response = await route.fetch()
      ended.resolve()
      await refused.promise
      await route.fulfill({ response })
    })
    page.on('response', response => {
      if (response.url().includes('securetoken') && !response.ok()) renewals.push(response.url())
    })
    const news = newsOf([{ slices: ['identity'] }], 'school')
    // The page may only begin to listen now, so the update is repeated until it reacts.
    const isHeard = async () => {
      await lantern.sql('select pg_notify($1, message) from unnest($2::text[]) as message', [liveChannel, news])
      return isReading
    }
    await expect.poll(isHeard, { timeout: 60_000 }).toBe(true)
    await turnOff.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off', exact: true }).click()
    await page.getByText('Two-step sign-in is off').waitFor()
    await page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
    expect(renewals).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
    await lantern.sql(
      `insert into school.setting_versions (id, kind, value, created_at)
         select gen_random_uuid(), 'signIn', value || '{"secondFactorGraceDays": null, "secondFactorSince": null}', created_at + interval '1 day'
         from school.setting_versions where kind = 'signIn' order by created_at desc limit 1`,
    )
  })
})

test('giving a role asks to sign in again after a while, and then continues', async () => {
  const seat = await sit({ width: 'desktop' })
  const { page } = seat
  await firstStep(page, office)
  await isIn(page)
  await lantern.sql(`update school.sign_ins set auth_time = auth_time - interval '10 minutes'`)
  await page.goto(`/adminuser?search=${parent}`)
  await page.getByRole('row').filter({ hasText: parent }).click()
  const panel = page.getByRole('dialog').first()
  await panel.getByRole('button', { name: 'Give a role' }).click()
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.waitFor()
  await inspect(seat, 'signin-again-for-role')
  await again.getByLabel('Your password').fill(password)
  await again.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Saved').first().waitFor()
  await again.waitFor({ state: 'detached' })
  // Restores the roles for the other tests.
  await lantern.sql(`update school.role_grants set ends_at = now() where ends_at is null and role <> 'parent'
    and person_id = (select p.id from school.persons p join school.accounts a on a.id = p.account_id where a.email = '${parent}')`)
})

describe('a guardian whose address is on file', () => {
  const known = async (): Promise<string> => {
    const [found] = await lantern.sql<{ email: string }>(
      `update school.persons set email = 'guardian' || substr(id::text, 1, 13) || '@families.example' where id = (select p.id from school.persons p
        join school.guardianships g on g.guardian_id = p.id and g.has_data_access join school.students s on s.id = g.student_id and s.archived_at is null
        where p.account_id is null and not exists (select 1 from school.accounts a where a.email = p.email) order by p.id limit 1) returning email`,
    )
    return found!.email
  }
  const signUp = async (page: Page, email: string) => {
    await page.goto('/register')
    await page.getByLabel('Your full name').fill('Pat Guardian')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('first of two passwords')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    return linkIn(await lantern.mail(email, 'verifyEmail'))
  }

  test('opens the email on a phone, chooses a password there and sees the family at once', async () => {
    const email = await known()
    const { page: laptop } = await sit({ width: 'desktop' })
    const link = await signUp(laptop, email)
    const phone = await sit({ width: 'phone' })
    const { page } = phone
    await page.goto(link)
    await page.getByText(`To confirm ${email} on this device`).waitFor()
    await inspect(phone, 'signin-confirm-elsewhere')
    await page.getByLabel('New password').fill('second of two passwords')
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await page.getByText('Your email address is verified.').waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
    await isIn(page)
    await page.getByRole('navigation', { name: /children/i }).waitFor()
    // The password that was chosen on the laptop no longer works, no matter who chose it.
    await laptop.goto('/login')
    await laptop.getByLabel('Email').fill(email)
    await laptop.getByLabel('Password', { exact: true }).fill('first of two passwords')
    await laptop.getByRole('button', { name: 'Sign in', exact: true }).click()
    await laptop.getByText('The email address or password is wrong.').waitFor()
    await picture(laptop, 'signin-wrong-password')
  })

  test('confirms the address where they signed up, and says that the family is theirs', async () => {
    const seat = await sit({ width: 'phone' })
    const { page } = seat
    const email = await known()
    const link = await signUp(page, email)
    await page.goto(link)
    await page.getByRole('button', { name: 'Verify my address' }).click()
    await page.getByText('Your email address is verified.').waitFor()
    // Opened again, the link doesn't ask for another one that nobody needs.
    await page.goto(link)
    await page.getByText(`You’re signed in as ${email}, and this address is already verified.`).waitFor()
    // A link to change the address is requested on the account page.
    await page.goto('/auth/action?mode=verifyAndChangeEmail&oobCode=used&lang=en')
    await page.getByText('This link was already used or is incomplete.').waitFor()
    expect(await page.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/account')
    await page.goto(link)
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'We may already know your family' }).waitFor()
    await inspect(seat, 'signin-known-family')
    await page.getByRole('button', { name: /^Yes, / }).click()
    await page.getByRole('navigation', { name: /children/i }).waitFor()
  })

  test('is asked to sign out where an invitation arrives on a device that is signed in as someone else', async () => {
    const email = 'invited@families.example'
    const office = await sitAs('office')
    await office.page.goto('/adminuser')
    await office.page.getByRole('button', { name: 'Invite', exact: true }).click()
    const form = office.page.getByRole('dialog')
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Name', { exact: true }).fill('Ina Invited')
    await form.getByLabel('Role').selectOption('parent')
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await form.waitFor({ state: 'hidden' })
    const link = linkIn(await lantern.mail(email, 'resetPassword'))

    const seat = await sitAs('parent', { width: 'phone' })
    const { page } = seat
    const main = page.getByRole('main')
    await page.goto(link)
    await main.getByText('This device is signed in as parent@lakeside.example.').waitFor()
    await page.getByLabel('New password').fill('river stone lantern')
    await inspect(seat, 'signin-invited-elsewhere')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await main.getByText('Your new password is saved.').waitFor()
    // Sign-in would lead to the other person's pages.
    expect(await main.getByRole('link', { name: 'Sign in' }).count()).toBe(0)
    await main.getByRole('button', { name: 'Sign out' }).click()
    await main.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('river stone lantern')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isIn(page)

    // Opened again, the link that was used leads on, whether they sign out or not.
    await page.goto(link)
    await main.getByText('This link was already used or is incomplete.').waitFor()
    expect(await main.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/dashboard/')
    expect(await main.getByRole('link', { name: 'Get a new link' }).count()).toBe(0)
    await main.getByRole('button', { name: 'Sign out' }).click()
    await main.getByText('If you’ve already chosen a password, sign in with it.').waitFor()
    await main.getByRole('link', { name: 'Get a new link' }).click()
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
  })

  test('rejects an account that someone else created with the address', async () => {
    const email = await known()
    const { page: stranger } = await sit({ width: 'desktop' })
    const link = await signUp(stranger, email)
    const seat = await sit({ width: 'phone', language: 'zh' })
    const { page } = seat
    // The email is in the stranger's language; the reader's language comes with the link.
    await page.goto(link.replace('lang=en', 'lang=zh'))
    await page.getByRole('link', { name: '不是我本人' }).click()
    await page.getByText(email).waitFor()
    await inspect(seat, 'signin-not-me-zh')
    await page.getByRole('button', { name: '不是我本人' }).click()
    await page.getByText('那封邮件里的链接已失效').waitFor()
    await picture(page, 'signin-not-me-done')
    expect(await lantern.sql(`select 1 from school.accounts where email = '${email}'`)).toEqual([])
  })
})
