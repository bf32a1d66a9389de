import { Button } from './Button.tsx'
import { useUiText } from './text.tsx'

type LoadMoreProps = {
  /** The key of the next page; null if all rows are shown. */
  next: string | null
  onMore: (next: string) => void
  pending?: boolean
  /** For example "50 of 243". On paper too, where the rest would be missed without it. */
  count?: string
}

/** The end of a list that is paged by key. */
export const LoadMore = ({ next, onMore, pending = false, count }: LoadMoreProps) => {
  const text = useUiText()
  if (next === null && !count) return null
  return (
    <div className="mt-4 flex items-center justify-center gap-4">
      {count && <span className="text-sm text-ink-2 tabular-nums">{count}</span>}
      {next !== null && (
        <Button pending={pending} pendingText={text.loading} onClick={() => onMore(next)}>
          {text.loadMore}
        </Button>
      )}
    </div>
  )
}
