import { useTranslations } from 'use-intl'
import type { ReadName } from '#contract/index.ts'
import { useUrlState } from '#web/routing/urlState.ts'
import { useMay } from '#web/session/may.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { type AnyTab, officeTabs, type TabbedScreen, type TabOf } from './officeTabs.ts'

type Shown<S extends TabbedScreen> = { key: TabOf<S>; needs?: ReadName }

/** The tabs of a screen that the reader may open, and the one that the address asks for. */
export const useOfficeTabs = <S extends TabbedScreen>(screen: S): { tab: TabOf<S>; shown: readonly TabOf<S>[] } => {
  const may = useMay()
  const [url] = useUrlState()
  const all: readonly Shown<S>[] = officeTabs[screen]
  const shown = all.filter(({ needs }) => needs === undefined || may(needs) !== false).map(({ key }) => key)
  return { tab: shown.find(key => key === url['tab']) ?? all[0]!.key, shown }
}

type OfficeTabsProps<S extends TabbedScreen> = {
  screen: S
  /** Names the row of tabs. */
  label: string
  /** How many wait behind a tab. */
  counts?: { [K in TabOf<S>]?: number | undefined }
}

/** The tabs of a screen. Each begins with nothing of the one before. */
export const OfficeTabs = <S extends TabbedScreen>({ screen, label, counts = {} }: OfficeTabsProps<S>) => {
  const t = useTranslations('officeTabs')
  const [url, change] = useUrlState()
  const { tab, shown } = useOfficeTabs(screen)
  const nameOf = (key: AnyTab): string => t(key)
  if (shown.length < 2) return null
  const nothing = Object.fromEntries(Object.keys(url).map(key => [key, undefined]))
  return (
    <div data-noprint className="mb-5">
      <Tabs
        label={label}
        value={tab}
        onChange={key => change({ ...nothing, tab: key === shown[0] ? undefined : key })}
        tabs={shown.map(key => ({
          key,
          label: nameOf(key),
          ...(counts[key] !== undefined && { count: counts[key] }),
        }))}
      />
    </div>
  )
}
