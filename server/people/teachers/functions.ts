import type { teachers } from '#contract/people/teachers.ts'
import { dayIn } from '#rules/calendar.ts'
import { startBatch } from '#server/platform/batches.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, pageSize, totalOf } from '#server/platform/keys.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { mustBeRecent } from '#server/access/identity/acts.ts'
import { invite } from '#server/access/identity/jobs.ts'
import {
  changePerson,
  endRole,
  grantAgain,
  guardStaffEmail,
  inviteAgreed,
  sortOutInvitations,
} from '#server/access/users/acts.ts'
import { addTeacher } from './acts.ts'
import { archiveTeachers, holdArchived, restoreTeachers, sortOutForArchive } from './archiveQueries.ts'
import { absenceFunctions } from './absenceFunctions.ts'
import { listAbsences } from './absenceQueries.ts'
import { busyFunctions } from './busyFunctions.ts'
import { ownAbsences, taughtSections, visibleTeachers } from './policy.ts'
import {
  changeWork,
  countTeachers,
  findTeacher,
  inviteesOf,
  listMeetings,
  listTeachers,
  lockTeacher,
  sortedTeachers,
} from './queries.ts'

const reading = ['teachers', 'classes', 'users']

export const teacherFunctions: Functions<typeof teachers> = {
  ...busyFunctions,
  ...absenceFunctions,

  'teachers-list': async ({ db, actor, input }) => {
    const seen = visibleTeachers(actor)
    const filter = { search: input.search ?? '', view: input.view ?? 'active' }
    const order = sortedTeachers(actor.language, input.sort, input.down, input.after)
    const found = await listTeachers(db, seen, filter, order, pageSize + 1)
    return {
      ...cutPage(found, ({ sortedBy, id }) => order.keyOf(sortedBy, id)),
      total: await totalOf(found, input.after, () => countTeachers(db, seen, filter)),
    }
  },

  'teachers-get': async ({ db, actor, input }) => {
    const teacher = await findTeacher(db, visibleTeachers(actor), input.id)
    if (!teacher) throw notFound('The teacher')
    return { ...teacher, lastSignInAt: teacher.lastSignInAt && new Date(teacher.lastSignInAt).toISOString() }
  },

  'teachers-create': async ({ db, actor, input, now, touch, enqueue }) => {
    mustBeRecent(actor)
    const id = await addTeacher(db, input, now)
    if (id === null) throw invalid([{ path: 'email', message: 'taken' }], 'ALREADY_EXISTS')
    await enqueue(invite, { personId: id })
    touch(['teachers', 'classes', 'users'])
    const { otherPhones: _others, work: _work, ...shown } = input
    return { id, ...shown, sections: [], studentCount: 0, isArchived: false }
  },

  'teachers-change': async ({ db, actor, input, touch }) => {
    const { id, work, ...values } = input
    const teacher = await lockTeacher(db, visibleTeachers(actor), id)
    if (!teacher) throw notFound('The teacher')
    if (teacher.hasAccount && values.email !== teacher.email) throw invalid([{ path: 'email', message: 'account' }])
    await guardStaffEmail(db, actor, id, values.email)
    await changePerson(db, id, values)
    if (work !== undefined) await changeWork(db, id, work)
    touch(['teachers', 'users', 'classes'])
    return { id }
  },

  'teachers-resendInvitation': async ({ db, actor, input, enqueue }) => {
    const teacher = await lockTeacher(db, visibleTeachers(actor), input.id)
    if (!teacher) throw notFound('The teacher')
    if (teacher.email === '') throw conflict('NO_EMAIL', 'There is no email address. Add one first.')
    await enqueue(invite, { personId: input.id })
    return { id: input.id }
  },

  'teachers-previewInvitations': async ({ db, actor, input }) =>
    sortOutInvitations(db, await inviteesOf(db, visibleTeachers(actor), input.ids), input),

  'teachers-inviteMany': async context => {
    const { db, actor, input } = context
    const found = await sortOutInvitations(db, await inviteesOf(db, visibleTeachers(actor), input.ids), input)
    return inviteAgreed(context, found, input.agreed)
  },

  'teachers-archive': async ({ db, actor, input, now, touch }) => {
    const { ids, kept } = await sortOutForArchive(db, visibleTeachers(actor), input.ids)
    if (ids.length === 0 && kept[0])
      throw conflict(
        kept[0].reason,
        'A teacher who still has a class can’t be archived. Assign the class to someone else first.',
      )
    if (ids.length === 0) return { archived: ids, kept, batchId: null }
    const batchId = await startBatch(
      { db, actor, now, touch },
      { kind: 'teachers-archive', n: ids.length, slices: reading },
    )
    await archiveTeachers(db, ids, now)
    await endRole(db, ids, 'teacher')
    touch(reading)
    return { archived: ids, kept, batchId }
  },

  'teachers-restore': async ({ db, actor, input, now, touch }) => {
    const restored = await holdArchived(db, visibleTeachers(actor), input.ids)
    if (restored.length === 0) return { restored, batchId: null }
    const batchId = await startBatch(
      { db, actor, now, touch },
      { kind: 'teachers-restore', n: restored.length, slices: reading },
    )
    await restoreTeachers(db, restored)
    await grantAgain(db, restored, 'teacher', now)
    touch(reading)
    return { restored, batchId }
  },

  'teachers-today': async ({ db, actor, now }) => {
    const today = dayIn(await zoneOf(db), now)
    const found = await listMeetings(db, taughtSections(actor), today, now)
    const when = (which: 'today' | 'next' | 'missing') => found.filter(meeting => meeting.when === which)
    const absences = await listAbsences(db, ownAbsences(actor), today)
    return { today, meetings: when('today'), next: when('next'), missing: when('missing'), absences }
  },
}
