import { X } from 'lucide-react'
import type { BulkBarProps } from './BulkBar.tsx'
import { IconButton } from './Button.tsx'
import { bulkMark } from './tableParts.ts'
import { useUiText } from './text.tsx'

/** The bar as it stands over the page. */
export const BulkBarBody = ({ count, onClear, children, more }: BulkBarProps) => {
  const text = useUiText()
  return (
    <div
      data-noprint
      className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--tab-bar,0px)+1.25rem+env(safe-area-inset-bottom))] z-40 flex justify-center"
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
