import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from './Button.tsx'
import { bulkMark } from './tableParts.ts'
import { useUiText } from './text.tsx'

type BulkBarProps = {
  count: number
  onClear: () => void
  /** Up to three buttons: use `BulkAction`. */
  children: ReactNode
  /** For when a full page is selected: "Select all 243 that match". */
  more?: { label: string; onSelect: () => void }
}

/** Appears when rows are selected, and offers what can be done with them. */
export const BulkBar = ({ count, onClear, children, more }: BulkBarProps) => {
  const text = useUiText()
  if (count === 0) return null
  return (
    <div
      data-noprint
      className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--tab-bar,0px)+1rem+env(safe-area-inset-bottom))] z-40 flex justify-center"
    >
      <div
        role="region"
        aria-label={text.selected(count)}
        className="board enter pointer-events-auto flex max-w-full flex-wrap items-center gap-x-1 rounded-lg py-1.5 ps-4 pe-1.5 shadow-3"
      >
        <p role="status" className="pe-2 text-sm font-semibold tabular-nums">
          {text.selected(count)}
        </p>
        {more && (
          <button
            type="button"
            onClick={more.onSelect}
            className="min-h-control-small rounded-md px-2 text-sm font-semibold text-marigold hover:bg-board-2"
          >
            {more.label}
          </button>
        )}
        <IconButton
          icon={X}
          label={text.clearSelection}
          board
          onClick={onClear}
          className="max-sm:ms-auto sm:order-last"
        />
        <div {...{ [bulkMark]: true }} className="flex flex-wrap gap-x-1 max-sm:-ms-3 max-sm:w-full">
          {children}
        </div>
      </div>
    </div>
  )
}

/** A button for the bulk bar. */
export const BulkAction = (props: Omit<Parameters<typeof Button>[0], 'variant' | 'size'>) => (
  <Button {...props} variant="board" size="small" className="border-transparent! text-sm" />
)
