import { useTranslations } from 'use-intl'
import type { PriceLine } from '#contract/enrolment/enrolments.ts'
import type { BackLine, MoneyWay, Withdrawal } from '#contract/enrolment/leavings.ts'
import { moneyWays } from '#contract/enrolment/leavings.plain.ts'
import { useDiscountText } from '#web/words/discountText.ts'
import { useMails } from '#web/wire/mails.ts'
import { useLineText } from '#web/enrolment/leavings/words.ts'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/Field.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** One labeled figure, for a `<dl>`. */
export const Figure = ({
  label,
  cents,
  strong = false,
  more,
}: {
  label: string
  cents: number
  strong?: boolean
  more?: string | undefined
}) => {
  const format = useFormat()
  return (
    <div className={classes('flex justify-between gap-4', strong && 'border-t border-line pt-2 text-ui font-semibold')}>
      <dt className="min-w-0">
        {label}
        {more && <span className="block text-sm font-normal text-ink-2">{more}</span>}
      </dt>
      <dd className="shrink-0 tabular-nums">{format.money(cents)}</dd>
    </div>
  )
}

/** A price, line by line with the discounts, for a `<dl>`. */
export const PriceFigures = ({
  lines,
  labelOf,
}: {
  lines: readonly PriceLine[]
  labelOf: (line: PriceLine) => string
}) => {
  const discountText = useDiscountText()
  return lines.flatMap(line => [
    <Figure key={line.kind} label={labelOf(line)} cents={line.amountCents} />,
    ...line.discounts.map(discount => (
      <Figure key={`${line.kind} ${discount.rule}`} label={discountText(discount)} cents={-discount.amountCents} />
    )),
  ])
}

type BackFiguresProps = {
  lines: readonly BackLine[]
  section: string
  /** The refund is deducted from the price of another class. */
  off?: boolean
}
/** The refund of each charge, and why a part of it is kept. */
export const BackFigures = ({ lines, section, off = false }: BackFiguresProps) => {
  const t = useTranslations('leavings.lines')
  const format = useFormat()
  const lineText = useLineText()
  return lines.map(line => {
    const what = lineText(line.kind, section)
    const kept = { what, amount: format.money(line.keptCents), net: format.money(line.netCents) }
    const why =
      line.why === 'books'
        ? t('keptBooks', { what })
        : line.why === 'used'
          ? t('keptUsed', kept)
          : line.why === 'tier'
            ? t('keptTier', kept)
            : undefined
    return line.backCents > 0 ? (
      <Figure
        key={line.chargeId}
        label={t('back', { what })}
        cents={off ? -line.backCents : line.backCents}
        more={why}
      />
    ) : (
      <Figure key={line.chargeId} label={why ?? what} cents={0} />
    )
  })
}

type MoneyChoiceProps = {
  isOffice: boolean
  money: { freeCents: number; coversCents: number; methods: Withdrawal['methods']; cards: readonly string[] }
  back: MoneyWay
  onChange: (back: MoneyWay) => void
}
/** The choice of where the money goes: it covers debts first, and the rest stays as credit or is refunded. */
export const MoneyChoice = ({ isOffice, money, back, onChange }: MoneyChoiceProps) => {
  const t = useTranslations('leavings.money')
  const methods = useTranslations('leavings.methods')
  const format = useFormat()
  const told = useMails() === 'kept' ? 'nobody' : isOffice ? 'office' : 'family'
  const card = [methods('card'), format.list(money.cards)].filter(Boolean).join(' ')
  const names = format.list(money.methods.map(each => (each === 'card' ? card : methods(each))))
  const isCard = money.methods.length > 0 && money.methods.every(each => each === 'card')
  return (
    <>
      {money.coversCents > 0 && money.freeCents > 0 && (
        <p>{t('covers', { amount: format.money(money.coversCents) })}</p>
      )}
      {money.freeCents > 0 && (
        <Field label={t('back', { amount: format.money(money.freeCents) })} group>
          <RadioGroup
            value={back}
            onChange={onChange}
            options={moneyWays.map(value => ({
              value,
              label: t(value),
              hint:
                value === 'credit'
                  ? t('creditHint')
                  : isCard
                    ? t('payerHintCard', { card, told })
                    : names
                      ? t('payerHint', { methods: names, told })
                      : t('payerHintPlain'),
            }))}
          />
        </Field>
      )}
    </>
  )
}
