import type { teachers as contract } from '#contract/people/teachers.ts'
import { dayIn } from '#rules/calendar.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { insertAbsence, listAbsences, listLessonsOn, withdrawAbsence } from './absenceQueries.ts'
import { findMeant } from './busyQueries.ts'
import { tellOffice } from './letters.ts'
import { ownAbsences, plannedTeachers, taughtSections } from './policy.ts'

type Absences = Pick<typeof contract, 'teachers-reportAbsence' | 'teachers-withdrawAbsence'>
/** Teachers who call in sick: the office gets an email and finds the lessons on its dashboard. */
export const absenceFunctions: Functions<Absences> = {
  'teachers-reportAbsence': async context => {
    const { db, actor, input, now, touch } = context
    const teacherId = await findMeant(db, plannedTeachers(actor), actor.personId, true)
    if (teacherId === null) throw notFound('The teacher')
    const today = dayIn(await zoneOf(db), now)
    const known = (await listAbsences(db, ownAbsences(actor), today)).find(({ onDay }) => onDay === input.onDay)
    if (known) return known
    const lessons = await listLessonsOn(db, taughtSections(actor), input.onDay, now)
    if (lessons.length === 0) throw invalid([{ path: 'onDay', message: 'choose' }], 'NO_LESSON')
    const id = await insertAbsence(db, { teacherId, onDay: input.onDay, reportedAt: now })
    await tellOffice(context, teacherId, 'reported', input.onDay, lessons)
    touch(['teachers'], [teacherId])
    return { id, onDay: input.onDay, reportedAt: now.toISOString() }
  },

  'teachers-withdrawAbsence': async context => {
    const { db, actor, input, now, touch } = context
    const teacherId = await findMeant(db, plannedTeachers(actor), actor.personId, true)
    const onDay = await withdrawAbsence(db, ownAbsences(actor), input.id, now)
    if (teacherId === null || onDay === null) throw notFound('The absence')
    await tellOffice(context, teacherId, 'withdrawn', onDay, await listLessonsOn(db, taughtSections(actor), onDay, now))
    touch(['teachers'], [teacherId])
    return { id: input.id }
  },
}
