import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { IconButton } from './Button.tsx'
import { useUiText } from './text.tsx'

type Shown = { id: number; text: string; undo?: (() => void) | undefined }

let shown: Shown | null = null
let count = 0
const listeners = new Set<() => void>()
const set = (next: Shown | null): void => {
  shown = next
  for (const listener of listeners) listener()
}

/** Says what was done, for 8 seconds; with `undo` it can be taken back. A new one replaces the last. */
export const toast = (text: string, undo?: () => void): void => set({ id: ++count, text, undo })

const look = (): Shown | null => shown
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const lifetimeMs = 8000

/** Where toasts appear: once, in the application's frame. */
export const Toaster = () => {
  const current = useSyncExternalStore(subscribe, look, look)
  const [held, setHeld] = useState(false)
  const text = useUiText()
  useEffect(() => {
    if (!current || held) return
    const timer = setTimeout(() => set(null), lifetimeMs)
    return () => clearTimeout(timer)
  }, [current, held])
  const close = () => {
    setHeld(false)
    set(null)
  }
  return (
    <div
      role="status"
      data-noprint
      className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--tab-bar,0px)+1rem+env(safe-area-inset-bottom))] z-50 flex justify-center"
    >
      {current && (
        <div
          key={current.id}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          className="board enter pointer-events-auto flex min-h-13 items-center gap-2 rounded-lg ps-5 pe-2 shadow-3"
        >
          <span className="py-2 text-sm font-medium">{current.text}</span>
          {current.undo && (
            <button
              type="button"
              onClick={() => {
                current.undo?.()
                close()
              }}
              className="min-h-11 rounded-md px-3 text-sm font-semibold text-marigold underline-offset-3 hover:underline"
            >
              {text.undo}
            </button>
          )}
          <IconButton icon={X} label={text.close} board onClick={close} />
        </div>
      )}
    </div>
  )
}
