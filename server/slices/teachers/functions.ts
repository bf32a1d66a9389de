import type { teachers } from '#contract/teachers.ts'
import { dayIn } from '#rules/calendar.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { taughtSections } from '#server/slices/classes/policy.ts'
import { zoneOf } from '#server/slices/config/tables.ts'
import { invite } from '#server/slices/identity/jobs.ts'
import { grantRole } from '#server/slices/users/acts.ts'
import { visibleTeachers } from './policy.ts'
import { countTeachers, findPersonByEmail, insertPerson, listMeetings, listTeachers } from './queries.ts'

export const teacherFunctions: Functions<typeof teachers> = {
  'teachers-list': async ({ db, actor, input }) => {
    const seen = visibleTeachers(actor)
    const search = input.search ?? ''
    const found = await listTeachers(db, seen, search, readKey(input.after, 2))
    return { ...cutPage(found, ({ name, id }) => [name, id]), total: await countTeachers(db, seen, search) }
  },

  'teachers-create': async ({ db, input, now, touch, enqueue }) => {
    const known = await findPersonByEmail(db, input.email)
    if (known?.isTeacher) throw invalid([{ path: 'email', message: 'taken' }], 'ALREADY_EXISTS')
    const id = known?.id ?? (await insertPerson(db, input))
    await grantRole(db, id, 'teacher', now)
    await enqueue(invite, { personId: id })
    touch(['teachers', 'classes', 'users'])
    return { id, ...input, sections: [], studentCount: 0 }
  },

  'teachers-today': async ({ db, actor, now }) => {
    const today = dayIn(await zoneOf(db), now)
    const found = await listMeetings(db, taughtSections(actor), today, now)
    const when = (which: 'today' | 'next' | 'missing') => found.filter(meeting => meeting.when === which)
    return { today, meetings: when('today'), next: when('next'), missing: when('missing') }
  },
}
