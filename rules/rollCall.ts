/**
 * The marks of a roll that count when several arrive for one student, from two teachers or from a device that was
 * offline: the last one, in the order in which they come in. Marks of other students stay as they are.
 */
export const lastMarks = <Mark extends { enrolmentId: string }>(marks: readonly Mark[]): Mark[] => [
  ...new Map(marks.map(mark => [mark.enrolmentId, mark])).values(),
]
