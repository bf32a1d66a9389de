import { valueText } from '#rules/fields.ts'
import type { Db } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { FileColumn } from '#server/platform/listRoute.ts'
import { actorFor } from '#server/platform/right.ts'
import { listClassAnswers } from './acts.ts'
import { answersOfStudents } from './policy.ts'
import { listAllAnswers } from './queries.ts'

type Answer = Awaited<ReturnType<typeof listAllAnswers>>[number]
/** One column for each question that has answers. */
const columnsOf = (answers: readonly Answer[]): FileColumn<{ id: string }>[] =>
  [...Map.groupBy(answers, ({ field }) => field.id).values()].map(given => {
    const { field } = given[0]!
    const valueOf = new Map(given.map(({ studentId, value }) => [studentId, value]))
    return {
      of: 'own',
      head: { en: field.label, zh: field.nativeLabel || field.label },
      value: (row, language) => valueText(field, valueOf.get(row.id) ?? null, language),
      width: 20,
    }
  })

/**
 * One column for each of the school's questions about students and, for a class, those asked for it, as far as the
 * reader may see the answers.
 */
export const answerColumns = async (
  db: Db,
  actor: Actor,
  sectionId: string | undefined,
  now: Date,
): Promise<FileColumn<{ id: string }>[]> => {
  const seen = answersOfStudents(actorFor(actor, 'forms-answers'), now)
  return [
    ...columnsOf(await listAllAnswers(db, seen)),
    ...(sectionId === undefined ? [] : columnsOf(await listClassAnswers(db, seen, [sectionId]))),
  ]
}
