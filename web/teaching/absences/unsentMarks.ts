import type { AttendanceCode, RollMark } from '#contract/teaching/absences.ts'
import { isSameMark } from '#rules/rollCall.ts'

export type Change = { code: AttendanceCode | null; ownCodeId: string | null; note: string }
/** A mark that the school does not have: the version it was made on, and whether somebody else has marked since. */
type UnsentMark = Change & { basedOn: string | null; isDisputed: boolean }
/** What is on its way, to be sent again as it is until the school has answered. */
type Attempt = {
  operationId: string
  marks: readonly (Change & { enrolmentId: string; basedOn: string | null })[]
}
/** The marks of one roll that the school does not have, by enrolment. */
export type UnsentMarks = { changes: ReadonlyMap<string, UnsentMark>; attempt: Attempt | null }

export const nothingUnsent: UnsentMarks = { changes: new Map(), attempt: null }

/** Notes marks. One over another that is not sent stays based on what that was made on. */
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

/** Puts what can be sent into one attempt, unless one is on its way. */
export const attempted = (unsent: UnsentMarks, operationId: string): UnsentMarks => {
  if (unsent.attempt) return unsent
  const marks = [...unsent.changes].flatMap(([enrolmentId, { isDisputed, ...change }]) =>
    isDisputed ? [] : [{ enrolmentId, ...change }],
  )
  return marks.length === 0 ? unsent : { ...unsent, attempt: { operationId, marks } }
}

/**
 * What is left once the school has answered the attempt: marks made meanwhile, based on what has just been recorded,
 * and those over which somebody has to decide.
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

/** Decides between two marks of one student: the one chosen is sent, based on the school's, so that both stay readable. */
export const decided = (
  unsent: UnsentMarks,
  enrolmentId: string,
  chosen: Change,
  revision: string | null,
): UnsentMarks => ({
  ...unsent,
  changes: new Map(unsent.changes).set(enrolmentId, { ...chosen, basedOn: revision, isDisputed: false }),
})

/** Gives an attempt up that the school has refused, with the marks of those who are not in the class any more. */
export const givenUp = (unsent: UnsentMarks, gone: readonly string[]): UnsentMarks => ({
  changes: new Map([...unsent.changes].filter(([enrolmentId]) => !gone.includes(enrolmentId))),
  attempt: null,
})
