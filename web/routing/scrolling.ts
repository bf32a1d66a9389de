import type { Router } from '#web/routing/router.ts'

const key = 'lantern.scroll'

const kept = (): Record<number, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<number, number>
  } catch {
    // Without a store, a reload begins at the top.
    return {}
  }
}

/** Keeps how far down each entry of the history was, also over a reload, and begins new ones at the top. */
export const keepScroll = (router: Router): void => {
  history.scrollRestoration = 'manual'
  const offsets = kept()
  /** The entry that is drawn and stays; while another comes, what moves is not the person’s doing. */
  let at: number | undefined
  addEventListener(
    'scroll',
    () => {
      if (at !== undefined) offsets[at] = scrollY
    },
    { passive: true },
  )
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(key, JSON.stringify(offsets))
    } catch {
      // As above.
    }
  })
  router.on('leaving', (from, to, isNewEntry) => {
    if (at !== undefined) offsets[from.index] = scrollY
    at = undefined
    if (isNewEntry) delete offsets[to.index]
  })
  router.on('drawn', (place, before) => {
    const { scroll } = router.shown
    const target = place.hash && scroll === 'top' ? document.getElementById(place.hash) : null
    // Who has scrolled before the page came to life stays where they are.
    if (scroll === 'asLeft' && (before || scrollY === 0))
      scrollTo({ top: offsets[place.index] ?? 0, behavior: 'instant' })
    else if (target) target.scrollIntoView()
    else if (scroll === 'top' && before) scrollTo({ top: 0, behavior: 'instant' })
    offsets[place.index] = scrollY
    at = place.index
  })
}
