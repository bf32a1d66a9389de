/**
 * The marks of a roll that count when several arrive for one student, from two teachers or from a device that was
 * offline: the last one, in the order in which they come in. Marks of other students stay as they are.
 */
export const lastMarks = <Mark extends { enrolmentId: string }>(marks: readonly Mark[]): Mark[] => [
  ...new Map(marks.map(mark => [mark.enrolmentId, mark])).values(),
]

type Mark = { code: string | null; ownCodeId: string | null; note: string }
/** Whether two marks say the same. */
export const isSameMark = (a: Mark, b: Mark): boolean =>
  a.code === b.code && a.ownCodeId === b.ownCodeId && a.note === b.note

/**
 * What becomes of a mark that was made on the version `basedOn` where `now` stands: it is recorded, it says what stands
 * there already, or somebody else has said something else meanwhile. Without `basedOn` it is recorded.
 */
export const outcomeOf = (
  mark: Mark & { basedOn?: string | null | undefined },
  now: Mark & { revision: string | null },
): 'recorded' | 'same' | 'conflict' => {
  if (mark.basedOn === undefined || mark.basedOn === now.revision) return 'recorded'
  return isSameMark(mark, now) ? 'same' : 'conflict'
}

/**
 * What undoing a bulk mark takes back: of those whom it marked, everybody who was not marked again `since` gets what
 * they had `before`.
 */
export const takenBack = <Before>(
  before: ReadonlyMap<string, Before>,
  since: ReadonlySet<string>,
): ReadonlyMap<string, Before> => new Map([...before].filter(([enrolmentId]) => !since.has(enrolmentId)))
