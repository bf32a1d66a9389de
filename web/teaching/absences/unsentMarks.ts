import type { AttendanceCode, RollMark } from '#contract/teaching/absences.ts'
import { isSameMark } from '#rules/rollCall.ts'

export type Change = { code: AttendanceCode | null; ownCodeId: string | null; note: string }
/**
 * A mark that the school doesn't have: the revision on which it is based, and whether another person has marked since.
 */
type UnsentMark = Change & { basedOn: string | null; isDisputed: boolean }
/** A request in flight, repeated unchanged until the school has answered. */
type Attempt = {
  operationId: string
  marks: readonly (Change & { enrolmentId: string; basedOn: string | null })[]
}
/** The unsent marks of one roll, by enrolment. */
export type UnsentMarks = { changes: ReadonlyMap<string, UnsentMark>; attempt: Attempt | null }

export const nothingUnsent: UnsentMarks = { changes: new Map(), attempt: null }

/** Adds marks. A mark that replaces an unsent one keeps the revision on which that was based. */
export const marked = (
  unsent: UnsentMarks,
  given: ReadonlyMap<string, Change>,
  revisionOf: (enrolmentId: string) => string | null,
): UnsentMarks => {
  const changes = new Map(unsent.changes)
  for (const [enrolmentId, change] of given) {
    const { basedOn, isDisputed } = changes.get(enrolmentId) ?? { basedOn: revisionOf(enrolmentId), isDisputed: false }
    changes.set(enrolmentId, { ...change, basedOn, isDisputed })
  }
  return { ...unsent, changes }
}

/** Puts all marks that can be sent into one attempt, unless one is in flight. */
export const attempted = (unsent: UnsentMarks, operationId: string): UnsentMarks => {
  if (unsent.attempt) return unsent
  const marks = [...unsent.changes].flatMap(([enrolmentId, { isDisputed, ...change }]) =>
    isDisputed ? [] : [{ enrolmentId, ...change }],
  )
  return marks.length === 0 ? unsent : { ...unsent, attempt: { operationId, marks } }
}

/**
 * Returns what is left once the school has answered the attempt: marks made in the meantime, based on the revisions
 * just recorded, and those that need a decision.
 */
export const answered = (
  unsent: UnsentMarks,
  answer: { marks: readonly Pick<RollMark, 'enrolmentId' | 'revision'>[]; conflicts: readonly string[] },
): UnsentMarks => {
  const changes = new Map(unsent.changes)
  for (const { enrolmentId, ...sent } of unsent.attempt?.marks ?? []) {
    const latest = changes.get(enrolmentId)
    if (!latest) continue
    if (answer.conflicts.includes(enrolmentId)) changes.set(enrolmentId, { ...latest, isDisputed: true })
    else if (isSameMark(sent, latest)) changes.delete(enrolmentId)
    else {
      const basedOn = answer.marks.find(mark => mark.enrolmentId === enrolmentId)?.revision ?? null
      changes.set(enrolmentId, { ...latest, basedOn })
    }
  }
  return { changes, attempt: null }
}

/**
 * Decides between two marks of one student: the chosen one is sent, based on the school's, so that the history keeps
 * both.
 */
export const decided = (
  unsent: UnsentMarks,
  enrolmentId: string,
  chosen: Change,
  revision: string | null,
): UnsentMarks => ({
  ...unsent,
  changes: new Map(unsent.changes).set(enrolmentId, { ...chosen, basedOn: revision, isDisputed: false }),
})

/** Drops an attempt that the school has refused, with the marks of students who are no longer in the class. */
export const givenUp = (unsent: UnsentMarks, gone: readonly string[]): UnsentMarks => ({
  changes: new Map([...unsent.changes].filter(([enrolmentId]) => !gone.includes(enrolmentId))),
  attempt: null,
})
