import type { Parsed, WriteName } from '#contract/index.ts'
import type { students } from '#contract/people/students.ts'
import { dayIn } from '#rules/calendar.ts'
import type { Db } from '#server/platform/db.ts'
import { startBatch } from '#server/platform/batches.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import type { Scope } from '#server/platform/scope.ts'
import { cutPage, pageSize } from '#server/platform/keys.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { insertStudent, listPeopleOf } from './acts.ts'
import { actOn, sortOut, type StudentAct } from './archiveQueries.ts'
import { homeFunctions } from './homeFunctions.ts'
import { balancesSeen, caredStudents, leftPlaces, myStudents, visibleHouseholds, visibleStudents } from './policy.ts'
import {
  changeStudent,
  findStudents,
  guardiansOf,
  listGrades,
  listStudents,
  selectStudents,
  sortedStudents,
  updateMedical,
} from './queries.ts'

const todayOf = async (db: Db, now: Date): Promise<string> => dayIn(await zoneOf(db), now)

const mustBeBorn = async (db: Db, birthOn: string, now: Date): Promise<void> => {
  if (birthOn > (await todayOf(db, now))) throw invalid([{ path: 'birthOn', message: 'future' }])
}

const actOf = ({ act, grade }: Parsed<'students-preview'>): StudentAct =>
  act === 'grade' ? { act, grade: grade ?? '' } : { act }

const reading = ['students', 'parents', 'absences', 'classes']

/** Operations on households that students need. */
type Families = {
  /** Locks a household while a child is added to it, and restores it from the archive; false if there is none. */
  openHousehold(db: Db, seen: Scope<'households'>, id: string): Promise<boolean>
  /** Restores the families of restored students. */
  restoreFamilies(db: Db, studentIds: readonly string[]): Promise<void>
}

/** Applies an action to many students as a batch that can be undone. */
const actOnMany = async (
  { db, actor, now, input, touch }: Context<{ ids: string[] }>,
  kind: WriteName,
  act: StudentAct,
  families?: Pick<Families, 'restoreFamilies'>,
) => {
  const { ids, kept } = await sortOut(db, visibleStudents(actor, now), input.ids, act, { hold: true })
  if (ids.length === 0) return { ids, kept, batchId: null }
  const detail = act.act === 'grade' ? act.grade : ''
  const batchId = await startBatch({ db, actor, now, touch }, { kind, n: ids.length, slices: reading, detail })
  await actOn(db, ids, act, now)
  await families?.restoreFamilies(db, ids)
  touch(reading, await guardiansOf(db, ids))
  return { ids, kept, batchId }
}

export const studentFunctions = (families: Families): Functions<typeof students> => ({
  ...homeFunctions,

  'students-mine': async ({ db, actor, now }) =>
    findStudents(db, myStudents(actor), leftPlaces(actor), await todayOf(db, now)),

  'students-get': async ({ db, actor, input, now }) => {
    const [student] = await findStudents(
      db,
      visibleStudents(actor, now),
      leftPlaces(actor),
      await todayOf(db, now),
      input.id,
    )
    if (!student) throw notFound('The student')
    return student
  },

  'students-changeMedical': async ({ db, actor, input: { id, ...card }, touch }) => {
    if (!(await updateMedical(db, caredStudents(actor), id, card))) throw notFound('The student')
    touch(['students', 'absences', 'classes', 'parents'], await listPeopleOf(db, id))
    return { id }
  },

  'students-list': async ({ db, actor, input, now }) => {
    const seen = visibleStudents(actor, now)
    const filter = { ...input, search: input.search ?? '', view: input.view ?? 'everyone' }
    const ledgers = balancesSeen(actor)
    const order = sortedStudents(ledgers, actor.language, input)
    const { found, total } = await listStudents(db, seen, ledgers, filter, order, pageSize + 1)
    return { ...cutPage(found, ({ sortedBy, id }) => order.keyOf(sortedBy, id)), total }
  },

  'students-select': ({ db, actor, input, now }) =>
    selectStudents(db, visibleStudents(actor, now), {
      ...input,
      search: input.search ?? '',
      view: input.view ?? 'everyone',
    }),

  'students-grades': ({ db, actor, now }) => listGrades(db, visibleStudents(actor, now)),

  'students-create': async ({ db, actor, input, now, touch }) => {
    const { householdId, ...child } = input
    if (!(await families.openHousehold(db, visibleHouseholds(actor), householdId))) throw notFound('The household')
    await mustBeBorn(db, child.birthOn, now)
    const id = await insertStudent(db, householdId, child, now)
    touch(['students', 'parents'], await guardiansOf(db, [id]))
    return { id }
  },

  'students-change': async ({ db, actor, input, now, touch }) => {
    const { id, ...child } = input
    await mustBeBorn(db, child.birthOn, now)
    if (!(await changeStudent(db, visibleStudents(actor, now), id, child))) throw notFound('The student')
    touch(['students', 'parents', 'absences', 'classes'], await guardiansOf(db, [id]))
    return { id }
  },

  'students-preview': async ({ db, actor, input, now }) => {
    const { ids, kept } = await sortOut(db, visibleStudents(actor, now), input.ids, actOf(input), { hold: false })
    return { n: ids.length, kept }
  },

  'students-archive': async context => {
    const { ids, kept, batchId } = await actOnMany(context, 'students-archive', { act: 'archive' })
    if (ids.length === 0 && kept[0])
      throw conflict(kept[0].reason, 'A student who is in a class or on a waitlist can’t be archived.')
    return { archived: ids, kept, batchId }
  },

  'students-restore': async context => {
    const { ids, batchId } = await actOnMany(context, 'students-restore', { act: 'restore' }, families)
    return { restored: ids, batchId }
  },

  'students-changeGrades': async context => {
    const { ids, batchId } = await actOnMany(context, 'students-changeGrades', {
      act: 'grade',
      grade: context.input.grade,
    })
    return { changed: ids, batchId }
  },
})
