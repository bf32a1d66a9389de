import { useLocale } from 'use-intl'

/** A longer text in the reader's own language where there is one, else in the other. */
export const useOwnText = (): ((english: string, native: string) => string) => {
  const language = useLocale()
  return (english, native) => (language === 'zh' ? native || english : english || native)
}
