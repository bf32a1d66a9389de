import { lt, sql } from 'drizzle-orm'
import { peopleTrails } from '#contract/fileRoutes.ts'
import type { Language } from '#contract/values.ts'
import { isLive } from '#server/access/users/tables.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { toldExports } from './tables.ts'

const dayMs = 86_400_000

/** Exports of people since yesterday that nobody was told of, oldest first. They are marked as told. */
export const takeUntoldExports = async (db: Db, now: Date): Promise<{ actor: string; action: string; at: Date }[]> => {
  // Kept a day longer than exports are looked for, so that none is told twice.
  await db.delete(toldExports).where(lt(toldExports.at, new Date(now.getTime() - 2 * dayMs)))
  return rows(
    db,
    sql`
    with untold as (
      select a.id, a.actor, a.action, a.at from audit_entries a
      where a.action in ${peopleTrails} and a.outcome = 'done' and a.at > ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz
        and not exists (select 1 from told_exports t where t.entry_id = a.id)
    ), told as (insert into told_exports (entry_id, at) select id, at from untold on conflict do nothing returning entry_id)
    select untold.actor, untold.action, untold.at from untold join told on told.entry_id = untold.id order by untold.at, untold.id`,
  )
}

/** The school's full administrators, with the addresses that they sign in with. */
export const listOwners = (db: Db): Promise<{ email: string; language: Language }[]> =>
  rows(
    db,
    sql`
    select distinct a.email, a.language from role_grants g join persons p on p.id = g.person_id join accounts a on a.id = p.account_id
    where g.role = 'admin' and g.area = 'all' and ${isLive('g')} and not a.is_disabled and a.email is not null order by a.email`,
  )
