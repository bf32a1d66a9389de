import { useState } from 'react'
import { Input } from './Input.tsx'
import { parseMoney, unreadable } from './parseMoney.ts'

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

const symbolOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(part => part.type === 'currency')?.value ?? currency

type MoneyInputProps = {
  /** In whole minor units; null for an empty field, `unreadable` for text that isn't an amount. */
  value: number | null
  onChange: (minor: number | null) => void
  /** An ISO 4217 code, such as USD. */
  currency: string
  disabled?: boolean
}

/** An input for an amount of money. Inside a Field it takes the field's id, hint and error. */
export const MoneyInput = ({ value, onChange, currency, disabled = false }: MoneyInputProps) => {
  const digits = digitsOf(currency)
  const shown = (minor: number | null): string => (minor === null ? '' : (minor / 10 ** digits).toFixed(digits))
  const [typed, setTyped] = useState({ text: shown(value), value })
  const text = typed.value === value ? typed.text : shown(value)
  return (
    <div className="relative">
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center text-ui text-ink-2"
      >
        {symbolOf(currency)}
      </span>
      <Input
        inputMode="decimal"
        autoComplete="off"
        value={text}
        disabled={disabled}
        onChange={event => {
          const minor = parseMoney(event.target.value, digits)
          setTyped({ text: event.target.value, value: minor })
          onChange(minor)
        }}
        // Unreadable text stays, so that it can be corrected.
        onBlur={() => value !== unreadable && setTyped({ text: shown(value), value })}
        className="max-w-44 ps-9 text-end tabular-nums"
      />
    </div>
  )
}
