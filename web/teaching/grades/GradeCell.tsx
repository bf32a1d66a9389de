import { MessageSquareText, PencilLine } from 'lucide-react'
import { memo } from 'react'
import type { GradeStatus } from '#contract/teaching/grades.ts'
import { classes } from '#web/ui/classes.ts'

type GradeCellProps = {
  id: string
  /** The position in the grid, for keyboard navigation. */
  row: number
  column: number
  assessmentId: string
  enrolmentId: string
  label: string
  text: string
  /** The saved text; Escape restores it. */
  saved: string
  status: GradeStatus
  isEdited: boolean
  hasNote: boolean
  problem: string | undefined
  isReadOnly: boolean
  /** True if the assessment is released but this grade isn't yet. */
  isBehind: boolean
  /** True if the grade is dropped as one of the lowest. */
  isDropped: boolean
  onType: (assessmentId: string, enrolmentId: string, text: string) => void
  className?: string
}

/** The input for one grade. */
export const GradeCell = memo((props: GradeCellProps) => {
  const { id, row, column, assessmentId, enrolmentId, label, text, saved, status, isEdited, hasNote, problem } = props
  return (
    <div className="relative">
      <input
        id={id}
        data-cell={`${row},${column}`}
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        size={4}
        autoComplete="off"
        autoCapitalize="off"
        inputMode="text"
        enterKeyHint="next"
        readOnly={props.isReadOnly}
        value={text}
        onChange={event => props.onType(assessmentId, enrolmentId, event.target.value)}
        onFocus={event => event.target.select()}
        onKeyDown={event => {
          if (event.key !== 'Escape' || text === saved) return
          event.preventDefault()
          props.onType(assessmentId, enrolmentId, saved)
        }}
        className={classes(
          'block h-control w-full min-w-0 rounded-sm bg-transparent px-3 text-end text-sm tabular-nums -outline-offset-2',
          'read-only:cursor-default not-read-only:hover:bg-sunken focus:bg-surface print:h-6',
          problem !== undefined
            ? 'bg-danger-soft text-danger-ink'
            : isEdited
              ? 'bg-marigold-soft text-marigold-ink'
              : props.isDropped
                ? 'text-ink-2 line-through'
                : 'text-ink',
          props.className,
        )}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-1.5 flex items-center gap-0.5 text-ink-2"
      >
        {props.isBehind && <span className="size-1.5 rounded-full bg-marigold-ink" />}
        {status === 'amended' && <PencilLine size={12} />}
        {hasNote && <MessageSquareText size={12} />}
      </span>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="px-2 pb-1 text-end text-2xs font-medium text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  )
})
