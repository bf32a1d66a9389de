import { useSyncExternalStore } from 'react'
import type { Roll, RollMark } from '#contract/teaching/absences.ts'
import { rememberAnswer } from '#web/wire/answerStore.ts'
import { answers, keepAnswer, touch } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { keepUnsent, recallUnsent } from '#web/wire/unsentStore.ts'
import { call, mayPass, newOperationId } from '#web/wire/wire.ts'
import { currentSession, onSession } from '#web/session/session.ts'
import {
  answered,
  attempted,
  decided,
  givenUp,
  marked,
  nothingUnsent,
  type Change,
  type UnsentMarks,
} from '#web/teaching/absences/unsentMarks.ts'

type Sheet = UnsentMarks & {
  isSending: boolean
  /** The error of the last attempt; null again after a success. */
  error: unknown
  /** True if the device keeps unsent marks when the page is closed. */
  isKept: boolean
}

const pauseMs = 300
const longestWaitMs = 30_000

const clean: Sheet = { ...nothingUnsent, isSending: false, error: null, isKept: false }
const sheets = new Map<string, Sheet>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const failures = new Map<string, number>()
const listeners = new Set<() => void>()

const sheetOf = (meetingId: string): Sheet => sheets.get(meetingId) ?? clean

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

const put = (meetingId: string, part: Partial<Sheet>): void => {
  sheets.set(meetingId, { ...sheetOf(meetingId), ...part })
  const isAtRisk = [...sheets.values()].some(({ changes, isKept }) => changes.size > 0 && !isKept)
  if (isAtRisk) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

/** Stores the unsent marks, on the device as well. */
const keep = (meetingId: string, unsent: UnsentMarks): void => {
  put(meetingId, unsent)
  const { changes, attempt } = unsent
  const kept = keepUnsent(meetingId, changes.size === 0 && !attempt ? null : { changes, attempt })
  void kept.then(isKept => put(meetingId, { isKept }))
}

const later = (meetingId: string, ms: number): void => {
  clearTimeout(timers.get(meetingId))
  timers.set(
    meetingId,
    setTimeout(() => void send(meetingId), ms),
  )
}

/** Returns the enrolments whose marks the school refuses, since they are no longer in the class. */
const goneOf = (error: CallError, { attempt }: UnsentMarks): string[] =>
  error.reason === 'NOT_ON_ROSTER'
    ? error.fields.flatMap(({ path }) => attempt?.marks[Number(path.split('.')[1])]?.enrolmentId ?? [])
    : []

const send = async (meetingId: string): Promise<void> => {
  if (sheetOf(meetingId).isSending) return
  const { changes, attempt: before } = sheetOf(meetingId)
  const unsent = attempted({ changes, attempt: before }, newOperationId())
  const { attempt } = unsent
  if (!attempt) return
  put(meetingId, { isSending: true })
  keep(meetingId, unsent)
  try {
    let changed: readonly string[] = []
    const { conflicts, ...roll } = await call(
      'absences-take',
      { meetingId, marks: [...attempt.marks] },
      attempt.operationId,
      slices => (changed = slices),
    )
    await keepAnswer('absences-roll', { meetingId }, roll)
    void rememberAnswer(JSON.stringify(['absences-roll', { meetingId }]), roll)
    put(meetingId, { isSending: false, error: null })
    keep(meetingId, answered(sheetOf(meetingId), { marks: roll.marks, conflicts }))
    failures.delete(meetingId)
    later(meetingId, 0)
    // The answer already contained the roll.
    void touch(...changed.filter(slice => slice !== 'absences' || conflicts.length > 0))
  } catch (thrown) {
    // A chunk of code that fails to load counts as a missing connection.
    const error = thrown instanceof CallError ? thrown : new CallError('internal', String(thrown), null, false)
    put(meetingId, { isSending: false, error })
    if (!mayPass(error)) {
      const gone = goneOf(error, sheetOf(meetingId))
      keep(meetingId, givenUp(sheetOf(meetingId), gone))
      if (gone.length === 0) return
      void touch('absences')
      return later(meetingId, 0)
    }
    const failed = (failures.get(meetingId) ?? 0) + 1
    failures.set(meetingId, failed)
    later(meetingId, Math.min(longestWaitMs, 1000 * 2 ** failed))
  }
}

/** Resumes what an earlier visit of the same person could not send. */
const takeUp = async (): Promise<void> => {
  for (const [meetingId, value] of await recallUnsent()) {
    const kept = value as UnsentMarks
    const now = sheetOf(meetingId)
    put(meetingId, {
      changes: new Map([...kept.changes, ...now.changes]),
      attempt: now.attempt ?? kept.attempt,
      isKept: true,
    })
    later(meetingId, 0)
  }
}

addEventListener('online', () => {
  for (const meetingId of sheets.keys()) later(meetingId, 0)
})
let owner: string | null = null
const follow = ({ user }: { user: { uid: string } | null }): void => {
  const uid = user?.uid ?? null
  if (uid === owner) return
  // One person's marks are never sent as another's.
  if (owner !== null) {
    for (const timer of timers.values()) clearTimeout(timer)
    for (const meetingId of sheets.keys()) put(meetingId, clean)
  }
  owner = uid
  if (uid !== null) void takeUp()
}
follow(currentSession())
onSession(follow)
// Load the code for sending while there is a connection.
import('#web/wire/attestedCalls.ts').catch(() => undefined)

/**
 * Stores marks and sends them a moment later, together with those that follow at once. They outlive the page that made
 * them.
 */
export const mark = (meetingId: string, given: ReadonlyMap<string, Change>): void => {
  const roll = answers.getQueryData<Roll>(['absences', 'absences-roll', { meetingId }])
  const revisionOf = (enrolmentId: string): string | null =>
    roll?.marks.find(one => one.enrolmentId === enrolmentId)?.revision ?? null
  const { changes, attempt } = sheetOf(meetingId)
  keep(meetingId, marked({ changes, attempt }, given, revisionOf))
  later(meetingId, pauseMs)
}

/** Resolves which of two marks counts; `now` is the school's. */
export const decide = (meetingId: string, now: RollMark, chosen: Change): void => {
  const { changes, attempt } = sheetOf(meetingId)
  keep(meetingId, decided({ changes, attempt }, now.enrolmentId, chosen, now.revision))
  later(meetingId, 0)
}

/** True if the marks can never be sent: the lesson is canceled, or no longer the teacher's own. */
export const isLost = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'not-found' || error.reason === 'SESSION_CANCELLED')

/** Drops the unsent marks of a roll, here and on the device. */
export const discard = (meetingId: string): void => keep(meetingId, nothingUnsent)

/** Sends unsent marks now. */
export const sendNow = (meetingId: string): void => later(meetingId, 0)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the unsent marks of a roll. */
export const useSheet = (meetingId: string): Sheet => useSyncExternalStore(subscribe, () => sheetOf(meetingId))

let waiting: readonly string[] = []
const meetingsWaiting = (): readonly string[] => {
  const now = [...sheets].filter(([, { changes }]) => changes.size > 0).map(([meetingId]) => meetingId)
  if (now.join() !== waiting.join()) waiting = now
  return waiting
}
/** Returns the meetings with unsent marks. */
export const useWaitingRolls = (): readonly string[] => useSyncExternalStore(subscribe, meetingsWaiting)
