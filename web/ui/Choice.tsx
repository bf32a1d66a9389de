import { useId, type ComponentProps, type ReactNode, type Ref } from 'react'
import { classes } from './classes.ts'
import { useFieldAttributes } from './Field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  /** The label is only for screen readers, as in a table. */
  hideLabel?: boolean
  /** Some but not all of the rows that it stands for are selected. */
  indeterminate?: boolean
}

/** A checkbox with its label beside it. */
export const Checkbox = ({
  label,
  hint,
  hideLabel = false,
  indeterminate = false,
  className,
  ...input
}: CheckboxProps) => {
  const field = useFieldAttributes()
  const mark: Ref<HTMLInputElement> = element => {
    if (element) element.indeterminate = indeterminate
  }
  if (hideLabel && typeof label === 'string')
    return (
      <label className={classes('inline-grid size-9 place-items-center pointer-coarse:size-11', className)}>
        <input {...input} ref={mark} type="checkbox" aria-label={label} className="check" />
      </label>
    )
  return (
    <label className={classes('flex min-h-11 items-start gap-3 py-2.5', className)}>
      <input {...field} {...input} ref={mark} type="checkbox" className="check mt-0.5" />
      <span className="text-ui leading-6">
        {label}
        {hint && <span className="block text-sm text-ink-2">{hint}</span>}
      </span>
    </label>
  )
}

export type Option<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }

type OptionsProps<Value extends string> = {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  name?: string
}

/** One of a few options, each on its own line. Use it inside a `<Field group>`, which names it. */
export const RadioGroup = <Value extends string>({ options, value, onChange, name }: OptionsProps<Value>) => {
  const made = useId()
  return (
    <div className="grid gap-1">
      {options.map(option => (
        <label
          key={option.value}
          className={classes(
            'flex min-h-11 items-start gap-3 rounded-md py-2.5',
            option.disabled === true && 'text-ink-3',
          )}
        >
          <input
            type="radio"
            className="check mt-0.5"
            name={name ?? made}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className="min-w-0 flex-1 text-ui leading-6">
            {option.label}
            {option.hint && <span className="block text-sm text-ink-2">{option.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}

/** One of two to four options, side by side if there is room; `label` names the group for screen readers. */
export const Segmented = <Value extends string>({
  options,
  value,
  onChange,
  label,
}: OptionsProps<Value> & { label: string }) => {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full flex-wrap rounded-md border border-line bg-sunken p-1"
    >
      {options.map(option => (
        <label
          key={option.value}
          className={classes(
            'relative inline-flex min-h-[calc(var(--control)-0.625rem)] items-center justify-center rounded-sm px-3.5 text-sm font-semibold pointer-coarse:min-h-11',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ink',
            option.value === value ? 'bg-surface text-ink shadow-2' : 'text-ink-2 hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 appearance-none opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}

type SwitchProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (on: boolean) => void
  disabled?: boolean
}

/** A setting that takes effect at once. */
export const Switch = ({ label, hint, checked, onChange, disabled = false }: SwitchProps) => {
  const id = useId()
  return (
    <div className="flex min-h-control items-center justify-between gap-4 py-2">
      <label htmlFor={id} className="text-ui">
        {label}
        {hint && <span className="block text-sm text-ink-2">{hint}</span>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
    </div>
  )
}
