import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { Path } from '#web/routing/addresses.ts'
import { plain } from '#web/routing/router.ts'
import { usePlace, useRouter, type Target } from '#web/routing/routing.tsx'
import { buttonClass, type ButtonSize, type ButtonVariant, type ButtonWide } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'

/** The attributes that a link sets for itself. */
type Own = 'href' | 'onFocus' | 'onBlur' | 'onMouseEnter' | 'onMouseLeave' | 'onTouchStart'
type LinkProps<To extends Path> = Omit<ComponentProps<'a'>, Own> &
  Target<To> & {
    /** Replaces the page in the history. */
    replace?: boolean
    /** False to keep the scroll position. */
    resetScroll?: boolean
    /** False to fetch nothing before the link is followed. */
    preload?: boolean
    /** True if the link counts as the open page only if the search holds nothing else. */
    isExact?: boolean
  }

/** A pointer that stays shorter than this many milliseconds only passes over the link. */
const intentMs = 50
let intent: ReturnType<typeof setTimeout> | undefined

/** True if the browser should handle the click, for example to open a new tab. */
const isForBrowser = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  !['', '_self'].includes(event.currentTarget.target)

/**
 * The attributes of an anchor that leads to a screen. The link to the open page is marked visually and for screen
 * readers.
 */
const useLink = <To extends Path>({
  to,
  search,
  replace,
  resetScroll,
  preload = true,
  isExact = false,
  ...anchor
}: LinkProps<To>): ComponentProps<'a'> => {
  const router = useRouter()
  const place = usePlace()
  const asked = typeof search === 'function' ? search(place.search) : (search ?? {})
  const href = router.hrefOf({ to, search: asked }, place)
  const filled = Object.entries(asked).filter(([, value]) => value)
  const isOpen =
    (to === '.' || plain(to) === plain(place.pathname)) &&
    filled.every(([key, value]) => place.search[key] === value) &&
    (!isExact || filled.length === Object.keys(place.search).length)
  const intend = () => {
    clearTimeout(intent)
    if (preload) intent = setTimeout(() => router.fetchAhead(href), intentMs)
  }
  const leave = () => clearTimeout(intent)
  return {
    ...anchor,
    ...(isOpen && { 'data-status': 'active', 'aria-current': 'page' }),
    href,
    onClick: event => {
      anchor.onClick?.(event)
      if (isForBrowser(event)) return
      event.preventDefault()
      leave()
      void router.navigate({
        to,
        search,
        ...(replace !== undefined && { replace }),
        ...(resetScroll !== undefined && { resetScroll }),
      })
    },
    onFocus: intend,
    onMouseEnter: intend,
    onTouchStart: intend,
    onBlur: leave,
    onMouseLeave: leave,
  }
}

/** A link to a screen. */
export const Link = <To extends Path>(props: LinkProps<To>): ReactNode => {
  const { children, ...anchor } = useLink(props)
  return <a {...anchor}>{children}</a>
}

type ButtonAnchorProps = ComponentProps<'a'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: ButtonWide
  icon?: LucideIcon
}

/** A link to a screen that looks like a button. */
export const ButtonLink = <To extends Path>({
  variant,
  size,
  wide,
  icon: Icon,
  className,
  children,
  ...link
}: LinkProps<To> & ButtonAnchorProps): ReactNode => (
  <a {...useLink(link as unknown as LinkProps<To>)} className={classes(buttonClass(variant, size, wide), className)}>
    {Icon && <Icon size={18} aria-hidden />}
    {children}
  </a>
)

/** The classes of a link in running text. */
export const textLink = 'font-medium text-primary-ink underline decoration-1 underline-offset-3 hover:decoration-2'
