import type { ReadName } from '#contract/index.ts'

/** A tab of a screen of the office, by its `tab` in the address; the first has none. */
type OfficeTab = { key: string; needs?: ReadName }

/**
 * What stands beside the list of a screen: daily work on the same subject. The settings held it once, under the same
 * names, and their addresses lead on to here.
 */
export const officeTabs = {
  '/adminclass': [{ key: 'classes' }, { key: 'terms' }, { key: 'courses' }],
  '/adminstudent': [
    { key: 'students' },
    { key: 'promotion', needs: 'promotions-list' },
    { key: 'import', needs: 'imports-list' },
  ],
  '/adminpayment': [
    { key: 'balances' },
    { key: 'received', needs: 'payments-received' },
    { key: 'scholarships', needs: 'prices-awards' },
    { key: 'codes', needs: 'prices-codes' },
    { key: 'late' },
  ],
  '/adminapplication': [
    { key: 'waiting' },
    { key: 'visits', needs: 'visits-days' },
    { key: 'placements' },
    { key: 'lotteries', needs: 'lotteries-list' },
  ],
} as const satisfies Record<string, readonly OfficeTab[]>

export type TabbedScreen = keyof typeof officeTabs
export type TabOf<S extends TabbedScreen> = (typeof officeTabs)[S][number]['key']
export type AnyTab = { [S in TabbedScreen]: TabOf<S> }[TabbedScreen]

type Place = { to: TabbedScreen; tab: AnyTab; needs: ReadName | undefined }

/** Every tab that is not its screen's first, with where it is. */
export const tabPlaces: readonly Place[] = (Object.keys(officeTabs) as TabbedScreen[]).flatMap(to =>
  officeTabs[to].slice(1).map((tab: OfficeTab) => ({ to, tab: tab.key as AnyTab, needs: tab.needs })),
)

/** Where a page that the settings held once is now; undefined where they hold it still, or never did. */
export const movedTo = (subMenu: string): { to: TabbedScreen; tab?: AnyTab } | undefined =>
  subMenu === 'classes' ? { to: '/adminclass' } : tabPlaces.find(({ tab }) => tab === subMenu)
