/** Whether nothing on the page has the focus, as after what had it is gone. */
export const hasNoFocus = (): boolean => (document.activeElement ?? document.body) === document.body

const targets = 'h1, h2, h3, button:not(:disabled), a[href]'

/** Focuses the first heading or control in the nearest of these elements that is left and holds one. */
const goOn = (around: readonly Element[]): void => {
  // A dialog that closes gives the focus back to where it was opened.
  if (!hasNoFocus() || around.some(each => each.matches('dialog') && !each.isConnected)) return
  for (const each of around.filter(({ isConnected }) => isConnected)) {
    const target = [...each.querySelectorAll<HTMLElement>(targets)].find(found => found.checkVisibility())
    if (target?.matches('h1, h2, h3')) target.tabIndex = -1
    if (target) return target.focus({ preventScroll: true })
    if (each.matches('main, dialog')) return
  }
}

/**
 * The `ref` of a control that may go with what it does: where it had the focus, the focus stays near. Who knows a
 * better place moves it there in an effect, which comes first.
 */
export const keepFocus = (element: HTMLElement | null): (() => void) | undefined => {
  if (!element) return undefined
  return () => {
    if (document.activeElement !== element) return
    const around: Element[] = []
    for (let at = element.parentElement; at !== null; at = at.parentElement) around.push(at)
    requestAnimationFrame(() => setTimeout(() => goOn(around)))
  }
}
