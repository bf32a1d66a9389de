import { useTranslations } from 'use-intl'
import { useFormat } from '#web/words/useFormat.ts'

/** A percentage or an amount as typed; the other of the two is not sent. */
export type TypedWorth = { by: 'percent' | 'amountCents'; percent: string; amountCents: number | null }

/**
 * Parses a whole number. Invalid text becomes -1, which the contract refuses at its field; an empty text becomes null.
 */
export const numberOrNull = (text: string): number | null =>
  text.trim() === '' ? null : /^\d{1,6}$/.test(text.trim()) ? Number(text) : -1

export const worthOf = ({ by, percent, amountCents }: TypedWorth) => ({
  percent: by === 'percent' ? (numberOrNull(percent) ?? -1) : null,
  amountCents: by === 'amountCents' ? (amountCents ?? 0) : null,
})
export const typedWorth = (of?: { percent: number | null; amountCents: number | null }): TypedWorth => ({
  by: of && of.amountCents !== null ? 'amountCents' : 'percent',
  percent: of?.percent ? String(of.percent) : '',
  amountCents: of?.amountCents ?? null,
})

/** Returns a function that puts a percentage or an amount into words. */
export const useWorthText = (of: 'codes' | 'awards') => {
  const t = useTranslations(`officePrices.${of}`)
  const format = useFormat()
  return ({ percent, amountCents }: { percent: number | null; amountCents: number | null }): string =>
    percent === null
      ? t('amountOff', { amount: format.money(amountCents ?? 0) })
      : t('percentOff', { share: format.percent(percent / 100) })
}
