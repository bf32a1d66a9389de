import type { students } from '#contract/students.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { myStudents, visibleStudents } from './policy.ts'
import { countStudents, findStudents, listStudents } from './queries.ts'

export const studentFunctions: Functions<typeof students> = {
  'students-mine': async ({ db, actor }) => findStudents(db, myStudents(actor)),

  'students-get': async ({ db, actor, input }) => {
    const [student] = await findStudents(db, visibleStudents(actor), input.id)
    if (!student) throw notFound('The student')
    return student
  },

  'students-list': async ({ db, actor, input }) => {
    const seen = visibleStudents(actor)
    const filter = { search: input.search ?? '', view: input.view ?? 'everyone', sectionId: input.sectionId } as const
    const found = await listStudents(db, seen, filter, readKey(input.after, 2))
    return { ...cutPage(found, ({ name, id }) => [name, id]), total: await countStudents(db, seen, filter) }
  },
}
