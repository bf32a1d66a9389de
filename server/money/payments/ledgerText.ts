import { discountRules } from '#contract/enrolment/enrolments.plain.ts'
import { chargeKinds, paymentMethods, type ReversalCause } from '#contract/money/payments.plain.ts'
import type { Language } from '#contract/values.ts'
import { messages as ofScreens } from '#web/money/payments/payments.en.ts'
import { messages as ofChineseScreens } from '#web/money/payments/payments.zh.ts'
import { messages as ofReceived } from '#web/money/payments/received.en.ts'
import { messages as ofChineseReceived } from '#web/money/payments/received.zh.ts'
import { textsOf } from '#server/platform/texts.ts'
import { messages as en } from './ledger.en.ts'
import { messages as zh } from './ledger.zh.ts'

export const ledgerTexts = textsOf({ en, zh })
/** The texts that screens use, too. */
export const screenTexts = textsOf({ en: ofScreens.payments, zh: ofChineseScreens.payments })
export const receivedTexts = textsOf({ en: ofReceived.received, zh: ofChineseReceived.received })

/** The kind of a charge in words; empty where its description says it. */
export const kindText = (language: Language, kind: string | null): string => {
  const known = chargeKinds.find(each => each === kind)
  return known === undefined || known === 'other' ? '' : screenTexts(language)(`entry.kinds.${known}`)
}

/** The method of a payment or a refund in words. */
export const methodText = (language: Language, method: string | null): string => {
  const known = paymentMethods.find(each => each === method)
  return known === undefined ? '' : screenTexts(language)(`entry.methods.${known}`)
}

/** The cause of a reversal or a failed refund in words; empty where the office decided it. */
export const causeText = (language: Language, cause: ReversalCause | null): string =>
  cause === null ? '' : screenTexts(language)(`entry.causes.${cause}`)

/** The rule of a discount in words. */
export const ruleText = (language: Language, rule: string | null): string => {
  const known = discountRules.find(each => each === rule)
  return ledgerTexts(language)(known === undefined ? 'entries.discount' : `rules.${known}`)
}
