import { useCallback } from 'react'
import type { Router } from '#web/routing/router.ts'
import { useRouter } from '#web/routing/routing.tsx'

/** Where each entry of the history was opened from, by its place there. A reload forgets it. */
const openers = new Map<number, string>()
let isKept = false
let isClosing = false

/** Where nobody who closes something wants to go back to. */
const signingIn = /^\/(login|auth|badge|\?|$)/

/** The link on the page that leads to an address. */
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
  // Who comes back to a page finds the focus on the link by which they left it.
  router.on('drawn', (place, before) => {
    if (!before || place.index >= before.index) return
    if (before.pathname !== place.pathname) linkTo(before.href)?.focus({ preventScroll: true })
  })
}

/**
 * Closes what these members of the address have opened: back to where it was opened, as it was left; in place where
 * somebody came by a link from outside, or where the address led from one sheet to the next.
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
      // Pressed twice, it would go back twice.
      if (!isClosing) router.back()
      isClosing = true
      return
    }
    const left = without(searchText)
    void router.navigate({ href: left ? `${pathname}?${left}` : pathname, replace: true, resetScroll: false })
  }, [router, names])
}
