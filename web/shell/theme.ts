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

/** Chooses a theme and keeps it on this device; 'system' follows the device again. */
export const chooseTheme = (choice: ThemeChoice): void => {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // A closed storage only means that the choice ends with this visit.
  }
  tell()
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
