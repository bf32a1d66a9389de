import { promotionMoves, type promotions } from '#contract/enrolment/promotions.ts'
import { followingOf } from '#rules/courses.ts'
import { ageDayOf } from '#rules/fit.ts'
import { overall } from '#rules/grades.ts'
import { propose } from '#rules/promotions.ts'
import { isDuplicate } from '#server/platform/databaseErrors.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { applyFunctions } from './applying.ts'
import { checkSound, conflictsByLine, countDouble, gradesAfter } from './checking.ts'
import { copyFunctions } from './copying.ts'
import { decideLines, isOfTerm, listLines, listVisits } from './lineQueries.ts'
import { placeFunctions } from './places.ts'
import { visibleRuns } from './policy.ts'
import {
  countLines,
  deleteRun,
  findMaterial,
  insertLines,
  insertRun,
  listRuns,
  listTargets,
  lockRun,
  type Material,
  updateRun,
} from './queries.ts'

const proposalsOf = (
  material: Material,
  {
    isAdvancing,
    passPercent,
    raisesGrades,
  }: { isAdvancing: boolean; passPercent: number | null; raisesGrades: boolean },
) => {
  const bookOf = new Map(material.books.map(book => [book.sectionId, book]))
  const seats = material.seats.map(({ grades, ...seat }) => {
    const book = bookOf.get(seat.section.id)
    return { ...seat, percent: book && passPercent !== null ? overall({ ...book, grades }).percent : null }
  })
  const seatOf = new Map(seats.map(seat => [seat.id, seat]))
  const { placed, courses, to } = material
  const classes = material.classes.map(({ cutoff, ...each }) => ({ ...each, ageDay: ageDayOf(cutoff, to!.startsOn) }))
  const asked = { seats, classes, placed, following: followingOf(courses), isAdvancing, passPercent }
  return propose(asked).flatMap(({ id, ...proposal }) => {
    const { studentId, percent, isRaised } = seatOf.get(id)!
    // For a student who already has a spot there is only the grade to raise.
    if (proposal.reason === 'placed' && (!raisesGrades || isRaised)) return []
    return { ...proposal, enrolmentId: id, studentId, percent: proposal.reason === 'below-pass' ? percent : null }
  })
}

const found = async (db: Db, seen: Scope<'promotion_runs'>, id: string) => {
  const [run] = await listRuns(db, seen, id)
  if (!run) throw notFound('The promotion')
  return run
}

/** Turns a duplicate into `ALREADY_EXISTS`: only one promotion between two terms can be in progress. */
const unlessOpen = async <T>(written: Promise<T>): Promise<T> => {
  try {
    return await written
  } catch (error) {
    throw isDuplicate(error)
      ? conflict('ALREADY_EXISTS', 'A promotion between these terms is being worked on. Finish or discard it first.')
      : error
  }
}

export const promotionFunctions: Functions<typeof promotions> = {
  ...copyFunctions,
  ...applyFunctions,
  ...placeFunctions,

  'promotions-list': async ({ db, actor }) => listRuns(db, visibleRuns(actor)),

  'promotions-propose': async ({ db, actor, input, now, touch }) => {
    const seen = visibleRuns(actor)
    const { fromTermId, toTermId, step, passPercent, raisesGrades } = input
    if (fromTermId === toTermId) throw invalid([{ path: 'toTermId', message: 'different' }])
    const isAdvancing = step === 'advance'
    const withResults = isAdvancing && passPercent !== null
    const material = await findMaterial(db, seen, { fromTermId, toTermId, withResults })
    if (!material.from || !material.to) throw notFound('The term')
    if (material.to.startsOn <= material.from.startsOn) throw invalid([{ path: 'toTermId', message: 'before' }])
    if (['closed', 'archived', 'grading'].includes(material.to.status))
      throw conflict('TERM_CLOSED', 'The new term is over. Choose another one.')
    if (material.classes.length === 0) throw conflict('NO_CLASSES', 'The new term has no classes yet. Copy them first.')
    const proposals = proposalsOf(material, { isAdvancing, passPercent, raisesGrades })
    if (proposals.length === 0)
      throw conflict('NOTHING_TO_APPLY', 'Every student of this term already has a spot in the new one.')
    const values = { fromTermId, toTermId, step, passPercent, raisesGrades }
    const run = { ...values, status: 'draft' as const, createdBy: actor.personId, createdAt: now }
    const runId = await unlessOpen(insertRun(db, run))
    await insertLines(
      db,
      proposals.map(proposal => ({ runId, ...proposal })),
    )
    touch(['promotions'], [])
    return found(db, seen, runId)
  },

  'promotions-get': async ({ db, actor, input }) => {
    const seen = visibleRuns(actor)
    const run = await found(db, seen, input.id)
    const [{ sources, ...decided }, classes, visits, grades] = await Promise.all([
      countLines(db, seen, run.id),
      listTargets(db, seen, run.id),
      listVisits(db, seen, run.id),
      gradesAfter(db, run, run.to.id),
    ])
    const conflicts = conflictsByLine(visits)
    const overfull = classes.filter(({ seated, coming, capacity }) => coming > 0 && seated + coming > capacity).length
    const counts = {
      ...decided,
      conflicts: conflicts.size,
      double: countDouble(conflicts),
      overfull,
      grades: grades.length,
    }
    return { run, counts, classes, sources }
  },

  'promotions-lines': async ({ db, actor, input }) => {
    const seen = visibleRuns(actor)
    const run = await found(db, seen, input.id)
    const conflicts = conflictsByLine(await listVisits(db, seen, run.id))
    const { search = '', fromSectionId, toSectionId, only = 'all' } = input
    const filter = { search, fromSectionId, toSectionId }
    const by =
      only === 'conflicts'
        ? { ...filter, only: 'all' as const, ids: [...conflicts.keys()] }
        : { ...filter, only, ids: null }
    const { found: lines, total } = await listLines(db, seen, run.id, by, readKey(input.after, 2), actor.language)
    const grades = new Map((await gradesAfter(db, run, run.to.id)).map(each => [each.studentId, each.grade]))
    const page = cutPage(lines, line => [line.student, line.id])
    return {
      ...page,
      total,
      rows: page.rows.map(line => ({
        ...line,
        nextGrade: grades.get(line.studentId) ?? line.grade,
        conflicts: conflicts.get(line.id) ?? [],
      })),
    }
  },

  'promotions-decide': async ({ db, actor, input: { id, lineIds, decision, sectionId }, touch }) => {
    const run = await lockRun(db, visibleRuns(actor), id)
    if (!run) throw notFound('The promotion')
    if (run.status !== 'draft')
      throw conflict('MOVE_NOT_ALLOWED', 'Decisions can be changed only in a draft. Open the review again first.')
    const needsClass = decision === 'promote' || decision === 'retain'
    if (needsClass && (sectionId === null || !(await isOfTerm(db, run.toTermId, sectionId))))
      throw invalid([{ path: 'sectionId', message: 'required' }])
    const values = { decision, sectionId: needsClass ? sectionId : null }
    const changed = await decideLines(db, id, lineIds, values)
    if (changed === 0) throw notFound('The student')
    touch(['promotions'], [])
    return { changed }
  },

  'promotions-move': async ({ db, actor, input: { id, to }, touch }) => {
    const seen = visibleRuns(actor)
    const run = await lockRun(db, seen, id)
    if (!run) throw notFound('The promotion')
    if (!promotionMoves[run.status].includes(to))
      throw conflict('MOVE_NOT_ALLOWED', `A promotion that is ${run.status} can't become ${to}.`)
    if (to === 'reviewed') await checkSound(db, seen, id)
    const reviewedBy = to === 'reviewed' ? actor.personId : null
    // Its lines would keep the copying of its classes from being undone.
    if (to === 'discarded') await deleteRun(db, id)
    else await unlessOpen(updateRun(db, id, { status: to, reviewedBy, appliedAt: null, appliedBy: null }))
    touch(['promotions'], [])
    return { id, status: to }
  },
}
