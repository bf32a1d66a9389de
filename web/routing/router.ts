import type { ComponentType } from 'react'
import type { Role } from '#contract/callable.ts'
import type { AddressBar, EntryState } from '#web/routing/addressBar.ts'
import type { Path } from '#web/routing/addresses.ts'
import { isHeld } from '#web/ui/holds.ts'

/** The search of an address: every value is text, also a code that looks like a number. */
export type Search = Readonly<Record<string, string | undefined>>

/** A place in the application, as an address names it. */
export type Place = Readonly<{
  /** Path, search and hash. */
  href: string
  pathname: string
  /** The search as it stands in the address, from the `?` on; empty where there is none. */
  searchText: string
  /** The same by name, without what is empty. */
  search: Search
  /** What follows the `#`. */
  hash: string
  /** Its entry in the history of this tab. */
  index: number
  /** The address from which the guard turned somebody away. */
  denied: string | undefined
}>

/** Another place that the guard sends somebody to. */
export type Elsewhere = { to: Path; denied?: string }

/** Fetches a screen's code; the server's build notes down of which sources and texts (scripts/screenSources.ts). */
export type Screen = (() => Promise<{ default: ComponentType }>) & {
  sources?: readonly string[]
  texts?: readonly string[]
}

/** A screen of ours under its address. */
export type Route = {
  path: Path
  load: Screen
  /** Takes out of the search of an address what the screen must not follow. */
  read?(search: Search): Search
  /** Settles once the screen may show, with another place where somebody may not see it. */
  guard?(going: { href: string; isAhead: boolean }): Promise<Elsewhere | undefined>
  /** How large controls and rows are. */
  density: 'family' | 'teacher' | 'admin'
  /** Whether the screen stands in the public frame or in the signed-in person's. */
  frame: 'public' | 'person'
  /** The roles of which one is needed; without any, a sign-in is enough. */
  needs?: readonly Role[]
}

/** Where the page stands once it shows: at its top (or at its `#`), where it was when it was left, or as it is. */
type Scroll = 'top' | 'asLeft' | 'keep'

/** What stands on the screen. */
export type Shown = Readonly<{
  place: Place
  /** Undefined where there is no screen at the address. */
  route: Route | undefined
  scroll: Scroll
}> &
  (
    | { state: 'ready'; Screen: ComponentType }
    | { state: 'failed'; error: unknown }
    /** Its code is on its way; `slow` once that takes long enough to say so. */
    | { state: 'coming' | 'slow' }
  )

/** What is told: that somebody sets out for a place, what is shown from now on, and that it has been drawn. */
type News = {
  leaving(from: Place, to: Place, isNewEntry: boolean): void
  showing(shown: Shown): void
  drawn(place: Place, before: Place | undefined): void
}

/** The search of a destination, or what makes it of the search of the place that is open. */
type Asked = object | ((now: Search) => object)

/** Where to go: a screen and the search of its address, or an address as it is. `.` is the screen that is open. */
export type Destination = ({ to: string; search?: Asked | undefined } | { href: string }) & {
  /** Takes the place of the entry in the history. */
  replace?: boolean
  /** False where the page stays as far down as it is. */
  resetScroll?: boolean
}

/** Until then what was there before stays, so that nothing flickers. */
const slowMs = 150

/** What browsers say of a file that is not there: after a release, those of the version before are gone. */
const missingFile = /dynamically imported module|Importing a module script failed/

/** An address without what makes no difference between two. */
export const plain = (path: string): string => path.toLowerCase().replace(/(?<=.)\/$/, '')

/** The search of an address out of its members, from the `?` on; what is empty is left out. */
export const searchTextOf = (search: object): string => {
  const filled = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  const text = new URLSearchParams(filled).toString()
  return text && `?${text}`
}

/** Chooses the screen of an address, and shows it once its guard lets somebody in and its code is there. */
export const createRouter = (routeAt: (path: string) => Route | undefined, missing: Screen, bar: AddressBar) => {
  const screens = new Map<Screen, ComponentType>()
  const listeners: { [Name in keyof News]: Set<News[Name]> } = {
    leaving: new Set(),
    showing: new Set(),
    drawn: new Set(),
  }

  const placeOf = (href: string, state: EntryState): Place => {
    const { pathname, search, hash } = new URL(href, 'http://localhost')
    const filled = Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''))
    return {
      href,
      pathname,
      searchText: search,
      search: routeAt(pathname)?.read?.(filled) ?? filled,
      hash: hash.slice(1),
      index: state.index ?? 0,
      denied: state.denied,
    }
  }
  const here = (): Place => {
    const { href, state } = bar.read()
    return placeOf(href, state)
  }

  let place = here()
  let shown: Shown = { place, route: routeAt(place.pathname), scroll: 'asLeft', state: 'coming' }
  let drawn: Place | undefined
  let turn = 0
  /** How the place that was opened last is to stand. */
  let standing: Scroll = 'top'

  const show = (next: Shown) => {
    shown = next
    for (const tell of listeners.showing) tell(next)
  }

  const screenOf = async (load: Screen): Promise<ComponentType> => {
    const found = screens.get(load) ?? (await load()).default
    screens.set(load, found)
    return found
  }

  /** Shows a place. Who goes on to another one before it is there gets that one. */
  const open = async (to: Place, scroll: Scroll): Promise<void> => {
    turn += 1
    const mine = turn
    place = to
    standing = scroll
    const route = routeAt(to.pathname)
    const next = { place: to, route, scroll }
    const isOther = shown.state !== 'ready' || route !== shown.route
    const sayThatItIsSlow = () => {
      if (mine !== turn || drawn === to) return
      const now = shown
      show({ ...next, state: 'slow' })
      // What is ready but waits for an answer goes on waiting for it.
      if (now.place === to) show(now)
    }
    const slow = isOther ? setTimeout(sayThatItIsSlow, slowMs) : undefined
    try {
      const coming = screenOf(route?.load ?? missing)
      // If the guard sends somebody elsewhere, nobody waits for it.
      coming.catch(() => undefined)
      const elsewhere = await route?.guard?.({ href: to.href, isAhead: false })
      if (mine !== turn) return
      if (elsewhere) return await goTo(elsewhere.to, elsewhere.denied, true, 'top')
      const Screen = await coming
      if (mine === turn) show({ ...next, state: 'ready', Screen })
    } catch (error) {
      if (mine !== turn) return
      if (error instanceof Error && missingFile.test(error.message) && bar.loadAnew(error.message)) return
      show({ ...next, state: 'failed', error })
    }
    // Nobody draws it, as on the server.
    if (listeners.showing.size === 0) clearTimeout(slow)
  }

  const goTo = (href: string, denied: string | undefined, asksReplace: boolean, scroll: Scroll) => {
    // Who follows a link to where they are would have to go back twice.
    const replaces = asksReplace || href === place.href
    const state: EntryState = { index: place.index + (replaces ? 0 : 1), ...(denied !== undefined && { denied }) }
    const from = place
    bar.write(href, state, replaces)
    const to = placeOf(href, state)
    for (const tell of listeners.leaving) tell(from, to, !replaces)
    return open(to, scroll)
  }

  /** The address of a destination, as it is from a place. */
  const hrefOf = (destination: Destination, from: Place = place): string => {
    if ('href' in destination) return destination.href
    const { to, search = {} } = destination
    return (to === '.' ? from.pathname : to) + searchTextOf(typeof search === 'function' ? search(from.search) : search)
  }

  /** Whether the next move through the history is ours, and nobody is to be asked. */
  let goesByUs = false
  const goBy = (by: number): void => {
    goesByUs = true
    bar.go(by)
  }
  bar.onMove(() => {
    const { href, state } = bar.read()
    // An entry that the browser made for a `#` has no place yet, and stands where the browser put it.
    const isOurs = state.index !== undefined
    const index = state.index ?? place.index + 1
    const by = index - place.index
    // Where somebody was held, and has just come back to.
    if (by === 0 && href === place.href) return
    const isByUs = goesByUs
    goesByUs = false
    // The browser has gone there already.
    if (isOurs && !isByUs && isHeld('browser', () => goBy(by))) return bar.go(-by)
    if (!isOurs) bar.write(href, { ...state, index }, true)
    const to = placeOf(href, { ...state, index })
    for (const tell of listeners.leaving) tell(place, to, !isOurs)
    void open(to, isOurs ? 'asLeft' : 'keep')
  })

  return {
    /** What stands on the screen, or will in a moment. */
    get shown() {
      return shown
    },
    /** The place that the address names; its screen may still be on its way. */
    get place() {
      return place
    },
    /** Shows what the address names when the page begins. */
    begin(): Promise<void> {
      const { href, state } = bar.read()
      const isOurs = state.index !== undefined
      if (!isOurs) bar.write(href, { ...state, index: 0 }, true)
      return open(here(), isOurs ? 'asLeft' : 'top')
    },
    /** Settles once the place is shown, or somebody has gone on to another. */
    async navigate(destination: Destination): Promise<void> {
      const { replace = false, resetScroll = true } = destination
      const goOn = () => goTo(hrefOf(destination), undefined, replace, resetScroll ? 'top' : 'keep')
      if (!isHeld('link', () => void goOn())) await goOn()
    },
    /** Asks the guard again, and fetches what failed. */
    again: (): Promise<void> => open(here(), place === drawn ? 'keep' : standing),
    back: (): void => goBy(-1),
    hrefOf,
    /** Fetches a screen that somebody is about to open. */
    fetchAhead(href: string): void {
      const route = routeAt(placeOf(href, {}).pathname)
      if (!route) return
      // If it fails, it fails again when it is opened.
      screenOf(route.load).catch(() => undefined)
      route.guard?.({ href, isAhead: true }).catch(() => undefined)
    },
    /** To be called once something has been drawn. */
    hasDrawn(what: Shown): void {
      if (what.state === 'coming' || what.state === 'slow' || what.place === drawn) return
      const before = drawn
      drawn = what.place
      for (const tell of listeners.drawn) tell(what.place, before)
    },
    /** Answers what stops the telling. */
    on<Name extends keyof News>(name: Name, tell: News[Name]): () => void {
      listeners[name].add(tell)
      return () => listeners[name].delete(tell)
    },
  }
}

export type Router = ReturnType<typeof createRouter>
