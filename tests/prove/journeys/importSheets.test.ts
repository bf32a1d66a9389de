import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { inspect, looks, openSchool, type Seat } from '#tests/journeys/lantern.ts'
import { bringIn, sheetAt, sheetMs, sheetOf } from './sheets.ts'
import type { Width } from '#tests/widths.ts'

// A sheet from start to finish, and other cases that an office meets. Custody is in custody.test.ts.

const { lantern, sitAs, seats } = openSchool()
let office: Seat

beforeAll(async () => {
  office = await sitAs('office')
})

const countStudents = async (): Promise<number> =>
  (await lantern.sql<{ n: number }>('select count(*)::int as n from school.students'))[0]!.n

test('a sheet of 300 rows is imported, undone and imported again, and a third time adds nothing', async () => {
  const { page } = office
  const before = await countStudents()
  await page.goto('/adminstudent')
  await page.getByRole('link', { name: 'Import a spreadsheet' }).click()
  await page.getByRole('heading', { name: 'Import', exact: true }).waitFor()
  await inspect(office, 'imports-list')

  await bringIn(page, sheetAt('messy-300.csv'))
  await page.getByText('Lantern has no questions about this sheet.').waitFor()
  const totals = page.locator('dl[aria-label="What this sheet comes to"]')
  expect(await totals.locator('div', { hasText: 'Children' }).innerText()).toContain('293 new')
  expect(await totals.locator('div', { hasText: 'Cells not used' }).innerText()).toContain('of 3,067 filled cells')
  await page.getByText('209 families without questions').click()
  await page.getByRole('button', { name: 'Show more' }).last().waitFor()
  await inspect(office, 'imports-families-sure')
  await page.getByRole('tab', { name: 'Not imported' }).click()
  await page.getByText('3,067 cells are filled in', { exact: false }).waitFor()
  await page.getByRole('row', { name: /M\/F The column is left out/ }).waitFor()
  await page.getByText('There is room for one only').first().waitFor()
  await inspect(office, 'imports-unused')
  await page.getByRole('tab', { name: 'Rows' }).click()
  await page.getByRole('button', { name: /^293 New/ }).waitFor()
  await inspect(office, 'imports-rows')
  expect(await countStudents()).toBe(before)

  await page.getByRole('button', { name: 'Import 293 children' }).click()
  await page.getByText('293 children imported.').waitFor({ timeout: sheetMs })
  expect(await countStudents()).toBe(before + 293)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('This import was undone.', { exact: false }).waitFor()
  expect(await countStudents()).toBe(before)

  // A lock delays the import, so that its progress can be seen and the page opened again.
  await bringIn(page, sheetAt('messy-300.csv'))
  await page.getByRole('button', { name: 'Import 293 children' }).waitFor()
  await lantern.sql('begin')
  await lantern.sql('lock table school.students in share mode')
  await page.getByRole('button', { name: 'Import 293 children' }).click()
  await page.getByRole('progressbar', { name: 'Importing: 0 of 209 families' }).waitFor()
  await page.reload()
  await page.getByRole('progressbar', { name: 'Importing: 0 of 209 families' }).waitFor()
  expect(await page.getByRole('button', { name: /^Import / }).count()).toBe(0)
  await inspect(office, 'imports-progress')
  await lantern.sql('commit')
  await page.getByRole('button', { name: 'Undo the import' }).waitFor({ timeout: sheetMs })
  expect(await countStudents()).toBe(before + 293)

  await bringIn(page, sheetAt('messy-300.csv'))
  // The table about classes is rendered with the rest, so that nothing moves under the pointer later.
  expect(await page.getByRole('table', { name: 'Students and classes' }).count()).toBe(1)
  await page.getByRole('tab', { name: 'Rows' }).click()
  await page.getByRole('button', { name: /^293 Nothing new/ }).waitFor()
  await page.getByText('Everyone in this sheet is already on file.').waitFor()
  expect(await page.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true)
  expect(await countStudents()).toBe(before + 293)
})

test.each(
  looks<{ language: 'en' | 'zh'; width: Width }>(
    { language: 'zh', width: 'phone' },
    { language: 'zh', width: 'desktop' },
    { language: 'en', width: 'phone' },
    { language: 'en', width: 'desktop' },
  ),
)(
  'rows with an unclosed quote are reported, and the others are read: $language, $width',
  async ({ language, width }) => {
    const lines = [
      'Student,DOB,Mother,Mother phone',
      'Ada Ulm,2015-04-01,Eva Ulm,585-555-0101',
      'Bo Vogt,2015-04-02,"Vogt, Eva,585-555-0102',
      'Cy "Cee Wied,2015-04-03,Eva Wied,585-555-0103',
      'Di Xanten,2015-04-04,"Xanten, Eva",585-555-0104',
    ]
    const seat = await sitAs('office', { language, width })
    const { page } = seat
    const isEnglish = language === 'en'
    await page.goto('/adminstudent?tab=import')
    await page
      .getByLabel(isEnglish ? 'Spreadsheet' : '表格文件', { exact: true })
      .setInputFiles(sheetOf('open.csv', lines))
    await page.getByRole('tab', { name: isEnglish ? 'Rows' : '各行' }).click()
    const text = isEnglish ? 'A quotation mark in this row was never closed.' : '这一行有一个引号没有闭合'
    const seen = page.getByText(text, { exact: false }).filter({ visible: true })
    await expect.poll(() => seen.count()).toBe(2)
    await page.getByRole('button', { name: isEnglish ? /^3 New/ : /^3 新增/ }).waitFor()
    await inspect(seat, `imports-quote-${language}-${width}`)
    await page.getByRole('button', { name: isEnglish ? 'All imports' : '全部导入' }).click()
    await page
      .getByText(isEnglish ? '3 of 4 ready to import' : '3 / 4 行可导入')
      .first()
      .waitFor()
    await inspect(seat, `imports-list-${language}-${width}`)
    await page.close()
  },
)

test('rows that are left out say why, and download as a file to correct', async () => {
  const { page } = office
  await bringIn(page, sheetAt('messy-300.csv'))
  await page.getByRole('tab', { name: 'Rows' }).click()
  await page.getByRole('button', { name: /^7 Left out/ }).click()
  await page.getByText('“2/30/2015” isn’t a valid date.').first().waitFor()
  await page.getByRole('button', { name: '41', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Row 41' })
  await panel.getByText('The child’s name is missing.').waitFor()
  await inspect(office, 'imports-row')
  await panel.getByRole('button', { name: 'Leave this row out' }).click()
  await page.getByRole('button', { name: /^6 Left out/ }).waitFor()
  await page.keyboard.press('Escape')

  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download rows left out' }).click()
  const text = await readFile(await (await waiting).path(), 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text).toContain('Reason')
  expect(text).toContain('“2/30/2015” isn’t a valid date.')
  expect(
    text
      .trim()
      .split('\r\n')
      .filter(line => line.includes('isn’t a ') || line.includes('is missing') || line.includes('in the future')),
  ).toHaveLength(6)
})

test('columns are recognized, chosen by hand, and remembered', async () => {
  const { page } = office
  await bringIn(page, sheetAt('office-gb18030.csv'))
  await page.getByRole('tab', { name: 'Columns and file' }).click()
  const name = page.getByRole('combobox', { name: 'What “备注” holds' })
  await name.waitFor()
  await inspect(office, 'imports-columns')
  await name.selectOption('child-medical:1')
  await page.getByRole('row', { name: /备注/ }).getByText('Your choice').waitFor()
  await bringIn(page, sheetAt('office-gb18030.csv'))
  await page.getByRole('tab', { name: 'Columns and file' }).click()
  await page.getByRole('row', { name: /备注/ }).getByText('As last time').waitFor()
  expect(await page.getByLabel('Character encoding').inputValue()).toBe('gb18030')
})

test('an import is previewed in Chinese, in dark mode, on a tablet', async () => {
  const other = await sitAs('office', { width: 'tablet', language: 'zh', dark: true })
  const { page } = other
  await page.goto('/adminconfig?subMenu=import')
  await page.getByLabel('表格文件', { exact: true }).setInputFiles(sheetAt('families.xlsx'))
  await page.getByText('这份表格没有需要您回答的问题。').waitFor({ timeout: sheetMs })
  await inspect(other, 'imports-families-zh')
  await page.getByRole('tab', { name: '未导入' }).click()
  await page.getByText('个有内容的单元格：', { exact: false }).waitFor()
  await inspect(other, 'imports-unused-zh')
  await page.getByRole('tab', { name: '各行' }).click()
  await page.getByRole('button', { name: /^\d+ 新增/ }).waitFor()
  await inspect(other, 'imports-rows-zh')
  await page.getByRole('tab', { name: '列与文件' }).click()
  await page.getByLabel('工作表').waitFor()
  await inspect(other, 'imports-columns-zh')
  await page.getByRole('button', { name: '全部导入' }).click()
  await page.getByText('families.xlsx').waitFor()
  await inspect(other, 'imports-list-zh')
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
