import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'

const key = 'lantern_theme'
const listeners = new Set<() => void>()
const system = matchMedia('(prefers-color-scheme: dark)')

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
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

/** What was chosen, and what is seen. */
export const useTheme = (): { choice: ThemeChoice; isDark: boolean } => {
  const choice = useSyncExternalStore(subscribe, stored)
  const systemIsDark = useSyncExternalStore(subscribe, () => system.matches)
  return { choice, isDark: choice === 'dark' || (choice === 'system' && systemIsDark) }
}
