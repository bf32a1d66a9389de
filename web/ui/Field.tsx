import { createContext, use, useEffect, useId, useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { useUiText } from './text.tsx'

type FieldAttributes = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

const Context = createContext<FieldAttributes>({})

/** The attributes of an input inside a Field: its id, unless the group has it, and the links to hint and error. */
export const useFieldAttributes = (): FieldAttributes => use(Context)

type FieldProps = {
  /** Omitted for a checkbox, whose label is beside it. */
  label?: ReactNode
  /** The input's id, which an ErrorSummary links to; generated if omitted. */
  id?: string
  hint?: ReactNode
  /** The error and how to correct it; shown above the input beside a red bar. */
  error?: ReactNode
  /** Adds "(optional)" to the label. */
  optional?: boolean
  required?: boolean
  /** For several inputs under one name (radios, a date): renders a fieldset with a legend. */
  group?: boolean
  /** The label is only for screen readers. */
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

/** A label with an optional hint and error, around the input that they belong to. */
export const Field = (props: FieldProps) => {
  const { label, hint, error, optional, required, group, hideLabel, className, children } = props
  const made = useId()
  const id = props.id ?? made
  const text = useUiText()
  const wrong = Boolean(error)
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = wrong ? `${id}-error` : undefined
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined
  const isBare = hideLabel || label === undefined
  const labelClass = classes('block text-sm font-semibold text-ink', hideLabel && 'sr-only')
  const words = (
    <>
      {label}
      {optional && <span className="font-normal text-ink-2">{text.optional}</span>}
    </>
  )
  const body = (
    <>
      {hint && (
        <p id={hintId} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={errorId} className="text-sm font-medium text-danger-ink">
          {error}
        </p>
      )}
      <div className={isBare && !hint && !wrong ? undefined : 'pt-1.5'}>
        <Context
          value={{
            id: group ? undefined : id,
            'aria-describedby': describedBy,
            'aria-invalid': wrong || undefined,
            'aria-required': required || undefined,
          }}
        >
          {children}
        </Context>
      </div>
    </>
  )
  const frame = classes('max-w-full min-w-0', wrong && 'border-s-4 border-danger ps-3', className)
  if (group)
    return (
      <fieldset id={id} tabIndex={-1} aria-describedby={describedBy} className={frame}>
        {/* Floated, or the browser would draw the red bar around it. */}
        <legend className={classes(labelClass, !hideLabel && 'float-start w-full')}>{words}</legend>
        <div className="clear-both">{body}</div>
      </fieldset>
    )
  return (
    <div className={frame}>
      {label !== undefined && (
        <label htmlFor={id} className={labelClass}>
          {words}
        </label>
      )}
      {body}
    </div>
  )
}

type FieldProblem = { id: string; text: ReactNode }

/** Moves the focus into a field, or into the first control of a group. */
export const focusField = (id: string): void => {
  const found = document.getElementById(id)
  const control = found?.matches('fieldset')
    ? found.querySelector<HTMLElement>('input, select, textarea, button')
    : found
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
}

type ErrorSummaryProps = {
  problems: FieldProblem[]
  attempt?: number
  /** Called when the content of a wrong field changes: the error is cleared until the next check. */
  onMend: (id: string) => void
}

/**
 * A list of everything that is wrong, each a link to its field. It takes the focus when it appears and each time
 * `attempt` changes, so pass a counter of how often the form was sent.
 */
export const ErrorSummary = ({ problems, attempt, onMend }: ErrorSummaryProps) => {
  const box = useRef<HTMLDivElement>(null)
  const text = useUiText()
  const shown = problems.length > 0
  useEffect(() => {
    const mend = ({ target }: Event) => {
      for (const { id } of problems) if (document.getElementById(id)?.contains(target as Node)) onMend(id)
    }
    document.addEventListener('input', mend)
    return () => document.removeEventListener('input', mend)
  })
  useEffect(() => {
    if (shown) box.current?.focus()
  }, [shown, attempt])
  if (!shown) return null
  return (
    <div ref={box} tabIndex={-1} role="alert" className="rounded-lg border-2 border-danger bg-surface p-4">
      <h2 className="text-lg">{text.errorTitle}</h2>
      <ul className="mt-2 grid gap-1">
        {problems.map(problem => (
          <li key={problem.id}>
            <a
              href={`#${problem.id}`}
              onClick={event => {
                event.preventDefault()
                focusField(problem.id)
              }}
              className="font-semibold text-danger-ink underline underline-offset-3"
            >
              {problem.text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
