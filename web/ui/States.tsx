import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { useUiText } from './text.tsx'

/** A gray placeholder for loading content; `className` gives it the size of the result. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={classes('skeleton h-4', className)} />
)

type LoadingProps = {
  /** Skeletons in the layout of the result; a few lines if omitted. */
  children?: ReactNode
  /** Offered after 4 seconds, beside "Still loading". */
  onRetry?: () => void
}

/** Shown while something loads: nothing at first, then skeletons, after 4 s a message and a retry. */
export const Loading = ({ children, onRetry }: LoadingProps) => {
  const [slow, setSlow] = useState(false)
  const text = useUiText()
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 4000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="late relative" aria-busy>
      {/* Over the skeletons, so that they don't move. */}
      <p
        role="status"
        className={
          slow
            ? 'absolute start-0 top-0 z-1 flex items-center gap-4 rounded-lg border border-line bg-raised px-3 py-1.5 text-sm text-ink-2'
            : 'sr-only'
        }
      >
        {slow ? text.stillLoading : text.loading}
        {slow && onRetry && (
          <Button size="small" onClick={onRetry}>
            {text.retry}
          </Button>
        )}
      </p>
      {children ?? (
        <div className="grid gap-4">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-28 rounded-lg" />
          <Skeleton className="h-28 rounded-lg" />
        </div>
      )}
    </div>
  )
}

type EmptyProps = {
  /** One sentence. */
  children: ReactNode
  title?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

/** Shown when there is nothing yet: one sentence and one thing to do on squared paper. */
export const Empty = ({ children, title, action }: EmptyProps) => (
  <div className="paper grid place-items-center rounded-lg border border-line px-6 py-12 text-center">
    <div className="grid max-w-md justify-items-center gap-3 rounded-lg bg-surface px-5 py-4">
      {title && <h2 className="text-lg">{title}</h2>}
      <p className="text-ink-2">{children}</p>
      {action}
    </div>
  </div>
)

const notices = {
  info: { icon: Info, look: 'border-info bg-info-soft text-info-ink' },
  good: { icon: CircleCheck, look: 'border-primary bg-primary-soft text-primary-ink' },
  warn: { icon: TriangleAlert, look: 'border-marigold bg-marigold-soft text-marigold-ink' },
  danger: { icon: CircleAlert, look: 'border-danger bg-danger-soft text-danger-ink' },
}

type NoticeProps = {
  tone?: keyof typeof notices
  title?: ReactNode
  children?: ReactNode
  /** A button or link at the end. */
  action?: ReactNode
  /** Screen readers announce it at once; for something that just went wrong. */
  alert?: boolean
  className?: string
}

/** A banner about the whole page or a part of it. */
export const Notice = ({ tone = 'info', title, children, action, alert = false, className }: NoticeProps) => {
  const { icon: Icon, look } = notices[tone]
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-s-[4px] rounded-e-lg border-s-4 px-4 py-3',
        look,
        className,
      )}
    >
      <Icon size={20} aria-hidden className="shrink-0" />
      <div className="min-w-0 flex-1 basis-48 text-sm">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}
