import type { PasteField } from '#contract/enrolment/classes.pasting.plain.ts'

/** A problem that keeps a row from being created. */
type Problem =
  | 'class-missing'
  | 'class-twice'
  | 'class-exists'
  | 'long'
  | 'program-missing'
  | 'time-missing'
  | 'time-unreadable'
  | 'time-no-end'
  | 'time-order'
  | 'day-missing'
  | 'day-unknown'
  | 'day-outside'
  | 'room-taken'
  | 'room-archived'
  | 'teacher-busy'
  | 'teacher-two'
  | 'teacher-many'
  | 'email-unreadable'
  | 'email-count'
  | 'email-differs'
  | 'email-shared'
  | 'number-unreadable'
  | 'number-bounds'
  | 'capacity-missing'
  | 'minimum-over'
  | 'ages-unreadable'
  | 'ages-order'
  | 'fee-missing'
  | 'fee-unreadable'
  | 'fee-bounds'

/** A remark on a row that doesn't keep it out. */
type Hint = 'times-many' | 'day-assumed' | 'time-guessed' | 'room-small' | 'room-online' | 'level-kept'

/** A note on a cell. The screen has a text for each `code`. */
type PasteNote<Code extends string> = {
  field: PasteField
  code: Code
  /** The content of the cell, or the name of what it conflicts with. */
  text: string
  /** The bounds of a number, a weekday, or a count. */
  from: number
  to: number
}
export type PasteProblem = PasteNote<Problem>
export type PasteHint = PasteNote<Hint>
