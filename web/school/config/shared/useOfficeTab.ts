import { useUrlState } from '#web/routing/urlState.ts'
import { type TabKey, tabsOf, type TabbedScreen } from './officeTabs.ts'
import { useIsShown } from './useIsShown.ts'

/** Returns the tabs of a screen that the reader may open, and the open one: the one in the address, or the first. */
export const useOfficeTab = <S extends TabbedScreen>(screen: S): { open: TabKey<S>; shown: readonly TabKey<S>[] } => {
  const [{ tab }] = useUrlState()
  const isShown = useIsShown()
  const shown = tabsOf(screen)
    .filter(isShown)
    .map(({ key }) => key)
  return { shown, open: shown.find(key => key === tab) ?? shown[0]! }
}
