import type { PasteField } from '#contract/enrolment/classes.pasting.plain.ts'

/** What keeps a row from being made. */
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

/** What is told of a row without keeping it out. */
type Hint = 'times-many' | 'day-assumed' | 'time-guessed' | 'room-small' | 'room-online' | 'level-kept'

/** What there is to say of a cell; screens put `code` into words. */
type PasteNote<Code extends string> = {
  field: PasteField
  code: Code
  /** What the cell says, or the name of what is in the way. */
  text: string
  /** The bounds of a number, a day of the week, or how many. */
  from: number
  to: number
}
export type PasteProblem = PasteNote<Problem>
export type PasteHint = PasteNote<Hint>
