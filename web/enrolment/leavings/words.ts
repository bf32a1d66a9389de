import { useTranslations } from 'use-intl'
import type { BackLine, MoneyWay, Transfer, Withdrawal } from '#contract/enrolment/leavings.ts'
import type { PriceLine } from '#contract/enrolment/enrolments.ts'
import { useChargeText } from '#web/money/payments/shared/chargeText.ts'
import { CallError } from '#web/wire/callError.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns a function that names a charge in the reader's language: its kind and, for class fees, the class. */
export const useLineText = (): ((kind: BackLine['kind'] | PriceLine['kind'], section: string) => string) => {
  const chargeText = useChargeText()
  return (kind, section) => {
    const isOfClass = kind !== 'registration' && kind !== 'late'
    return chargeText({ kind, description: isOfClass ? section : '', nativeDescription: '' })
  }
}

/** True if a refusal means that the figures on the screen are outdated. */
export const isPreviewOutdated = (error: unknown): boolean =>
  error instanceof CallError && (error.reason === 'PREVIEW_CHANGED' || error.reason === 'ASK_OFFICE')

/** Returns a function for the button's label: what is done, and what moves. */
export const useWithdrawText = (): ((of: Withdrawal, back: MoneyWay, isOffice: boolean) => string) => {
  const t = useTranslations('leavings.confirm')
  const format = useFormat()
  const first = useFirstName()
  return (of, back, isOffice) => {
    const section = first({ name: of.section, nativeName: of.sectionNativeName })
    if (of.way === 'ask') return t('ask', { section })
    if (of.freeCents > 0) {
      const amount = format.money(of.freeCents)
      if (isOffice) return t(back === 'payer' ? 'officePayer' : 'officeCredit', { amount })
      return t(back, { section, amount })
    }
    if (of.coversCents > 0) {
      const amount = format.money(of.coversCents)
      return isOffice ? t('officeCovers', { amount }) : t('covers', { section, amount })
    }
    if (isOffice) return t('officeNothing')
    return t(of.lines.length > 0 ? 'nothing' : 'free', { section })
  }
}

/** The button's label for a transfer. */
export const useTransferText = (): ((of: Transfer, back: MoneyWay) => string) => {
  const t = useTranslations('leavings.confirm')
  const format = useFormat()
  const first = useFirstName()
  return (of, back) => {
    const section = first(of.to)
    if (of.way === 'ask') return t('transferAsk', { section })
    if (of.differenceCents > 0) return t('transferMore', { section, amount: format.money(of.differenceCents) })
    if (of.freeCents > 0)
      return t(back === 'payer' ? 'transferPayer' : 'transferCredit', {
        section,
        amount: format.money(of.freeCents),
      })
    if (of.coversCents > 0) return t('transferCovers', { section, amount: format.money(of.coversCents) })
    return t('transferSame', { section })
  }
}
