import { ChevronsUpDown, Eye, EyeOff, Search } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { classes } from './classes.ts'
import { useFieldAttributes } from './Field.tsx'
import { useUiText } from './text.tsx'

const box = classes(
  'control block rounded-md border border-line-strong bg-surface text-ui text-ink transition-colors',
  'hover:border-ink-2 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3',
  'aria-invalid:border-2 aria-invalid:border-danger',
)

/** A single-line text input. Inside a Field it takes the field's id, hint and error. */
export const Input = ({ className, ...input }: ComponentProps<'input'>) => (
  <input type="text" {...useFieldAttributes()} {...input} className={classes(box, 'min-h-control px-3', className)} />
)

/** A multi-line text input that grows with its content. */
export const Textarea = ({ className, ...textarea }: ComponentProps<'textarea'>) => (
  <textarea
    rows={4}
    {...useFieldAttributes()}
    {...textarea}
    className={classes(box, 'field-sizing-content min-h-24 px-3 py-2.5', className)}
  />
)

/** The platform's own select, with `<option>`s as children. `className` sets its position and width. */
export const Select = ({ className, ...select }: ComponentProps<'select'>) => (
  <div className={classes('relative max-w-full', className)}>
    <select {...useFieldAttributes()} {...select} className={classes(box, 'select min-h-control')} />
    <ChevronsUpDown size={16} aria-hidden className="pointer-events-none absolute inset-y-0 end-3 my-auto text-ink-2" />
  </div>
)

/** A password input with a button that shows the password. */
export const PasswordInput = ({ className, ...input }: Omit<ComponentProps<'input'>, 'type'>) => {
  const [shown, setShown] = useState(false)
  const text = useUiText()
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <input
        {...useFieldAttributes()}
        {...input}
        type={shown ? 'text' : 'password'}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        className={classes(box, 'min-h-control ps-3 pe-13', className)}
      />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={shown ? text.hidePassword : text.showPassword}
        aria-pressed={shown}
        className="absolute inset-y-0.5 end-0.5 grid w-11 pointer-coarse:inset-y-0 place-items-center rounded-sm text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <Icon size={18} aria-hidden />
      </button>
    </div>
  )
}

/** A search box. Its label is for screen readers; its placeholder says what can be found. */
export const SearchInput = ({ label, className, ...input }: ComponentProps<'input'> & { label?: string }) => {
  const text = useUiText()
  return (
    <div className={classes('relative', className)}>
      <Search size={18} aria-hidden className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-2" />
      <input
        type="search"
        aria-label={label ?? text.search}
        {...input}
        className={classes(box, 'min-h-control ps-10 pe-3')}
      />
    </div>
  )
}
