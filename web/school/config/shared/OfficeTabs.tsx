import { useTranslations } from 'use-intl'
import { useUrlState } from '#web/routing/urlState.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import type { TabbedScreen, TabKey } from './officeTabs.ts'
import { useOfficeTab } from './useOfficeTab.ts'

type OfficeTabsProps = {
  screen: TabbedScreen
  /** The accessible name of the tabs. */
  label: string
  /** The number of items that wait in a tab. */
  counts?: Partial<Record<TabKey, number | undefined>>
}

/** The tabs of a screen that the reader may open. Each starts without the previous one's parameters. */
export const OfficeTabs = ({ screen, label, counts = {} }: OfficeTabsProps) => {
  const t = useTranslations('officeTabs')
  const [url, change] = useUrlState()
  const { open, shown } = useOfficeTab(screen)
  if (shown.length < 2) return null
  const nothing = Object.fromEntries(Object.keys(url).map(key => [key, undefined]))
  return (
    <>
      <Tabs
        label={label}
        value={open}
        onChange={key => change({ ...nothing, tab: key === shown[0] ? undefined : key })}
        tabs={shown.map(key => ({ key, label: t(key), ...(counts[key] !== undefined && { count: counts[key] }) }))}
      />
      {open !== shown[0] && <h2 className="sr-only">{t(open)}</h2>}
    </>
  )
}
