import type { teachers as contract } from '#contract/people/teachers.ts'
import type { Db } from '#server/platform/db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Functions } from '#server/platform/functions.ts'
import { findMeant, listTimes, replaceTimes } from './busyQueries.ts'
import { plannedTeachers } from './policy.ts'

/** The teacher with an id, or the caller. Throws `notFound`. */
const meant = async (db: Db, actor: Actor, id: string | null | undefined, isLocked: boolean): Promise<string> => {
  const found = await findMeant(db, plannedTeachers(actor), id ?? actor.personId, isLocked)
  if (found === null) throw notFound('The teacher')
  return found
}

type Busy = Pick<typeof contract, 'teachers-busyTimes' | 'teachers-setBusyTimes'>
/** Times when teachers can't teach, shown when classes are planned. */
export const busyFunctions: Functions<Busy> = {
  'teachers-busyTimes': async ({ db, actor, input }) => listTimes(db, await meant(db, actor, input.id, false)),

  'teachers-setBusyTimes': async ({ db, actor, input, touch }) => {
    const wrong = input.times.flatMap(({ startsAt, endsAt }, index) =>
      startsAt < endsAt ? [] : [{ path: `times.${index}.endsAt`, message: 'before' }],
    )
    if (wrong.length > 0) throw invalid(wrong)
    const teacherId = await meant(db, actor, input.id, true)
    await replaceTimes(db, teacherId, input.times)
    touch(['teachers', 'classes'], [teacherId])
    return listTimes(db, teacherId)
  },
}
