import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'

/**
 * A school day that was called off counts as made up while the day on which its lessons are made up was held. Whatever
 * takes a roll, or takes one back, calls this with the day of the roll.
 */
export const followMakeUp = async (db: Db, heldDateId: string): Promise<void> => {
  await db.execute(sql`
    update session_dates d set status = case when held.status = 'held' then 'made-up' else 'cancelled' end
    from cancellations c join session_dates held on held.id = c.make_up_date_id
    where c.make_up_date_id = ${heldDateId}::uuid and c.kind = 'day' and c.restored_at is null
      and d.id = c.session_date_id and d.status = case when held.status = 'held' then 'cancelled' else 'made-up' end`)
}
