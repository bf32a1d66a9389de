import { focusTitle, hasNoFocus, restored, stand } from '#web/ui/keptFocus.ts'

const targets = 'h1, h2, h3, button:not(:disabled), a[href]'

/**
 * Returns the first visible title or control in the nearest of these elements that is still on the page; null if that is
 * the page or dialog as a whole, whose own title is the place then, or the place of toasts, which is next to nothing.
 */
const nearestIn = (around: readonly Element[]): HTMLElement | null => {
  for (const each of around.filter(({ isConnected }) => isConnected)) {
    if (each.matches('main, dialog, [data-toasts]')) return null
    const target = [...each.querySelectorAll<HTMLElement>(targets)].find(found => found.checkVisibility())
    if (target) return target
  }
  return null
}

const around = (element: Element): Element[] => {
  const found: Element[] = []
  for (let at = element.parentElement; at !== null; at = at.parentElement) found.push(at)
  return found
}

/** True if an element can keep the focus: it is on the page and not disabled. */
const isUsable = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

/** The element that last had the focus, with what was around it. It outlives a watch, since pages follow one another. */
let last: { element: Element; around: readonly Element[] } | null = null
const note = (element: Element | null) => {
  last = element && { element, around: around(element) }
}

/**
 * Keeps the place of people who work without a mouse. When the element with the focus leaves the page, such as a row
 * that was dealt with or a step that gave way to the next, or is disabled because its action is done, the focus moves to
 * the nearest element, or to the title of what is open. Returns a function that stops it.
 */
export const keepFocus = (): (() => void) => {
  const hear = ({ target }: FocusEvent) => note(target instanceof Element ? target : null)
  const check = () => {
    if (last === null || restored(last.element) || isUsable(last.element)) return
    // A dialog that has closed has already returned the focus to the element that opened it.
    const isOfDialog = last.around.some(each => each.matches('dialog') && !each.isConnected)
    // While there is no title, as when a page loads, the next change tries again.
    if (isOfDialog || !hasNoFocus() || stand(nearestIn(last.around)) || focusTitle()) note(document.activeElement)
  }
  const watcher = new MutationObserver(check)
  if (!hasNoFocus()) note(document.activeElement)
  const leave = () => requestAnimationFrame(check)
  document.addEventListener('focusin', hear)
  document.addEventListener('focusout', leave)
  watcher.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'style', 'hidden'],
  })
  // The element may have left between the watch of the page before and this one.
  check()
  return () => {
    document.removeEventListener('focusin', hear)
    document.removeEventListener('focusout', leave)
    watcher.disconnect()
  }
}
