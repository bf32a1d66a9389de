import type { PromoProblem } from '#contract/money/prices.plain.ts'

export type PromoTerms = {
  validFrom: string | null
  validUntil: string | null
  mostUses: number | null
  mostPerHousehold: number | null
  isForNewFamilies: boolean
  isArchived: boolean
}
type PromoUse = {
  today: string
  /** The number of times it was used, by all families and by this one. */
  uses: number
  usesHere: number
  isNewFamily: boolean
}

/** Why a code is not valid for a family on a day; null if it is valid. The first and last day count in full. */
export const promoProblem = (code: PromoTerms | null, use: PromoUse): PromoProblem | null => {
  if (code === null || code.isArchived) return 'unknown'
  if (code.validFrom !== null && use.today < code.validFrom) return 'early'
  if (code.validUntil !== null && use.today > code.validUntil) return 'over'
  if (code.isForNewFamilies && !use.isNewFamily) return 'notNew'
  if (code.mostPerHousehold !== null && use.usesHere >= code.mostPerHousehold) return 'usedHere'
  if (code.mostUses !== null && use.uses >= code.mostUses) return 'used'
  return null
}

/** The number of wrong codes that may be tried per hour: enough for typing errors, too few to guess a code. */
export const wrongCodesAnHour = { ofAccount: 10, ofNetwork: 100 } as const

/** A code in the form used for comparison, regardless of case and width. */
export const promoKey = (typed: string): string => typed.trim().toUpperCase().normalize('NFKC')
