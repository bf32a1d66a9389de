import type { ComponentType } from 'react'
import type { Role } from '#contract/callable.ts'
import type { AddressBar, EntryState } from '#web/routing/addressBar.ts'
import type { Path } from '#web/routing/addresses.ts'
import { isHeld } from '#web/ui/holds.ts'

/** The search of an address: every value is text, even a code that looks like a number. */
export type Search = Readonly<Record<string, string | undefined>>

/** A place in the application, as given by an address. */
export type Place = Readonly<{
  /** Path, search and hash. */
  href: string
  pathname: string
  /** The search as in the address, including the `?`; empty if there is none. */
  searchText: string
  /** The search by name, without empty values. */
  search: Search
  /** The part after the `#`. */
  hash: string
  /** Its position in the history of this tab. */
  index: number
  /** The address from which the guard turned the person away. */
  denied: string | undefined
}>

/** Another place to which the guard redirects. */
export type Elsewhere = { to: Path; denied?: string }

/** Loads a screen's code. The server's build adds its sources and texts (scripts/screenSources.ts). */
export type Screen = (() => Promise<{ default: ComponentType }>) & {
  sources?: readonly string[]
  texts?: readonly string[]
}

/** A screen and its address. */
export type Route = {
  path: Path
  load: Screen
  /** Removes from the search what the screen must not follow. */
  read?(search: Search): Search
  /** Resolves once the screen may show; to another place if the person may not see it. */
  guard?(going: { href: string; isAhead: boolean }): Promise<Elsewhere | undefined>
  /** The size of controls and rows. */
  density: 'family' | 'teacher' | 'admin'
  /** The frame around the screen: the public one or the signed-in person's. */
  frame: 'public' | 'person'
  /** The roles of which one is required; if omitted, a sign-in is enough. */
  needs?: readonly Role[]
}

/** The scroll position of a page once it shows: its top (or its `#`), where it was when it was left, or unchanged. */
type Scroll = 'top' | 'asLeft' | 'keep'

/** What the screen shows. */
export type Shown = Readonly<{
  place: Place
  /** Undefined if no screen has the address. */
  route: Route | undefined
  scroll: Scroll
}> &
  (
    | { state: 'ready'; Screen: ComponentType }
    | { state: 'failed'; error: unknown }
    /** Its code is loading; `slow` once that takes long enough to show it. */
    | { state: 'coming' | 'slow' }
  )

/**
 * The router's events: the person leaves for another place, something else is shown from now on, and it has been
 * rendered.
 */
type News = {
  leaving(from: Place, to: Place, isNewEntry: boolean): void
  showing(shown: Shown): void
  drawn(place: Place, before: Place | undefined): void
}

/** The search of a destination, or a function that makes it from the search of the open place. */
type Asked = object | ((now: Search) => object)

/** A destination: a screen and the search of its address, or a complete address. `.` is the open screen. */
export type Destination = ({ to: string; search?: Asked | undefined } | { href: string }) & {
  /** Replaces the history entry. */
  replace?: boolean
  /** False to keep the scroll position. */
  resetScroll?: boolean
}

/** For this many milliseconds the previous screen stays, so that nothing flickers. */
const slowMs = 150

/** The browsers' messages for a missing file: after a release, the files of the previous version are gone. */
const missingFile = /dynamically imported module|Importing a module script failed/

/** Normalizes a path: lowercase, without a trailing slash. */
export const plain = (path: string): string => path.toLowerCase().replace(/(?<=.)\/$/, '')

/** Builds the search of an address from its parameters, including the `?`; empty values are omitted. */
export const searchTextOf = (search: object): string => {
  const filled = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  const text = new URLSearchParams(filled).toString()
  return text && `?${text}`
}

/**
 * Creates a router. It chooses the screen of an address and shows it once its guard admits the person and its code is
 * loaded.
 */
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
  /** The scroll position for the place that was opened last. */
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

  /** Shows a place, unless the person moves on to another place first. */
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
      // A screen that is ready but waits for an answer goes on waiting.
      if (now.place === to) show(now)
    }
    const slow = isOther ? setTimeout(sayThatItIsSlow, slowMs) : undefined
    try {
      const coming = screenOf(route?.load ?? missing)
      // If the guard redirects, the loaded screen isn't needed.
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
    // Nothing renders it, as on the server.
    if (listeners.showing.size === 0) clearTimeout(slow)
  }

  const goTo = (href: string, denied: string | undefined, asksReplace: boolean, scroll: Scroll) => {
    // Following a link to the open page must not add an entry, or the person would have to go back twice.
    const replaces = asksReplace || href === place.href
    const state: EntryState = { index: place.index + (replaces ? 0 : 1), ...(denied !== undefined && { denied }) }
    const from = place
    bar.write(href, state, replaces)
    const to = placeOf(href, state)
    for (const tell of listeners.leaving) tell(from, to, !replaces)
    return open(to, scroll)
  }

  /** Returns the address of a destination, relative to a place. */
  const hrefOf = (destination: Destination, from: Place = place): string => {
    if ('href' in destination) return destination.href
    const { to, search = {} } = destination
    return (to === '.' ? from.pathname : to) + searchTextOf(typeof search === 'function' ? search(from.search) : search)
  }

  /** True if the application itself starts the next move through the history, which asks nothing. */
  let goesByUs = false
  const goBy = (by: number): void => {
    goesByUs = true
    bar.go(by)
  }
  bar.onMove(() => {
    const { href, state } = bar.read()
    // An entry that the browser made for a `#` link has no index yet, and keeps the browser's scroll position.
    const isOurs = state.index !== undefined
    const index = state.index ?? place.index + 1
    const by = index - place.index
    // The person was held here and has just come back.
    if (by === 0 && href === place.href) return
    const isByUs = goesByUs
    goesByUs = false
    // The browser has already moved.
    if (isOurs && !isByUs && isHeld('browser', () => goBy(by))) return bar.go(-by)
    if (!isOurs) bar.write(href, { ...state, index }, true)
    const to = placeOf(href, { ...state, index })
    for (const tell of listeners.leaving) tell(place, to, !isOurs)
    void open(to, isOurs ? 'asLeft' : 'keep')
  })

  return {
    /** What the screen shows now, or will in a moment. */
    get shown() {
      return shown
    },
    /** The place that the address names; its screen may still be loading. */
    get place() {
      return place
    },
    /** Shows the place that the address names when the page begins. */
    begin(): Promise<void> {
      const { href, state } = bar.read()
      const isOurs = state.index !== undefined
      if (!isOurs) bar.write(href, { ...state, index: 0 }, true)
      return open(here(), isOurs ? 'asLeft' : 'top')
    },
    /** Resolves once the place is shown, or the person has gone on to another. */
    async navigate(destination: Destination): Promise<void> {
      const { replace = false, resetScroll = true } = destination
      const goOn = () => goTo(hrefOf(destination), undefined, replace, resetScroll ? 'top' : 'keep')
      if (!isHeld('link', () => void goOn())) await goOn()
    },
    /** Runs the guard again and fetches what has failed. */
    again: (): Promise<void> => open(here(), place === drawn ? 'keep' : standing),
    back: (): void => goBy(-1),
    hrefOf,
    /** Prefetches a screen that the person is about to open. */
    fetchAhead(href: string): void {
      const route = routeAt(placeOf(href, {}).pathname)
      if (!route) return
      // If it fails, it fails again when the screen is opened.
      screenOf(route.load).catch(() => undefined)
      route.guard?.({ href, isAhead: true }).catch(() => undefined)
    },
    /** Must be called after each render. */
    hasDrawn(what: Shown): void {
      if (what.state === 'coming' || what.state === 'slow' || what.place === drawn) return
      const before = drawn
      drawn = what.place
      for (const tell of listeners.drawn) tell(what.place, before)
    },
    /** Adds a listener. Returns a function that removes it. */
    on<Name extends keyof News>(name: Name, tell: News[Name]): () => void {
      listeners[name].add(tell)
      return () => listeners[name].delete(tell)
    },
  }
}

export type Router = ReturnType<typeof createRouter>
