import { type classes, movesOf } from '#contract/enrolment/classes.ts'
import type { Output } from '#contract/index.ts'
import { isTermOver } from '#contract/school/terms.plain.ts'
import type { AfterCourse } from '#rules/courses.ts'
import { dayIn } from '#rules/calendar.ts'
import { ageDayOf } from '#rules/fit.ts'
import { placesLeft, placeState } from '#rules/places.ts'
import { tuitionDue } from '#rules/pricing.ts'
import { startBatch } from '#server/platform/batches.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound, unlessTaken } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { refusalFor } from '#server/platform/right.ts'
import { balancesSeen, visibleStudents } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { publicSections } from './policy.ts'
import { checkMove, findTermOf, syncMeetings } from './acts.ts'
import { checkRules, makeSections, touched } from './making.ts'
import { pasteFunctions } from './pasting.ts'
import {
  type FoundSection,
  insertCourse,
  insertProgramme,
  insertRoom,
  listCourses,
  listProgrammes,
  listRooms,
  listRoster,
  listSectionNames,
  listSections,
  listTeacherNames,
  lockSection,
  lockSeen,
  replacePrerequisites,
  replaceTeachers,
  updateCourse,
  updateProgramme,
  updateRoom,
  updateSections,
} from './queries.ts'
import { findCatalogueTerm, findLateRule, findLessonsLeft, findNextDay } from './catalogueQueries.ts'
import { renumberLessons } from './lessonQueries.ts'
import { findClassMoney, listLessons, listMembers } from './recordQueries.ts'
import { listConflicts, listSiblingConflicts } from './conflictQueries.ts'

/** A class as it is returned; the door removes the fields that are only used to compute others. */
const shown = (section: FoundSection): Output<'classes-list'>[number] => {
  const { status, termStatus, needsApproval, capacity, enrolled, waiting, held, drawState } = section
  const places = { status, termStatus, needsApproval, capacity, seated: enrolled, waiting, held, draw: drawState }
  return Object.assign(section, {
    ageDay: ageDayOf(section.cutoff, section.termStartsOn),
    placesLeft: placesLeft(places),
    state: placeState(places),
  })
}

const checkProgramme = async (db: Db, programmeId: string): Promise<void> => {
  if (!(await listProgrammes(db)).some(({ id, isArchived }) => id === programmeId && !isArchived))
    throw invalid([{ path: 'programmeId', message: 'required' }])
}
/** The stored form of what follows a course. Throws where the named course is missing or archived. */
const checkAfter = async (
  db: Db,
  after: AfterCourse | undefined,
  nextCourseId: string | null | undefined,
): Promise<{ after?: AfterCourse; nextCourseId?: string | null }> => {
  if (after === undefined) return {}
  if (after !== 'next') return { after, nextCourseId: null }
  const isThere = (await listCourses(db)).some(({ id, isArchived }) => id === nextCourseId && !isArchived)
  if (!isThere) throw invalid([{ path: 'nextCourseId', message: 'required' }])
  return { after, nextCourseId: nextCourseId! }
}
/** Throws where a prerequisite doesn't exist, or is the course itself. */
const checkPrerequisites = async (db: Db, ids: readonly string[] | undefined, id: string | null): Promise<void> => {
  if (ids === undefined || ids.length === 0) return
  const known = new Set((await listCourses(db)).map(course => course.id))
  if (ids.some(each => each === id || !known.has(each)))
    throw invalid([{ path: 'prerequisiteIds', message: 'different' }])
}
const courseOf = async (db: Db, id: string) => (await listCourses(db)).find(course => course.id === id)!

/** Offers the free seats of classes to the first on their waitlists. Enrolments do this when a class changes. */
type OfferFreed = (
  context: Pick<Context<unknown>, 'db' | 'now' | 'settings' | 'enqueue' | 'touch'>,
  sectionIds: readonly string[],
) => Promise<unknown>

/** Adjusts what depends on whether a class goes on. */
type FollowClass = (db: Db, sectionId: string, now: Date) => Promise<void>

export const classFunctions = (offerFreed: OfferFreed, followClass: FollowClass): Functions<typeof classes> => ({
  'classes-catalogue': async ({ db, actor, input, now }) => {
    const [term, late] = await Promise.all([findCatalogueTerm(db, visibleTerms(actor), input.termId), findLateRule(db)])
    if (!term || !late) return { term, sections: [] }
    const [found, lessons] = await Promise.all([
      listSections(db, publicSections, { termId: term.id }, now),
      late.policy.prorationBy === 'sessions' ? findLessonsLeft(db, publicSections, term.id, now) : null,
    ])
    const tuitionToday = tuitionDue({ policy: late.policy, term, today: dayIn(late.zone, now) })
    const sections = found.map(section => {
      const sessions = lessons?.get(section.id)
      const dueOf = (wholeCents: number | null): number | null => {
        if (wholeCents === null) return null
        const cents = tuitionToday({ tuitionCents: wholeCents, ...(sessions && { sessions }) })
        return cents < wholeCents ? cents : null
      }
      return Object.assign(shown(section), {
        dueCents: dueOf(section.tuitionCents),
        auditDueCents: dueOf(section.auditCents),
      })
    })
    return { term, sections }
  },

  'classes-nextDay': async ({ db, actor, now }) =>
    findNextDay(db, publicSections, visibleTerms(actor), dayIn(await zoneOf(db), now)),

  'classes-list': async ({ db, actor, input, now }) =>
    (await listSections(db, workedSections(actor), { termId: input.termId }, now)).map(shown),

  'classes-names': ({ db, actor }) => listSectionNames(db, workedSections(actor)),

  'classes-parts': async ({ db }) => {
    const [programmes, courses, rooms, teachers] = await Promise.all([
      listProgrammes(db),
      listCourses(db),
      listRooms(db),
      listTeacherNames(db),
    ])
    return { programmes, courses, rooms, teachers }
  },

  'classes-createProgramme': async ({ db, input, touch }) => {
    touch(touched)
    return insertProgramme(db, input)
  },

  'classes-changeProgramme': async ({ db, input: { id, ...values }, touch }) => {
    const programme = await updateProgramme(db, id, values)
    if (!programme) throw notFound('The program')
    touch(touched)
    return programme
  },

  'classes-createCourse': async ({ db, input, touch }) => {
    await checkProgramme(db, input.programmeId)
    const { after, nextCourseId, prerequisiteIds, ...values } = input
    await checkPrerequisites(db, prerequisiteIds, null)
    const id = await insertCourse(db, { ...values, ...(await checkAfter(db, after, nextCourseId)) })
    if (prerequisiteIds) await replacePrerequisites(db, id, [...new Set(prerequisiteIds)])
    touch(touched)
    return courseOf(db, id)
  },

  'classes-changeCourse': async ({ db, input: { id, after, nextCourseId, prerequisiteIds, ...values }, touch }) => {
    await checkProgramme(db, values.programmeId)
    await checkPrerequisites(db, prerequisiteIds, id)
    const changed = { ...values, ...(await checkAfter(db, after, nextCourseId)) }
    if (!(await updateCourse(db, id, changed))) throw notFound('The course')
    if (prerequisiteIds) await replacePrerequisites(db, id, [...new Set(prerequisiteIds)])
    touch(touched)
    return courseOf(db, id)
  },

  'classes-createRoom': async ({ db, input, touch }) => {
    const room = await unlessTaken(insertRoom(db, input))
    touch(touched)
    return room
  },

  'classes-changeRoom': async ({ db, input: { id, ...values }, touch }) => {
    const room = await unlessTaken(updateRoom(db, id, values))
    if (!room) throw notFound('The room')
    touch(touched)
    return room
  },

  'classes-archivePart': async ({ db, input: { part, id, isArchived }, now, touch }) => {
    if (part === 'programme' && isArchived) {
      const left = (await listCourses(db)).filter(course => course.programmeId === id && !course.isArchived)
      if (left.length > 0)
        throw conflict('PART_IN_USE', 'This program still has courses. Archive them first.', {
          names: left.map(({ name }) => name),
        })
    }
    const archivedAt = isArchived ? now : null
    const changed = { programme: updateProgramme, course: updateCourse, room: updateRoom }[part]
    if (!(await changed(db, id, { archivedAt }))) throw notFound(part === 'programme' ? 'The program' : `The ${part}`)
    touch(touched)
    return {}
  },

  ...pasteFunctions,

  'classes-create': async ({ db, actor, input: { teacherIds, ...values }, now, touch }) => {
    checkRules(values)
    const term = await findCatalogueTerm(db, visibleTerms(actor), values.termId)
    if (!term) throw notFound('The term')
    if (isTermOver(term.status)) throw conflict('TERM_CLOSED', 'This term is closed. Choose another one.')
    const [id] = await makeSections(db, values.termId, [{ ...values, teacherIds }], now)
    touch(touched)
    return shown((await listSections(db, workedSections(actor), { id }, now))[0]!)
  },

  'classes-change': async context => {
    const { db, actor, now, touch } = context
    const { id, teacherIds, ...values } = context.input
    checkRules(values)
    const seen = workedSections(actor)
    const section = await lockSection(db, seen, id)
    if (!section) throw notFound('The class')
    // A class that the office has overfilled can be changed as it is, but its capacity can't be reduced further.
    if (values.capacity < Math.min(section.capacity, section.seated + section.offered))
      throw invalid([{ path: 'capacity', message: 'seated' }])
    if (values.termId !== section.termId) throw invalid([{ path: 'termId', message: 'fixed' }])
    await renumberLessons(db, id, { ...values, teacherIds }, now)
    await updateSections(db, [id], values)
    const changed = await replaceTeachers(db, id, teacherIds)
    await syncMeetings(db, section.termId)
    await offerFreed(context, [id])
    touch(touched)
    // What a teacher sees of a class begins and ends with teaching it.
    if (changed.length > 0) touch(['absences', 'assignments', 'grades', 'badges', 'events'], changed)
    return shown((await listSections(db, seen, { id }, now))[0]!)
  },

  'classes-move': async context => {
    const { db, actor, now, touch } = context
    const { id, to } = context.input
    const seen = workedSections(actor)
    const section = await lockSection(db, seen, id)
    if (!section) throw notFound('The class')
    checkMove(section, to)
    if (to === 'cancelled' && section.seated > 0)
      throw conflict('MOVE_NOT_ALLOWED', 'Students have spots in this class. Move them to another one first.')
    await updateSections(db, [id], { status: to })
    await followClass(db, id, now)
    await offerFreed(context, [id])
    touch(touched)
    return shown((await listSections(db, seen, { id }, now))[0]!)
  },

  'classes-publish': async context => {
    const { db, actor, touch } = context
    const { ids, to } = context.input
    const asked = new Set(ids)
    const found = (await lockSeen(db, workedSections(actor), [...asked])).map(section => ({
      ...section,
      isTermOver: isTermOver(section.termStatus),
    }))
    if (found.length < asked.size) throw notFound('The class')
    const can = found.filter(section => movesOf(section).includes(to))
    const left = found.filter(section => !can.includes(section))
    const moved = can.map(({ id }) => id)
    let batchId: string | null = null
    if (moved.length > 0) {
      batchId = await startBatch(context, { kind: 'classes-publish', n: moved.length, slices: touched })
      await updateSections(db, moved, { status: to })
      await offerFreed(context, moved)
      touch(touched)
    }
    return {
      ids: moved,
      left: left.map(({ id, name, nativeName, status, isTermOver }) => ({ id, name, nativeName, status, isTermOver })),
      batchId,
    }
  },

  'classes-members': async ({ db, actor, input, now }) => {
    const seen = workedSections(actor)
    if (!(await findTermOf(db, seen, input.sectionId))) throw notFound('The class')
    const ledgers = balancesSeen(actor)
    return {
      members: await listMembers(db, actor.language, seen, visibleStudents(actor, now), ledgers, input.sectionId),
      money:
        refusalFor(actor, ['payments-ledger']) === null ? await findClassMoney(db, ledgers, input.sectionId) : null,
    }
  },

  'classes-lessons': async ({ db, actor, input, now }) => {
    const seen = workedSections(actor)
    if (!(await findTermOf(db, seen, input.sectionId))) throw notFound('The class')
    return listLessons(db, seen, input.sectionId, now)
  },

  'classes-conflicts': async ({ db, actor, input: { termId, planned } }) => {
    const seen = workedSections(actor)
    const id = planned?.id ?? null
    return [
      ...(await listConflicts(db, seen, termId, planned)),
      ...(planned && id !== null ? await listSiblingConflicts(db, seen, { ...planned, id }) : []),
    ]
  },

  'classes-roster': async ({ db, actor, input, now }) => {
    const seen = workedSections(actor)
    const [section] = await listSections(db, seen, { id: input.sectionId }, now)
    if (!section) throw notFound('The class')
    const today = dayIn(await zoneOf(db), now)
    return listRoster(db, actor.language, seen, visibleStudents(actor, now), input.sectionId, today)
  },
})
