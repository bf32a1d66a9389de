import { useTranslations } from 'use-intl'
import type { LedgerEntry } from '#contract/money/payments.ts'
import { chargeKinds, paymentMethods } from '#contract/money/payments.plain.ts'
import { discountRules } from '#contract/enrolment/enrolments.plain.ts'
import { useDiscountText } from '#web/words/discountText.ts'
import { useFirstName } from '#web/words/Name.tsx'

const isOne = <const Of extends string>(list: readonly Of[], text: string | null): text is Of =>
  (list as readonly (string | null)[]).includes(text)

type Charged = { kind: string | null; description: string; nativeDescription: string }

/** What a charge is for, in the reader's language: its kind and class, or what the office called it. */
export const useChargeText = (): ((of: Charged) => string) => {
  const t = useTranslations('payments.entry')
  const first = useFirstName()
  return ({ kind, description, nativeDescription }) => {
    const named = first({ name: description, nativeName: nativeDescription })
    const isNamedByKind = isOne(chargeKinds, kind) && kind !== 'other'
    return isNamedByKind ? [t(`kinds.${kind}`), named].filter(Boolean).join(', ') : named || t('kinds.other')
  }
}

/** How money came or went, in words. */
export const useMethodText = (): ((method: string | null) => string) => {
  const t = useTranslations('payments.entry')
  return method => (isOne(paymentMethods, method) ? t(`methods.${method}`) : t('methods.other'))
}

/** What one line of the ledger is, in words: `what` happened, and `more` by which it can be recognised. */
export const useEntryText = (): ((entry: LedgerEntry) => { what: string; more: string }) => {
  const t = useTranslations('payments.entry')
  const first = useFirstName()
  const chargeText = useChargeText()
  const methodText = useMethodText()
  const why = useDiscountText()
  const discountOf = ({ rule, description: label, ofCents, percent }: LedgerEntry): string =>
    isOne(discountRules, rule)
      ? why({ rule, label, ...(ofCents !== null && { ofCents }), ...(percent !== null && { percent }) })
      : t('discount')
  return entry => {
    const method = methodText(entry.method)
    const student = first({ name: entry.student, nativeName: entry.studentNativeName })
    const charge = () => chargeText({ ...entry, kind: entry.chargeKind })
    const join = (...parts: string[]) => parts.filter(Boolean).join(', ')
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
        return { what: t('cancellation', { what: charge() }), more: join(student, entry.reference) }
      case 'payment':
        return { what: method, more: join(entry.reference, entry.description) }
      case 'reversal':
        return {
          what: t(entry.status === 'voided' ? 'voidedEntry' : 'bouncedEntry', { method }),
          more: join(entry.reference, entry.description),
        }
      case 'refund':
      case 'return':
        return {
          what: t(entry.kind, { method }),
          more: join(
            entry.reference,
            entry.description,
            entry.receiptNumber ? t('refundOf', { number: entry.receiptNumber }) : '',
          ),
        }
    }
  }
}
