import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink, Link } from '#web/routing/link.tsx'
import { usePlace } from '#web/routing/routing.tsx'
import { useKnownSession } from '#web/session/session.ts'
import { Main, SkipLink, Wordmark } from '#web/shell/parts.tsx'
import { LanguageLink, LanguageSwitch, ThemeSwitch } from '#web/shell/Switches.tsx'

/** The frame of the pages that anyone may open. */
export const PublicShell = ({ children }: { children: ReactNode }) => {
  const t = useTranslations('shell')
  const nav = useTranslations('nav')
  const { session, stored } = useKnownSession()
  const isLogin = usePlace().pathname === '/login'
  const isIn = session.state === 'in' || (session.state === 'loading' && stored !== null)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header data-noprint className="board">
        <div className="mx-auto flex min-h-16 w-full max-w-[72rem] flex-wrap items-center justify-end gap-x-1 px-gutter">
          <div className="min-w-0 flex-1">
            <Wordmark />
          </div>
          <Link
            to="/classes"
            className="flex min-h-11 items-center rounded-md px-3 text-sm font-medium text-on-board hover:bg-board-2 max-[26.25rem]:hidden"
          >
            {nav('classes')}
          </Link>
          <LanguageSwitch board />
          <LanguageLink />
          <ThemeSwitch board />
          {!isLogin && (
            <ButtonLink to={isIn ? '/dashboard/' : '/login'} variant="accent" size="small" className="ms-1 text-sm">
              {t(isIn ? 'myAccount' : 'signIn')}
            </ButtonLink>
          )}
        </div>
      </header>
      <Main>{children}</Main>
    </div>
  )
}
