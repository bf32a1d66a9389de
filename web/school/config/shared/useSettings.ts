import { useMay } from '#web/session/may.ts'
import { type SettingsGroup, settingsNeeds, type SettingsPage, settingsPages } from './settingsPages.ts'

/** The groups of settings with the pages that the reader may open; one without any is left out. */
export const useSettings = (): readonly { group: SettingsGroup; pages: readonly SettingsPage[] }[] => {
  const may = useMay()
  const isOpenTo = (page: SettingsPage): boolean => {
    const name = settingsNeeds[page]
    return name === undefined || may(name) !== false
  }
  return (Object.keys(settingsPages) as SettingsGroup[])
    .map(group => ({ group, pages: (settingsPages[group] as readonly SettingsPage[]).filter(isOpenTo) }))
    .filter(({ pages }) => pages.length > 0)
}
