import { useTranslations } from 'use-intl'
import { useFormat } from '#web/words/useFormat.ts'

/** What is typed as a share or an amount; the other of both is not sent. */
export type TypedWorth = { by: 'percent' | 'amountCents'; percent: string; amountCents: number | null }

/** No whole number is sent as one that the contract refuses at its field; nothing typed is nothing. */
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

/** A share or an amount in words. */
export const useWorthText = (of: 'codes' | 'awards') => {
  const t = useTranslations(`officePrices.${of}`)
  const format = useFormat()
  return ({ percent, amountCents }: { percent: number | null; amountCents: number | null }): string =>
    percent === null
      ? t('amountOff', { amount: format.money(amountCents ?? 0) })
      : t('percentOff', { share: format.percent(percent / 100) })
}
