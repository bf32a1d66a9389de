import { and, eq, sql } from 'drizzle-orm'
import type { BusyTime, teachers as contract } from '#contract/people/teachers.ts'
import type { Db } from '#server/platform/db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { plannedTeachers } from './policy.ts'
import { busyTimes, teachers } from './tables.ts'

const listTimes = (db: Db, teacherId: string): Promise<BusyTime[]> =>
  db
    .select({
      weekday: busyTimes.weekday,
      startsAt: busyTimes.startsAt,
      endsAt: busyTimes.endsAt,
      note: busyTimes.note,
    })
    .from(busyTimes)
    .where(eq(busyTimes.teacherId, teacherId))
    .orderBy(busyTimes.weekday, busyTimes.startsAt, busyTimes.id)

/** The teacher who is meant, locked where something is written. */
const findMeant = async (
  db: Db,
  seen: Scope<'teachers'>,
  id: string | null | undefined,
  isLocked: boolean,
): Promise<string> => {
  const query = db
    .select({ id: teachers.id })
    .from(teachers)
    .where(and(seen, sql`${teachers.id} = ${id ?? null}::uuid`))
  const [found] = await (isLocked ? query.for('update') : query)
  if (!found) throw notFound('The teacher')
  return found.id
}

type Busy = Pick<typeof contract, 'teachers-busyTimes' | 'teachers-setBusyTimes'>
/** When teachers can't teach, which planning a class shows. */
export const busyFunctions: Functions<Busy> = {
  'teachers-busyTimes': async ({ db, actor, input }) =>
    listTimes(db, await findMeant(db, plannedTeachers(actor), input.id ?? actor.personId, false)),

  'teachers-setBusyTimes': async ({ db, actor, input, touch }) => {
    const wrong = input.times.flatMap(({ startsAt, endsAt }, index) =>
      startsAt < endsAt ? [] : [{ path: `times.${index}.endsAt`, message: 'before' }],
    )
    if (wrong.length > 0) throw invalid(wrong)
    const teacherId = await findMeant(db, plannedTeachers(actor), input.id ?? actor.personId, true)
    await db.delete(busyTimes).where(eq(busyTimes.teacherId, teacherId))
    if (input.times.length > 0)
      await db.insert(busyTimes).values(input.times.map(time => ({ id: newId(), teacherId, ...time })))
    touch(['teachers', 'classes'], [teacherId])
    return listTimes(db, teacherId)
  },
}
