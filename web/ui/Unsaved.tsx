import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { useUiText } from './text.tsx'
import type { useWayOut } from './useWayOut.ts'

/** Asks whether the typed text may be discarded. */
export const Unsaved = ({
  way: { stay, discard },
  className,
}: {
  way: ReturnType<typeof useWayOut>
  className?: string
}) => {
  const text = useUiText()
  return (
    <div
      role="alert"
      className={classes('flex flex-wrap items-center gap-3 border-line bg-marigold-soft px-5 py-3 sm:px-6', className)}
    >
      <p className="flex-1 font-medium text-marigold-ink">{text.unsaved}</p>
      <Button size="small" onClick={discard}>
        {text.discard}
      </Button>
      <Button size="small" variant="primary" onClick={stay}>
        {text.keepEditing}
      </Button>
    </div>
  )
}
