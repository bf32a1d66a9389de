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
 * Chooses a theme and keeps it on this device; 'system' follows the device again. The whole page changes its colours at
 * once (`data-switching` in styles.css), and what says which theme it is follows a frame later: a hundred transitions that
 * begin together would hold up the first frame.
 */
export const chooseTheme = (choice: ThemeChoice): void => {
  const { dataset } = document.documentElement
  dataset['switching'] = ''
  if (choice === 'system') delete dataset['theme']
  else dataset['theme'] = choice
  // The first of these comes before the frame is painted.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      delete dataset['switching']
      tell()
    }),
  )
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // A closed storage only means that the choice ends with this visit.
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

/** What was chosen, and what is seen. A page made ready on the server knows neither and says so only in its colours. */
export const useTheme = (): { choice: ThemeChoice; isDark: boolean } => {
  const choice = useSyncExternalStore(subscribe, stored, () => 'system' as const)
  const systemIsDark = useSyncExternalStore(
    subscribe,
    () => system().matches,
    () => false,
  )
  return { choice, isDark: choice === 'dark' || (choice === 'system' && systemIsDark) }
}
