import { lazy, Suspense, type ReactNode } from 'react'
import { Button } from './Button.tsx'

const BulkBarBody = lazy(() => import('./BulkBarBody.tsx').then(module => ({ default: module.BulkBarBody })))

export type BulkBarProps = {
  count: number
  onClear: () => void
  /** Up to three quiet buttons: use `BulkAction`. */
  children: ReactNode
  /** When a full page is selected: "Select all 243 that match". */
  more?: { label: string; onSelect: () => void }
}

/** Rises when rows are selected and says what can be done with them. */
export const BulkBar = (props: BulkBarProps) =>
  props.count === 0 ? null : (
    <Suspense>
      <BulkBarBody {...props} />
    </Suspense>
  )

/** A button for the bulk bar. */
export const BulkAction = (props: Omit<Parameters<typeof Button>[0], 'variant' | 'size'>) => (
  <Button {...props} variant="board" size="small" className="border-transparent! text-sm" />
)
