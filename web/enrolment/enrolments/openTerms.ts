import type { Term } from '#contract/school/terms.ts'
import { useRead } from '#web/wire/call.ts'

/** The terms that register now, the one that ends first first, as the catalogue takes them. */
export const useOpenTerms = (): Term[] =>
  useRead('terms-list', {})
    .filter(({ status }) => status === 'registration' || status === 'active')
    .sort((a, b) => a.endsOn.localeCompare(b.endsOn))
