import type { Language } from '#contract/values.ts'
import {
  assessmentMoves,
  gradeMoves,
  type AssessmentStatus,
  type GradeBook,
  type GradeStatus,
  type grades,
  percentScales,
  releasedGrades,
} from '#contract/teaching/grades.ts'
import type { Parsed } from '#contract/index.ts'
import { isTermOver, type TermStatus } from '#contract/school/terms.plain.ts'
import { labelOf, overall } from '#rules/grades.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import {
  countStatuses,
  findPlan,
  insertAssessment,
  isCategoryOf,
  listConcerned,
  listGraded,
  listKept,
  lockAssessments,
  lockSection,
  type LockedAssessment,
  moveGrades,
  saveCells,
  savePlan,
  updateAssessments,
} from './acts.ts'
import { gradedChildren, gradedAssessments, visibleScales } from './policy.ts'
import { findBook, findNativeName, listChildGrades, listHistory } from './queries.ts'
import { scaleFunctions } from './scaleFunctions.ts'
import { lockScale } from './scaleQueries.ts'

/**
 * Throws where the term is closed, since its results are final. To change them, the office opens the term for grading
 * again.
 */
const refuseClosed = ({ termStatus }: { termStatus: TermStatus }): void => {
  if (isTermOver(termStatus)) throw conflict('TERM_CLOSED', 'The grades of a closed term can no longer be changed.')
}

const readBook = async (db: Db, language: Language, seen: Scope<'sections'>, sectionId: string): Promise<GradeBook> => {
  const book = await findBook(db, language, seen, sectionId)
  if (!book) throw notFound('The class')
  const gradesOf = Map.groupBy(book.cells, ({ enrolmentId }) => enrolmentId)
  return {
    ...book,
    rows: book.rows.map(row => {
      const { percent } = overall({ ...book, grades: gradesOf.get(row.enrolmentId) ?? [] })
      return { ...row, percent, step: labelOf(book.scale, percent) }
    }),
  }
}

/** Locks assessments that the actor grades, all or none. Throws where one is missing or its term is closed. */
const lockGraded = async (
  db: Db,
  actor: Actor,
  ids: readonly string[],
  { isRemoved = false }: { isRemoved?: boolean } = {},
): Promise<LockedAssessment[]> => {
  const wanted = new Set(ids)
  const found = (await lockAssessments(db, gradedAssessments(actor), ids)).filter(each => each.isRemoved === isRemoved)
  if (found.length < wanted.size) throw notFound('The assessment')
  found.forEach(refuseClosed)
  return found
}

const refuseMove = (assessments: readonly { status: AssessmentStatus }[], to: AssessmentStatus): void => {
  if (assessments.some(({ status }) => status !== to && !assessmentMoves[status].includes(to)))
    throw conflict('MOVE_NOT_ALLOWED', 'The assessment can’t be moved to that status.')
}

const checkAssessment = async (
  db: Db,
  section: { id: string; termStartsOn: string; termEndsOn: string },
  { categoryId, onDay }: { categoryId: string; onDay: string },
): Promise<void> => {
  if (onDay < section.termStartsOn || onDay > section.termEndsOn)
    throw invalid([{ path: 'onDay', message: 'outside' }], 'TERM_DATES')
  if (!(await isCategoryOf(db, section.id, categoryId))) throw invalid([{ path: 'categoryId', message: 'required' }])
}

/** The status of a changed cell, by its status before. */
const nextStatus = (from: GradeStatus, isEmpty: boolean): GradeStatus => {
  if (from === 'none' || from === 'draft') return isEmpty ? 'none' : 'draft'
  return 'amended'
}

type EnterInput = Parsed<'grades-enter'>

/** The cells of an input that change something, with their new values, each checked against what is stored. */
const plannedCells = async (db: Db, { cells, reason }: EnterInput, found: readonly LockedAssessment[]) => {
  const kept = new Map(
    (
      await listKept(
        db,
        found.map(({ id }) => id),
      )
    ).map(cell => [`${cell.assessmentId} ${cell.enrolmentId}`, cell]),
  )
  const maxOf = new Map(found.map(({ id, maxPoints }) => [id, maxPoints]))
  const above = cells.flatMap(({ assessmentId, points }, index) =>
    points !== null && points > maxOf.get(assessmentId)! ? [{ path: `cells.${index}.points`, message: 'points' }] : [],
  )
  if (above.length > 0) throw invalid(above)
  const planned = cells.map((cell, index) => {
    const before = kept.get(`${cell.assessmentId} ${cell.enrolmentId}`)
    // A cell that is excused has no points, whatever the input says.
    const points = cell.isExcused ? null : cell.points
    const isSame =
      (before?.points ?? null) === points &&
      (before?.isExcused ?? false) === cell.isExcused &&
      (before?.note ?? '') === cell.note
    const from = before?.status ?? 'none'
    const to = nextStatus(from, points === null && !cell.isExcused && cell.note === '')
    return { index, before, isSame, from, cell: { ...cell, points, status: to, version: (before?.version ?? 0) + 1 } }
  })
  const changed = planned.filter(({ isSame }) => !isSame)
  const stale = changed.filter(({ before, index }) => (before?.version ?? 0) !== cells[index]!.version)
  if (stale.length > 0)
    throw conflict('CHANGED_MEANWHILE', 'Someone else has changed these grades in the meantime.', {
      fields: stale.map(({ index }) => ({ path: `cells.${index}.points`, message: 'changed' })),
    })
  if (reason === '' && changed.some(({ cell }) => cell.status === 'amended'))
    throw invalid([{ path: 'reason', message: 'empty' }], 'REASON_NEEDED')
  for (const { from, cell } of changed)
    if (from !== cell.status && !gradeMoves[from].includes(cell.status))
      throw conflict('MOVE_NOT_ALLOWED', 'The grade can’t be moved to that status.')
  return changed.map(({ cell, before }) => ({
    ...cell,
    reason: cell.status === 'amended' ? reason : (before?.reason ?? ''),
  }))
}

type Telling = Pick<Context<unknown>, 'db' | 'touch'>
const tell = async ({ db, touch }: Telling, sectionIds: readonly string[], isReleased: boolean): Promise<void> =>
  touch(['grades'], await listConcerned(db, [...new Set(sectionIds)], { isReleased }))
/** Drafts concern only those who grade the class. */
const tellGraders = (context: Telling, sectionId: string) => tell(context, [sectionId], false)
/** Released grades concern the families, too. */
const tellFamilies = (context: Telling, ...sectionIds: string[]) => tell(context, sectionIds, true)

const ownAssessment = (found: LockedAssessment | undefined): LockedAssessment => {
  if (!found) throw notFound('The assessment')
  return found
}

export const gradeFunctions: Functions<typeof grades> = {
  ...scaleFunctions,

  'grades-book': async ({ db, actor, input }) => readBook(db, actor.language, workedSections(actor), input.sectionId),

  'grades-plan': async context => {
    const { db, actor, input, now } = context
    const { sectionId, scaleId } = input
    const section = await lockSection(db, workedSections(actor), sectionId)
    if (!section) throw notFound('The class')
    refuseClosed(section)
    if (input.categories.reduce((sum, { weightPercent }) => sum + weightPercent, 0) !== 100)
      throw invalid([{ path: 'categories', message: 'weights' }], 'WEIGHTS')
    const before = await findPlan(db, sectionId)
    const known = new Map(before?.categories.map(category => [category.id, category]))
    const categories = input.categories.map(category => ({ ...category, id: category.id ?? newId() }))
    const strange = input.categories.findIndex(({ id }) => id !== null && !known.has(id))
    if (strange >= 0) throw notFound('The category')
    if (new Set(categories.map(({ id }) => id)).size < categories.length)
      throw invalid([{ path: 'categories', message: 'taken' }])
    if (before?.used.some(id => !categories.some(category => category.id === id)))
      throw conflict('CATEGORY_IN_USE', 'A category with assessments can’t be removed. Move them first.')
    if (scaleId !== null && scaleId !== before?.scaleId) {
      const scale = await lockScale(db, visibleScales(actor), scaleId)
      if (!scale || scale.archivedAt !== null) throw invalid([{ path: 'scaleId', message: 'required' }])
    }
    const rewrites =
      before?.isReleased === true &&
      (scaleId !== before.scaleId ||
        categories.some(({ id, weightPercent, dropLowest }) => {
          const old = known.get(id)
          return (old?.weightPercent ?? 0) !== weightPercent || (old ?? { dropLowest }).dropLowest !== dropLowest
        }) ||
        before.categories.some(
          ({ id, weightPercent }) => weightPercent > 0 && !categories.some(each => each.id === id),
        ))
    if (rewrites && input.reason === '') throw invalid([{ path: 'reason', message: 'empty' }], 'REASON_NEEDED')
    const stamp = { changedBy: actor.personId, changedAt: now }
    const reason = rewrites ? input.reason : (before?.reason ?? '')
    await savePlan(db, { sectionId, scaleId, reason, ...stamp }, categories)
    if (rewrites) await tellFamilies(context, sectionId)
    else await tellGraders(context, sectionId)
    return { sectionId, scaleId, categories }
  },

  'grades-createAssessment': async context => {
    const { db, actor, input, now } = context
    const section = await lockSection(db, workedSections(actor), input.sectionId)
    if (!section) throw notFound('The class')
    refuseClosed(section)
    await checkAssessment(db, section, input)
    await tellGraders(context, section.id)
    return insertAssessment(db, { ...input, createdAt: now })
  },

  'grades-changeAssessment': async context => {
    const { db, actor, input } = context
    const { id, ...values } = input
    const before = ownAssessment((await lockGraded(db, actor, [id]))[0])
    await checkAssessment(db, { ...before, id: before.sectionId }, values)
    const counts = values.categoryId !== before.categoryId || values.maxPoints !== before.maxPoints
    if (before.status === 'released' && counts)
      throw conflict(
        'ALREADY_RELEASED',
        'Families have seen these grades, so the category and the points can’t be changed.',
      )
    if (values.maxPoints < before.mostPoints) throw invalid([{ path: 'maxPoints', message: 'graded' }])
    const [changed] = await updateAssessments(db, [id], values)
    await tellFamilies(context, before.sectionId)
    return changed!
  },

  'grades-removeAssessment': async context => {
    const { db, actor, input, now } = context
    const before = ownAssessment((await lockGraded(db, actor, [input.id]))[0])
    if (before.status === 'released')
      throw conflict('ALREADY_RELEASED', 'Families have seen these grades. Unpublish them first.')
    const [removed] = await updateAssessments(db, [input.id], { removedAt: now })
    await tellGraders(context, before.sectionId)
    return removed!
  },

  'grades-restoreAssessment': async context => {
    const { db, actor, input } = context
    const before = ownAssessment((await lockGraded(db, actor, [input.id], { isRemoved: true }))[0])
    const [restored] = await updateAssessments(db, [input.id], { removedAt: null })
    await tellGraders(context, before.sectionId)
    return restored!
  },

  'grades-enter': async context => {
    const { db, actor, input, now } = context
    const ids = [...new Set(input.cells.map(({ assessmentId }) => assessmentId))]
    const [found, enrolmentIds] = await Promise.all([lockGraded(db, actor, ids), listGraded(db, input.sectionId)])
    if (found.some(({ sectionId }) => sectionId !== input.sectionId)) throw notFound('The assessment')
    const graded = new Set(enrolmentIds)
    const stranger = input.cells.findIndex(({ enrolmentId }) => !graded.has(enrolmentId))
    if (stranger >= 0) throw invalid([{ path: `cells.${stranger}.enrolmentId`, message: 'roster' }], 'NOT_ON_ROSTER')
    // Of several entries for one cell the last one counts.
    const cells = [...new Map(input.cells.map(cell => [`${cell.assessmentId} ${cell.enrolmentId}`, cell])).values()]
    const saved = await plannedCells(db, { ...input, cells }, found)
    const isAmended = saved.some(({ status }) => status === 'amended')
    const [changedByNativeName] = await Promise.all([
      findNativeName(db, actor.personId),
      saveCells(db, saved, actor.personId, now),
      isAmended ? tellFamilies(context, input.sectionId) : saved.length > 0 && tellGraders(context, input.sectionId),
    ])
    return {
      cells: saved.map(cell => ({
        ...cell,
        version: cell.status === 'none' ? 0 : cell.version,
        changedAt: now.toISOString(),
        changedBy: actor.name,
        changedByNativeName,
      })),
    }
  },

  'grades-release': async context => {
    const { db, actor, input, now } = context
    const found = await lockGraded(db, actor, input.assessmentIds)
    refuseMove(found, 'released')
    const ids = found.map(({ id }) => id)
    const counts = await countStatuses(db, ids)
    if (!ids.every(id => counts.some(({ assessmentId, status }) => assessmentId === id && status === 'draft')))
      throw conflict(
        'NOTHING_TO_RELEASE',
        'There are no grades to publish here: families already see everything entered.',
      )
    const [releasedCount, assessments] = await Promise.all([
      moveGrades(db, ids, { from: 'draft', to: 'released' }, actor.personId, now),
      updateAssessments(db, ids, { status: 'released', releasedAt: now }),
      tellFamilies(context, ...found.map(({ sectionId }) => sectionId)),
    ])
    return { assessments, releasedCount }
  },

  'grades-takeBack': async context => {
    const { db, actor, input, now } = context
    const found = await lockGraded(db, actor, input.assessmentIds)
    refuseMove(found, 'draft')
    const ids = found.map(({ id }) => id)
    const counts = await countStatuses(db, ids)
    if (counts.some(({ status }) => releasedGrades.includes(status) && !gradeMoves[status].includes('draft')))
      throw conflict('ALREADY_AMENDED', 'A grade was changed after publishing, so it can’t be unpublished.')
    const [, assessments] = await Promise.all([
      moveGrades(db, ids, { from: 'released', to: 'draft' }, actor.personId, now),
      updateAssessments(db, ids, { status: 'draft', releasedAt: null }),
      tellFamilies(context, ...found.map(({ sectionId }) => sectionId)),
    ])
    return { assessments }
  },

  'grades-history': async ({ db, actor, input }) =>
    listHistory(db, gradedAssessments(actor), input.sectionId, input.enrolmentId),

  'grades-mine': async ({ db, actor }) =>
    (await listChildGrades(db, gradedChildren(actor))).map(({ studentId, sections }) => ({
      studentId,
      sections: sections.map(({ scale, categories, termStatus, ...section }) => {
        const result = overall({
          categories,
          assessments: section.grades.map(({ assessmentId, ...grade }) => ({ ...grade, id: assessmentId })),
          grades: section.grades,
        })
        const scaleKind = scale?.kind ?? 'percent'
        const told = (percent: number | null) => (percentScales.includes(scaleKind) ? percent : null)
        const percents = new Map(result.categories.map(({ id, percent }) => [id, told(percent)]))
        return {
          ...section,
          isFinal: isTermOver(termStatus),
          scaleKind,
          percent: told(result.percent),
          step: labelOf(scale, result.percent),
          categories: categories.map(category => ({ ...category, percent: percents.get(category.id) ?? null })),
          grades: section.grades.map(grade => ({
            ...grade,
            isDropped: result.dropped.includes(grade.assessmentId),
          })),
        }
      }),
    })),
}
