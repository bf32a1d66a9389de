import { useSyncExternalStore } from 'react'

type ThemeChoice = 'system' | 'light' | 'dark'

const key = 'lantern_theme'
const listeners = new Set<() => void>()
const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

const stored = (): ThemeChoice => {
  const theme = document.documentElement.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const tell = (): void => {
  for (const listener of listeners) listener()
}

/**
 * Chooses a theme and stores it on this device; 'system' follows the device again. What is in sight changes its colors
 * at once, the rest of the page a frame later, both without transitions (`data-switching` in styles.css), and the
 * controls that name the theme another frame later: on a slow phone, everything in one frame would delay the first.
 */
export const chooseTheme = (choice: ThemeChoice): void => {
  const { dataset } = document.documentElement
  dataset['switching'] = 'seen'
  if (choice === 'system') delete dataset['theme']
  else dataset['theme'] = choice
  // The first callback runs before the frame is painted.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      dataset['switching'] = 'rest'
      requestAnimationFrame(() => {
        delete dataset['switching']
        tell()
      })
    }),
  )
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // If storage is blocked, the choice only ends with this visit.
  }
}

const subscribe = (listener: () => void) => {
  const device = system()
  listeners.add(listener)
  device.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    device.removeEventListener('change', listener)
  }
}

/** The chosen theme and the one shown. A server-rendered page knows neither and expresses it in its colors alone. */
export const useTheme = (): { choice: ThemeChoice; isDark: boolean } => {
  const choice = useSyncExternalStore(subscribe, stored, () => 'system' as const)
  const systemIsDark = useSyncExternalStore(
    subscribe,
    () => system().matches,
    () => false,
  )
  return { choice, isDark: choice === 'dark' || (choice === 'system' && systemIsDark) }
}
