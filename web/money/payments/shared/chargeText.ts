import { useTranslations } from 'use-intl'
import { chargeKinds, paymentMethods, type ReversalCause } from '#contract/money/payments.plain.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** True if a text is one of a list. */
export const isOne = <const Of extends string>(list: readonly Of[], text: string | null): text is Of =>
  (list as readonly (string | null)[]).includes(text)

type Charged = { kind: string | null; description: string; nativeDescription: string }

/** Returns a function that says what a charge is for: its kind and class, or the office's description. */
export const useChargeText = (): ((of: Charged) => string) => {
  const t = useTranslations('payments.entry')
  const first = useFirstName()
  const format = useFormat()
  return ({ kind, description, nativeDescription }) => {
    const named = first({ name: description, nativeName: nativeDescription })
    if (!isOne(chargeKinds, kind) || kind === 'other') return named || t('kinds.other')
    const name = t(`kinds.${kind}`)
    // The description of a late fee only repeats its kind.
    return named === name ? name : format.parts([name, named])
  }
}

/** Returns a function that names a payment method. */
export const useMethodText = (): ((method: string | null) => string) => {
  const t = useTranslations('payments.entry')
  return method => (isOne(paymentMethods, method) ? t(`methods.${method}`) : t('methods.other'))
}

/** What a reversal or a failed refund follows from, in words; empty where the office alone decided it. */
export const useCauseText = (): ((cause: ReversalCause | null) => string) => {
  const t = useTranslations('payments.entry')
  return cause => (cause ? t(`causes.${cause}`) : '')
}
