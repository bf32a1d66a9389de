import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/**
 * Completes the first-run page with the printed code: the school and its first administrator, who is then signed in.
 */
export const setUp = async (page: Page, lantern: { printed: string }): Promise<void> => {
  const code = /enter the code (\S+)/.exec(lantern.printed)![1]!
  await page.goto('/setup')
  await page.getByLabel('Set-up code').fill(code)
  await page.getByLabel('Name', { exact: true }).fill('Riverside School')
  await page.getByLabel(/Time zone/).selectOption('UTC')
  await page.getByLabel('Your full name').fill('Ida Office')
  await page.getByLabel('Email').fill('ida@riverside.example')
  await page.getByLabel('Password', { exact: true }).fill('riverside-secret')
  await page.getByRole('button', { name: 'Create the school' }).click()
  await page.waitForURL(/\/adminconfig/)
}

export type Plan = { today: string; term: string; teacher: { name: string; email: string } }

/** Plans a term on the office's screens: closures, two courses, a teacher, a room, fees, and two open classes. */
export const plan = async (page: Page, { today, term, teacher }: Plan): Promise<void> => {
  const on = new Date(`${today}T00:00:00Z`)
  const weekday = weekdays[(on.getUTCDay() + 6) % 7]!
  const later = (days: number) => new Date(on.getTime() + days * 86_400_000).toISOString().slice(0, 10)

  await page.goto('/adminconfig?subMenu=terms')
  await page.getByRole('button', { name: 'Add term' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill(term)
  await form.getByLabel('First day').fill(today)
  await form.getByLabel('Last day').fill(later(27))
  for (const day of weekdays) await form.getByRole('checkbox', { name: day }).setChecked(day === weekday)
  await form.getByRole('button', { name: 'Add no-school day' }).click()
  await form.getByLabel('Day', { exact: true }).fill(later(15))
  await form.getByText('There’s no lesson on this day anyway.').waitFor()
  await form.getByLabel('Day', { exact: true }).fill(later(14))
  await form.getByText('There’s no lesson on this day anyway.').waitFor({ state: 'hidden' })
  await form.getByLabel('Reason', { exact: true }).fill('Holiday')
  // A holiday of several days takes away the lesson days among them.
  await form.getByLabel(/^Through/).fill(later(16))
  await form.getByText(/^1 lesson day off/).waitFor()
  // The four weeks contain four of these weekdays, one of which is closed.
  await form.getByText(/^3 lesson days/).waitFor()
  await form.getByRole('button', { name: 'Create term' }).click()
  await page.getByRole('button', { name: `Open registration: ${term}` }).click()
  // It has no classes yet.
  await page.getByRole('button', { name: 'Open without classes' }).click()
  await page
    .getByRole('row', { name: new RegExp(term) })
    .getByText('Registration open')
    .waitFor()

  await page.goto('/adminconfig?subMenu=courses')
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
  await add('Add program', { Name: `Reading ${term}` })
  await add('Add course', { Program: `Reading ${term}`, Name: 'Reading one' })
  await add('Add course', { Program: `Reading ${term}`, Name: 'Reading two' })
  await add('Add room', { Name: `Blue room ${term}`, Capacity: '20' })

  await page.goto('/adminteacher')
  await page.getByRole('button', { name: 'Add teacher' }).first().click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(teacher.name)
  await page.getByRole('dialog').getByLabel('Email').fill(teacher.email)
  await page.getByRole('button', { name: 'Add and invite' }).click()
  await page.getByRole('dialog', { name: 'Add teacher' }).waitFor({ state: 'hidden' })
  // When no email is sent, the link to hand over comes next.
  await page.keyboard.press('Escape')

  await page.goto('/adminconfig?subMenu=fees')
  await page.getByLabel('Registration fee').fill('40')
  await page.getByLabel('Sibling discount (%)').fill('10')
  const chosen = page.getByRole('group', { name: 'Sibling discount for' }).getByRole('checkbox')
  for (const each of await chosen.all()) await each.setChecked(false)
  await page.getByRole('button', { name: 'Save fees' }).click()
  await page.getByText(/Fees saved/).waitFor()

  await page.goto('/adminclass')
  const terms = page.getByLabel('Term', { exact: true })
  if (await terms.isVisible()) await terms.selectOption({ label: term })
  for (const each of [
    { course: 'Reading one', name: 'Readers A', capacity: '8', from: '00:00', to: '12:00' },
    { course: 'Reading two', name: 'Readers B', capacity: '1', from: '12:00', to: '23:59' },
  ]) {
    await page.getByRole('button', { name: 'Add class' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Course').selectOption({ label: each.course })
    await dialog.getByLabel('Name', { exact: true }).fill(each.name)
    await dialog.getByLabel('Starts at').fill(each.from)
    await dialog.getByLabel('Ends at').fill(each.to)
    await dialog.getByLabel('Room').selectOption({ label: `Blue room ${term} (fits 20)` })
    await dialog.getByLabel('Teachers').selectOption({ label: teacher.name })
    await dialog.getByLabel('Spots', { exact: true }).fill(each.capacity)
    await dialog.getByLabel('Tuition').fill('100')
    await dialog.getByLabel('Books').fill('10')
    await dialog.getByRole('button', { name: 'Create class' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: `Change the status of ${each.name}` }).click()
    await page.getByRole('button', { name: 'Open for registration' }).click()
    await page
      .getByRole('row', { name: new RegExp(each.name) })
      .getByText('Open', { exact: true })
      .waitFor()
  }
}

/** Records a check for a family and checks what the screen reports. */
export const recordCheque = async (page: Page, family: string, amount: string): Promise<void> => {
  await page.goto('/adminpayment')
  await page.getByRole('searchbox').fill(family)
  await page.getByRole('row', { name: new RegExp(family) }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Amount').fill(amount)
  await panel.getByLabel('Check number').fill('1042')
  await panel.getByRole('button', { name: /^Record \$/ }).click()
  await panel.getByText(/recorded, receipt/).waitFor()
  await panel
    .getByRole('link', { name: /receipt/i })
    .first()
    .waitFor()
}

/** Switches on an optional feature. */
export const switchOn = async (page: Page, name: string): Promise<void> => {
  await page.goto('/adminconfig?subMenu=features')
  const feature = page.getByRole('switch', { name: new RegExp(`^${name}`) })
  await feature.click()
  await page.getByText(`${name}: on.`).first().waitFor()
}

/** The settings pages by their part of the address; the first is the overview. */
export const settingsPages = [
  '',
  'school',
  'region',
  'features',
  'classrules',
  'attendance',
  'scales',
  'registration',
  'fields',
  'policies',
  'fees',
  'refunds',
  'paying',
  'cards',
  'messages',
  'mail',
  'push',
  'roles',
  'signin',
  'audit',
  'retention',
  'backups',
]

/** Opens a settings page and waits until it is complete. */
export const openSettings = async (page: Page, part: string): Promise<void> => {
  await page.goto(`/adminconfig${part === '' ? '' : `?subMenu=${part}`}`)
  await page
    .getByRole('heading', { level: part === '' ? 1 : 2 })
    .first()
    .waitFor()
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
}
