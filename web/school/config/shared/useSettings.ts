import { type SettingsGroup, settingsNeeds, type SettingsPage, settingsPages } from './settingsPages.ts'
import { useIsShown } from './useIsShown.ts'

/** Returns the groups of settings with the pages that the reader may open; empty groups are omitted. */
export const useSettings = (): readonly { group: SettingsGroup; pages: readonly SettingsPage[] }[] => {
  const isShown = useIsShown()
  return (Object.keys(settingsPages) as SettingsGroup[])
    .map(group => ({
      group,
      pages: (settingsPages[group] as readonly SettingsPage[]).filter(page => isShown(settingsNeeds[page] ?? {})),
    }))
    .filter(({ pages }) => pages.length > 0)
}
