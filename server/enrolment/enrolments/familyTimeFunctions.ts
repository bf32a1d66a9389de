import type { enrolments } from '#contract/enrolment/enrolments.ts'
import { familyConflicts } from '#rules/familyTimes.ts'
import { timeChoices } from '#rules/siblingTimes.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { visibleStudents } from '#server/people/students/policy.ts'
import { findTimes, type Visit } from './familyTimeQueries.ts'

/** Each of one term's visits with the conflicts that it is part of. */
const conflictsOf = (visits: readonly Visit[]) => {
  const found = familyConflicts(visits)
  return visits.map((visit, at) => ({
    ...visit,
    conflicts: found
      .filter(each => each.at === at)
      .map(({ kind, other, minutes }) => {
        const { student, studentNativeName, section, sectionNativeName } = visits[other]!
        return { kind, student, studentNativeName, section, sectionNativeName, minutes }
      }),
  }))
}

type Times = Pick<typeof enrolments, 'enrolments-familyTimes'>
/** Handlers that show how the classes of siblings fit together, for the person who enrols one of them. */
export const familyTimeFunctions: Functions<Times> = {
  'enrolments-familyTimes': async ({ db, actor, input, now }) => {
    const found = await findTimes(db, visibleStudents(actor, now), input.studentId, now)
    if (!found) throw notFound('The student')
    const { children, visits, sections } = found
    const byCourse = Map.groupBy(sections, ({ termId, courseId }) => `${termId} ${courseId}`)
    return {
      visits: [...Map.groupBy(visits, ({ termId }) => termId).values()].flatMap(conflictsOf),
      // A family with one child has no siblings to wait for.
      choices:
        children < 2
          ? []
          : [...byCourse.values()].flatMap(options => {
              const fixed = visits.filter(({ termId }) => termId === options[0]!.termId)
              const siblings = fixed.map(visit => ({ ...visit, childKey: visit.studentId }))
              return timeChoices(input.studentId, options, siblings).map(({ id, ...choice }) => ({
                sectionId: id,
                ...choice,
              }))
            }),
    }
  },
}
