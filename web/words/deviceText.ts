import { useLocale } from 'use-intl'
import { deviceIn } from '#rules/devices.ts'

/** Returns a function that gives the name of a device or passkey in the reader's language. */
export const useDeviceText = (): ((device: string) => string) => deviceIn.bind(null, useLocale())
