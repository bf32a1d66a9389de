import type { Page } from 'playwright-core'

/** The topmost dialog, or the topmost one with this name. */
export const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', name ? { name } : {}).last()

/** Opens a family's account from the list. */
export const openFamily = async (page: Page, family: string) => {
  await page.goto(`/adminpayment?search=${encodeURIComponent(family)}`)
  await page
    .getByRole('row', { name: new RegExp(family) })
    .getByRole('button')
    .first()
    .click()
  const panel = dialog(page, family)
  await panel.getByText('All entries').waitFor()
  return panel
}
