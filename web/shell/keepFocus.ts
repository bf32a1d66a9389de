import { focusTitle, hasNoFocus, stand } from '#web/ui/keptFocus.ts'

const targets = 'h1, h2, h3, button:not(:disabled), a[href]'

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
  if (!hasNoFocus()) note(document.activeElement)
  document.addEventListener('focusin', hear)
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', hear)
    watcher.disconnect()
  }
}
