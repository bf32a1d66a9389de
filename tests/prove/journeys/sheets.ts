import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** The time limit in milliseconds for reading or importing a sheet on a busy machine. */
export const sheetMs = 60_000

/** The path of a fixture sheet. */
export const sheetAt = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/imports/${name}`, import.meta.url))

/** A sheet of these lines, as a file to upload. */
export const sheetOf = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

/** Uploads a sheet on the page of imports. Its report is then on the screen. */
export const bringIn = async (page: Page, sheet: string | ReturnType<typeof sheetOf>): Promise<void> => {
  const name = typeof sheet === 'string' ? basename(sheet) : sheet.name
  await page.goto('/adminconfig?subMenu=import')
  await page.getByLabel('Spreadsheet', { exact: true }).setInputFiles(sheet)
  await page.waitForURL(url => url.searchParams.has('id'), { timeout: sheetMs })
  await page.getByRole('heading', { name, exact: true }).waitFor()
}
