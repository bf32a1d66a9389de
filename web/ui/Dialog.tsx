import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { focusTitle, hasNoFocus } from './keptFocus.ts'
import { useUiText } from './text.tsx'
import { ToastPlace } from './Toast.tsx'
import { useWayOut } from './useWayOut.ts'
import { Unsaved } from './Unsaved.tsx'
import { useInBrowser } from './useInBrowser.ts'

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
  onInput?: (event: FormEvent) => void
}

/**
 * Back to where somebody came from. An element that is gone from the page gets no focus from the browser either: then
 * it's the title of what is open now, unless another part of the page knows better.
 */
const focusAgain = (opener: Element | null): void => {
  if (!hasNoFocus()) return
  if (opener instanceof HTMLElement && opener !== document.body && opener.checkVisibility())
    return opener.focus({ preventScroll: true })
  queueMicrotask(focusTitle)
}

/** A modal native dialog without a look: the ground of Dialog, SidePanel and the shell's sheet. */
export const Modal = ({
  open,
  onClose,
  children,
  className,
  labelledBy,
  label,
  board = false,
  onInput,
}: ModalProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  // Only while React takes over what the server made.
  const [isReady] = useState(!useInBrowser())
  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const opener = document.activeElement
    // A page that was made ready shows its dialog without scripts, as an open one that is not modal.
    if (element.open && !element.matches(':modal')) element.close()
    if (!element.open) element.showModal()
    // A browser may close it over an owner who wants it open: at a second Escape.
    const stayOpen = () => element.showModal()
    element.addEventListener('close', stayOpen)
    return () => {
      element.removeEventListener('close', stayOpen)
      element.close()
      focusAgain(opener)
    }
  }, [open])
  if (!open) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It hears what is typed into its boxes.
    <dialog
      ref={dialog}
      open={isReady || undefined}
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={event => {
        // Of a dialog within it, or of a file chooser that was left without a choice.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={event => {
        // The second press of a double click meant the button that opened it.
        if (event.target === event.currentTarget && event.detail < 2) onClose()
      }}
      onInput={onInput}
      className={classes(
        'fixed overflow-hidden overscroll-contain p-0 shadow-3 print:shadow-none',
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

type FrameProps = Omit<DialogProps, 'open'> & { id: string; way: ReturnType<typeof useWayOut> }

const Frame = ({ id, onClose, title, description, actions, way, children }: FrameProps) => {
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
        <IconButton icon={X} label={text.close} onClick={() => way.leave(onClose)} className="-me-2" data-noprint />
      </header>
      {/* Reachable by Tab, so that the keyboard can scroll what has nothing to press in it. */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-5 -outline-offset-2 sm:px-6">
        {children}
      </div>
      {/* In a row of its own: over the buttons it would keep people from pressing them while it is there. */}
      <ToastPlace className="px-4 not-empty:pb-3" />
      {way.isAsking && <Unsaved way={way} className="border-t" />}
      {actions && (
        <footer
          data-noprint
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
  const way = useWayOut()
  return (
    <Modal
      open={open}
      onClose={() => way.leave(onClose)}
      onInput={way.onInput}
      labelledBy={id}
      className={classes(
        'dialog',
        bottomSheet,
        'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[88dvh] sm:w-[32rem] sm:rounded-xl',
      )}
    >
      <Frame id={id} onClose={onClose} way={way} {...frame} />
    </Modal>
  )
}

/** A record beside its table, at the inline end; a sheet from below on phones. */
export const SidePanel = ({ open, onClose, ...frame }: DialogProps) => {
  const id = useId()
  const way = useWayOut()
  return (
    <Modal
      open={open}
      onClose={() => way.leave(onClose)}
      onInput={way.onInput}
      labelledBy={id}
      className={classes(
        'side-panel',
        bottomSheet,
        'sm:inset-y-0 sm:start-auto sm:end-0 sm:h-dvh sm:max-h-dvh sm:w-[32rem] sm:rounded-none sm:rounded-s-xl',
      )}
    >
      <Frame id={id} onClose={onClose} way={way} {...frame} />
    </Modal>
  )
}
