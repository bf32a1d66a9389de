/** What last took the focus because nothing else had it. */
let standIn: Element | null = null

/**
 * Whether nothing has the focus that somebody gave it: a browser gives it to nothing else when what had it leaves the
 * page or is disabled, and what took it then only stands in. Who knows better where it belongs may take it.
 */
export const hasNoFocus = (): boolean => {
  const focused = document.activeElement ?? document.body
  return focused === document.body || focused === standIn || focused.matches(':disabled')
}

/** Gives the focus to a stand-in. Answers whether there is one. */
export const stand = (target: HTMLElement | null): boolean => {
  if (target?.matches('h1, h2, h3')) target.tabIndex = -1
  target?.focus({ preventScroll: true })
  standIn = target
  return target !== null
}

/** The title of what is open: of the dialog that lies on top, or else of the page. Null while there is none. */
const shownTitle = (): HTMLElement | null =>
  ([...document.querySelectorAll(':modal')].at(-1) ?? document.getElementById('main'))?.querySelector<HTMLElement>(
    'h1, h2',
  ) ?? null

/** Moves the focus to the title of what is open, unless something has it. Answers whether it has somewhere to be now. */
export const focusTitle = (): boolean => !hasNoFocus() || stand(shownTitle())
