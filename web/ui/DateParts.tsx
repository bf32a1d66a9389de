import { useState } from 'react'
import { Input } from './Input.tsx'
import { useUiText } from './text.tsx'

/** The parts as in rules/region.ts. */
type Part = 'day' | 'month' | 'year'
type Parts = Record<Part, string>

const split = (value: string): Parts => {
  const [year = '', month = '', day = ''] = value.split('-')
  return { year, month: month.replace(/^0/, ''), day: day.replace(/^0/, '') }
}

const join = ({ day, month, year }: Parts): string => {
  if (!day && !month && !year) return ''
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

/** Returns true if `value` is a YYYY-MM-DD date that exists in the calendar. */
export const isDay = (value: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

type DatePartsProps = {
  /** YYYY-MM-DD, or '' for none. */
  value: string
  /**
   * Receives '' when all three fields are empty, otherwise the typed parts joined as YYYY-MM-DD, which may not be a
   * valid date yet: check it with `isDay` when the form is sent.
   */
  onChange: (value: string) => void
  /** For the person's own birthday: lets the browser fill it in. */
  birthday?: boolean
  /** The order of the parts in the school's region. */
  order: readonly Part[]
}

/** A date that people know by heart, in three fields. Use it inside a `<Field group>`. */
export const DateParts = ({ value, onChange, birthday = false, order }: DatePartsProps) => {
  const text = useUiText()
  const [typed, setTyped] = useState({ parts: split(value), joined: value })
  // The typed text stays as it is ("07" stays "07") until the value changes from outside.
  const parts = typed.joined === value ? typed.parts : split(value)
  const change = (part: Part, input: string) => {
    const next = {
      ...parts,
      [part]: input
        .normalize('NFKC')
        .replace(/\D/g, '')
        .slice(0, part === 'year' ? 4 : 2),
    }
    setTyped({ parts: next, joined: join(next) })
    onChange(join(next))
  }
  return (
    <div className="flex flex-wrap gap-3">
      {order.map(part => (
        <label key={part} className="grid gap-1 text-sm text-ink-2">
          {text[part]}
          <Input
            aria-describedby={undefined}
            inputMode="numeric"
            autoComplete={birthday ? `bday-${part}` : 'off'}
            value={parts[part]}
            onChange={event => change(part, event.target.value)}
            className={part === 'year' ? 'w-24' : 'w-16'}
          />
        </label>
      ))}
    </div>
  )
}
