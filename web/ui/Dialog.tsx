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
  /** Called for Escape, the close button and a click outside the dialog; the owner then sets `open` to false. */
  onClose: () => void
  children: ReactNode
  className: string
  labelledBy?: string
  label?: string
  /** Styles it as navigation, like the blackboard. */
  board?: boolean
  onInput?: (event: FormEvent) => void
}

/**
 * Returns the focus to the element that opened the dialog. If that is gone from the page, the focus goes to the title
 * of what is open now, unless other code sets it first.
 */
const focusAgain = (opener: Element | null): void => {
  if (!hasNoFocus()) return
  if (opener instanceof HTMLElement && opener !== document.body && opener.checkVisibility())
    return opener.focus({ preventScroll: true })
  queueMicrotask(focusTitle)
}

/** An unstyled modal native dialog: the base of Dialog, SidePanel and the shell's sheet. */
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
  // False only while React hydrates the server's page.
  const [isReady] = useState(!useInBrowser())
  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const opener = document.activeElement
    // A server-rendered page shows its dialog without scripts, as an open one that isn't modal.
    if (element.open && !element.matches(':modal')) element.close()
    if (!element.open) element.showModal()
    // At a second Escape, a browser may close the dialog although its owner keeps it open.
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
        // The event is from a nested dialog, or from a file chooser that was closed without a choice.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={event => {
        // The second press of a double click was meant for the button that opened the dialog.
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
  /** The buttons; the main one comes last. */
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
      {/* Reachable by Tab, so that the keyboard can scroll content without controls. Relative, or text for screen readers
          would lengthen the dialog itself, and finding a word would scroll the title away. */}
      <div tabIndex={0} className="relative min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-5 -outline-offset-2 sm:px-6">
        {children}
      </div>
      {/* In a row of its own: over the buttons, a toast would block them while it is shown. */}
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

const Framed = ({ open, onClose, className, ...frame }: DialogProps & { className: string }) => {
  const id = useId()
  const way = useWayOut()
  return (
    <Modal
      open={open}
      onClose={() => way.leave(onClose)}
      onInput={way.onInput}
      labelledBy={id}
      className={classes('inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none rounded-t-xl', className)}
    >
      <Frame id={id} onClose={onClose} way={way} {...frame} />
    </Modal>
  )
}

/** A question or a short form over the page; on phones, a sheet from the bottom. */
export const Dialog = (props: DialogProps) => (
  <Framed {...props} className="dialog sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[88dvh] sm:w-[32rem] sm:rounded-xl" />
)

/** A record beside its table, at the inline end; on phones, a sheet from the bottom. */
export const SidePanel = (props: DialogProps) => (
  <Framed
    {...props}
    className="side-panel sm:inset-y-0 sm:start-auto sm:end-0 sm:h-dvh sm:max-h-dvh sm:w-[32rem] sm:rounded-none sm:rounded-s-xl"
  />
)
