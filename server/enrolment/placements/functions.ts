import type { placements } from '#contract/enrolment/placements.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { post } from '#server/platform/mail.ts'
import { schoolName } from '#server/school/config/tables.ts'
import { findStudent, listReaders } from '#server/enrolment/enrolments/acts.ts'
import { placementLetter } from './letters.ts'
import { myPlacements, placeableStudents, placedApplications, visiblePlacements } from './policy.ts'
import {
  findCourse,
  findPlacement,
  insertPlacement,
  listOwnPlacements,
  listPlacements,
  listWaiting,
} from './queries.ts'

export const placementFunctions: Functions<typeof placements> = {
  'placements-list': async ({ db, actor, input, now }) => {
    const found = await listPlacements(db, visiblePlacements(actor, now), { ...input, after: readKey(input.after, 2) })
    const total = found[0]?.total ?? 0
    return {
      ...cutPage(
        found.map(({ total: _total, ...row }) => row),
        ({ at, id }) => [at, id],
      ),
      total,
    }
  },

  'placements-waiting': ({ db, actor }) => listWaiting(db, placedApplications(actor)),

  'placements-decide': async context => {
    const { db, actor, input, now, settings, touch } = context
    const student = await findStudent(db, placeableStudents(actor, now), input.studentId)
    if (!student) throw notFound('The student')
    const course = await findCourse(db, input.courseId)
    if (!course) throw invalid([{ path: 'courseId', message: 'choose' }])
    const id = await insertPlacement(db, { ...input, decidedBy: actor.personId, decidedAt: now })
    const readers = await listReaders(db, student.id)
    const school = await schoolName(db)
    for (const reader of readers.filter(({ email }) => email !== ''))
      await post(
        context,
        placementLetter(reader, school, { student, course, note: input.note }, `${settings.publicUrl}/dashboard/`),
      )
    touch(
      ['placements', 'applications', 'parents'],
      readers.map(each => each.id),
    )
    touch(['teachers'])
    return findPlacement(db, visiblePlacements(actor, now), id)
  },

  'placements-mine': ({ db, actor }) => listOwnPlacements(db, myPlacements(actor)),
}
