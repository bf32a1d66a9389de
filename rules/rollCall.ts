/**
 * The marks that count if several arrive for one student, from two teachers or from a device that was offline: the last
 * one to arrive. Marks of other students are unaffected.
 */
export const lastMarks = <Mark extends { enrolmentId: string }>(marks: readonly Mark[]): Mark[] => [
  ...new Map(marks.map(mark => [mark.enrolmentId, mark])).values(),
]

type Mark = { code: string | null; ownCodeId: string | null; note: string }
/** True if two marks are equal. */
export const isSameMark = (a: Mark, b: Mark): boolean =>
  a.code === b.code && a.ownCodeId === b.ownCodeId && a.note === b.note

/**
 * The outcome of a mark made on version `basedOn` when `now` is current: it is recorded, equals the current mark, or
 * conflicts with a mark recorded since. Without `basedOn` it is recorded.
 */
export const outcomeOf = (
  mark: Mark & { basedOn?: string | null | undefined },
  now: Mark & { revision: string | null },
): 'recorded' | 'same' | 'conflict' => {
  if (mark.basedOn === undefined || mark.basedOn === now.revision) return 'recorded'
  return isSameMark(mark, now) ? 'same' : 'conflict'
}

/**
 * What undoing a bulk mark restores: every student it marked who was not marked again `since` gets the mark from
 * `before`.
 */
export const takenBack = <Before>(
  before: ReadonlyMap<string, Before>,
  since: ReadonlySet<string>,
): ReadonlyMap<string, Before> => new Map([...before].filter(([enrolmentId]) => !since.has(enrolmentId)))
