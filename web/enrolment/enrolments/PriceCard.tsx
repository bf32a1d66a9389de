import { useTranslations } from 'use-intl'
import type { PriceLine, Quote } from '#contract/enrolment/enrolments.ts'
import { useFeature } from '#web/wire/school.ts'
import { useDiscountText } from '#web/words/discountText.ts'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { PromoField } from './PromoField.tsx'

const Amount = ({ minor, strong = false }: { minor: number; strong?: boolean }) => {
  const format = useFormat()
  return <dd className={classes('text-end tabular-nums', strong && 'font-semibold')}>{format.money(minor)}</dd>
}

const Line = ({ line, name }: { line: PriceLine; name: string }) => {
  const t = useTranslations('price')
  const types = useTranslations('prices.type')
  const discountText = useDiscountText()
  const type = line.type === 'audit' || line.type === 'guest' ? ` (${types(line.type)})` : ''
  return (
    <>
      <div className="flex justify-between gap-4">
        <dt>
          {line.kind === 'registration'
            ? t('registration')
            : line.kind === 'books'
              ? t('books', { name })
              : `${name}${type}`}
        </dt>
        <Amount minor={line.amountCents} />
      </div>
      {line.discounts.map((discount, index) => (
        // A line may have two scholarships.
        <div key={index} className="flex justify-between gap-4 text-primary-ink">
          <dt>{discountText(discount)}</dt>
          <Amount minor={-discount.amountCents} />
        </div>
      ))}
    </>
  )
}

const counted = ['seat', 'approval', 'waitlist', 'lottery', 'enrolled', 'early'] as const

/** Returns a function that counts the chosen classes, by outcome unless all are seats. */
export const useCountText = () => {
  const t = useTranslations('choose')
  return (quote: Quote | undefined, chosen: number): string => {
    const n = (kind: (typeof counted)[number]) => quote?.choices.filter(({ outcome }) => outcome === kind).length ?? 0
    const kinds = counted.filter(kind => n(kind) > 0)
    return chosen === 0 || kinds.every(kind => kind === 'seat')
      ? t('chosen', { n: chosen })
      : kinds.map(kind => t(`counted.${kind}`, { n: n(kind) })).join(' · ')
  }
}

type PriceCardProps = {
  quote: Quote | undefined
  /** The number of classes in the draft. */
  chosen: number
  /** True while a newer price is loading. */
  isOld: boolean
  /** Names the class in the reader's language. */
  nameOf: (sectionId: string, name: string) => string
  childOf: (key: string, name: string) => string
  children?: React.ReactNode
}

/** The price of the registration, line by line, with the rule behind each discount. */
export const PriceCard = ({ quote, isOld, chosen, nameOf, childOf, children }: PriceCardProps) => {
  const t = useTranslations('price')
  const format = useFormat()
  const hasCodes = useFeature('promoCodes')
  const keys = [...new Set(quote?.lines.flatMap(({ childKey }) => childKey ?? []))]
  const shared = quote?.lines.filter(({ childKey }) => childKey === null) ?? []
  const countText = useCountText()
  const having = (kind: string) => quote?.choices.filter(({ outcome }) => outcome === kind).length ?? 0
  const pending = having('approval')
  const notes = (['waitlist', 'lottery', 'enrolled'] as const).filter(kind => having(kind) > 0)
  return (
    <section
      data-card
      aria-busy={isOld}
      className={classes('rounded-xl border border-line bg-surface p-5 transition-opacity', isOld && 'opacity-70')}
    >
      <h2 className="text-lg">{t('title')}</h2>
      <p className="mt-1 text-sm text-ink-2">{chosen === 0 ? t('nothing') : countText(quote, chosen)}</p>
      {quote && quote.lines.length > 0 && (
        <div className="mt-3 grid gap-4 text-sm">
          {keys.map(key => {
            const own = quote.lines.filter(({ childKey }) => childKey === key)
            return (
              <div key={key}>
                <h3 className="mb-1 font-semibold">{childOf(key, own[0]?.child ?? '')}</h3>
                <dl className="grid gap-1">
                  {own.map(line => (
                    <Line
                      key={`${line.kind} ${line.sectionId}`}
                      line={line}
                      name={nameOf(line.sectionId ?? '', line.section)}
                    />
                  ))}
                </dl>
              </div>
            )
          })}
          {shared.length > 0 && (
            <dl className="grid gap-1 border-t border-line pt-3">
              {shared.map(line => (
                <Line key={line.kind} line={line} name="" />
              ))}
            </dl>
          )}
        </div>
      )}
      {hasCodes && quote && (quote.lines.length > 0 || quote.promo) && (
        <div data-noprint className="mt-4 border-t border-line pt-3">
          <PromoField quote={quote} isOld={isOld} />
        </div>
      )}
      {quote && (
        <p className="mt-4 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <span className="font-semibold">{t('total')}</span>
          <span className="display text-xl tabular-nums" data-total>
            {format.money(quote.totalCents)}
          </span>
        </p>
      )}
      {notes.map(kind => (
        <p key={kind} className="mt-2 text-sm text-ink-2">
          {t(`notes.${kind}`, { n: having(kind) })}
        </p>
      ))}
      {pending > 0 && quote && (
        <p className="mt-2 text-sm text-ink-2" data-when-approved>
          {t('whenApproved', { n: pending, total: format.money(quote.whenApproved.totalCents) })}
        </p>
      )}
      {children && <div className="mt-4">{children}</div>}
    </section>
  )
}
