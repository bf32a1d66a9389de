import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#web/routing/link.tsx'
import { useSchoolName } from '#web/wire/school.ts'
import { Lantern } from '#web/shell/Lantern.tsx'
import { classes } from '#web/ui/classes.ts'

/** Lantern's mark and the school's name, as a link home. */
export const Wordmark = ({ to = '/' }: { to?: '/' | '/dashboard/' }) => {
  const name = useSchoolName(useLocale())
  return (
    <Link to={to} className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md">
      <span className="shrink-0">
        <Lantern />
      </span>
      <span className="display line-clamp-2 text-base leading-tight sm:text-lg sm:leading-tight">
        {name || '\u00a0'}
      </span>
    </Link>
  )
}

/** The first element that the Tab key reaches. */
export const SkipLink = () => {
  const t = useTranslations('shell')
  return (
    <a
      href="#main"
      data-noprint
      className="fixed start-3 top-3 z-50 -translate-y-20 rounded-md bg-marigold px-4 py-2.5 font-semibold text-on-marigold focus:translate-y-0"
    >
      {t('skip')}
    </a>
  )
}

/** The main content of the page. */
export const Main = ({ children, className }: { children: ReactNode; className?: string }) => (
  <main id="main" tabIndex={-1} className={classes('min-w-0 flex-1', className)}>
    {children}
  </main>
)
