import type { Parsed } from '#contract/index.ts'
import type { Db } from '#server/platform/db.ts'
import { invalid } from '#server/platform/errors.ts'
import { syncMeetings } from './acts.ts'
import { addTeachers, insertSections } from './queries.ts'

/** The slices whose answers change when a class changes. */
export const touched = ['classes', 'terms', 'enrolments', 'teachers', 'students', 'parents'] as const

/** Throws where a class's numbers or times contradict each other. */
export const checkRules = (input: {
  startsAt: string
  endsAt: string
  ageFrom: number | null
  ageTo: number | null
  capacity: number
  minimum: number
}): void => {
  if (input.startsAt >= input.endsAt) throw invalid([{ path: 'endsAt', message: 'before' }])
  if (input.ageFrom !== null && input.ageTo !== null && input.ageFrom > input.ageTo)
    throw invalid([{ path: 'ageTo', message: 'before' }])
  if (input.minimum > input.capacity) throw invalid([{ path: 'minimum', message: 'spots' }])
}

type NewSection = Omit<Parsed<'classes-create'>, 'termId' | 'operationId'>

/** Creates classes of a term as drafts, with their meetings. Returns their ids in the same order. */
export const makeSections = async (
  db: Db,
  termId: string,
  sections: readonly NewSection[],
  at: Date,
): Promise<string[]> => {
  const ids = await insertSections(
    db,
    sections.map(section => ({ ...section, termId, status: 'draft', createdAt: at })),
  )
  await addTeachers(
    db,
    sections.flatMap(({ teacherIds }, index) => teacherIds.map(teacherId => ({ sectionId: ids[index]!, teacherId }))),
  )
  await syncMeetings(db, termId)
  return ids
}
