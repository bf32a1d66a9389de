import { Menu as MenuIcon, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NavigationGroup } from '#web/shell/navigation.ts'
import { RailItems } from '#web/shell/personParts.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Dialog.tsx'

type MoreTabProps = { groups: readonly NavigationGroup[]; tabClass: string; iconClass: string }

/** The last tab of a person with more items than fit: it opens all of them in a sheet. */
export const MoreTab = ({ groups, tabClass, iconClass }: MoreTabProps) => {
  const t = useTranslations('shell')
  const ui = useTranslations('ui')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={tabClass}>
        <span className={iconClass}>
          <MenuIcon size={21} aria-hidden />
        </span>
        {t('menu')}
      </button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        label={t('menu')}
        board
        className="dialog inset-x-0 top-auto bottom-0 m-0 max-h-[85dvh] w-full max-w-none overflow-y-auto! rounded-t-xl"
      >
        <div className="p-4 pb-[calc(1rem+env(safe-area-inset-bottom))]">
          <div className="flex justify-end">
            <IconButton icon={X} label={ui('close')} board onClick={() => setOpen(false)} />
          </div>
          <RailItems groups={groups} onGo={() => setOpen(false)} />
        </div>
      </Modal>
    </>
  )
}
