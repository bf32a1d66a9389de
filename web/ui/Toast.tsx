import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { useUiText } from './text.tsx'

type Shown = { id: number; text: string; undo?: (() => void) | undefined }

let shown: Shown | null = null
let count = 0
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
const set = (next: Shown | null): void => {
  shown = next
  tell()
}

/** Shows for 8 seconds what was done; with `undo` it can be undone. A new toast replaces the last. */
export const toast = (text: string, undo?: () => void): void => set({ id: ++count, text, undo })

const look = (): Shown | null => shown
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const lifetimeMs = 8000

// Everything outside an open modal dialog is inert, so a toast appears inside the topmost one.
let places: readonly HTMLElement[] = []
const join = (element: HTMLElement | null) => {
  if (!element) return
  places = [...places, element]
  tell()
  return () => {
    places = places.filter(each => each !== element)
    tell()
  }
}

// A dialog may be rendered before the frame is.
const topmost = (): HTMLElement | undefined => places.findLast(each => each.closest('dialog')) ?? places.at(-1)

const nowhere = (): undefined => undefined

/** A place where toasts may appear: one in the application's frame, and one in every dialog. */
export const ToastPlace = ({ className }: { className: string }) => (
  <div
    ref={join}
    role="status"
    data-toasts
    data-noprint
    className={classes('pointer-events-none flex justify-center', className)}
  />
)

/** Shows the toast in the topmost place; rendered once, in the application's frame. */
export const Toaster = () => {
  const current = useSyncExternalStore(subscribe, look, look)
  const top = useSyncExternalStore(subscribe, topmost, nowhere)
  const [held, setHeld] = useState(false)
  const text = useUiText()
  useEffect(() => {
    if (!current || held) return
    const timer = setTimeout(() => set(null), lifetimeMs)
    return () => clearTimeout(timer)
  }, [current, held])
  const undo = current?.undo
  useEffect(() => {
    if (!undo) return
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      // A text field has an undo of its own.
      if (
        (event.target as HTMLElement).closest('input:not([type=checkbox], [type=radio]), textarea, [contenteditable]')
      )
        return
      event.preventDefault()
      set(null)
      undo()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [undo])
  const close = () => {
    setHeld(false)
    set(null)
  }
  return (
    <>
      <ToastPlace className="fixed inset-x-4 z-50 bottom-[calc(var(--tab-bar,0px)+1rem+env(safe-area-inset-bottom))]" />
      {current &&
        top &&
        createPortal(
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
          </div>,
          top,
        )}
    </>
  )
}
