import { LogOut, UserRound } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { lazily } from '#web/routing/lazily.tsx'
import type { Role } from '#contract/callable.ts'
import { Link } from '#web/routing/link.tsx'
import { useNavigate } from '#web/routing/routing.tsx'
import { signOut, type SessionUser } from '#web/session/session.ts'
import { useWaiting } from '#web/shell/MessagesLink.tsx'
import type { NavigationGroup } from '#web/shell/navigation.ts'
import { classes } from '#web/ui/classes.ts'
import { Avatar, Count } from '#web/ui/Marks.tsx'
import { Menu, menuItemClass, MenuItem } from '#web/ui/Menu.tsx'
import { useReadLater } from '#web/wire/call.ts'
import { useFirstName } from '#web/words/Name.tsx'

const UnsentLeft = lazily(() =>
  import('#web/teaching/absences/shared/UnsentLeft.tsx').then(module => module.UnsentLeft),
)

/** The props of every shell: it knows no school and no permissions, only where the person can go. */
export type ShellProps = { user: SessionUser | null; roles: readonly Role[]; children: ReactNode }

/** A menu behind the person's initials with account and sign-out. */
export const PersonMenu = ({ user }: { user: SessionUser }) => {
  const t = useTranslations('shell')
  const navigate = useNavigate()
  const isChinese = useLocale() === 'zh'
  const firstName = useFirstName()
  // Only Chinese shows more than the name that the sign-in knows. While viewing as a family, it is another person's.
  const { data: me } = useReadLater('users-me', {}, { enabled: isChinese })
  const own = me?.email === user.email ? firstName(me) : user.name
  const name = own || user.email
  const [isAsking, setAsking] = useState(false)
  const leave = async () => {
    // First leave the pages that need a sign-in, so that signing out doesn't look like being refused.
    await navigate({ to: '/' })
    await signOut()
  }
  // Only teachers' marks can wait on a device, so no one else waits for this check.
  const ask = async () => {
    const { recallUnsent } = await import('#web/wire/unsentStore.ts')
    if ((await recallUnsent()).size > 0) setAsking(true)
    else await leave()
  }
  const mayWait = user.roles.includes('teacher')
  return (
    <>
      <Menu
        label={t('person', { name })}
        button={<Avatar name={name} id={user.uid} />}
        buttonClassName="grid size-11 place-items-center rounded-md"
      >
        <div className="border-b border-line px-3 pt-2 pb-3">
          <p className="truncate text-sm font-semibold">{own}</p>
          <p className="truncate text-sm text-ink-2">{user.email}</p>
        </div>
        <div className="pt-1.5">
          <Link to="/account" className={menuItemClass}>
            <UserRound size={18} aria-hidden />
            {t('account')}
          </Link>
          <MenuItem onSelect={() => void (mayWait ? ask() : leave())}>
            <LogOut size={18} aria-hidden className="rtl:-scale-x-100" />
            {t('signOut')}
          </MenuItem>
        </div>
      </Menu>
      {isAsking && (
        <Suspense>
          <UnsentLeft onStay={() => setAsking(false)} onLeave={() => void leave()} />
        </Suspense>
      )}
    </>
  )
}

/** The number of conversations that wait for the office, beside the link to them. */
const Unanswered = () => {
  const t = useTranslations('shell')
  const { open } = useWaiting()
  return (
    <span className="ms-auto">
      <Count value={open} label={t('unread', { n: open })} />
    </span>
  )
}

/** All items in one column, grouped by role: the office's rail and every sheet. */
export const RailItems = ({ groups, onGo }: { groups: readonly NavigationGroup[]; onGo?: () => void }) => {
  const t = useTranslations('shell')
  const nav = useTranslations('nav')
  return (
    <nav aria-label={t('mainNavigation')} className="grid gap-5">
      {groups.map(group => (
        <div key={group.label}>
          {groups.length > 1 && <p className="px-3 pb-1.5 text-2xs font-semibold text-on-board-2">{t(group.label)}</p>}
          <ul className="grid gap-0.5">
            {group.items.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  {...(onGo && { onClick: onGo })}
                  className={classes(
                    'relative flex min-h-10 items-center gap-3 rounded-md px-3 text-sm text-on-board-2 transition-colors pointer-coarse:min-h-11',
                    'hover:bg-board-2 hover:text-on-board',
                    'data-[status=active]:bg-board-2 data-[status=active]:font-semibold data-[status=active]:text-on-board',
                    'before:absolute before:-start-3 before:inset-y-2 before:w-1 before:rounded-e-full',
                    'data-[status=active]:before:bg-marigold',
                  )}
                >
                  <Icon size={18} aria-hidden />
                  {nav(label)}
                  {to === '/adminmessage' && <Unanswered />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
