import { useTranslations } from 'use-intl'
import type { LedgerEntry } from '#contract/money/payments.ts'
import { discountRules } from '#contract/enrolment/enrolments.plain.ts'
import { isOne, useCauseText, useChargeText, useMethodText } from '#web/money/payments/shared/chargeText.ts'
import { useDiscountText } from '#web/words/discountText.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns a function that describes an entry of the ledger: `what` happened, and `more` details to recognize it. */
export const useEntryText = (): ((entry: LedgerEntry) => { what: string; more: string }) => {
  const t = useTranslations('payments.entry')
  const first = useFirstName()
  const chargeText = useChargeText()
  const methodText = useMethodText()
  const causeText = useCauseText()
  const why = useDiscountText()
  const format = useFormat()
  const discountOf = ({ rule, description: label, ofCents, percent }: LedgerEntry): string =>
    isOne(discountRules, rule)
      ? why({ rule, label, ...(ofCents !== null && { ofCents }), ...(percent !== null && { percent }) })
      : t('discount')
  return entry => {
    const cause = causeText(entry.cause)
    const method = methodText(entry.method)
    const student = first({ name: entry.student, nativeName: entry.studentNativeName })
    const charge = () => chargeText({ ...entry, kind: entry.chargeKind })
    const join = (...parts: string[]) => format.parts(parts)
    switch (entry.kind) {
      case 'charge':
        return { what: charge(), more: student }
      case 'discount':
        return { what: discountOf(entry), more: '' }
      case 'credit':
        return {
          what: t(entry.amountCents < 0 ? 'credit' : 'creditBack', { what: charge() }),
          more: join(student, entry.reference),
        }
      case 'cancellation':
        return {
          what: t('cancellation', { what: charge() }),
          more: join(student, cause, entry.reference),
        }
      case 'payment':
        return {
          what: method,
          more: join(entry.reference, first({ name: entry.description, nativeName: entry.nativeDescription })),
        }
      case 'reversal':
        return {
          what: t(entry.status === 'voided' ? 'voidedEntry' : 'bouncedEntry', { method }),
          more: join(entry.reference, cause, entry.description),
        }
      case 'refund':
      case 'return':
        return {
          what: t(entry.kind, { method }),
          more: join(
            entry.reference,
            cause,
            first({ name: entry.description, nativeName: entry.nativeDescription }),
            entry.receiptNumber ? t('refundOf', { number: entry.receiptNumber }) : '',
          ),
        }
    }
  }
}
