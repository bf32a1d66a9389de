import { Search } from 'lucide-react'
import { Suspense, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { withPage } from '#web/routing/lazily.tsx'
import { useMay } from '#web/session/may.ts'
import type { NavigationGroup } from '#web/shell/navigation.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { Loading } from '#web/ui/States.tsx'

const Findings = withPage(() => import('./Findings.tsx').then(module => module.Findings))

type FindAnythingProps = {
  /** The screens that the person may open. */
  groups: readonly NavigationGroup[]
  board?: boolean
}

/**
 * Finds people, screens and actions from anywhere in the office. It opens by its button, by Ctrl or ⌘ and K, and by `/`
 * where the screen has no search box of its own. The box appears at once, so that the first keystroke counts; the
 * findings load later.
 */
export const FindAnything = ({ groups, board = false }: FindAnythingProps) => {
  const t = useTranslations('shell')
  const may = useMay()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [active, setActive] = useState<string>()
  const isBarred = may('users-search') === false
  const button = useRef<HTMLButtonElement>(null)
  // The list handles arrows and Enter while the focus stays in the box.
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null)
  useEffect(() => {
    if (isBarred) return
    const press = (event: globalThis.KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      const isSlash =
        event.key === '/' &&
        !(event.ctrlKey || event.metaKey || event.altKey) &&
        !target.closest('input, textarea, select, dialog') &&
        document.querySelector('[aria-keyshortcuts="/"]') === null
      // An open dialog must be finished first. Of two frames, one is hidden.
      if ((!isCommand && !isSlash) || document.querySelector('dialog:modal') || !button.current?.checkVisibility())
        return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isBarred])
  if (isBarred) return null
  const hear = (press: ((event: KeyboardEvent) => void) | null) => {
    keys.current = press
  }
  const close = () => {
    setOpen(false)
    setText('')
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={t('find')}
        title={`${t('find')} (Ctrl K)`}
        className={
          board
            ? 'grid size-11 place-items-center rounded-md text-on-board hover:bg-board-2'
            : 'inline-flex min-h-control items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-ui text-ink-2 hover:border-ink-2'
        }
      >
        <Search size={18} aria-hidden />
        {!board && (
          <>
            <span className="w-44 text-start">{t('find')}</span>
            <kbd className="rounded-sm border border-line px-1.5 text-xs">Ctrl K</kbd>
          </>
        )}
      </button>
      <Modal
        open={isOpen}
        onClose={close}
        label={t('find')}
        className="enter inset-x-0 top-0 bottom-auto m-0 max-h-[92dvh] w-full max-w-none rounded-b-xl sm:mx-auto sm:mt-[10dvh] sm:max-h-[70dvh] sm:w-[36rem] sm:rounded-xl"
      >
        <div className="flex max-h-[inherit] flex-col" role="search">
          <div className="border-b border-line p-3">
            <SearchInput
              label={t('find')}
              autoComplete="off"
              spellCheck={false}
              role="combobox"
              aria-expanded={active !== undefined}
              aria-controls={id}
              aria-activedescendant={active}
              value={text}
              onChange={event => setText(event.target.value)}
              onKeyDown={event => {
                // In a search box the browser's Escape would only clear it.
                if (event.key === 'Escape') {
                  event.preventDefault()
                  close()
                } else keys.current?.(event)
              }}
            />
          </div>
          <Suspense fallback={<Loading />}>
            <Findings id={id} groups={groups} text={text} onKeys={hear} onActive={setActive} onClose={close} />
          </Suspense>
        </div>
      </Modal>
    </>
  )
}
