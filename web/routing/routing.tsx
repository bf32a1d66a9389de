import { createContext, startTransition, use, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import type { Path, SearchOf } from '#web/routing/addresses.ts'
import type { Destination, Place, Router, Search, Shown } from '#web/routing/router.ts'

/** A screen with the search of its address, or a function that makes it from the search of the open place. */
export type Target<To extends Path> = {
  to: To | '.'
  search?: SearchOf<To> | ((now: Search) => Record<string, string>)
}
type Way = Pick<Destination, 'replace' | 'resetScroll'>

const RouterContext = createContext<Router | null>(null)
const ShownContext = createContext<Shown | null>(null)

/** Returns the router. Throws outside of the application. */
export const useRouter = (): Router => {
  const router = use(RouterContext)
  if (!router) throw new Error('This is used outside of the application')
  return router
}

/**
 * Returns what the screen shows: the place, its route and the state of its screen. Throws outside of the application.
 */
export const useShown = (): Shown => {
  const shown = use(ShownContext)
  if (!shown) throw new Error('This is used outside of the application')
  return shown
}

/** Returns the place whose screen is shown. */
export const usePlace = (): Place => useShown().place

/** Returns the search of the address for the screen of a path; without a path, for any open screen. */
export const useSearch = <At extends Path = Path>(): SearchOf<At> => usePlace().search as SearchOf<At>

/** Returns a function that goes to another address and resolves once its screen is shown. */
export const useNavigate = (): (<To extends Path>(to: (Target<To> | { href: string }) & Way) => Promise<void>) =>
  useRouter().navigate

/** Goes to another address as soon as it is rendered, replacing the open page. */
export const Navigate = ({ to }: { to: Path }) => {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return null
}

/** Provides the router's state to everything inside. */
export const RouterProvider = ({ router, children }: { router: Router; children: ReactNode }) => {
  const [shown, setShown] = useState(router.shown)
  useLayoutEffect(() => {
    let last = router.shown
    const show = (next: Shown) => {
      // The old screen stays until another can be rendered; the router announces when that takes long.
      const isOther = next.state === 'ready' && (last.state !== 'ready' || last.route !== next.route)
      last = next
      if (isOther) startTransition(() => setShown(next))
      else setShown(next)
    }
    // Shows what has changed since the render.
    show(last)
    return router.on('showing', show)
  }, [router])
  useLayoutEffect(() => router.hasDrawn(shown), [router, shown])
  return (
    <RouterContext value={router}>
      <ShownContext value={shown}>{children}</ShownContext>
    </RouterContext>
  )
}
