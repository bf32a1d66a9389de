import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { Later, type LaterProps } from '#web/routing/Later.tsx'
import { useDiscountText } from '#web/words/discountText.ts'
import { Skeleton } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The amount that the family will be charged, line by line, by the rules that the invoice follows. */
export const SeatPrice = ({
  read,
  section,
}: Pick<LaterProps<Output<'enrolments-offerPrice'>>, 'read'> & { section: string }) => {
  const t = useTranslations('seats.price')
  const discountText = useDiscountText()
  const format = useFormat()
  return (
    <Later read={read} skeleton={<Skeleton className="h-16" />}>
      {price => (
        <dl className="grid gap-1 rounded-md bg-sunken px-3 py-2 text-sm">
          {price.lines.flatMap(line => [
            <div key={line.kind} className="flex justify-between gap-4">
              <dt>{line.kind === 'tuition' ? section : t(line.kind)}</dt>
              <dd className="tabular-nums">{format.money(line.amountCents)}</dd>
            </div>,
            ...line.discounts.map((discount, index) => (
              <div key={`${line.kind} ${index}`} className="flex justify-between gap-4 text-primary-ink">
                <dt>{discountText(discount)}</dt>
                <dd className="tabular-nums">{format.money(-discount.amountCents)}</dd>
              </div>
            )),
          ])}
          <div className="flex justify-between gap-4 border-t border-line pt-1 font-semibold">
            <dt>{t('total')}</dt>
            <dd className="tabular-nums">{format.money(price.totalCents)}</dd>
          </div>
        </dl>
      )}
    </Later>
  )
}
