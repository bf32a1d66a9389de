import type { ReadName } from '#contract/index.ts'
import type { Feature } from '#contract/settings.plain.ts'

/**
 * A tab of an office screen, by its `tab` in the address; the first has none. It is shown to people who may call what
 * it `needs`, if the school has switched its feature on.
 */
type OfficeTab = { key: string; needs?: ReadName; feature?: Feature }

/**
 * The tabs beside a screen's list: daily work on the same subject. They were settings pages once, under the same names,
 * and those addresses redirect here.
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

/** Returns the tabs of a screen; the first is its list. */
export const tabsOf = <S extends TabbedScreen>(screen: S): readonly (OfficeTab & { key: TabKey<S> })[] =>
  officeTabs[screen]

/** Every tab that isn't its screen's first, with the screen's address. */
export const tabPlaces = (Object.keys(officeTabs) as TabbedScreen[]).flatMap(to =>
  tabsOf(to)
    .slice(1)
    .map(tab => ({ ...tab, to })),
)

/** Returns where a former settings page is now; undefined if it is still one, or never was. */
export const movedTo = (subMenu: string): { to: TabbedScreen; tab?: TabKey } | undefined => {
  const found = tabPlaces.find(({ key }) => key === subMenu)
  return subMenu === 'classes' ? { to: '/adminclass' } : found && { to: found.to, tab: found.key }
}
