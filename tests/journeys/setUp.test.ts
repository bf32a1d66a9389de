import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { inspect, type Seat, openSchool } from './lantern.ts'
import { setUp } from './office.ts'
import { signIn } from './session.ts'

const { lantern, seats, sit } = openSchool({ isDemo: false })
let office: Seat

beforeAll(async () => {
  office = await sit()
})

/** Follows a step of the checklist, as the person who sets up a school does. */
const follow = async (page: Page, step: string): Promise<void> => {
  await page.goto('/adminconfig')
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${step} .`) })
    .first()
    .click()
}
const isDone = async (page: Page, step: string): Promise<void> => {
  await page.goto('/adminconfig')
  const entry = page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${step} .`) })
    .first()
  await entry.waitFor()
  await expect.poll(() => entry.getByText('Not done yet').count()).toBe(0)
}

describe('an empty school, from setup to its first class list', () => {
  test('asks programs for a proof before sign-up and setup from the first request on', async () => {
    const headers = { 'content-type': 'application/json' }
    const send = (path: string, body: object) =>
      fetch(`${lantern.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const account = { email: 'bot@families.example', password: 'a good password' }
    expect((await send('/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k', account)).status).toBe(401)
    expect((await send('/fn/config-setUp', { data: { code: 'GUESS' } })).status).toBe(401)
    expect((await send('/fn/config-get', { data: {} })).status).toBe(200)
  })

  test('the checklist begins with how much work is left', async () => {
    const { page } = office
    await setUp(page, lantern)
    await page.getByText(/^About \d+ minutes of work left/).waitFor()
    await inspect(office, 'set-up-begin')
  })

  test('the office fills in the school profile and publishes a policy', async () => {
    const { page } = office
    await follow(page, 'School profile')
    await page.getByLabel('Email').fill('office@riverside.example')
    await page.getByLabel('Address').fill('1 River Road')
    await page.getByRole('button', { name: 'Save school' }).click()
    await page.getByText('School saved.').waitFor()
    // Without a text about the school, its contacts take that place on the public page.
    await page.goto('/about')
    const leftOf = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.x
    expect(await leftOf('Contact the school office')).toBe(await leftOf('About us'))

    await follow(page, 'Policies')
    await page.getByRole('button', { name: 'Open Rules of the school' }).click()
    await page.getByRole('button', { name: 'Write a new version' }).click()
    const dialog = page.getByRole('dialog', { name: 'New version of Rules of the school' })
    await dialog.getByLabel('Text', { exact: true }).fill('We come on time.\n\nWe tell the office when we can’t.')
    await dialog.getByText('The Chinese text is still the old one.').waitFor()
    await dialog.getByLabel(/^Text in Chinese/).fill('准时到校，不能来时告诉教务处。')
    await dialog.getByText('The Chinese text is still the old one.').waitFor({ state: 'hidden' })
    await dialog.getByRole('region', { name: 'What families see' }).getByText('We come on time.').waitFor()
    await dialog.getByRole('button', { name: 'Publish version 2' }).click()
    await page.getByText('Version 2 of “Rules of the school” is published.').waitFor()
    await isDone(page, 'Policies')
  })

  test('the office creates a term with a no-school day, a course, a room, a teacher and a class, and sets fees', async () => {
    const { page } = office
    await follow(page, 'A term with its dates')
    await page.getByRole('button', { name: 'Add term' }).first().click()
    const term = page.getByRole('dialog')
    await term.getByLabel('Name', { exact: true }).fill('Autumn')
    await term.getByLabel('First day').fill('2030-09-01')
    await term.getByLabel('Last day').fill('2030-09-28')
    await term.getByRole('checkbox', { name: 'Sunday' }).check()
    await term.getByRole('button', { name: 'Add no-school day' }).click()
    await term.getByLabel('Day', { exact: true }).fill('2030-09-15')
    await term.getByLabel('Reason', { exact: true }).fill('Fair')
    await term.getByText(/^3 lesson days/).waitFor()
    await term.getByRole('button', { name: 'Create term' }).click()
    await page.getByText('Autumn created with 3 lesson days.').waitFor()
    // A holiday of several days stays one entry, which is changed or removed as a whole.
    const edit = async (through: string) => {
      await page.getByRole('button', { name: 'Autumn', exact: true }).click()
      const form = page.getByRole('dialog', { name: 'Autumn' })
      await form.getByLabel('Day', { exact: true }).waitFor()
      const entry = [form.getByLabel('Day', { exact: true }), form.getByLabel(/^Through/)]
      const days = await Promise.all(entry.map(each => each.inputValue()))
      await entry[1]!.fill(through)
      await form.getByRole('button', { name: 'Save' }).click()
      await form.waitFor({ state: 'hidden' })
      return days
    }
    expect(await edit('2030-09-22')).toEqual(['2030-09-15', ''])
    expect(await edit('')).toEqual(['2030-09-15', '2030-09-22'])

    await follow(page, 'Programs and courses')
    const add = async (what: string, fields: Record<string, string>) => {
      await page.getByRole('button', { name: what, exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      for (const [label, value] of Object.entries(fields)) {
        const field = dialog.getByLabel(new RegExp(`^${label}(?: \\(optional\\))?$`))
        if ((await field.evaluate(element => element.tagName)) === 'SELECT') await field.selectOption({ label: value })
        else await field.fill(value)
      }
      await dialog.getByRole('button', { name: what, exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await add('Add program', { Name: 'Chinese' })
    await add('Add course', { Program: 'Chinese', Name: 'Chinese 1' })
    await add('Add room', { Name: 'Blue room', Capacity: '20' })

    await follow(page, 'Teachers')
    await page.getByRole('button', { name: 'Add teacher' }).first().click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Tom Teacher')
    await page.getByRole('dialog').getByLabel('Email').fill('tom@riverside.example')
    await page.getByRole('button', { name: 'Add and invite' }).click()
    await page.getByRole('dialog', { name: 'Link for Tom Teacher' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await follow(page, 'Classes')
    await page.getByRole('button', { name: 'Add class' }).first().click()
    const section = page.getByRole('dialog')
    await section.getByLabel('Course').selectOption({ label: 'Chinese 1' })
    await section.getByLabel('Name', { exact: true }).fill('Chinese 1A')
    await section.getByLabel('Starts at').fill('14:00')
    await section.getByLabel('Ends at').fill('15:50')
    await section.getByLabel('Room').selectOption({ label: 'Blue room (fits 20)' })
    await section.getByLabel('Teachers').selectOption({ label: 'Tom Teacher' })
    await section.getByLabel('Spots', { exact: true }).fill('8')
    await section.getByLabel('Tuition').fill('260')
    await section.getByRole('button', { name: 'Create class' }).click()
    await section.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Change the status of Chinese 1A' }).click()
    await page.getByRole('button', { name: 'Open for registration' }).click()
    await page
      .getByRole('row', { name: /Chinese 1A/ })
      .getByText('Open', { exact: true })
      .waitFor()

    await follow(page, 'Fees')
    await page.getByLabel('Registration fee').fill('40')
    await page.getByLabel('Sibling discount (%)').fill('10')
    await page.getByRole('button', { name: 'Save fees' }).click()
    await page.getByText(/Fees saved/).waitFor()

    // The refund rules have not been decided yet.
    await follow(page, 'Refunds')
    await page.getByRole('button', { name: 'Add a line' }).click()
    await page.getByLabel('Percent refunded').fill('100')
    await page.getByLabel('Until').selectOption({ label: 'days before the term' })
    await page.getByLabel('Number').fill('1')
    await page.getByRole('button', { name: 'Save refunds' }).click()
    await page.getByText(/Refund rules saved/).waitFor()
    await page.getByText(/100% until 1 day before the term/).waitFor()

    await follow(page, 'Ways to pay')
    await page.getByLabel('Payable to').fill('Riverside School Inc.')
    await page.getByText('Payable to Riverside School Inc.').waitFor()
    await page.getByRole('button', { name: 'Save ways to pay' }).click()
    await page.getByText(/Ways to pay saved/).waitFor()
  })

  test('someone who is only invited doesn’t run the office yet', async () => {
    const { page } = office
    await follow(page, 'The office')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const invite = page.getByRole('dialog', { name: 'Invite someone' })
    await invite.getByLabel('Email').fill('olga@riverside.example')
    await invite.getByLabel('Name', { exact: true }).fill('Olga Office')
    await invite.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('dialog', { name: 'Link for Olga Office' }).getByRole('button', { name: 'Cancel' }).click()
    await page.goto('/adminconfig')
    await page.getByText('1 person runs the office, 1 invited').waitFor()
  })

  test('once registration is open, the checklist is complete', async () => {
    const { page } = office
    await follow(page, 'Open registration')
    await page.getByRole('button', { name: 'Open registration: Autumn' }).click()
    await page
      .getByRole('row', { name: /Autumn/ })
      .getByText('Registration open')
      .waitFor()
    // Without a mail server the office must choose how links reach people.
    await follow(page, 'Email')
    await page.getByRole('radio', { name: /^We share links ourselves/ }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved. It applies from now on.').waitFor()
    await page.goto('/adminconfig')
    await page.getByText('Everything is set up, and families can register.').waitFor()
    await inspect(office, 'set-up-done')
  })

  test('the checklist doesn’t say that everything is set up before it knows all steps', async () => {
    const { page } = await sit()
    await signIn(page, 'ida@riverside.example', 'riverside-secret')
    let release = () => {}
    const held = new Promise<void>(resolve => (release = resolve))
    await page.route(/\/fn(\/[\w-]+)?$/, async route => {
      if (/config-mail|policies-list/.test(`${route.request().url()} ${route.request().postData()}`)) await held
      return route.continue()
    })
    const asked = page.waitForRequest(request => /config-mail/.test(`${request.url()} ${request.postData()}`))
    await page.goto('/adminconfig')
    await asked
    await page.getByRole('heading', { name: 'All settings' }).waitFor()
    expect(await page.getByText('Everything is set up, and families can register.').count()).toBe(0)
    release()
    await page.getByText('Everything is set up, and families can register.').waitFor()
  })

  test('the office adds a family and its child, enrolls the child and prints the class list', async () => {
    const { page } = office
    await page.goto('/adminparent')
    await page.getByRole('button', { name: 'Add family' }).first().click()
    const family = page.getByRole('dialog', { name: 'Add family' })
    await family.getByLabel('Name', { exact: true }).fill('Ann Wang')
    await family.getByLabel(/^Phone|^Phone/).fill('+1 555 0100')
    await family.getByLabel('Relationship').selectOption({ label: 'Mother' })
    await family.getByRole('button', { name: 'Add family' }).click()
    await page.getByText('Ann Wang added. Now add the students.').waitFor()
    const panel = page.getByRole('dialog', { name: 'Ann Wang' })
    await panel.getByRole('button', { name: 'Add student' }).click()
    const child = page.getByRole('dialog', { name: 'Add student' })
    await child.getByLabel('Name', { exact: true }).fill('Mia Wang')
    await child.getByLabel('Date of birth').fill('2022-03-01')
    await child.getByRole('button', { name: 'Add student' }).click()
    await page.getByText('Mia Wang added.').waitFor()

    await page.goto('/adminstudent')
    await page.getByRole('button', { name: 'Mia Wang' }).first().click()
    const record = page.getByRole('dialog', { name: 'Mia Wang' })
    await record.getByRole('button', { name: 'Add to a class' }).click()
    const enrol = page.getByRole('dialog', { name: 'Add Mia Wang to a class' })
    await enrol.getByLabel('Class', { exact: true }).selectOption({ index: 1 })
    await enrol.getByRole('button', { name: 'Enroll' }).click()
    await enrol.waitFor({ state: 'hidden' })
    await isDone(page, 'Families and students')

    await page.goto('/adminstudent')
    await page
      .getByRole('row', { name: /Mia Wang/ })
      .getByText('Chinese 1A')
      .waitFor()
    const [section] = await lantern.sql<{ id: string }>('select id from school.sections')
    const list = await page.request.get(`/files/class-lists.pdf?section=${section!.id}&kind=list&lang=en`)
    expect([list.status(), list.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await inspect(office, 'set-up-students')
  })

  test('withdrawing shows how much less is owed, and exactly that is reversed', async () => {
    const { page } = office
    await page.goto('/adminstudent')
    await page.getByRole('button', { name: 'Mia Wang' }).first().click()
    const record = page.getByRole('dialog', { name: 'Mia Wang' })
    await record.getByRole('button', { name: 'Withdraw: Chinese 1A' }).click()
    const asked = page.getByRole('dialog', { name: 'Withdraw from Chinese 1A' })
    // The term has not begun, so everything except the registration fee is refunded.
    await asked.getByText('$260.00').first().waitFor()
    await asked.getByRole('button', { name: 'Withdraw, owe $260.00 less' }).click()
    await asked.waitFor({ state: 'hidden' })
    await page.getByText('Mia Wang has left Chinese 1A.').waitFor()
    await record.getByRole('button', { name: 'Withdraw: Chinese 1A' }).waitFor({ state: 'detached' })
    const [account] = await lantern.sql<{ cents: string }>(
      `select sum(c.amount_cents) as cents from school.charges c
       where not exists (select 1 from school.charge_reversals r where r.charge_id = c.id)`,
    )
    expect(account!.cents).toBe('4000')
    await inspect(office, 'set-up-left')
  })

  test('a family that the office added is listed as not having signed the policy', async () => {
    const { page } = office
    await page.goto('/adminconfig?subMenu=policies&id=policy')
    const panel = page.getByRole('dialog', { name: 'Rules of the school' })
    await panel.getByRole('link', { name: 'Ann Wang' }).waitFor()
    await panel.getByText('Never signed').waitFor()
  })
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
