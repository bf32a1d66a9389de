import type { Locator, Page } from 'playwright-core'

/**
 * What a person does on a telephone, in seconds: finding and touching something, a letter on the glass keyboard, and
 * reading a page before the first touch. Figures as studies of text entry and of reaching have them, rounded up;
 * nothing is added for what a password manager or the browser fills in.
 */
export const model = { tap: 1.1, key: 0.28, page: 4 } as const

/** A browser's page that counts what is done to it. */
export const counted = (page: Page) => {
  const count = { pages: 0, taps: 0, keys: 0 }
  return {
    count,
    /** A page has come that is read. */
    read: async (heading: string | RegExp) => {
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      count.pages += 1
    },
    tap: async (target: Locator) => {
      await target.click()
      count.taps += 1
    },
    /** Touches a field and types into it. */
    type: async (target: Locator, text: string) => {
      await target.fill(text)
      count.taps += 1
      count.keys += text.length
    },
    /** Opens a list and takes one of it. */
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
