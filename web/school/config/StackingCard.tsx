import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { stackedRules, stackings, type StackedRule } from '#contract/settings.plain.ts'
import type { PricingPolicy } from '#contract/school/config.ts'
import { useFeature } from '#web/wire/school.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Card } from '#web/ui/Page.tsx'

type Stacking = Pick<PricingPolicy, 'order' | 'stacking'>

/** All rules in the order in which they apply; a rule that a version doesn't list comes last. */
export const orderOf = ({ order }: Pick<PricingPolicy, 'order'>): StackedRule[] => [
  ...new Set([...order, ...stackedRules]),
]

/** The order in which several discounts apply, and whether all of them count. */
export const StackingCard = ({ value, onChange }: { value: Stacking; onChange: (value: Stacking) => void }) => {
  const t = useTranslations('officePrices.stacking')
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState('')
  const hasCodes = useFeature('promoCodes')
  const order = orderOf(value).filter(rule => hasCodes || rule !== 'promo')
  const move = (from: number, by: -1 | 1) => {
    const to = from + by
    const rule = order[from]!
    const next = order.with(from, order[to]!).with(to, rule)
    onChange({ ...value, order: next })
    setMoved(t('moved', { name: t(`rule.${rule}`), place: String(to + 1), of: String(order.length) }))
    // The focus follows, to the other button if this one has become disabled.
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.children[to]?.querySelectorAll('button') ?? [])]
      const same = buttons[by === -1 ? 0 : 1]
      const usable = same?.disabled === true ? buttons.find(button => !button.disabled) : same
      usable?.focus()
    })
  }
  return (
    <Card title={t('title')}>
      <p className="mb-4 text-sm text-ink-2">{t('lead')}</p>
      <Field group label={t('order')} hideLabel>
        <ol ref={list} className="divide-y divide-line rounded-md border border-line">
          {order.map((rule, index) => (
            <li key={rule} className="flex items-center gap-3 py-1 ps-4 pe-1">
              <span className="w-5 text-end text-sm text-ink-2 tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1 text-ui">{t(`rule.${rule}`)}</span>
              <span className="flex">
                <IconButton
                  icon={ArrowUp}
                  label={t('up', { name: t(`rule.${rule}`) })}
                  disabled={index === 0}
                  className="disabled:opacity-30"
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t('down', { name: t(`rule.${rule}`) })}
                  disabled={index === order.length - 1}
                  className="disabled:opacity-30"
                  onClick={() => move(index, 1)}
                />
              </span>
            </li>
          ))}
        </ol>
      </Field>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <Field group label={t('stacking')} className="mt-4">
        <RadioGroup
          value={value.stacking}
          onChange={stacking => onChange({ ...value, stacking })}
          options={stackings.map(each => ({ value: each, label: t(each), hint: t(`${each}Hint`) }))}
        />
      </Field>
      <p className="mt-2 text-sm text-ink-2">{t('rounding')}</p>
    </Card>
  )
}
