import type { students } from '#contract/students.ts'
import { dayIn } from '#rules/calendar.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, pageSize } from '#server/platform/keys.ts'
import { zoneOf } from '#server/slices/config/tables.ts'
import { visibleHouseholds } from '#server/slices/parents/policy.ts'
import { insertStudent, listPeopleOf } from './acts.ts'
import { archiveStudents, restoreStudents } from './archive.ts'
import { caredStudents, myStudents, visibleStudents } from './policy.ts'
import {
  changeStudent,
  countStudents,
  findStudents,
  guardiansOf,
  listGrades,
  listStudents,
  lockHousehold,
  sortedStudents,
  updateMedical,
} from './queries.ts'

const todayOf = async (db: Db, now: Date): Promise<string> => dayIn(await zoneOf(db), now)

const mustBeBorn = async (db: Db, birthOn: string, now: Date): Promise<void> => {
  if (birthOn > (await todayOf(db, now))) throw invalid([{ path: 'birthOn', message: 'future' }])
}

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
    const filter = { ...input, search: input.search ?? '', view: input.view ?? 'everyone' }
    const order = sortedStudents(input.sort, input.down, input.after)
    const found = await listStudents(db, seen, filter, order, pageSize + 1)
    return {
      ...cutPage(found, ({ sortedBy, id }) => order.keyOf(sortedBy, id)),
      total: await countStudents(db, seen, filter),
    }
  },

  'students-grades': ({ db, actor }) => listGrades(db, visibleStudents(actor)),

  'students-create': async ({ db, actor, input, now, touch }) => {
    const { householdId, ...child } = input
    if (!(await lockHousehold(db, visibleHouseholds(actor), householdId))) throw notFound('The household')
    await mustBeBorn(db, child.birthOn, now)
    const id = await insertStudent(db, householdId, child, now)
    touch(['students', 'parents'], await guardiansOf(db, [id]))
    return { id }
  },

  'students-change': async ({ db, actor, input, now, touch }) => {
    const { id, ...child } = input
    await mustBeBorn(db, child.birthOn, now)
    if (!(await changeStudent(db, visibleStudents(actor), id, child))) throw notFound('The student')
    touch(['students', 'parents', 'absences', 'classes'], await guardiansOf(db, [id]))
    return { id }
  },

  'students-archive': async ({ db, actor, input, now, touch }) => {
    const done = await archiveStudents(db, visibleStudents(actor), input.ids, now)
    if (done.archived.length === 0 && done.kept[0])
      throw conflict(done.kept[0].reason, 'A student who sits in a class or waits for one stays.')
    touch(['students', 'parents'], await guardiansOf(db, done.archived))
    return done
  },

  'students-restore': async ({ db, actor, input, touch }) => {
    const restored = await restoreStudents(db, visibleStudents(actor), input.ids)
    touch(['students', 'parents'], await guardiansOf(db, restored))
    return { restored }
  },
}
