import { useLocale } from 'use-intl'

/** Returns a function that picks a longer text in the reader's language if there is one, otherwise in the other. */
export const useOwnText = (): ((english: string, native: string) => string) => {
  const language = useLocale()
  return (english, native) => (language === 'zh' ? native || english : english || native)
}
