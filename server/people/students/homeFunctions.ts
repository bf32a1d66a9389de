import type { studentHomes } from '#contract/people/students.homes.ts'
import { dayIn } from '#rules/calendar.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { findHomes, updateCustody } from './homeQueries.ts'
import { visibleStudents } from './policy.ts'

export const homeFunctions: Functions<typeof studentHomes> = {
  'students-homes': async ({ db, actor, input, now }) => {
    const found = await findHomes(db, visibleStudents(actor, now), input.id, dayIn(await zoneOf(db), now))
    if (!found) throw notFound('The student')
    return found
  },

  'students-changeCustody': async ({ db, actor, input, now, touch }) => {
    if (!(await updateCustody(db, visibleStudents(actor, now), input.id, input.note, input.isDecided === true)))
      throw notFound('The student')
    touch(['students'], [])
    return { id: input.id }
  },
}
