import type { Locator, Page } from 'playwright-core'

/**
 * The model of a person on a phone, in seconds: finding and tapping something, typing a letter on the on-screen
 * keyboard, and reading a page before the first tap. The figures are those of studies of text entry and reaching,
 * rounded up. Nothing is added for what a password manager or the browser fills in.
 */
export const model = { tap: 1.1, key: 0.28, page: 4 } as const

/** Wraps a browser's page and counts what is done to it. */
export const counted = (page: Page) => {
  const count = { pages: 0, taps: 0, keys: 0 }
  return {
    count,
    /** Waits for a page that the person reads, and counts it. */
    read: async (heading: string | RegExp) => {
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      count.pages += 1
    },
    tap: async (target: Locator) => {
      await target.click()
      count.taps += 1
    },
    /** Taps a field and types into it. */
    type: async (target: Locator, text: string) => {
      await target.fill(text)
      count.taps += 1
      count.keys += text.length
    },
    /** Opens a list and selects one of its options. */
    choose: async (target: Locator, label: string) => {
      await target.selectOption({ label })
      count.taps += 2
    },
    seconds: () => count.pages * model.page + count.taps * model.tap + count.keys * model.key,
    summary: (who: string) =>
      `  ${who}: ${count.pages} pages, ${count.taps} taps, ${count.keys} keys: ${Math.round(
        count.pages * model.page + count.taps * model.tap + count.keys * model.key,
      )} s by the model\n`,
  }
}
