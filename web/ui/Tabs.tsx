import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from './classes.ts'

export type Tab<Key extends string> = { key: Key; label: ReactNode; count?: number }

type TabsProps<Key extends string> = {
  tabs: readonly Tab<Key>[]
  value: Key
  onChange: (key: Key) => void
  /** The accessible name of the tabs. */
  label: string
  /** The content of the selected tab. */
  children?: ReactNode
}

/** Tabs for views of the same thing. Arrow keys move and select. */
export const Tabs = <Key extends string>({ tabs, value, onChange, label, children }: TabsProps<Key>) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // On a phone the chosen tab may lie outside the row, which then looks as if none were chosen.
  useLayoutEffect(() => {
    const row = list.current
    const tab = row?.querySelector('[aria-selected=true]')?.getBoundingClientRect()
    if (!row || !tab) return
    const { left, right } = row.getBoundingClientRect()
    row.scrollLeft += Math.max(0, tab.right - right) - Math.max(0, left - tab.left)
  }, [value])
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const turned = document.documentElement.dir === 'rtl' ? -step : step
    const at = tabs.findIndex(tab => tab.key === value)
    const next = Number.isFinite(step) ? (at + turned + tabs.length) % tabs.length : step < 0 ? 0 : tabs.length - 1
    const tab = tabs[next]
    if (!tab) return
    onChange(tab.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto border-b border-line px-0.5 pt-0.5"
      >
        {tabs.map(tab => {
          const chosen = tab.key === value
          return (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              aria-selected={chosen}
              aria-controls={children === undefined ? undefined : `${id}-panel`}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(tab.key)}
              className={classes(
                'inline-flex min-h-control items-center gap-2 border-b-2 px-3 text-ui whitespace-nowrap -outline-offset-2',
                chosen ? 'border-marigold font-semibold text-ink' : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {tab.label}
              {tab.count !== undefined && <span className="text-xs tabular-nums text-ink-2">{tab.count}</span>}
            </button>
          )
        })}
      </div>
      {children !== undefined && (
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className="pt-4">
          {children}
        </div>
      )}
    </div>
  )
}
