import { createContext, startTransition, use, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import type { Path, SearchOf } from '#web/routing/addresses.ts'
import type { Destination, Place, Router, Search, Shown } from '#web/routing/router.ts'

/** A screen with the search of its address, or what makes it of the search of the place that is open. */
export type Target<To extends Path> = {
  to: To | '.'
  search?: SearchOf<To> | ((now: Search) => Record<string, string>)
}
type Way = Pick<Destination, 'replace' | 'resetScroll'>

const RouterContext = createContext<Router | null>(null)
const ShownContext = createContext<Shown | null>(null)

/** What takes people from one address to another. */
export const useRouter = (): Router => {
  const router = use(RouterContext)
  if (!router) throw new Error('This stands outside of the application')
  return router
}

/** What stands on the screen: the place, its route, and how far its screen has come. */
export const useShown = (): Shown => {
  const shown = use(ShownContext)
  if (!shown) throw new Error('This stands outside of the application')
  return shown
}

/** The place whose screen is shown. */
export const usePlace = (): Place => useShown().place

/** What the search of the address says to the screen of a path; without one, to whichever screen is open. */
export const useSearch = <At extends Path = Path>(): SearchOf<At> => usePlace().search as SearchOf<At>

/** Goes to another address; settles once its screen is shown. */
export const useNavigate = (): (<To extends Path>(to: (Target<To> | { href: string }) & Way) => Promise<void>) =>
  useRouter().navigate

/** Goes to another address as soon as it is drawn, in place of the page that is open. */
export const Navigate = ({ to }: { to: Path }) => {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return null
}

/** Draws what the router shows. */
export const RouterProvider = ({ router, children }: { router: Router; children: ReactNode }) => {
  const [shown, setShown] = useState(router.shown)
  useLayoutEffect(() => {
    let last = router.shown
    const show = (next: Shown) => {
      // What is there stays until another screen can be drawn; the router says when that takes long.
      const isOther = next.state === 'ready' && (last.state !== 'ready' || last.route !== next.route)
      last = next
      if (isOther) startTransition(() => setShown(next))
      else setShown(next)
    }
    // What has come since it was drawn.
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
