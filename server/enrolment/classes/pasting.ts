import type { classPasting } from '#contract/enrolment/classes.pasting.ts'
import type { Output, Parsed } from '#contract/index.ts'
import type { Term } from '#contract/school/terms.ts'
import { isTermOver } from '#contract/school/terms.plain.ts'
import type { Mention } from '#rules/pastedClasses/parts.ts'
import { type KnownSchool, planClasses, type PastePlan } from '#rules/pastedClasses/plan.ts'
import { startBatch } from '#server/platform/batches.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, denied, invalid, notFound, unlessTaken } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { refusalFor } from '#server/platform/right.ts'
import { mustBeRecent } from '#server/access/identity/acts.ts'
import { addTeacher } from '#server/people/teachers/acts.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import { currencyDigits } from '#server/school/config/tables.ts'
import { lockTerm } from '#server/school/terms/acts.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { findCatalogueTerm } from './catalogueQueries.ts'
import { makeSections, touched } from './making.ts'
import {
  insertCourse,
  insertProgramme,
  insertRoom,
  listCourses,
  listProgrammes,
  listRooms,
  listSections,
  listTeacherNames,
} from './queries.ts'

type Pasting = Context<Parsed<'classes-paste'>>

/**
 * What the rows are matched against: the lists of `classes-parts`, read one by one, since a transaction has one
 * connection.
 */
const knownTo = async (
  { db, actor, now }: Pick<Pasting, 'db' | 'actor' | 'now'>,
  term: Term,
): Promise<KnownSchool> => ({
  weekdays: term.weekdays,
  programmes: await listProgrammes(db),
  courses: await listCourses(db),
  rooms: await listRooms(db),
  teachers: await listTeacherNames(db),
  sections: await listSections(db, workedSections(actor), { termId: term.id }, now),
})

const isAgreed = (seen: PastePlan['counts'], now: PastePlan['counts']): boolean =>
  (Object.keys(now) as (keyof typeof now)[]).every(key => seen[key] === now[key])

/** Creates what the classes need and the school lacks. Returns a function from a mention to its id. */
const makeParts = async (db: Db, plan: PastePlan, at: Date): Promise<(mention: Mention) => string> => {
  const made = new Map<string, string>()
  const idOf = ({ id, key }: Mention): string => id ?? made.get(key)!
  for (const { key, name, nativeName } of plan.programmes)
    made.set(key, (await insertProgramme(db, { name, nativeName })).id)
  for (const { key, name, nativeName, programme, level } of plan.courses)
    made.set(key, await insertCourse(db, { programmeId: idOf(programme), name, nativeName, level, description: '' }))
  for (const { key, name } of plan.rooms) made.set(key, (await unlessTaken(insertRoom(db, { name }))).id)
  for (const { key, name, nativeName, email } of plan.teachers) {
    const id = await addTeacher(db, { name, nativeName, email, phone: '' }, at)
    if (id === null) throw invalid([{ path: `teachers.${email}`, message: 'taken' }], 'ALREADY_EXISTS')
    made.set(key, id)
  }
  return idOf
}

/** Handlers that create classes from the rows of a spreadsheet. */
export const pasteFunctions: Functions<typeof classPasting> = {
  'classes-paste': async (context): Promise<Output<'classes-paste'>> => {
    const { db, actor, input, now, touch } = context
    const seen = visibleTerms(actor)
    // Two people pasting into one term take turns, and the second sees what the first created.
    await lockTerm(db, seen, input.termId)
    const term = await findCatalogueTerm(db, seen, input.termId)
    if (!term) throw notFound('The term')
    if (isTermOver(term.status)) throw conflict('TERM_CLOSED', 'This term is closed. Choose another one.')
    const { rows, columns, programme, capacity, tuitionCents } = input
    const plan = planClasses(
      rows.map(cells => ({ cells, isLeftOut: false })),
      { columns, programme, capacity, tuitionCents, digits: await currencyDigits(db) },
      await knownTo(context, term),
    )
    if (plan.classes.length === 0 || !isAgreed(input.counts, plan.counts))
      throw conflict(
        'IMPORT_CHANGED',
        'The school’s records have changed since the rows were read. Check the rows again.',
      )
    if (plan.teachers.length > 0) {
      if (refusalFor(actor, ['teachers-create']) !== null)
        throw denied('AREA_NEEDED', 'Your area of the office does not include adding teachers.')
      mustBeRecent(actor)
    }
    const batchId = await startBatch(context, {
      kind: 'classes-paste',
      n: plan.classes.length,
      slices: [...touched, 'users'],
      detail: term.name,
    })
    const idOf = await makeParts(db, plan, now)
    const ids = await makeSections(
      db,
      term.id,
      plan.classes.map(({ course, room, teachers, ...section }) => ({
        ...section,
        courseId: idOf(course),
        roomId: room && idOf(room),
        teacherIds: teachers.map(idOf),
        ageCutoff: null,
        needsApproval: false,
        auditCents: null,
        trialCents: null,
        trialNeedsApproval: true,
        dayCents: null,
      })),
      now,
    )
    touch([...touched, 'users'])
    return { ids, batchId, counts: plan.counts, term: term.name }
  },
}
