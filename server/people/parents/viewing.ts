import { and, eq, isNull, sql } from 'drizzle-orm'
import { viewHours } from '#contract/callable.ts'
import type { familyView } from '#contract/people/parents.views.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor, Functions } from '#server/platform/functions.ts'
import { isLive } from '#server/access/users/tables.ts'
import { familyViews } from './tables.ts'
import { visibleGuardians } from './policy.ts'

type Found = Pick<Actor, 'accountId' | 'email' | 'name' | 'language'> & { personId: string; isParent: boolean }

/** The guardian whose view somebody has begun and not ended, not long ago. By the world's clock, as sign-ins are. */
const findViewed = async (db: Db, viewer: Actor, viewId: string): Promise<Found | null> =>
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

/** Who is meant by a view of the caller: that guardian, as a parent and nothing else; null when it is over. */
export const viewedActor = async (db: Db, viewer: Actor, viewId: string): Promise<Actor | null> => {
  const found = await findViewed(db, viewer, viewId)
  if (!found?.isParent) return null
  const { isParent: _isParent, ...guardian } = found
  return {
    ...guardian,
    signInId: null,
    signedInAt: null,
    isVerified: true,
    roles: ['parent'],
    area: null,
    viewedBy: viewer.accountId,
  }
}

export const viewFunctions: Functions<typeof familyView> = {
  'parents-viewAs': async ({ db, actor, input }) => {
    const [guardian] = await rows<{ name: string; nativeName: string; isParent: boolean }>(
      db,
      sql`
      select persons.name, persons.native_name as "nativeName",
        exists (select 1 from role_grants g where g.person_id = persons.id and g.role = 'parent' and ${isLive('g')}) as "isParent"
      from persons where ${visibleGuardians(actor)} and persons.id = ${input.id}::uuid`,
    )
    if (!guardian) throw notFound('The guardian')
    if (!guardian.isParent) throw conflict('NOTHING_TO_SEE', 'This guardian may not see the data of a child.')
    const [begun] = await db
      .insert(familyViews)
      .values({ viewerId: actor.accountId!, personId: input.id })
      .returning({ id: familyViews.id })
    return { viewId: begun!.id, personId: input.id, name: guardian.name, nativeName: guardian.nativeName }
  },

  'parents-stopView': async ({ db, actor, input }) => {
    await db
      .update(familyViews)
      .set({ endedAt: sql`now()` })
      .where(
        and(
          eq(familyViews.id, input.viewId),
          eq(familyViews.viewerId, actor.accountId ?? ''),
          isNull(familyViews.endedAt),
        ),
      )
    return { viewId: input.viewId }
  },
}
