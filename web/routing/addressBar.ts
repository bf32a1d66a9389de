/** What each entry of the tab's history holds besides its address. */
export type EntryState = {
  /** The entry's place in the history of this tab. */
  index?: number
  /** The address from which the guard turned somebody away. */
  denied?: string
}

/** Where the address is read and written: the browser's, or one that is only asked for where there is no browser. */
export type AddressBar = {
  read(): { href: string; state: EntryState }
  write(href: string, state: EntryState, replaces: boolean): void
  /** Moves by this number of entries through the history; back where it is negative. */
  go(by: number): void
  /** Tells when the person goes back or forward, or follows a `#`. */
  onMove(moved: () => void): void
  /** Loads the page anew where a file of it is gone, once for each; false where that has not helped. */
  loadAnew(missing: string): boolean
}

const loadAnew = (missing: string): boolean => {
  try {
    if (sessionStorage.getItem('lantern.missing') === missing) return false
    sessionStorage.setItem('lantern.missing', missing)
  } catch {
    // Without a store it might go on for ever.
    return false
  }
  location.reload()
  return true
}

/** The browser's own address bar. */
export const browserBar = (): AddressBar => ({
  read: () => ({
    href: location.pathname + location.search + location.hash,
    state: (history.state ?? {}) as EntryState,
  }),
  write: (href, state, replaces) =>
    replaces ? history.replaceState(state, '', href) : history.pushState(state, '', href),
  go: by => history.go(by),
  onMove: moved => addEventListener('popstate', moved),
  loadAnew,
})

/** An address where there is no browser. */
export const fixedBar = (href: string): AddressBar => {
  let now: ReturnType<AddressBar['read']> = { href, state: { index: 0 } }
  return {
    read: () => now,
    write: (next, state) => {
      now = { href: next, state }
    },
    go: () => undefined,
    onMove: () => undefined,
    loadAnew: () => false,
  }
}
