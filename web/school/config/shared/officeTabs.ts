import type { ReadName } from '#contract/index.ts'
import type { Feature } from '#contract/settings.plain.ts'

/**
 * A tab of a screen of the office, by its `tab` in the address; the first has none. It is there for who may read what it
 * `needs`, where the school has switched its feature on.
 */
type OfficeTab = { key: string; needs?: ReadName; feature?: Feature }

/**
 * What stands beside the list of a screen: daily work on the same subject. The settings held it once, under the same
 * names, and their addresses lead on to here.
 */
const officeTabs = {
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
    { key: 'codes', needs: 'prices-codes', feature: 'promoCodes' },
    { key: 'late' },
  ],
  '/adminapplication': [
    { key: 'waiting' },
    { key: 'visits', needs: 'visits-list', feature: 'trials' },
    { key: 'placements' },
    { key: 'lotteries', needs: 'lotteries-list', feature: 'lotteries' },
  ],
} as const satisfies Record<string, readonly OfficeTab[]>

export type TabbedScreen = keyof typeof officeTabs
export type TabKey<S extends TabbedScreen = TabbedScreen> = (typeof officeTabs)[S][number]['key']

/** The tabs of a screen, the first of them its list. */
export const tabsOf = <S extends TabbedScreen>(screen: S): readonly (OfficeTab & { key: TabKey<S> })[] =>
  officeTabs[screen]

/** Every tab that is not its screen's first, with where it is. */
export const tabPlaces = (Object.keys(officeTabs) as TabbedScreen[]).flatMap(to =>
  tabsOf(to)
    .slice(1)
    .map(tab => ({ ...tab, to })),
)

/** Where a page that the settings held once is now; undefined where they hold it still, or never did. */
export const movedTo = (subMenu: string): { to: TabbedScreen; tab?: TabKey } | undefined => {
  const found = tabPlaces.find(({ key }) => key === subMenu)
  return subMenu === 'classes' ? { to: '/adminclass' } : found && { to: found.to, tab: found.key }
}
