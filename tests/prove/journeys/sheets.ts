import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** The most that reading or importing a sheet may take, however busy the machine is. */
export const sheetMs = 60_000

/** The path of a sheet among the fixtures. */
export const sheetAt = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/imports/${name}`, import.meta.url))

/** A sheet of these lines, as a browser uploads it. */
export const sheetOf = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

/** Chooses a sheet on the list of imports; its report is on the screen afterwards. */
export const bringIn = async (page: Page, sheet: string | ReturnType<typeof sheetOf>): Promise<void> => {
  const name = typeof sheet === 'string' ? basename(sheet) : sheet.name
  await page.goto('/adminconfig?subMenu=import')
  await page.getByLabel('Spreadsheet', { exact: true }).setInputFiles(sheet)
  await page.waitForURL(url => url.searchParams.has('id'), { timeout: sheetMs })
  await page.getByRole('heading', { name, exact: true }).waitFor()
}
