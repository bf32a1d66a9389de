import { classes } from './classes.ts'
import { useUiText } from './text.tsx'

type StepsProps = { steps: readonly string[]; current: number; label: string }

/** The position in a short flow: "1 of 3" and the name of the step. `current` counts from 0. */
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
