import { CircleAlert, FileText, Plus, RotateCw, X } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Button, IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { useFieldAttributes } from './Field.tsx'
import { Progress } from './Progress.tsx'

export type FileItem = {
  key: string
  name: string
  /** A detail such as its size. */
  detail?: ReactNode
  /** The progress of the upload, from 0 to 1. */
  progress?: number | undefined
  /** Why the upload failed. */
  error?: string | undefined
  /** The address at which it can be opened. */
  href?: string | undefined
}

type FileInputProps = {
  items: readonly FileItem[]
  onAdd: (files: File[]) => void
  onRemove: (key: string) => void
  onRetry: (key: string) => void
  /** File extensions and types for the platform's file chooser; the actual files are checked elsewhere. */
  accept: string
  /** No more files may be added. */
  full?: boolean
  /** Without the frame, where there is little room. */
  compact?: boolean
  words: {
    add: string
    drop: string
    remove: (name: string) => string
    cancel: (name: string) => string
    retry: (name: string) => string
    progress: (name: string) => string
  }
}

/** The attached files: a button and a drop area to add them, and each file with its progress, result or error. */
export const FileInput = ({
  items,
  onAdd,
  onRemove,
  onRetry,
  accept,
  full = false,
  compact = false,
  words,
}: FileInputProps) => {
  const input = useRef<HTMLInputElement>(null)
  const field = useFieldAttributes()
  const [isOver, setIsOver] = useState(false)
  const take = (list: FileList | null) => {
    if (list && list.length > 0 && !full) onAdd([...list])
  }
  return (
    <div
      onDragOver={event => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={event => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files)
      }}
      className={classes(
        'rounded-md transition-colors',
        !compact && 'border border-dashed p-3',
        isOver ? 'border-primary bg-primary-soft' : 'border-line-strong',
      )}
    >
      {items.length > 0 && (
        <ul className="mb-3 grid gap-1">
          {items.map(item => (
            <li key={item.key} className="flex min-h-11 items-center gap-3">
              {item.error === undefined ? (
                <FileText size={18} aria-hidden className="shrink-0 text-ink-2" />
              ) : (
                <CircleAlert size={18} aria-hidden className="shrink-0 text-danger-ink" />
              )}
              <span className="min-w-0 flex-1 text-sm">
                {item.href ? (
                  <a href={item.href} target="_blank" rel="noreferrer" className="font-medium break-words underline">
                    {item.name}
                  </a>
                ) : (
                  <span className="font-medium break-words">{item.name}</span>
                )}
                {item.error === undefined && item.detail && <span className="ms-2 text-ink-2">{item.detail}</span>}
                {item.error !== undefined && (
                  <span role="alert" className="block text-danger-ink">
                    {item.error}
                  </span>
                )}
                {item.progress !== undefined && (
                  <Progress label={words.progress(item.name)} max={100} value={Math.round(item.progress * 100)} />
                )}
              </span>
              {item.error !== undefined && (
                <IconButton icon={RotateCw} label={words.retry(item.name)} onClick={() => onRetry(item.key)} />
              )}
              <IconButton
                icon={X}
                label={item.progress === undefined ? words.remove(item.name) : words.cancel(item.name)}
                onClick={() => onRemove(item.key)}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        {...field}
        ref={input}
        type="file"
        multiple
        accept={accept}
        tabIndex={-1}
        className="sr-only"
        onChange={event => {
          take(event.target.files)
          // Allows the same file to be chosen again after it was removed.
          event.target.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="small" icon={Plus} disabled={full} onClick={() => input.current?.click()}>
          {words.add}
        </Button>
        {!compact && <span className="text-sm text-ink-2 max-sm:hidden">{words.drop}</span>}
      </div>
    </div>
  )
}
