import { useEffect, useState } from 'react'
import type * as calendarRules from '#rules/calendar.ts'
import type * as pricingRules from '#rules/pricing.ts'

type Calendar = typeof calendarRules
type Pricing = typeof pricingRules

const useLater = <Module>(load: () => Promise<Module>): Module | null => {
  const [found, setFound] = useState<{ module: Module } | null>(null)
  useEffect(() => {
    let gone = false
    // Without the rules there is no preview, and the server decides as always.
    load().then(
      module => gone || setFound({ module }),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [load])
  return found?.module ?? null
}

const calendar = (): Promise<Calendar> => import('#rules/calendar.ts')
const pricing = (): Promise<Pricing> => import('#rules/pricing.ts')

/** The date rules, fetched when a screen first needs them since they include a calendar library; null until then. */
export const useCalendarRules = (): Calendar | null => useLater(calendar)
/** The pricing rules; null until they are loaded. */
export const usePricingRules = (): Pricing | null => useLater(pricing)
