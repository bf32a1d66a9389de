import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '#rules/region.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'

const two = (value: number): string => String(value).padStart(2, '0')
/** Counts the days in a common year, since 29 February doesn't come every year. */
const daysOf = (month: number): number => new Date(Date.UTC(2023, month, 0)).getUTCDate()
const dateOf = (monthDay: string): Date => new Date(`2023-${monthDay}T00:00:00Z`)

/** Returns a function that formats a day of every year ('MM-DD') for the reader. */
export const useMonthDayText = () => {
  const language = useLocale()
  const { currency } = useFormat()
  const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : localeOf(language, currency), {
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return (monthDay: string): string => format.format(dateOf(monthDay))
}

/** An input for a day of every year ('MM-DD'). */
export const MonthDayInput = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const t = useTranslations('classRules')
  const language = useLocale()
  const months = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : language, { month: 'long', timeZone: 'UTC' })
  const [month, day] = value.split('-').map(Number) as [number, number]
  return (
    <div className="flex gap-3">
      <Field label={t('month')} hideLabel>
        <Select
          value={month}
          onChange={({ target }) => {
            const next = Number(target.value)
            onChange(`${two(next)}-${two(Math.min(day, daysOf(next)))}`)
          }}
        >
          {Array.from({ length: 12 }, (_, index) => (
            <option key={index} value={index + 1}>
              {months.format(dateOf(`${two(index + 1)}-01`))}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('dayOfMonth')} hideLabel>
        <Select value={day} onChange={event => onChange(`${two(month)}-${two(Number(event.target.value))}`)}>
          {Array.from({ length: daysOf(month) }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
