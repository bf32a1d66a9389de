/** The state of a history entry, beside its address. */
export type EntryState = {
  /** The entry's position in the history of this tab. */
  index?: number
  /** The address from which the guard turned the person away. */
  denied?: string
}

/** Reads and writes the address: in the browser, or in memory where there is no browser. */
export type AddressBar = {
  read(): { href: string; state: EntryState }
  write(href: string, state: EntryState, replaces: boolean): void
  /** Moves through the history by this number of entries; negative numbers go back. */
  go(by: number): void
  /** Calls back when the person goes back or forward, or follows a `#` link. */
  onMove(moved: () => void): void
  /** Reloads the page because one of its files is missing, once for each file. Returns false if that has not helped. */
  loadAnew(missing: string): boolean
}

const loadAnew = (missing: string): boolean => {
  try {
    if (sessionStorage.getItem('lantern.missing') === missing) return false
    sessionStorage.setItem('lantern.missing', missing)
  } catch {
    // Without storage it might reload forever.
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

/** A fixed address, where there is no browser. */
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
