import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { useUiText } from './text.tsx'

type Portion = { value: number; tone: 'good' | 'warn' | 'bad' }
const fills = { good: 'bg-primary', warn: 'bg-marigold', bad: 'bg-danger' }

type ProgressProps = {
  /** Names it for screen readers. */
  label: string
  max: number
  /** One amount, or several one after the other (present, late, absent). */
  value: number | readonly Portion[]
  /** Printed beside the bar, such as "21 of 22 here". */
  text?: ReactNode
  board?: boolean
}

/** How much of the whole is done. */
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

type StepsProps = { steps: readonly string[]; current: number; label: string }

/** Where one is in a short flow: "1 of 3" and the name of the part. `current` counts from 0. */
export const Steps = ({ steps, current, label }: StepsProps) => {
  const text = useUiText()
  return (
    <nav aria-label={label}>
      <p className="text-sm font-medium text-ink-2">
        <span className="tabular-nums">{text.stepOf(current + 1, steps.length)}</span>
        <span className="ms-2 font-semibold text-ink">{steps[current]}</span>
      </p>
      <ol className="mt-2 flex gap-1.5">
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            className={classes(
              'h-1.5 flex-1 rounded-full forced-color-adjust-none',
              index < current ? 'bg-primary' : index === current ? 'bg-marigold' : 'bg-line',
            )}
          >
            <span className="sr-only">{step}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
