import { submissionMoves, type SubmissionStatus, type TurnKind } from '#contract/teaching/assignments.ts'
import type { Output, Parsed } from '#contract/index.ts'
import { mayHandIn, statusAfter } from '#rules/assignments.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Scope } from '#server/platform/scope.ts'
import { holdFiles } from '#server/access/files/acts.ts'
import { filesForWork, markedWork, ownWork, visibleWork, workedAssignments, workToDo } from './policy.ts'
import { findAssignment, listWork } from './queries.ts'
import {
  insertTurns,
  listConcerned,
  type LockedWork,
  lockWork,
  replaceSubmissionFiles,
  updateWork,
} from './workQueries.ts'

type One = { assignmentId: string; studentId: string }
type Submission = Output<'assignments-submission'>

/** One piece of work with its assignment. */
export const readSubmission = async ({ db, actor, input, now }: Context<One>): Promise<Submission> => {
  const seen = visibleWork(actor)
  const [assignment, [work]] = await Promise.all([
    findAssignment(db, workedAssignments(actor), seen, input.assignmentId, now),
    listWork(db, actor.language, seen, ownWork(actor), input, now),
  ])
  if (!assignment || !work) throw notFound('The assignment')
  return { assignment, work, isOpen: work.isEnrolled && mayHandIn(work.status, assignment) }
}

const lockOne = async ({ db, now }: Context<unknown>, seen: Scope<'work'>, { assignmentId, studentId }: One) => {
  const found = await lockWork(db, seen, { assignmentId, studentIds: [studentId] }, now)
  const [one] = found?.work ?? []
  if (!found || !one) throw notFound('The assignment')
  return { ...found, one }
}

const mustMove = (from: SubmissionStatus, turn: TurnKind): void => {
  if (!submissionMoves[from].includes(turn))
    throw conflict('MOVE_NOT_ALLOWED', `Work that is ${from} can't be ${turn}.`)
}

type Values = Parameters<typeof updateWork>[2]
type Turn = Omit<Parameters<typeof insertTurns>[2], 'by' | 'at'>

/** Stores what happened to pieces of work of an assignment, and notifies the people whose screens show them. */
const settle = async (
  { db, actor, now, touch }: Context<unknown>,
  { assignmentId, studentIds }: { assignmentId: string; studentIds: readonly string[] },
  submissionIds: readonly string[],
  values: Values,
  turn: Turn,
): Promise<void> => {
  const [, , concerned] = await Promise.all([
    updateWork(db, submissionIds, values),
    insertTurns(db, submissionIds, { ...turn, by: actor.personId, at: now }),
    listConcerned(db, assignmentId, studentIds),
  ])
  touch(['assignments'], concerned)
}

/** The same for one piece of work, which is returned. */
const settleOne = async (
  context: Context<One>,
  { submissionId }: LockedWork,
  values: Values,
  turn: Turn,
): Promise<Submission> => {
  const { assignmentId, studentId } = context.input
  const [, submission] = await Promise.all([
    settle(context, { assignmentId, studentIds: [studentId] }, [submissionId], values, turn),
    readSubmission(context),
  ])
  return submission
}

/**
 * Locks a child's work that its family changes, and checks the draft that was sent. Throws where the work can't be
 * changed now.
 */
const lockDraft = async (context: Context<Parsed<'assignments-saveDraft'>>) => {
  const { db, actor, input } = context
  const found = await lockOne(context, workToDo(actor), input)
  const { one, standing, isOver, takesText, takesFiles } = found
  if (!mayHandIn(one.status, { status: standing, isOver })) {
    if (isOver || (standing === 'closed' && (one.status === 'assigned' || one.status === 'draft')))
      throw conflict('ASSIGNMENT_CLOSED', 'This assignment is closed. Ask the teacher.')
    throw conflict('MOVE_NOT_ALLOWED', `Work that is ${one.status} can't be changed.`)
  }
  const text = takesText ? input.text : ''
  const fileIds = takesFiles ? input.fileIds : []
  const held = await holdFiles(db, filesForWork(actor, one.submissionId), fileIds)
  if (fileIds.some(id => !held.has(id))) throw invalid([{ path: 'fileIds', message: 'file' }])
  return { ...found, text, fileIds }
}

export const saveDraft = async (context: Context<Parsed<'assignments-saveDraft'>>): Promise<Submission> => {
  const { db } = context
  const { one, text, fileIds } = await lockDraft(context)
  const status = one.status === 'assigned' ? 'draft' : one.status
  const [, , submission] = await Promise.all([
    updateWork(db, [one.submissionId], { text, status }),
    replaceSubmissionFiles(db, one.submissionId, fileIds),
    readSubmission(context),
  ])
  return submission
}

export const turnIn = async (context: Context<Parsed<'assignments-turnIn'>>): Promise<Submission> => {
  const { db, now } = context
  const { one, dueAt, text, fileIds } = await lockDraft(context)
  if (text === '' && fileIds.length === 0) throw conflict('NOTHING_TO_TURN_IN', 'Write something or add a file first.')
  mustMove(one.status, 'turned-in')
  // A resubmission keeps the time of the first submission. If that was on paper, it counts as handed in in class.
  const onPaper = one.status === 'resubmit-requested' && one.turnedInAt === null
  const first = one.turnedInAt ?? (onPaper && dueAt < now ? dueAt : now)
  const values = { text, status: 'turned-in' as const, turnedInAt: first, isLate: first > dueAt }
  const [, submission] = await Promise.all([
    replaceSubmissionFiles(db, one.submissionId, fileIds),
    settleOne(context, one, values, { kind: 'turned-in', text, fileIds }),
  ])
  return submission
}

const hasDraft = (one: LockedWork): boolean => one.text !== '' || one.hasFiles

export const takeBack = async (context: Context<One>): Promise<Submission> => {
  const { one } = await lockOne(context, workToDo(context.actor), context.input)
  mustMove(one.status, 'reclaimed')
  const status = statusAfter([...one.turns, 'reclaimed'], true)
  // After a request the first submission still counts; otherwise the work counts as not turned in.
  const isFirst = status === 'draft'
  const values = { status, ...(isFirst ? { turnedInAt: null, isLate: false } : {}) }
  return settleOne(context, one, values, { kind: 'reclaimed' })
}

/** Returns the work of several students with the same feedback and points. */
export const giveBack = async (context: Context<unknown>, input: Parsed<'assignments-returnAll'>): Promise<void> => {
  const { db, actor, now } = context
  const { assignmentId, feedback, points } = input
  const studentIds = [...new Set(input.studentIds)]
  const found = await lockWork(db, markedWork(actor), { assignmentId, studentIds }, now)
  if (!found || found.work.length !== studentIds.length) throw notFound('The assignment')
  if (points !== null && points > (found.maxPoints ?? 0)) throw invalid([{ path: 'points', message: 'points' }])
  for (const { status } of found.work) mustMove(status, 'returned')
  const ids = found.work.map(({ submissionId }) => submissionId)
  const values = { status: 'returned' as const, feedback, points, returnedAt: now }
  await settle(context, { assignmentId, studentIds }, ids, values, { kind: 'returned', text: feedback, points })
}

export const askAgain = async (context: Context<Parsed<'assignments-askAgain'>>): Promise<Submission> => {
  const { actor, now, input } = context
  const { one, isOver } = await lockOne(context, markedWork(actor), input)
  mustMove(one.status, 'resubmit-requested')
  if (isOver) throw conflict('ASSIGNMENT_CLOSED', 'This class is over. Its students turn nothing in again.')
  if (!one.isEnrolled) throw conflict('MOVE_NOT_ALLOWED', 'A student who has left the class turns nothing in again.')
  const text = input.feedback
  const values = { status: 'resubmit-requested' as const, feedback: text, points: null, returnedAt: now }
  return settleOne(context, one, values, { kind: 'resubmit-requested', text })
}

export const excuse = async (context: Context<One>): Promise<Submission> => {
  const { one } = await lockOne(context, markedWork(context.actor), context.input)
  mustMove(one.status, 'excused')
  return settleOne(context, one, { status: 'excused' }, { kind: 'excused' })
}

export const unexcuse = async (context: Context<One>): Promise<Submission> => {
  const { one } = await lockOne(context, markedWork(context.actor), context.input)
  mustMove(one.status, 'unexcused')
  const status = statusAfter([...one.turns, 'unexcused'], hasDraft(one))
  return settleOne(context, one, { status }, { kind: 'unexcused' })
}
