import { useTranslations } from 'use-intl'
import type { PriceLine } from '#contract/enrolment/enrolments.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Discount = Pick<PriceLine['discounts'][number], 'rule' | 'label' | 'ofCents' | 'percent'>

/** Returns a function that explains a discount in a sentence with its numbers. */
export const useDiscountText = (): ((discount: Discount) => string) => {
  const t = useTranslations('prices')
  const format = useFormat()
  return ({ rule, label, ofCents, percent: kept }) => {
    // Discounts from before the percentage was stored have it in their label.
    const percent = kept ?? (/^(\d+)%$/.exec(label) ? Number.parseInt(label, 10) : undefined)
    const of = ofCents === undefined ? null : format.money(ofCents)
    const share = percent === undefined ? label : format.percent(percent / 100)
    const part = of === null ? t('bareShare', { share }) : t('share', { share, of })
    const isAmount = percent === undefined
    const day = () => (/^\d{4}-\d{2}-\d{2}$/.test(label) ? format.day(label, 'short') : label)
    switch (rule) {
      case 'proration':
        return of === null ? t('rule.bareProration', { share: label }) : t('rule.proration', { share: label, of })
      case 'early':
        return isAmount ? t('rule.waived', { day: day() }) : t('rule.early', { part, day: day() })
      case 'scholarship':
        return isAmount ? t('rule.scholarshipAmount') : t('rule.scholarship', { part })
      case 'promo':
        return isAmount ? t('rule.promoAmount', { code: label }) : t('rule.promo', { code: label, part })
      default:
        return t(`rule.${rule}`, { part })
    }
  }
}
