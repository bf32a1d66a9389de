import { and, eq, sql } from 'drizzle-orm'
import type { BusyTime } from '#contract/people/teachers.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { busyTimes, teachers } from './tables.ts'

export const listTimes = (db: Db, teacherId: string): Promise<BusyTime[]> =>
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

/** The teacher's id if they are in the scope, locked if `isLocked`. */
export const findMeant = async (
  db: Db,
  seen: Scope<'teachers'>,
  id: string | null | undefined,
  isLocked: boolean,
): Promise<string | null> => {
  const query = db
    .select({ id: teachers.id })
    .from(teachers)
    .where(and(seen, sql`${teachers.id} = ${id ?? null}::uuid`))
  const [found] = await (isLocked ? query.for('update') : query)
  return found?.id ?? null
}

export const replaceTimes = async (db: Db, teacherId: string, times: readonly BusyTime[]): Promise<void> => {
  await db.delete(busyTimes).where(eq(busyTimes.teacherId, teacherId))
  if (times.length > 0) await db.insert(busyTimes).values(times.map(time => ({ id: newId(), teacherId, ...time })))
}
