import { Menu as MenuIcon, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazily } from '#web/routing/lazily.tsx'
import { isSettingUp } from '#web/school/config/shared/settingUp.ts'
import { Main, SkipLink, Wordmark } from '#web/shell/parts.tsx'
import { useMay } from '#web/session/may.ts'
import { FindAnything } from '#web/shell/FindAnything.tsx'
import { navigationFor } from '#web/shell/navigation.ts'
import { PersonMenu, RailItems, type ShellProps } from '#web/shell/personParts.tsx'
import { LanguageSwitch, ThemeSwitch } from '#web/shell/Switches.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Dialog.tsx'

// A school that is set up never needs it.
const NextStep = lazily(() => import('#web/school/config/shared/NextStep.tsx').then(module => module.NextStep))

/** The office's frame: a rail at the inline start, which is a sheet below 1024 px, and a bar on top. */
export const AdminShell = ({ user, roles, children }: ShellProps) => {
  const groups = navigationFor(roles, useMay({ enabled: user !== null }))
  const t = useTranslations('shell')
  const [open, setOpen] = useState(false)
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <aside data-noprint className="board sticky top-0 hidden h-dvh w-58 shrink-0 overflow-y-auto p-3 lg:block">
        <div className="mb-4 px-2 pt-1">
          <Wordmark />
        </div>
        <RailItems groups={groups} />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header
          data-noprint
          className="board flex min-h-14 flex-wrap items-center justify-end gap-x-1 px-gutter lg:border-b lg:border-line lg:bg-bg lg:bg-none lg:text-ink"
        >
          <div className="-ms-2 flex min-w-30 flex-1 items-center gap-1 lg:hidden">
            <IconButton icon={MenuIcon} label={t('menu')} board onClick={() => setOpen(true)} aria-haspopup="dialog" />
            <Wordmark />
          </div>
          <div className="max-lg:hidden">
            <FindAnything groups={groups} />
          </div>
          <div className="ms-auto flex items-center gap-1 max-lg:hidden">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
          <div className="flex items-center lg:hidden">
            <FindAnything groups={groups} board />
            <LanguageSwitch board />
            <ThemeSwitch board />
          </div>
          {user ? <PersonMenu user={user} /> : <span className="size-11" />}
        </header>
        {isSettingUp() && <NextStep />}
        <Main>{children}</Main>
      </div>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        label={t('menu')}
        board
        className="rail-sheet inset-y-0 start-0 end-auto m-0 h-dvh max-h-dvh w-72 max-w-[85vw] overflow-y-auto!"
      >
        <div className="p-3">
          <div className="mb-3 flex items-center justify-between ps-2">
            <Wordmark />
            <IconButton icon={X} label={t('menu')} board onClick={() => setOpen(false)} />
          </div>
          <RailItems groups={groups} onGo={() => setOpen(false)} />
        </div>
      </Modal>
    </div>
  )
}
