import { useSyncExternalStore } from 'react'
import type { AttendanceCode } from '#contract/teaching/absences.ts'
import { call, keepAnswer, touchSlice } from '#web/wire/call.ts'
import { onSession } from '#web/session/session.ts'
import { mayPass, newOperationId } from '#web/wire/wire.ts'

export type Change = { code: AttendanceCode | null; ownCodeId: string | null; note: string }
type Changes = ReadonlyMap<string, Change>
type Sheet = {
  /** What the server does not have yet, by enrolment. */
  changes: Changes
  isSending: boolean
  /** Why the last attempt failed; null again after one that did not. */
  error: unknown
}

const pauseMs = 300
const longestWaitMs = 30_000

const clean: Sheet = { changes: new Map(), isSending: false, error: null }
const sheets = new Map<string, Sheet>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const failures = new Map<string, number>()
const attempts = new Map<string, { of: string; operationId: string }>()
const listeners = new Set<() => void>()

const sheetOf = (meetingId: string): Sheet => sheets.get(meetingId) ?? clean

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

const put = (meetingId: string, part: Partial<Sheet>): void => {
  sheets.set(meetingId, { ...sheetOf(meetingId), ...part })
  const isDirty = [...sheets.values()].some(({ changes }) => changes.size > 0)
  if (isDirty) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

const later = (meetingId: string, ms: number): void => {
  clearTimeout(timers.get(meetingId))
  timers.set(
    meetingId,
    setTimeout(() => void send(meetingId), ms),
  )
}

/** The same marks keep their operation id, so a lost answer does nothing twice. */
const operationFor = (meetingId: string, marks: unknown): string => {
  const of = JSON.stringify(marks)
  const known = attempts.get(meetingId)
  if (known?.of === of) return known.operationId
  const operationId = newOperationId()
  attempts.set(meetingId, { of, operationId })
  return operationId
}

const send = async (meetingId: string): Promise<void> => {
  const { changes: sent, isSending } = sheetOf(meetingId)
  if (isSending || sent.size === 0) return
  put(meetingId, { isSending: true })
  const marks = [...sent].map(([enrolmentId, change]) => ({ enrolmentId, ...change }))
  try {
    const answer = await call('absences-take', { meetingId, marks }, operationFor(meetingId, marks))
    await keepAnswer('absences-roll', { meetingId }, answer)
    const left = [...sheetOf(meetingId).changes].filter(([enrolmentId, change]) => sent.get(enrolmentId) !== change)
    attempts.delete(meetingId)
    failures.delete(meetingId)
    put(meetingId, { changes: new Map(left), isSending: false, error: null })
    if (left.length > 0) later(meetingId, 0)
    for (const slice of ['teachers', 'students', 'parents']) void touchSlice(slice)
  } catch (error) {
    put(meetingId, { isSending: false, error })
    if (!mayPass(error)) return
    const failed = (failures.get(meetingId) ?? 0) + 1
    failures.set(meetingId, failed)
    later(meetingId, Math.min(longestWaitMs, 1000 * 2 ** failed))
  }
}

addEventListener('online', () => {
  for (const meetingId of sheets.keys()) later(meetingId, 0)
})
let owner: string | null = null
onSession(({ user }) => {
  const uid = user?.uid ?? null
  // Marks of one person are never sent as another.
  if (owner !== null && uid !== owner) {
    for (const timer of timers.values()) clearTimeout(timer)
    for (const meetingId of sheets.keys()) put(meetingId, clean)
  }
  owner = uid
})

/** Notes marks and sends them a moment later, together with what follows at once. They outlive the page that made them. */
export const mark = (meetingId: string, changes: Changes): void => {
  put(meetingId, { changes: new Map([...sheetOf(meetingId).changes, ...changes]) })
  later(meetingId, pauseMs)
}

/** Sends what waits now. */
export const sendNow = (meetingId: string): void => later(meetingId, 0)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What of a roll is still on its way. */
export const useSheet = (meetingId: string): Sheet => useSyncExternalStore(subscribe, () => sheetOf(meetingId))
