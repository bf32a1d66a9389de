import { useTranslations } from 'use-intl'
import { useUrlState } from '#web/routing/urlState.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { type AnyTab, tabsOf, type TabbedScreen } from './officeTabs.ts'
import { useIsShown } from './useIsShown.ts'

type OfficeTabsProps = {
  screen: TabbedScreen
  /** Names the row of tabs. */
  label: string
  /** How many wait behind a tab. */
  counts?: Partial<Record<AnyTab, number | undefined>>
}

/** The tabs of a screen that the reader is led to. Each begins with nothing of the one before. */
export const OfficeTabs = ({ screen, label, counts = {} }: OfficeTabsProps) => {
  const t = useTranslations('officeTabs')
  const [url, change] = useUrlState()
  const isShown = useIsShown()
  const shown = tabsOf(screen)
    .filter(isShown)
    .map(({ key }) => key)
  if (shown.length < 2) return null
  const nothing = Object.fromEntries(Object.keys(url).map(key => [key, undefined]))
  const open = shown.find(key => key === url['tab']) ?? shown[0]!
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
