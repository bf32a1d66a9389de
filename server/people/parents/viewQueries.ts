import { and, eq, isNull, sql } from 'drizzle-orm'
import { viewHours } from '#contract/callable.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isLive } from '#server/access/users/tables.ts'
import { familyViews } from './tables.ts'

type Found = Pick<Actor, 'accountId' | 'email' | 'name' | 'language'> & { personId: string; isParent: boolean }

/** The guardian of a view that the viewer started recently and has not ended. Uses the actual time, as sign-ins do. */
export const findViewed = async (db: Db, viewer: Actor, viewId: string): Promise<Found | null> =>
  (
    await rows<Found>(
      db,
      sql`
      select p.id as "personId", a.id as "accountId", p.email, p.name, case when p.language = 'zh' then 'zh' else 'en' end as language,
        exists (select 1 from role_grants g where g.person_id = p.id and g.role = 'parent' and ${isLive('g')}) as "isParent"
      from family_views v join persons p on p.id = v.person_id left join accounts a on a.id = p.account_id
      where v.id = ${viewId}::uuid and v.viewer_id = ${viewer.accountId}::uuid and v.ended_at is null
        and v.started_at > now() - make_interval(hours => ${viewHours})`,
    )
  )[0] ?? null

type Guardian = { name: string; nativeName: string; isParent: boolean }

export const findGuardian = async (db: Db, seen: Scope<'persons'>, id: string): Promise<Guardian | null> =>
  (
    await rows<Guardian>(
      db,
      sql`
      select persons.name, persons.native_name,
        exists (select 1 from role_grants g where g.person_id = persons.id and g.role = 'parent' and ${isLive('g')}) as "isParent"
      from persons where ${seen} and persons.id = ${id}::uuid`,
    )
  )[0] ?? null

export const insertView = async (db: Db, viewerId: string, personId: string): Promise<string> => {
  const [begun] = await db.insert(familyViews).values({ viewerId, personId }).returning({ id: familyViews.id })
  return begun!.id
}

/** Ends one of the viewer's own views. */
export const endView = async (db: Db, viewerId: string, viewId: string): Promise<void> => {
  await db
    .update(familyViews)
    .set({ endedAt: sql`now()` })
    .where(and(eq(familyViews.id, viewId), eq(familyViews.viewerId, viewerId), isNull(familyViews.endedAt)))
}
