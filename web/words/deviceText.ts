import { useLocale, useTranslations } from 'use-intl'
import { deviceIn } from '#rules/devices.ts'

/** Returns a function that gives the name of a device or passkey in the reader's language; for '' that it is unknown. */
export const useDeviceText = (): ((device: string) => string) => {
  const t = useTranslations('ui')
  const locale = useLocale()
  return device => deviceIn(locale, device) || t('unknownDevice')
}
