import { useCallback, useEffect, useState } from 'react'
import type { Search } from '#web/routing/router.ts'
import { usePlace, useRouter } from '#web/routing/routing.tsx'

/** What a screen shows, kept in the address: search, filters and the open record survive a reload and can be sent on. */
export const useUrlState = (): [Search, (patch: Search, options?: { replace?: boolean }) => void] => {
  const router = useRouter()
  const { search: values } = usePlace()
  const change = useCallback(
    (patch: Search, { replace = false }: { replace?: boolean } = {}) => {
      // The router knows the search as it is by then, so that two changes at once do not undo each other.
      void router.navigate({ to: '.', search: searchWith(patch), replace, resetScroll: false })
    },
    [router],
  )
  return [values, change]
}

/** The search of a link that changes these members of the address and keeps the others. */
export const searchWith =
  (patch: Search) =>
  (now: object): Record<string, string> =>
    Object.fromEntries(
      Object.entries({ ...now, ...patch }).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
      ),
    )

const pauseMs = 250

/** The words in a search box, the search in the address they stand beside, and the one last asked for from the box. */
export type Typed = Readonly<{ text: string; address: string; asked: string }>

/**
 * What a search box holds once the address says `search`. Words typed on while their search was on its way stay; a
 * search that came from elsewhere (a link, going back) replaces them.
 */
export const typedAt = (typed: Typed, search: string): Typed => {
  if (typed.address === search) return typed
  return typed.asked === search ? { ...typed, address: search } : { text: search, address: search, asked: search }
}

/**
 * The words of a search box: typed at once, in the address (and so asked for) after a short pause. `early` tells what
 * the box held before React took it over.
 */
export const useUrlSearch = (key = 'search', early: () => string | undefined = () => undefined) => {
  const [values, change] = useUrlState()
  const search = values[key] ?? ''
  const [kept, setTyped] = useState<Typed>(() => ({ text: early() ?? search, address: search, asked: search }))
  const typed = typedAt(kept, search)
  if (typed !== kept) setTyped(typed)
  const { text } = typed
  useEffect(() => {
    const asked = text.trim()
    if (asked === search) return
    const timer = setTimeout(() => {
      setTyped(now => ({ ...now, asked }))
      change({ [key]: asked }, { replace: true })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, search, key, change])
  return { search, text, type: (next: string) => setTyped(now => ({ ...now, text: next })) }
}
