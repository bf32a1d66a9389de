import type { FastifyInstance } from 'fastify'
import { eachField, fieldsIn } from '#contract/studentFields.ts'
import { paperOf } from '#rules/region.ts'
import { classListKinds } from '#contract/labels.ts'
import { dayIn } from '#rules/calendar.ts'
import { type FileTools, askedLanguage, sendFile, serveFile, unclear } from '#server/platform/exports.ts'
import type { Opening } from '#server/platform/notes.ts'
import { nameIn } from '#server/platform/texts.ts'
import { letterhead } from '#server/school/config/tables.ts'
import { listClassAnswers } from '#server/people/forms/acts.ts'
import { answersOfStudents } from '#server/people/forms/policy.ts'
import { visibleStudents } from '#server/people/students/policy.ts'
import { type ClassList, listClassLists } from './classListQueries.ts'
import { drawClassLists } from './drawClassList.ts'
import { workedSections } from '#server/people/teachers/policy.ts'

/** A class list with the students' health notes opened. */
const withHealth = (list: ClassList, { open }: Opening): ClassList => ({
  ...list,
  students: list.students.map(student => ({
    ...student,
    ...eachField(fieldsIn('classList'), field => open(student[field])),
  })),
})

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Serves class lists to print at `/files/class-lists.pdf`: of classes (`?section=a,b`) or of a whole term (`?term=`),
 * with contacts or as a grid of lesson days (`&kind=roll`). The office gets all classes, a teacher their own. The audit
 * trail records who downloaded them.
 */
export const classListFiles = (app: FastifyInstance, tools: FileTools): void => {
  serveFile(app, tools, 'GET /files/class-lists.pdf', async ({ request, reply, as, at, record, withNotes }) => {
    const actor = as('classes-roster')
    const { section, term, lang, paper } = request.query
    const kind = classListKinds.find(each => each === (request.query.kind ?? 'list'))
    const sectionIds = section?.split(',') ?? []
    if (!kind || ![...sectionIds, ...(term === undefined ? [] : [term])].every(id => uuid.test(id)))
      return unclear(reply)
    if (sectionIds.length === 0 && term === undefined) return unclear(reply)
    const language = askedLanguage(lang, actor)
    const found = await tools.database.report(async db => {
      const home = await letterhead(db)
      const today = dayIn(home.zone, at)
      const of = term === undefined ? { sectionIds } : { termId: term }
      const lists = await listClassLists(db, language, workedSections(actor), visibleStudents(actor, at), of, today)
      const answers = await listClassAnswers(
        db,
        answersOfStudents(as('forms-answers'), at),
        lists.map(({ id }) => id),
      )
      const rows = lists.reduce((sum, { students }) => sum + students.length, 0)
      if (lists.length > 0) await record(db, { asked: request.query, about: lists.map(({ id }) => id), rows })
      return { lists, answers, today, home }
    })
    if (found.lists.length === 0)
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no such class that you can print.')
    const { today, home } = found
    const answers = Map.groupBy(found.answers, ({ sectionId }) => sectionId)
    // The grid only marks that a student has notes.
    const lists =
      kind === 'roll' ? found.lists : await withNotes(opening => found.lists.map(list => withHealth(list, opening)))
    const size = paper === 'letter' ? 'LETTER' : paper === 'a4' ? 'A4' : paperOf(home.currency)
    return sendFile(
      reply,
      `class-${kind}.pdf`,
      await drawClassLists(
        lists.map(list => ({ ...list, answers: answers.get(list.id) ?? [] })),
        { kind, school: nameIn(language, home), size, language, region: home, today },
      ),
    )
  })
}
