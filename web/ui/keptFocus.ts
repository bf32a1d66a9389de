/** The title that last took the focus because nothing else had it. */
let standIn: Element | null = null

/**
 * Whether nothing has the focus that somebody gave it: a browser gives it to nothing else when what had it leaves the
 * page, and a title only stands in. Who knows better where it belongs may take it then.
 */
export const hasNoFocus = (): boolean => {
  const focused = document.activeElement ?? document.body
  return focused === document.body || focused === standIn
}

/** The title of what is open: of the dialog that lies on top, or else of the page. Null while there is none. */
const shownTitle = (): HTMLElement | null =>
  ([...document.querySelectorAll(':modal')].at(-1) ?? document.getElementById('main'))?.querySelector<HTMLElement>(
    'h1, h2',
  ) ?? null

/** Moves the focus to the title of what is open, unless something has it. Answers whether it has somewhere to be now. */
export const focusTitle = (): boolean => {
  if (!hasNoFocus()) return true
  const title = shownTitle()
  title?.focus({ preventScroll: true })
  standIn = title
  return title !== null
}

/**
 * Keeps the place of who works without a mouse: when what they pressed leaves the page, as a row does that was dealt
 * with, or a step that gave way to the next, the title of what is open takes the focus. Answers how to stop.
 */
export const keepFocus = (): (() => void) => {
  let last: Element | null = null
  const hear = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null
  }
  const watcher = new MutationObserver(() => {
    const gone = last !== null && !last.isConnected
    // Without a title yet, as while a page loads, the next change asks again.
    if (gone && focusTitle()) last = document.activeElement
  })
  document.addEventListener('focusin', hear)
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', hear)
    watcher.disconnect()
  }
}
