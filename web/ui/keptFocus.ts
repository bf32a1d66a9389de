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

/** Focuses a stand-in. Returns false if there is none. */
export const stand = (target: HTMLElement | null): boolean => {
  if (target?.matches('h1, h2, h3')) target.tabIndex = -1
  target?.focus({ preventScroll: true })
  standIn = target
  return target !== null
}

/** Returns the title of the topmost modal dialog, or else of the page; null if there is none. */
const shownTitle = (): HTMLElement | null =>
  ([...document.querySelectorAll(':modal')].at(-1) ?? document.getElementById('main'))?.querySelector<HTMLElement>(
    'h1, h2',
  ) ?? null

/** Moves the focus to the title of what is open, unless another element has it. Returns true if it has a place now. */
export const focusTitle = (): boolean => !hasNoFocus() || stand(shownTitle())
