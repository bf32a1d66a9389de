import { useTranslations } from 'use-intl'
import { chargeKinds, paymentMethods } from '#contract/money/payments.plain.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Whether a text is one of a list. */
export const isOne = <const Of extends string>(list: readonly Of[], text: string | null): text is Of =>
  (list as readonly (string | null)[]).includes(text)

type Charged = { kind: string | null; description: string; nativeDescription: string }

/** What a charge is for, in the reader's language: its kind and class, or what the office called it. */
export const useChargeText = (): ((of: Charged) => string) => {
  const t = useTranslations('payments.entry')
  const first = useFirstName()
  const format = useFormat()
  return ({ kind, description, nativeDescription }) => {
    const named = first({ name: description, nativeName: nativeDescription })
    if (!isOne(chargeKinds, kind) || kind === 'other') return named || t('kinds.other')
    const name = t(`kinds.${kind}`)
    // A late fee is called what its kind is.
    return named === name ? name : format.parts([name, named])
  }
}

/** How money came or went, in words. */
export const useMethodText = (): ((method: string | null) => string) => {
  const t = useTranslations('payments.entry')
  return method => (isOne(paymentMethods, method) ? t(`methods.${method}`) : t('methods.other'))
}
