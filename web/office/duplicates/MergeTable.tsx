import { useTranslations } from 'use-intl'
import type { Comparison, MergeField } from '#contract/office/duplicates.ts'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'

export type Choices = Partial<Record<MergeField, 'keep' | 'drop'>>

const cell = 'px-3 py-2.5 align-top'
const head = classes(cell, 'text-xs font-medium text-ink-2')
const starting = classes(head, 'text-start')
const sides = ['keep', 'drop'] as const

type TableProps = {
  comparison: Comparison
  choices: Choices
  onChoose: (field: MergeField, side: 'keep' | 'drop') => void
}

/** The choice of which of the two values to keep, field by field. */
export const MergeTable = ({ comparison, choices, onChoose }: TableProps) => {
  const t = useTranslations('duplicates')
  const names = useTranslations('personFields')
  const format = useFormat()
  const shownValue = (key: MergeField, value: string): string =>
    value === ''
      ? t('merge.empty')
      : key === 'birthOn'
        ? format.day(value)
        : key === 'language' && (value === 'en' || value === 'zh')
          ? t(`languages.${value}`)
          : value
  if (comparison.fields.length === 0) return <p className="text-sm text-ink-2">{t('merge.same')}</p>
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">{t('merge.values')}</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={classes(starting, 'w-[28%]')}>
            {t('merge.field')}
          </th>
          <th scope="col" className={starting}>
            {t('merge.stays')}
          </th>
          <th scope="col" className={starting}>
            {t('merge.goes')}
          </th>
        </tr>
      </thead>
      <tbody>
        {comparison.fields.map(({ key, values, suggested, isFixed }) => {
          const chosen = choices[key] ?? suggested
          return (
            <tr key={key} className="border-b border-line last:border-0">
              <th scope="row" className={classes(cell, 'text-start font-normal text-ink-2')}>
                {names(key)}
                {isFixed && <span className="mt-0.5 block text-xs">{t('merge.fixed')}</span>}
              </th>
              {sides.map((side, index) => {
                const value = values[index] ?? ''
                return (
                  <td key={side} className="p-1 align-top">
                    <label
                      className={classes(
                        'flex min-h-11 items-start gap-2 rounded-md px-2 py-2',
                        chosen === side ? 'bg-primary-soft font-semibold text-primary-ink' : 'text-ink-2',
                        !isFixed && 'cursor-pointer',
                        !isFixed && chosen !== side && 'hover:bg-sunken',
                      )}
                    >
                      <input
                        type="radio"
                        name={`merge-${key}`}
                        className="mt-0.5 size-4.5 shrink-0 accent-(--primary)"
                        checked={chosen === side}
                        disabled={isFixed}
                        onChange={() => onChoose(key, side)}
                        aria-label={format.labelled(names(key), shownValue(key, value))}
                      />
                      <span className={classes('whitespace-pre-line wrap-anywhere', value === '' && 'italic')}>
                        {shownValue(key, value)}
                      </span>
                    </label>
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The data that belongs to each of the two records, and to the merged one. */
export const HangingTable = ({ comparison }: { comparison: Comparison }) => {
  const t = useTranslations('duplicates')
  const format = useFormat()
  const { hangs, balances, accounts } = comparison
  const hasAccount = accounts.some(account => account !== null)
  if (hangs.length === 0 && balances === null && !hasAccount)
    return <p className="text-sm text-ink-2">{t('merge.hangsNone')}</p>
  const number = classes(cell, 'text-end tabular-nums')
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">{t('merge.hangs')}</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={classes(starting, 'w-[34%]')}>
            <span className="sr-only">{t('merge.hangs')}</span>
          </th>
          <th scope="col" className={classes(head, 'text-end')}>
            {t('merge.stays')}
          </th>
          <th scope="col" className={classes(head, 'text-end')}>
            {t('merge.goes')}
          </th>
          <th scope="col" className={classes(head, 'text-end')}>
            {t('merge.together')}
          </th>
        </tr>
      </thead>
      <tbody>
        {balances && (
          <tr className="border-b border-line">
            <th scope="row" className={classes(cell, 'text-start font-normal')}>
              {t('merge.balance')}
            </th>
            <td className={number}>{format.money(balances[0])}</td>
            <td className={number}>{format.money(balances[1])}</td>
            <td className={classes(number, 'font-semibold')}>{format.money(balances[0] + balances[1])}</td>
          </tr>
        )}
        {hangs.map(({ what, counts }) => (
          <tr key={what} className="border-b border-line last:border-0">
            <th scope="row" className={classes(cell, 'text-start font-normal')}>
              {t(`hanging.${what}`)}
            </th>
            <td className={number}>{format.number(counts[0])}</td>
            <td className={number}>{format.number(counts[1])}</td>
            <td className={classes(number, 'font-semibold')}>{format.number(counts[0] + counts[1])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
