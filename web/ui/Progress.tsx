import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type Portion = { value: number; tone: 'good' | 'warn' | 'bad' }
const fills = { good: 'bg-primary', warn: 'bg-marigold', bad: 'bg-danger' }

type ProgressProps = {
  /** The accessible name. */
  label: string
  max: number
  /** One amount, or several in a row (present, late, absent). */
  value: number | readonly Portion[]
  /** The text beside the bar, such as "21 of 22 here". */
  text?: ReactNode
  board?: boolean
}

/** A progress bar: the share of the whole that is done. */
export const Progress = ({ label, max, value, text, board = false }: ProgressProps) => {
  const portions: readonly Portion[] = typeof value === 'number' ? [{ value, tone: 'good' }] : value
  const now = portions.reduce((sum, portion) => sum + portion.value, 0)
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={now}
        className={classes('flex h-2 flex-1 gap-px overflow-hidden rounded-full', board ? 'bg-board-2' : 'bg-sunken')}
      >
        {portions.map(portion => (
          <div
            key={portion.tone}
            className={classes(
              'h-full forced-color-adjust-none transition-[width] duration-300',
              board && portion.tone === 'good' ? 'bg-on-board' : fills[portion.tone],
            )}
            style={{ width: `${max === 0 ? 0 : (portion.value / max) * 100}%` }}
          />
        ))}
      </div>
      {text && <span className="text-sm font-semibold tabular-nums">{text}</span>}
    </div>
  )
}
