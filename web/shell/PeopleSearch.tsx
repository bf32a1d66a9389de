import { Search } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { withPage } from '#web/routing/lazily.tsx'
import { useMay } from '#web/session/may.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Loading } from '#web/ui/States.tsx'

const FindPeople = withPage(() => import('./FindPeople.tsx').then(module => module.FindPeople))

/**
 * Finds people from everywhere in the office: by its button, by Ctrl or ⌘ and K, and by `/` where the screen has no
 * search of its own.
 */
export const PeopleSearch = ({ board = false }: { board?: boolean }) => {
  const t = useTranslations('shell')
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const isAllowed = may('users-search') === true
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isAllowed) return
    const press = (event: globalThis.KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      const isSlash =
        event.key === '/' &&
        !(event.ctrlKey || event.metaKey || event.altKey) &&
        !target.closest('input, textarea, select, dialog') &&
        document.querySelector('[aria-keyshortcuts="/"]') === null
      // A dialog that is open has to be finished first; of two frames one is hidden.
      if ((!isCommand && !isSlash) || document.querySelector('dialog:modal') || !button.current?.checkVisibility())
        return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isAllowed])
  if (!isAllowed) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={t('findPeople')}
        title={`${t('findPeople')} (Ctrl K)`}
        className={
          board
            ? 'grid size-11 place-items-center rounded-md text-on-board hover:bg-board-2'
            : 'inline-flex min-h-control items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-ui text-ink-2 hover:border-ink-2'
        }
      >
        <Search size={18} aria-hidden />
        {!board && (
          <>
            <span className="w-44 text-start">{t('findPeople')}</span>
            <kbd className="rounded-sm border border-line px-1.5 text-xs">Ctrl K</kbd>
          </>
        )}
      </button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        label={t('findPeople')}
        className="enter inset-x-0 top-0 bottom-auto m-0 max-h-[92dvh] w-full max-w-none rounded-b-xl sm:mx-auto sm:mt-[10dvh] sm:max-h-[70dvh] sm:w-[36rem] sm:rounded-xl"
      >
        <Suspense fallback={<Loading />}>
          <FindPeople onClose={() => setOpen(false)} />
        </Suspense>
      </Modal>
    </>
  )
}
