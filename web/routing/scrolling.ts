import type { Router } from '#web/routing/router.ts'

const key = 'lantern.scroll'

const kept = (): Record<number, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<number, number>
  } catch {
    // Without storage, a reload begins at the top.
    return {}
  }
}

/** The events that show that a person wants to see something else. */
const touches = ['wheel', 'pointerdown', 'keydown'] as const
/** The time in milliseconds after which a growing page must no longer scroll under the reader. */
const patienceMs = 10_000

/**
 * Scrolls to `top` as soon as the page is long enough, since content may load after the page. It ends there, with
 * anything that the person does, or after `patienceMs`, and calls `done`. Returns a function that gives up.
 */
const goDownTo = (top: number, done: () => void): (() => void) => {
  const go = () => {
    scrollTo({ top, behavior: 'instant' })
    if (scrollY >= Math.floor(top)) end()
  }
  const growing = new ResizeObserver(go)
  const stop = () => {
    clearTimeout(timer)
    growing.disconnect()
    for (const touch of touches) removeEventListener(touch, end)
  }
  const end = () => {
    stop()
    done()
  }
  for (const touch of touches) addEventListener(touch, end, { passive: true })
  const timer = setTimeout(end, patienceMs)
  growing.observe(document.body)
  go()
  return stop
}

/** Keeps the scroll position of each history entry, even across a reload, and begins new entries at the top. */
export const keepScroll = (router: Router): void => {
  history.scrollRestoration = 'manual'
  const offsets = kept()
  /** The rendered entry; undefined while another loads, when scrolling is not the person’s doing. */
  let at: number | undefined
  let giveUp = () => {}
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
      // Without storage, a reload begins at the top.
    }
  })
  router.on('leaving', (from, to, isNewEntry) => {
    if (at !== undefined) offsets[from.index] = scrollY
    at = undefined
    giveUp()
    if (isNewEntry) delete offsets[to.index]
  })
  router.on('drawn', (place, before) => {
    const { scroll } = router.shown
    const target = place.hash && scroll === 'top' ? document.getElementById(place.hash) : null
    const stay = () => {
      offsets[place.index] = scrollY
      at = place.index
    }
    giveUp()
    // If the person has scrolled before the page was hydrated, the position stays.
    if (scroll === 'asLeft' && (before || scrollY === 0)) {
      giveUp = goDownTo(offsets[place.index] ?? 0, stay)
      return
    }
    if (target) target.scrollIntoView()
    else if (scroll === 'top' && before) scrollTo({ top: 0, behavior: 'instant' })
    stay()
  })
}
