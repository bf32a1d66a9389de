import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { withPage } from '#web/routing/lazily.tsx'
import { Link } from '#web/routing/link.tsx'
import { usePlace } from '#web/routing/routing.tsx'
import { MessagesLink, useWaiting } from '#web/shell/MessagesLink.tsx'
import { heldBy, navigationFor } from '#web/shell/navigation.ts'
import { Main, SkipLink, Wordmark } from '#web/shell/parts.tsx'
import { PersonMenu, type ShellProps } from '#web/shell/personParts.tsx'
import { LanguageSwitch, ThemeSwitch } from '#web/shell/Switches.tsx'
import { classes } from '#web/ui/classes.ts'
import { Count } from '#web/ui/Marks.tsx'

// Most people have at most five items.
const MoreTab = withPage(() => import('#web/shell/MoreTab.tsx').then(module => module.MoreTab))

const tabClass = classes(
  // Five items share a phone's width: with large text they grow as far as there is room.
  'group flex min-h-16 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-[min(var(--text-2xs),4vw)] font-semibold text-ink-2 -outline-offset-2',
  'data-[status=active]:text-primary-ink',
)
const tabIconClass =
  'relative grid h-7 w-full max-w-12 place-items-center rounded-full transition-colors group-data-[status=active]:bg-primary-soft'

/**
 * The frame of families and teachers: a board header. Below 900 px the items are in a tab bar at the bottom, above that
 * in the header. With more than five items, the last tab opens a sheet with all of them.
 */
export const BoardShell = ({ user, roles, children }: ShellProps) => {
  // Families and teachers may open every page of their role.
  const groups = navigationFor(roles, () => true)
  const t = useTranslations('shell')
  const nav = useTranslations('nav')
  const { pathname: path } = usePlace()
  const items = groups.flatMap(group => group.items)
  // A family has a tab for its messages; a person who only teaches has them beside the day.
  const hasPlace = items.some(({ to }) => to === '/messages')
  const { unread } = useWaiting(hasPlace)
  const news = { 'aria-label': t('unread', { n: unread }) }
  const teaches = groups.some(({ label }) => label === 'teaching')
  const tabs = items.length > 5 ? items.slice(0, 4) : items
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header data-noprint className="board">
        <div className="mx-auto flex min-h-14 w-full max-w-[90rem] flex-wrap items-center justify-end gap-x-1 px-gutter min-[56.25rem]:min-h-16">
          <div className="min-w-0 flex-1 min-[56.25rem]:flex-none">
            <Wordmark />
          </div>
          <nav aria-label={t('mainNavigation')} className="mx-auto hidden gap-1 min-[56.25rem]:flex">
            {groups.map((group, index) => (
              <ul
                key={group.label}
                className={classes('flex gap-1', index > 0 && 'border-s border-on-board-2/40 ps-1')}
              >
                {group.items.map(item => (
                  <li key={item.to}>
                    <Link
                      {...heldBy(item, path)}
                      {...(item.to === '/messages' && news)}
                      to={item.to}
                      className={classes(
                        'relative flex min-h-11 items-center rounded-md px-3 text-sm font-medium text-on-board-2 hover:bg-board-2 hover:text-on-board',
                        'data-[status=active]:font-semibold data-[status=active]:text-on-board',
                        'after:absolute after:inset-x-3 after:bottom-1 after:h-0.75 after:rounded-full data-[status=active]:after:bg-marigold',
                      )}
                    >
                      {nav(item.label)}
                      {item.to === '/messages' && (
                        <span aria-hidden className="ms-1.5 empty:hidden">
                          <Count value={unread} label="" />
                        </span>
                      )}
                    </Link>
                  </li>
                ))}
              </ul>
            ))}
          </nav>
          {teaches && !hasPlace && <MessagesLink />}
          <LanguageSwitch board />
          <ThemeSwitch board />
          {user ? <PersonMenu user={user} /> : <span className="size-11" />}
        </div>
      </header>
      <Main className="max-[56.25rem]:pb-[calc(4rem+env(safe-area-inset-bottom))]">{children}</Main>
      {tabs.length > 0 && (
        <nav
          data-noprint
          data-tab-bar
          aria-label={t('mainNavigation')}
          className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] min-[56.25rem]:hidden"
        >
          <ul className="mx-auto flex max-w-xl">
            {tabs.map(({ icon: Icon, ...item }) => (
              <li key={item.to} className="flex min-w-0 flex-1">
                <Link {...heldBy(item, path)} {...(item.to === '/messages' && news)} to={item.to} className={tabClass}>
                  <span className={tabIconClass}>
                    <Icon size={21} aria-hidden />
                    {item.to === '/messages' && (
                      <span aria-hidden className="absolute start-1/2 -top-0.5 ms-1">
                        <Count value={unread} label="" />
                      </span>
                    )}
                  </span>
                  <span className="max-w-full truncate">{nav(item.label)}</span>
                </Link>
              </li>
            ))}
            {items.length > 5 && (
              <li className="flex flex-1">
                <Suspense>
                  <MoreTab groups={groups} tabClass={tabClass} iconClass={tabIconClass} />
                </Suspense>
              </li>
            )}
          </ul>
        </nav>
      )}
    </div>
  )
}
