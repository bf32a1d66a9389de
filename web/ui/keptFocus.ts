/** What last took the focus because nothing else had it. */
let standIn: Element | null = null

/**
 * Whether nothing has the focus that somebody gave it: a browser gives it to nothing else when what had it leaves the
 * page, and what took it then only stands in. Who knows better where it belongs may take it.
 */
export const hasNoFocus = (): boolean => {
  const focused = document.activeElement ?? document.body
  return focused === document.body || focused === standIn
}

const titles = 'h1, h2, h3'
const targets = `${titles}, button:not(:disabled), a[href]`

/** Gives the focus to a stand-in. Answers whether there is one. */
const stand = (target: HTMLElement | null): boolean => {
  if (target?.matches(titles)) target.tabIndex = -1
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

/** The first title or control of the nearest of these elements that is still there and shows one. */
const nearestIn = (around: readonly Element[]): HTMLElement | null => {
  for (const each of around.filter(({ isConnected }) => isConnected)) {
    const target = [...each.querySelectorAll<HTMLElement>(targets)].find(found => found.checkVisibility())
    if (target) return target
    if (each.matches('main, dialog')) return null
  }
  return null
}

const around = (element: Element): Element[] => {
  const found: Element[] = []
  for (let at = element.parentElement; at !== null; at = at.parentElement) found.push(at)
  return found
}

/**
 * Keeps the place of who works without a mouse: when what they pressed leaves the page, as a row does that was dealt
 * with, or a step that gave way to the next, the focus goes to what is nearest, or to the title of what is open.
 * Answers how to stop.
 */
export const keepFocus = (): (() => void) => {
  let last: { element: Element; around: readonly Element[] } | null = null
  const note = (element: Element | null) => {
    last = element && { element, around: around(element) }
  }
  const hear = ({ target }: FocusEvent) => note(target instanceof Element ? target : null)
  const watcher = new MutationObserver(() => {
    if (last === null || last.element.isConnected) return
    // A dialog that is gone has given the focus back to where it was opened.
    const isOfDialog = last.around.some(each => each.matches('dialog') && !each.isConnected)
    // Without a title yet, as while a page loads, the next change asks again.
    if (isOfDialog || !hasNoFocus() || stand(nearestIn(last.around)) || focusTitle()) note(document.activeElement)
  })
  document.addEventListener('focusin', hear)
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', hear)
    watcher.disconnect()
  }
}
