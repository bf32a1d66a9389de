import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { inspect, looks, openSchool, type Seat } from '#tests/journeys/lantern.ts'
import { bringIn, sheetAt, sheetMs, sheetOf } from '#tests/journeys/sheets.ts'
import type { Width } from '#tests/widths.ts'

// What else an office meets in a sheet; importing one from start to finish is in tests/journeys/imports.test.ts.

const { sitAs, seats } = openSchool()
let office: Seat

beforeAll(async () => {
  office = await sitAs('office')
})

test.each(
  looks<{ language: 'en' | 'zh'; width: Width }>(
    { language: 'zh', width: 'phone' },
    { language: 'zh', width: 'desktop' },
    { language: 'en', width: 'phone' },
    { language: 'en', width: 'desktop' },
  ),
)(
  'a row with a quote that was never closed is named, and the others are read: $language, $width',
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

test('rows that stay out say why, and come as a file to be put right', async () => {
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

test('columns are recognised, chosen by hand, and remembered', async () => {
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

test('the same in Chinese, in the dark, on a tablet', async () => {
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

test('nothing was complained about', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
