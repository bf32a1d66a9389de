import { useCallback, useEffect, useState } from 'react'
import type { Search } from '#web/routing/router.ts'
import { usePlace, useRouter } from '#web/routing/routing.tsx'

/**
 * The state of a screen that is kept in the address: search, filters and the open record survive a reload and can be
 * shared.
 */
export const useUrlState = (): [Search, (patch: Search, options?: { replace?: boolean }) => void] => {
  const router = useRouter()
  const { search: values } = usePlace()
  const change = useCallback(
    (patch: Search, { replace = false }: { replace?: boolean } = {}) => {
      // The router applies the patch to the search as it is by then, so that two changes at once don't undo each other.
      void router.navigate({ to: '.', search: searchWith(patch), replace, resetScroll: false })
    },
    [router],
  )
  return [values, change]
}

/** Returns the search of a link that changes these parameters of the address and keeps the others. */
export const searchWith =
  (patch: Search) =>
  (now: object): Record<string, string> =>
    Object.fromEntries(
      Object.entries({ ...now, ...patch }).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
      ),
    )

const pauseMs = 250

/** The text in a search box, the search in the address beside it, and the search that the box last asked for. */
export type Typed = Readonly<{ text: string; address: string; asked: string }>

/**
 * Returns the content of a search box once the address says `search`. Text typed while its search was on the way stays;
 * a search that came from elsewhere (a link, going back) replaces it.
 */
export const typedAt = (typed: Typed, search: string): Typed => {
  if (typed.address === search) return typed
  return typed.asked === search ? { ...typed, address: search } : { text: search, address: search, asked: search }
}

/**
 * The text of a search box. It changes at once, and the address, which triggers the search, after a short pause.
 * `early` returns what the box held before React hydrated it.
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
