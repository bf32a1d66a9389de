import type { students } from '#contract/students.ts'
import { dayIn } from '#rules/calendar.ts'
import type { Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { zoneOf } from '#server/slices/config/tables.ts'
import { listPeopleOf } from './acts.ts'
import { caredStudents, myStudents, visibleStudents } from './policy.ts'
import { countStudents, findStudents, listStudents, updateMedical } from './queries.ts'

const todayOf = async (db: Db, now: Date): Promise<string> => dayIn(await zoneOf(db), now)

export const studentFunctions: Functions<typeof students> = {
  'students-mine': async ({ db, actor, now }) => findStudents(db, myStudents(actor), await todayOf(db, now)),

  'students-get': async ({ db, actor, input, now }) => {
    const [student] = await findStudents(db, visibleStudents(actor), await todayOf(db, now), input.id)
    if (!student) throw notFound('The student')
    return student
  },

  'students-changeMedical': async ({ db, actor, input: { id, ...card }, touch }) => {
    if (!(await updateMedical(db, caredStudents(actor), id, card))) throw notFound('The student')
    touch(['students', 'absences', 'classes', 'parents'], await listPeopleOf(db, id))
    return { id }
  },

  'students-list': async ({ db, actor, input }) => {
    const seen = visibleStudents(actor)
    const filter = { search: input.search ?? '', view: input.view ?? 'everyone', sectionId: input.sectionId } as const
    const found = await listStudents(db, seen, filter, readKey(input.after, 2))
    return { ...cutPage(found, ({ name, id }) => [name, id]), total: await countStudents(db, seen, filter) }
  },
}
