import type { PromotionStatus } from '#contract/enrolment/promotions.ts'
import type { Output } from '#contract/index.ts'
import { nextGrade } from '#rules/rollOver.ts'
import { type FamilyConflict, familyConflicts } from '#rules/familyTimes.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Scope } from '#server/platform/scope.ts'
import { listGrades } from './applyQueries.ts'
import { listVisits, type PlannedVisit } from './lineQueries.ts'
import { countLines, listTargets } from './queries.ts'

type Conflict = Output<'promotions-lines'>['rows'][number]['conflicts'][number]

/** The time conflicts within each family, by line. */
export const conflictsByLine = (visits: readonly PlannedVisit[]): Map<string, Conflict[]> => {
  const found = new Map<string, Conflict[]>()
  for (const family of Map.groupBy(visits, ({ householdId }) => householdId).values()) {
    const told = ({ kind, at, other, minutes }: FamilyConflict): void => {
      const { lineId } = family[at]!
      const { student, nativeName, section, sectionNativeName, weekday, startsAt, endsAt } = family[other]!
      if (lineId === null) return
      const conflicts = found.get(lineId) ?? []
      conflicts.push({ kind, student, nativeName, section, sectionNativeName, weekday, startsAt, endsAt, minutes })
      found.set(lineId, conflicts)
    }
    familyConflicts(family).forEach(told)
  }
  return found
}

/** The number of lines whose student would be in two classes at once. */
export const countDouble = (conflicts: ReadonlyMap<string, Conflict[]>): number =>
  [...conflicts.values()].filter(each => each.some(({ kind }) => kind === 'double')).length

/** The school grades that students will have once the promotion is applied, as far as it changes them. */
export const gradesAfter = async (
  db: Db,
  run: { id: string; status: PromotionStatus; raisesGrades: boolean },
  toTermId: string,
): Promise<{ studentId: string; grade: string }[]> =>
  run.raisesGrades && run.status !== 'applied'
    ? (await listGrades(db, run.id, toTermId))
        .map(({ studentId, grade }) => ({ studentId, was: grade, grade: nextGrade(grade) }))
        .filter(({ was, grade }) => was !== grade)
    : []

/** Throws where the promotion can't be applied: a student is undecided, in two classes at once, or without a seat. */
export const checkSound = async (db: Db, seen: Scope<'promotion_runs'>, id: string): Promise<void> => {
  const { choose } = await countLines(db, seen, id)
  if (choose > 0) throw conflict('UNDECIDED', 'Some students have no decision yet.', { n: choose })
  const full = (await listTargets(db, seen, id)).filter(({ seated, coming, capacity }) => seated + coming > capacity)
  if (full.length > 0)
    throw conflict('CLASS_FULL', 'A class would have more students than spots.', {
      names: full.map(({ name }) => name),
    })
  const double = countDouble(conflictsByLine(await listVisits(db, seen, id)))
  if (double > 0) throw conflict('TIMES_OVERLAP', 'A student would be in two classes at the same time.', { n: double })
}
