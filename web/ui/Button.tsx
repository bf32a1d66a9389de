import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { useUiText } from './text.tsx'

export type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger' | 'board'
export type ButtonSize = 'normal' | 'small'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  accent: 'bg-marigold text-on-marigold hover:bg-marigold-hover',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
  board: 'border border-on-board-2/50 text-on-board hover:bg-board-2',
}

/** Makes a button take the full width: always, or only on a phone. */
export type ButtonWide = boolean | 'phone'

/** The classes of a button, for links that look like one. Buttons aren't printed. */
export const buttonClass = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'normal',
  wide: ButtonWide = false,
): string =>
  classes(
    'relative inline-flex items-center justify-center gap-2 rounded-md text-center text-ui font-semibold select-none',
    'forced-colors:border transition-[background-color,transform] active:translate-y-px disabled:pointer-events-none disabled:opacity-55 print:hidden',
    size === 'small' ? 'min-h-control-small px-3' : 'min-h-control px-5',
    // On a phone a long label wraps, but only if it is wider than the page.
    wide === true ? 'w-full' : wide ? 'max-sm:w-full sm:whitespace-nowrap' : 'max-w-full shrink-0 sm:whitespace-nowrap',
    variants[variant],
  )

type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  wide?: ButtonWide
  /** An action is in progress: the button keeps its width, can't be pressed again and shows `pendingText`. */
  pending?: boolean
  pendingText?: string
  children: ReactNode
}

/** A button with a label. Its type is `button` unless set otherwise. */
export const Button = ({ variant = 'secondary', size = 'normal', wide = false, ...rest }: ButtonProps) => {
  const { icon: Icon, pending = false, pendingText, children, className, onClick, ...button } = rest
  const text = useUiText()
  return (
    <button
      type="button"
      {...button}
      aria-disabled={pending || undefined}
      onClick={pending ? event => event.preventDefault() : onClick}
      className={classes(buttonClass(variant, size, wide), className)}
    >
      <span className={classes('inline-flex items-center gap-2', pending && 'invisible')}>
        {Icon && <Icon size={18} aria-hidden />}
        {children}
      </span>
      {pending && (
        <span className="absolute inset-0 inline-flex items-center justify-center gap-2" role="status">
          <LoaderCircle size={18} className="spin" aria-hidden />
          {pendingText ?? text.pending}
        </span>
      )}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: LucideIcon
  /** The accessible name and tooltip: what the button does. */
  label: string
  board?: boolean
}

/** A square button without a label, only for search, close, menu, arrows and theme. */
export const IconButton = ({ icon: Icon, label, board = false, className, ...button }: IconButtonProps) => (
  <button
    type="button"
    {...button}
    aria-label={label}
    title={label}
    className={classes(
      'inline-grid size-control-small shrink-0 place-items-center rounded-md transition-colors',
      board ? 'text-on-board hover:bg-board-2' : 'text-ink hover:bg-sunken',
      className,
    )}
  >
    <Icon size={20} aria-hidden />
  </button>
)
