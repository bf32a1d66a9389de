import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { useUiText } from './text.tsx'
import { ToastPlace } from './Toast.tsx'

type ModalProps = {
  open: boolean
  /** Called for Escape, the cross and a click beside it; the owner then sets `open` to false. */
  onClose: () => void
  children: ReactNode
  className: string
  labelledBy?: string
  label?: string
  /** Navigation: it lies on the blackboard. */
  board?: boolean
}

const never = () => () => undefined
const no = (): boolean => false
const yes = (): boolean => true

/** A modal native dialog without a look: the ground of Dialog, SidePanel and the shell's sheet. */
export const Modal = ({ open, onClose, children, className, labelledBy, label, board = false }: ModalProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  // Only while React takes over what the server made.
  const [isReady] = useState(useSyncExternalStore(never, no, yes))
  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    // A page that was made ready shows its dialog without scripts, as an open one that is not modal.
    if (element.open && !element.matches(':modal')) element.close()
    if (!element.open) element.showModal()
    return () => element.close()
  }, [open])
  if (!open) return null
  return (
    <dialog
      ref={dialog}
      open={isReady || undefined}
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={event => {
        if (event.target === event.currentTarget) onClose()
      }}
      className={classes(
        'fixed overflow-hidden overscroll-contain p-0 shadow-3',
        board ? 'board' : 'bg-raised text-ink',
        className,
      )}
    >
      {children}
    </dialog>
  )
}

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Buttons; the main one last. */
  actions?: ReactNode
  children?: ReactNode
}

const Frame = ({ id, title, description, actions, onClose, children }: Omit<DialogProps, 'open'> & { id: string }) => {
  const text = useUiText()
  return (
    <div className="flex h-full max-h-[inherit] flex-col">
      <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-2 sm:px-6 sm:pt-5">
        <div>
          <h2 id={id} tabIndex={-1} className="text-xl">
            {title}
          </h2>
          {description && <p className="mt-1 text-sm text-ink-2">{description}</p>}
        </div>
        <IconButton icon={X} label={text.close} onClick={onClose} className="-me-2" />
      </header>
      {/* Reachable by Tab, so that the keyboard can scroll what has nothing to press in it. */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-5 -outline-offset-2 sm:px-6">
        {children}
      </div>
      {/* In a row of its own: over the buttons it would keep people from pressing them while it is there. */}
      <ToastPlace className="px-4 not-empty:pb-3" />
      {actions && (
        <footer
          className={classes(
            'flex flex-col-reverse gap-3 border-t border-line px-5 py-4 sm:flex-row sm:flex-wrap sm:justify-end sm:px-6',
            'pb-[calc(1rem+env(safe-area-inset-bottom))]',
          )}
        >
          {actions}
        </footer>
      )}
    </div>
  )
}

const bottomSheet = 'inset-x-0 top-auto bottom-0 m-0 w-full max-w-none max-h-[92dvh] rounded-t-xl'

/** A question or a short form over the page; a sheet from below on phones. */
export const Dialog = ({ open, onClose, ...frame }: DialogProps) => {
  const id = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={id}
      className={classes(
        'dialog',
        bottomSheet,
        'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[86dvh] sm:w-[32rem] sm:rounded-xl',
      )}
    >
      <Frame id={id} onClose={onClose} {...frame} />
    </Modal>
  )
}

/** A record beside its table, at the inline end; a sheet from below on phones. */
export const SidePanel = ({ open, onClose, ...frame }: DialogProps) => {
  const id = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={id}
      className={classes(
        'side-panel',
        bottomSheet,
        'sm:inset-y-0 sm:start-auto sm:end-0 sm:h-dvh sm:max-h-dvh sm:w-[30rem] sm:rounded-none sm:rounded-s-xl',
      )}
    >
      <Frame id={id} onClose={onClose} {...frame} />
    </Modal>
  )
}
