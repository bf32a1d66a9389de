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

/** What somebody does who wants to see something else by now. */
const touches = ['wheel', 'pointerdown', 'keydown'] as const
/** After so long, a page that grows must not move under who reads it. */
const patienceMs = 10_000

/**
 * Goes down to `top` as soon as the page is long enough, since what stands there may come later than the page. It ends
 * there, with whatever the person does, or after a while; `done` is told so. Answers how to give it up.
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

/** Keeps how far down each entry of the history was, also over a reload, and begins new ones at the top. */
export const keepScroll = (router: Router): void => {
  history.scrollRestoration = 'manual'
  const offsets = kept()
  /** The entry that is drawn and stays; while another comes, what moves is not the person’s doing. */
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
      // As above.
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
    // Who has scrolled before the page came to life stays where they are.
    if (scroll === 'asLeft' && (before || scrollY === 0)) {
      giveUp = goDownTo(offsets[place.index] ?? 0, stay)
      return
    }
    if (target) target.scrollIntoView()
    else if (scroll === 'top' && before) scrollTo({ top: 0, behavior: 'instant' })
    stay()
  })
}
