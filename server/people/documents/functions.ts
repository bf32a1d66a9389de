import type { documents } from '#contract/people/documents.ts'
import { dayIn } from '#rules/calendar.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { listPeopleOf } from '#server/people/students/acts.ts'
import { caredStudents } from '#server/people/students/policy.ts'
import { keptDocuments, newFiles, visibleDocuments } from './policy.ts'
import { hasStudent, holdFile, insertDocument, listDocuments, setRemoved } from './queries.ts'

const move = async ({ db, actor, input, touch }: Context<{ id: string }>, at: Date | null): Promise<{ id: string }> => {
  const studentId = await setRemoved(db, keptDocuments(actor), input.id, at)
  if (!studentId) throw notFound('The document')
  touch(['documents'], await listPeopleOf(db, studentId))
  return { id: input.id }
}

export const documentFunctions: Functions<typeof documents> = {
  'documents-list': async ({ db, actor, input, now }) =>
    listDocuments(
      db,
      visibleDocuments(actor, now),
      keptDocuments(actor),
      input.studentId,
      dayIn(await zoneOf(db), now),
    ),

  'documents-add': async ({ db, actor, input, now, touch }) => {
    if (!(await hasStudent(db, caredStudents(actor), input.studentId))) throw notFound('The student')
    if (!(await holdFile(db, newFiles(actor), input.fileId))) throw invalid([{ path: 'fileId', message: 'required' }])
    const id = await insertDocument(db, { ...input, addedBy: actor.personId, addedAt: now })
    touch(['documents'], await listPeopleOf(db, input.studentId))
    return { id }
  },

  'documents-remove': context => move(context, context.now),
  'documents-restore': context => move(context, null),
}
