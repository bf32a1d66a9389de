import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import readExcelFile from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { inspect, inspectBoth, type Seat, openSchool } from '#tests/journeys/lantern.ts'
import { signIn } from '#tests/journeys/session.ts'

const { lantern, sit, seats } = openSchool()
let office: Seat

beforeAll(async () => {
  office = await sit()
  await signIn(office.page, 'office@lakeside.example', 'lakeside-demo')
})

const shownNames = (page: Page) => page.locator('tbody [data-row]').allInnerTexts()
const counted = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor()
/** Downloads a list in a format from its export menu. */
const exported = async (page: Page, format: string): Promise<Buffer> => {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: format }).click(),
  ])
  return readFile(await download.path())
}

test('a child is found by name in either script, by pinyin, by phone number and with a typo', async () => {
  const { page } = office
  await page.goto('/adminstudent')
  const box = page.getByRole('searchbox')
  const [{ phone } = { phone: '' }] = await lantern.sql<{ phone: string }>(
    `select g.phone from school.persons p join school.guardianships gs on gs.student_id = p.id join school.persons g on g.id = gs.guardian_id
     where p.name = 'Emily Wang' and g.phone <> '' limit 1`,
  )
  for (const typed of [
    'Emily Wang',
    '王思涵',
    'wang emily',
    'wangsihan',
    'sihan wang',
    'wsh',
    'Emilly Wang',
    phone.replace(/\D/g, ''),
  ]) {
    await box.fill(typed)
    await page.waitForURL(url => url.searchParams.get('search') === typed)
    await page
      .getByRole('button', { name: /Emily Wang/ })
      .first()
      .waitFor()
  }
})

test('Ctrl K finds people and opens their record', async () => {
  const { page } = office
  await page.goto('/admindashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Find anything' }).waitFor()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Find anything' })
  await box.fill('wangsihan')
  await page.getByRole('option', { name: /Emily Wang.*Grade 1.*Student/ }).waitFor()
  await inspect(office, 'tables-find')
  await box.press('Enter')
  await page.waitForURL(/adminstudent\?id=/)
  await page.getByRole('dialog').getByText('王思涵').first().waitFor()
  await page.keyboard.press('Escape')
})

test('Ctrl K catches the first key, forgives typos, finds pages and actions, and lists recent ones', async () => {
  const { page } = office
  await page.goto('/admindashboard')
  await page.getByRole('button', { name: 'Find anything' }).waitFor()
  // Without waiting in between: the box must be there for the first letter.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('emly wnag')
  const box = page.getByRole('combobox', { name: 'Find anything' })
  expect(await box.inputValue()).toBe('emly wnag')
  await page
    .getByRole('option', { name: /Emily Wang/ })
    .first()
    .waitFor()

  await box.fill('late')
  await page.getByRole('option', { name: /^Late fees/ }).click()
  await page.waitForURL(/adminpayment\?tab=late/)

  await page.keyboard.press('Control+k')
  await page.getByText('Recent', { exact: true }).waitFor()
  await inspect(office, 'tables-recent')
  await page.getByRole('option', { name: /^Late fees/ }).waitFor()
  await box.fill('add stu')
  await page.getByRole('option', { name: 'Add a student' }).waitFor()
  await box.press('Enter')
  await page.getByRole('dialog', { name: /Add student/ }).waitFor()
  await page.keyboard.press('Escape')
})

test('columns and order are saved as a view that opens from its link and by default', async () => {
  const { page } = office
  await page.goto('/adminstudent?sort=-balance')
  await counted(page, /^314 students$/)
  await page.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  for (const column of ['Attendance', 'Date of birth', 'Status', 'Guardian'])
    await columns.getByRole('checkbox', { name: column }).uncheck()
  await columns.getByRole('button', { name: 'Move Family balance up' }).click()
  await inspect(office, 'tables-columns')
  await columns.getByRole('button', { name: 'Done' }).click()
  const heads = async (on: Page) => on.getByRole('columnheader').allInnerTexts()
  const wanted = ['Name', 'Classes', 'Family balance', 'Grade']
  expect((await heads(page)).map(text => text.split('\n')[0]).filter(Boolean)).toEqual(wanted)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save as a new view' }).click()
  const form = page.getByRole('dialog', { name: 'Save this view' })
  await form.getByLabel('Name').fill('Who owes')
  await form.getByRole('checkbox', { name: /Share with the office/ }).check()
  await form.getByRole('checkbox', { name: 'Use as default' }).check()
  await inspect(office, 'tables-save-view')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.waitForURL(/saved=/)
  const address = page.url()

  // The link contains the whole view, for anyone who may read the list. For the person who chose it as default, the
  // list opens with it.
  await page.goto('/admindashboard')
  await page.getByRole('link', { name: 'Students' }).first().click()
  await page.waitForURL(/columns=classes/)
  await page.getByRole('button', { name: 'Views: Who owes' }).waitFor()
  await page.goto(address)
  await page.getByRole('columnheader', { name: 'Family balance' }).and(page.locator('[aria-sort=descending]')).waitFor()
  expect((await heads(page)).map(text => text.split('\n')[0]).filter(Boolean)).toEqual(wanted)

  const lines = (await exported(page, 'CSV file')).toString('utf8').slice(1).trimEnd().split('\r\n')
  expect(lines[0]).toBe('Name,Native name,Classes,Family balance,Grade')
  expect(lines).toHaveLength(315)
  const [sheet] = await readExcelFile(await exported(page, 'Excel workbook'))
  expect(sheet!.data).toHaveLength(315)
  const amounts = sheet!.data.slice(1).map(row => row[3])
  expect(amounts.every(amount => typeof amount === 'number')).toBe(true)
  expect(amounts).toEqual(amounts.toSorted((a, b) => Number(b) - Number(a)))

  await page.getByRole('button', { name: 'Views: Who owes' }).click()
  await page.getByRole('button', { name: 'Manage views' }).click()
  const manage = page.getByRole('dialog', { name: 'Saved views' })
  await inspect(office, 'tables-manage-views')
  await manage.getByRole('button', { name: 'Remove “Who owes”' }).click()
  await manage.getByRole('button', { name: 'Remove “Who owes”' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
})

test('rows are walked through, selected and opened with the keyboard', async () => {
  const { page } = office
  await page.goto('/adminstudent')
  await counted(page, /^314 students$/)
  await page.locator('tbody [data-row]').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  for (let row = 0; row < 3; row += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ ')
  await page.getByRole('region', { name: '4 selected' }).waitFor()
  const names = await shownNames(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/id=/)
  await page
    .getByRole('dialog')
    .getByRole('heading', { level: 2 })
    .filter({ hasText: names[4]!.split('\n').at(-1)!.split(' ')[0]! })
    .waitFor()
  await page.keyboard.press('Escape')
})

/** Presses Tab until the target has focus, like someone without a mouse. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor()
  for (let step = 0; step < 30; step += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}

test('a secretary finds, selects, changes and undoes using only the keyboard', async () => {
  const { page } = office
  await page.goto('/adminstudent')
  await counted(page, /^314 students$/)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.getByText('Undo last action').waitFor()
  await inspectBoth(office, 'tables-keys')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })

  await page.keyboard.press('/')
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('wang')
  await page.waitForURL(/search=wang/)
  await counted(page, /^(?!314)\d+ students$/)
  await page.keyboard.press('ArrowDown')
  const row = page.locator('tbody [data-row]')
  await row.first().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('End')
  await row.last().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press(' ')
  await page.getByRole('region', { name: '1 selected' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: '1 selected' }).waitFor({ state: 'hidden' })
  await page.keyboard.press(' ')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('region', { name: '3 selected' }).waitFor()

  await page.keyboard.press('Shift+Enter')
  await tabTo(page, page.getByRole('button', { name: 'Change grade' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change school grade' })
  await tabTo(page, dialog.getByLabel('New grade'))
  await page.keyboard.type('12')
  await dialog.getByText('3 students will be in grade 12.').waitFor()
  await dialog.getByRole('button', { name: 'Change 3 grades' }).and(page.locator(':enabled')).waitFor()
  await tabTo(page, dialog.getByRole('button', { name: 'Change 3 grades' }))
  await page.keyboard.press('Enter')
  await page.getByText('3 grades changed.').waitFor()
  const inTwelve = async () =>
    (await lantern.sql<{ n: number }>(`select count(*)::int as n from school.students where grade = '12'`))[0]!.n
  const there = await inTwelve()
  await page.keyboard.press('Control+z')
  await page.getByText('Undone. Everything is back as it was.').waitFor()
  expect(there - (await inTwelve())).toBe(3)

  // After the action, focus returns to the table and can open a record from there.
  await page.locator('tbody [data-row]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/id=/)
  await page.getByRole('dialog').getByRole('heading', { level: 2 }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('a long list loads more as it scrolls, and drops rows far away', async () => {
  const { page } = office
  await page.goto('/adminstudent')
  await counted(page, /^314 students$/)
  await page.mouse.move(700, 600)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 4000)
        return page.locator('tbody').count()
      },
      { timeout: 30_000 },
    )
    .toBe(7)
  await page.keyboard.press('Control+End')
  await expect.poll(() => page.locator('tbody [data-row]').count()).toBeLessThan(250)
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('315')
})

test('all matching rows are selected, previewed, changed and undone', async () => {
  const { page } = office
  await page.goto('/adminstudent?grade=4')
  await counted(page, /^\d+ students$/)
  const total = Number(
    (
      await page
        .getByRole('status')
        .filter({ hasText: /^\d+ students$/ })
        .innerText()
    ).split(' ')[0],
  )
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page
    .getByRole('region', { name: `${total} selected` })
    .getByRole('button', { name: 'Change grade' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Change school grade' })
  await dialog.getByLabel('New grade').fill('5')
  await dialog.getByText(`${total} students will be in grade 5.`).waitFor()
  await inspect(office, 'tables-grade')
  await dialog.getByRole('button', { name: `Change ${total} grades` }).click()
  await page.getByText('Nobody matches these filters.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await counted(page, new RegExp(`^${total} students$`))

  await page.goto('/adminstudent')
  await counted(page, /^314 students$/)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Select all 314 that match' }).click()
  await page.getByRole('region', { name: '314 selected' }).getByRole('button', { name: 'Archive' }).click()
  await page
    .getByRole('dialog')
    .getByText(/ left out:/)
    .waitFor()
  await inspect(office, 'tables-archive')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})

test('labels and class lists open as PDFs', async () => {
  const { page, context } = office
  await page.goto('/adminstudent')
  await counted(page, /^314 students$/)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Labels and badges' }).click()
  const labels = page.getByRole('dialog', { name: 'Labels and badges' })
  await labels.getByRole('button', { name: 'Open PDF' }).and(page.locator(':enabled')).waitFor()
  await inspect(office, 'tables-labels')
  const form = await labels
    .locator('input[type=hidden]')
    .evaluateAll(inputs =>
      Object.fromEntries(inputs.map(input => [input.getAttribute('name'), input.getAttribute('value')])),
    )
  const sheet = await context.request.post(`${lantern.origin}/files/labels.pdf`, {
    form: form as Record<string, string>,
  })
  expect([sheet.status(), sheet.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Class lists' }).click()
  const lists = page.getByRole('dialog', { name: 'Print class lists' })
  await lists.getByRole('radio', { name: /Attendance sheet/ }).check()
  await inspect(office, 'tables-class-lists')
  const address = await lists.getByRole('link', { name: 'Open PDF' }).getAttribute('href')
  const list = await context.request.get(`${lantern.origin}${address}`)
  expect([list.status(), (await list.body()).subarray(0, 4).toString()]).toEqual([200, '%PDF'])
})

test('the lists are accessible in dark mode, in Chinese, on a tablet', async () => {
  const seat = await sit({ width: 'tablet', dark: true, language: 'zh' })
  await seat.page.goto('/login')
  await seat.page.locator('input[type=email]').fill('office@lakeside.example')
  await seat.page.locator('input[type=password]').fill('lakeside-demo')
  await seat.page.locator('button[type=submit]').click()
  await seat.page.waitForURL(url => url.pathname !== '/login')
  for (const path of ['/adminstudent', '/adminpayment']) {
    await seat.page.goto(path)
    await seat.page.getByRole('status').filter({ hasText: /\d/ }).first().waitFor()
    await inspect(seat, `tables-zh${path.replace('/', '-')}`)
  }
  await seat.page.getByRole('button', { name: '列', exact: true }).click()
  await seat.page.getByRole('dialog').waitFor()
  await inspect(seat, 'tables-zh-columns')
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
