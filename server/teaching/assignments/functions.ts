import {
  assignmentMoves,
  type assignments,
  type AssignmentStatus,
  type WallTime,
} from '#contract/teaching/assignments.ts'
import { isSectionOver } from '#contract/enrolment/classes.plain.ts'
import type { Parsed } from '#contract/index.ts'
import { instantIn } from '#rules/calendar.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { holdFiles } from '#server/access/files/acts.ts'
import { taughtSections, workedSections } from '#server/people/teachers/policy.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { filesForAssignment, ownWork, taughtAssignments, visibleWork, workedAssignments } from './policy.ts'
import {
  countAssignments,
  countHistory,
  findAssignment,
  listAssignments,
  listHistory,
  listMeetings,
  listTaught,
  listCurrent,
  listWork,
  listHistorySections,
  sumHistory,
} from './queries.ts'
import { askAgain, excuse, giveBack, readSubmission, saveDraft, takeBack, turnIn, unexcuse } from './turns.ts'
import {
  copyAssignmentFiles,
  deleteAssignment,
  findSection,
  insertAssignment,
  judgePunctuality,
  listConcerned,
  lockAssignment,
  replaceAssignmentFiles,
  updateAssignment,
} from './workQueries.ts'

type Settings = Omit<Parsed<'assignments-change'>, 'id'>

/**
 * The values of an assignment, with local times turned into instants. Throws where it takes no answer, or closes before
 * it is due.
 */
const valuesOf = async ({ db }: Pick<Context<unknown>, 'db'>, settings: Settings) => {
  const { title, nativeTitle, instructions, kind, takesText, takesFiles, maxPoints, due, closes } = settings
  if (!takesText && !takesFiles) throw invalid([{ path: 'takesText', message: 'answer' }])
  const zone = await zoneOf(db)
  const dueAt = instantIn(zone, due.day, due.time)
  const closesAt = closes && instantIn(zone, closes.day, closes.time)
  if (closesAt && closesAt < dueAt) throw invalid([{ path: 'closes', message: 'before' }])
  return { title, nativeTitle, instructions, kind, takesText, takesFiles, maxPoints, dueAt, closesAt }
}

/** When an assignment with this status is published: now, at the given time, or null for a draft. */
const publishAtOf = async (
  { db, now }: Pick<Context<unknown>, 'db' | 'now'>,
  status: AssignmentStatus,
  publish: WallTime | null,
): Promise<Date | null> => {
  if (status === 'draft') return null
  if (status !== 'scheduled') return now
  if (!publish) throw invalid([{ path: 'publish', message: 'empty' }])
  const at = instantIn(await zoneOf(db), publish.day, publish.time)
  if (at <= now) throw invalid([{ path: 'publish', message: 'past' }])
  return at
}

/** Throws where a due time that was set or changed is not after now and after the time of publication. */
const checkDue = ({ now }: Pick<Context<unknown>, 'now'>, dueAt: Date, publishAt: Date | null): void => {
  if (dueAt <= now) throw invalid([{ path: 'due', message: 'past' }])
  if (publishAt && dueAt <= publishAt) throw invalid([{ path: 'due', message: 'early' }])
}

const attach = async ({ db, actor }: Context<unknown>, id: string, fileIds: readonly string[]): Promise<void> => {
  const held = await holdFiles(db, filesForAssignment(actor, id), fileIds)
  if (fileIds.some(file => !held.has(file))) throw invalid([{ path: 'fileIds', message: 'file' }])
  await replaceAssignmentFiles(db, id, fileIds)
}

const answer = async ({ db, actor, now }: Context<unknown>, id: string) => {
  const assignment = await findAssignment(db, workedAssignments(actor), visibleWork(actor), id, now)
  if (!assignment) throw notFound('The assignment')
  return assignment
}

const lock = async ({ db, actor, now }: Context<unknown>, id: string) => {
  const assignment = await lockAssignment(db, workedAssignments(actor), id, now)
  if (!assignment) throw notFound('The assignment')
  return assignment
}

/** Throws for a class that is over: nothing is assigned to its students any longer. */
const checkSection = async ({ db, actor }: Context<unknown>, sectionId: string): Promise<void> => {
  const section = await findSection(db, workedSections(actor), sectionId)
  if (!section) throw notFound('The class')
  if (isSectionOver(section)) throw invalid([{ path: 'sectionId', message: 'over' }])
}

/** Refreshes the open screens of people who see the assignment; those of families only where it concerns them. */
const announce = async (context: Context<unknown>, id: string, isForFamilies: boolean): Promise<void> => {
  context.touch(['assignments'], await listConcerned(context.db, id, isForFamilies ? null : []))
}

const announced = async (context: Context<unknown>, id: string, isForFamilies: boolean) => {
  const [assignment] = await Promise.all([answer(context, id), announce(context, id, isForFamilies)])
  return assignment
}

export const assignmentFunctions: Functions<typeof assignments> = {
  'assignments-list': async ({ db, actor, input: { after, search = '', sectionId, view = 'all' }, now }) => {
    const seen = workedAssignments(actor)
    const filter = { sectionId, view, search }
    const found = await listAssignments(db, seen, filter, now, readKey(after, 2))
    return {
      ...cutPage(found, ({ dueAt, id }) => [dueAt, id]),
      total: await totalOf(found, after, () => countAssignments(db, seen, filter, now)),
    }
  },

  'assignments-meetings': async ({ db, actor, input, now }) => {
    const meetings = await listMeetings(db, workedSections(actor), input.sectionId, now)
    if (!meetings) throw notFound('The class')
    return meetings
  },

  'assignments-create': async context => {
    const { db, actor, now, input } = context
    const { sectionId, status, publish, ...settings } = input
    await checkSection(context, sectionId)
    const values = await valuesOf(context, settings)
    const publishAt = await publishAtOf(context, status, publish)
    checkDue(context, values.dueAt, publishAt)
    const id = await insertAssignment(db, {
      ...values,
      sectionId,
      status,
      publishAt,
      createdBy: actor.personId,
      createdAt: now,
    })
    await attach(context, id, settings.fileIds)
    return announced(context, id, status === 'published')
  },

  'assignments-change': async context => {
    const { id, ...settings } = context.input
    const { status, dueAt, publishAt } = await lock(context, id)
    if (status === 'closed') throw conflict('ASSIGNMENT_CLOSED', 'This assignment is closed. Open it again first.')
    const values = await valuesOf(context, settings)
    if (values.dueAt.getTime() !== dueAt.getTime()) checkDue(context, values.dueAt, publishAt)
    await updateAssignment(context.db, id, values)
    await judgePunctuality(context.db, id, values.dueAt)
    await attach(context, id, settings.fileIds)
    return announced(context, id, status === 'published')
  },

  'assignments-move': async context => {
    const { id, to, publish = null } = context.input
    const { status, isBegun, dueAt, closesAt, sectionId } = await lock(context, id)
    if (!assignmentMoves[status].includes(to))
      throw conflict('MOVE_NOT_ALLOWED', `An assignment that is ${status} can't become ${to}.`)
    if (to === 'published' || to === 'scheduled') await checkSection(context, sectionId)
    if (to === 'draft' && isBegun) throw conflict('ALREADY_BEGUN', 'Someone has already started it. Close it instead.')
    const isGivenOut = to !== 'closed' && status !== 'closed'
    const publishAt = isGivenOut ? await publishAtOf(context, to, publish) : null
    if (publishAt && dueAt <= publishAt) throw conflict('DUE_PASSED', 'It would be due before it is published.')
    await updateAssignment(context.db, id, {
      status: to,
      // A closing time in the past would close it again at once.
      ...(status === 'closed' && closesAt && closesAt <= context.now ? { closesAt: null } : {}),
      ...(isGivenOut && { publishAt }),
    })
    return announced(context, id, true)
  },

  'assignments-remove': async context => {
    const { id } = context.input
    const { status } = await lock(context, id)
    if (status !== 'draft') throw conflict('MOVE_NOT_ALLOWED', 'Only a draft can be removed. Close it instead.')
    await announce(context, id, false)
    await deleteAssignment(context.db, id)
    return { id }
  },

  'assignments-copy': async context => {
    const { db, actor, now, input } = context
    const found = await lock(context, input.id)
    await checkSection(context, input.sectionId)
    const { title, nativeTitle, instructions, kind, takesText, takesFiles, maxPoints } = found
    const id = await insertAssignment(db, {
      title,
      nativeTitle,
      instructions,
      kind,
      takesText,
      takesFiles,
      maxPoints,
      sectionId: input.sectionId,
      status: 'draft',
      dueAt: instantIn(await zoneOf(db), input.due.day, input.due.time),
      createdBy: actor.personId,
      createdAt: now,
    })
    await copyAssignmentFiles(db, input.id, id)
    return announced(context, id, false)
  },

  'assignments-get': async ({ db, actor, input: { id }, now }) => {
    const [[assignment], work] = await Promise.all([
      listAssignments(db, workedAssignments(actor), { id, view: 'all', search: '' }, now),
      listWork(db, actor.language, visibleWork(actor), ownWork(actor), { assignmentId: id }, now),
    ])
    if (!assignment) throw notFound('The assignment')
    return { assignment, work }
  },

  'assignments-history': async ({ db, actor, input, now }) => {
    const { studentId, sectionId, state, search = '', isFamily = false, after } = input
    const seen = isFamily ? ownWork(actor) : visibleWork(actor)
    const filter = { studentId, sectionId, state, search }
    const found = await listHistory(db, seen, filter, now, readKey(after, 3))
    return {
      ...cutPage(found, ({ dueAt, assignmentId, studentId: student }) => [dueAt, assignmentId, student]),
      total: await totalOf(found, after, () => countHistory(db, seen, filter, now)),
    }
  },

  'assignments-summary': async ({ db, actor, input: { isFamily = false, ...of }, now }) => {
    const seen = isFamily ? ownWork(actor) : visibleWork(actor)
    const [found, sections] = await Promise.all([
      sumHistory(db, seen, { ...of, search: '' }, now),
      listHistorySections(db, seen, of.studentId, now),
    ])
    const countOf = (state: (typeof found)[number]['state']) => found.find(each => each.state === state)?.count ?? 0
    const onTime = found.reduce((sum, each) => sum + each.onTime, 0)
    const expected = found.reduce((sum, each) => sum + each.late, onTime) + countOf('missing')
    return {
      sections,
      states: {
        due: countOf('due'),
        missing: countOf('missing'),
        resubmit: countOf('resubmit'),
        'turned-in': countOf('turned-in'),
        returned: countOf('returned'),
        excused: countOf('excused'),
      },
      onTimePercent: expected === 0 ? null : Math.round((100 * onTime) / expected),
    }
  },

  'assignments-current': async ({ db, actor, input: { studentId }, now }) =>
    listCurrent(db, studentId ? visibleWork(actor) : ownWork(actor), studentId, now),

  'assignments-submission': readSubmission,
  'assignments-saveDraft': saveDraft,
  'assignments-turnIn': turnIn,
  'assignments-takeBack': takeBack,
  'assignments-return': async context => {
    const { feedback, points, ...one } = context.input
    await giveBack(context, { assignmentId: one.assignmentId, studentIds: [one.studentId], feedback, points })
    return readSubmission({ ...context, input: one })
  },
  'assignments-returnAll': async context => {
    const { db, actor, now, input } = context
    await giveBack(context, input)
    const id = input.assignmentId
    const [assignment] = await listAssignments(db, workedAssignments(actor), { id, view: 'all', search: '' }, now)
    if (!assignment) throw notFound('The assignment')
    return {
      assignment,
      work: await listWork(db, actor.language, visibleWork(actor), ownWork(actor), { assignmentId: id }, now),
    }
  },
  'assignments-askAgain': askAgain,
  'assignments-excuse': excuse,
  'assignments-unexcuse': unexcuse,

  'assignments-toMark': async ({ db, actor, now }) => ({
    classes: await listTaught(db, taughtSections(actor)),
    assignments: await listAssignments(db, taughtAssignments(actor), { view: 'mark', search: '' }, now),
  }),
}
