import { useCallback } from 'react'
import type { Router } from '#web/routing/router.ts'
import { useRouter } from '#web/routing/routing.tsx'

/** The address from which each history entry was opened, by its index. A reload forgets it. */
const openers = new Map<number, string>()
let isKept = false
let isClosing = false

/** Pages to which closing something must not lead back. */
const signingIn = /^\/(login|auth|badge|\?|$)/

/** Returns the link on the page that leads to an address. */
const linkTo = (href: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('#main a[href]')].find(link => link.getAttribute('href') === href)

/** Remembers from where each page is opened, so that closing what is over it leads back there. */
export const keepOpeners = (router: Router): void => {
  if (isKept) return
  isKept = true
  router.on('leaving', (from, to, isNewEntry) => {
    if (isNewEntry) openers.set(to.index, from.href)
    isClosing = false
  })
  // Coming back to a page focuses the link by which the person left it.
  router.on('drawn', (place, before) => {
    if (!before || place.index >= before.index) return
    if (before.pathname !== place.pathname) linkTo(before.href)?.focus({ preventScroll: true })
  })
}

/**
 * Returns a function that closes what these parameters have opened. It goes back to the page as it was left; if the
 * person came by a link from outside, or the address led from one sheet to the next, it closes in place.
 */
export const useClose = (...keys: readonly string[]): (() => void) => {
  const router = useRouter()
  const names = keys.join(' ')
  return useCallback(() => {
    const { pathname, searchText, index } = router.place
    const opener = openers.get(index)
    const without = (search: string) => {
      const left = new URLSearchParams(search)
      for (const name of names.split(' ')) left.delete(name)
      return left.toString()
    }
    const [, searched = ''] = opener?.split('?') ?? []
    if (
      opener !== undefined &&
      !signingIn.test(opener) &&
      without(searched) === new URLSearchParams(searched).toString()
    ) {
      // A second press would go back twice.
      if (!isClosing) router.back()
      isClosing = true
      return
    }
    const left = without(searchText)
    void router.navigate({ href: left ? `${pathname}?${left}` : pathname, replace: true, resetScroll: false })
  }, [router, names])
}
