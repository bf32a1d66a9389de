import { sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { promotionRuns, promotionStatus } from './tables.ts'

/** Leaves the students whom a promotion not applied yet would put into a class to the office: the class is canceled. */
export const undecideClass = async (db: Db, sectionId: string): Promise<void> => {
  await rows(
    db,
    sql`update promotion_lines l set decision = 'choose', section_id = null, reason = 'canceled', is_changed = false
      from ${promotionRuns} where promotion_runs.id = l.run_id and ${promotionStatus} <> 'applied' and l.section_id = ${sectionId}::uuid`,
  )
}
