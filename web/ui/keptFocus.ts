/** The element that last took the focus because nothing else had it. */
let standIn: Element | null = null

/**
 * Returns true if no element has the focus by the person's choice: the body has it after the focused element has left
 * the page or was disabled, or a stand-in took it then. Code that knows a better target may move it.
 */
export const hasNoFocus = (): boolean => {
  const focused = document.activeElement ?? document.body
  return focused === document.body || focused === standIn || focused.matches(':disabled')
}

/**
 * Focuses a stand-in. Returns false if there is none, or if it can't have the focus yet, as the title of a part that is
 * still hidden while it loads.
 */
export const stand = (target: HTMLElement | null): boolean => {
  if (target?.matches('h1, h2, h3')) target.tabIndex = -1
  target?.focus({ preventScroll: true })
  if (target === null || document.activeElement !== target) return false
  standIn = target
  return true
}

/**
 * Returns true for a title or stand-in that is still on the page, which nobody leaves by choice. It gets the focus back
 * if it lost it by being hidden for a moment, as a part is that still loads.
 */
export const restored = (element: Element): boolean => {
  if (!element.isConnected || !(element === standIn || element.matches('h1, h2, h3'))) return false
  if (document.activeElement === document.body && element instanceof HTMLElement && element.checkVisibility())
    element.focus({ preventScroll: true })
  return true
}

/** Returns the title of the topmost modal dialog, or else of the page; null if there is none. */
const shownTitle = (): HTMLElement | null =>
  ([...document.querySelectorAll(':modal')].at(-1) ?? document.getElementById('main'))?.querySelector<HTMLElement>(
    'h1, h2',
  ) ?? null

/** Moves the focus to the title of what is open, unless another element has it. Returns true if it has a place now. */
export const focusTitle = (): boolean => !hasNoFocus() || stand(shownTitle())
