import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from './classes.ts'

type MenuProps = {
  /** The content of the button. */
  button: ReactNode
  /** The button's accessible name. */
  label: string
  buttonClassName?: string
  /** `MenuItem`s, or links with `menuItemClass`. */
  children: ReactNode
}

/** The classes of a menu item. */
export const menuItemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start text-sm font-medium text-ink hover:bg-sunken'

/** A few links and actions behind a button, in a native popover: Escape and a click outside close it. */
export const Menu = ({ button, label, buttonClassName, children }: MenuProps) => {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const items = [...(panel.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[(at + step + items.length) % items.length]?.focus()
  }
  return (
    <div className="relative">
      <button type="button" popoverTarget={id} aria-label={label} title={label} className={buttonClassName}>
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onKeyDown={move}
        onClick={event => {
          if ((event.target as HTMLElement).closest('a, button')) panel.current?.hidePopover()
        }}
        onToggle={event => {
          const element = panel.current
          const anchor = element?.previousElementSibling?.getBoundingClientRect()
          if (event.newState !== 'open' || !element || !anchor) return
          // Positioned by script, since not every supported browser has anchor positioning yet.
          const rtl = getComputedStyle(element).direction === 'rtl'
          element.style.top = `${Math.min(anchor.bottom, innerHeight - element.offsetHeight - 16) + 8}px`
          const left = rtl ? anchor.left : anchor.right - element.offsetWidth
          element.style.left = `${Math.max(8, Math.min(left, innerWidth - element.offsetWidth - 8))}px`
          element.querySelector<HTMLElement>('a, button')?.focus()
        }}
        className={classes(
          'enter fixed inset-auto m-0 w-64 rounded-lg border border-line bg-raised p-1.5 text-ink shadow-2',
        )}
      >
        {children}
      </div>
    </div>
  )
}

/** An action in a menu. */
export const MenuItem = ({ onSelect, children }: { onSelect: () => void; children: ReactNode }) => (
  <button type="button" onClick={onSelect} className={menuItemClass}>
    {children}
  </button>
)
