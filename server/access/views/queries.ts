import { and, eq, sql } from 'drizzle-orm'
import type { SavedView, ViewList } from '#contract/access/views.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { defaultViews, savedViews } from './tables.ts'

/** The views of a list, by name; the person's own first if names are equal. */
export const listViews = (
  db: Db,
  seen: Scope<'saved_views'>,
  personId: string | null,
  list: ViewList,
): Promise<SavedView[]> =>
  rows(
    db,
    sql`
    select saved_views.id, saved_views.name, saved_views.address, saved_views.is_shared, p.name as by, p.native_name as "byNativeName",
      saved_views.person_id = ${personId}::uuid as "isOwn", d.view_id is not null as "isDefault"
    from saved_views join persons p on p.id = saved_views.person_id
      left join default_views d on d.view_id = saved_views.id and d.person_id = ${personId}::uuid
    where ${seen} and saved_views.list = ${list}
    order by lower(saved_views.name), saved_views.person_id = ${personId}::uuid desc, saved_views.id`,
  )

export const insertView = async (db: Db, view: typeof savedViews.$inferInsert): Promise<string> =>
  (await db.insert(savedViews).values(view).returning({ id: savedViews.id }))[0]!.id

/**
 * Changes a view. Returns undefined if it can't be reached. If it is no longer shared, it is no longer anyone else's
 * default.
 */
export const changeView = async (
  db: Db,
  own: Scope<'saved_views'>,
  id: string,
  values: { name: string; address: string; isShared: boolean },
): Promise<string | undefined> => {
  const [changed] = await db
    .update(savedViews)
    .set(values)
    .where(and(own, eq(savedViews.id, id)))
    .returning({ id: savedViews.id })
  if (changed && !values.isShared)
    await rows(
      db,
      sql`delete from default_views d using saved_views v where v.id = d.view_id and v.id = ${id}::uuid and d.person_id <> v.person_id`,
    )
  return changed?.id
}

export const deleteView = async (db: Db, own: Scope<'saved_views'>, id: string): Promise<boolean> =>
  (
    await db
      .delete(savedViews)
      .where(and(own, eq(savedViews.id, id)))
      .returning({ id: savedViews.id })
  ).length === 1

/** A list no longer opens with this view for a person. */
export const dropDefault = async (db: Db, personId: string, viewId: string): Promise<void> => {
  await db.delete(defaultViews).where(and(eq(defaultViews.personId, personId), eq(defaultViews.viewId, viewId)))
}

/** Makes a view the default of its list for a person. Returns false if there is no such view. */
export const setDefault = async (
  db: Db,
  seen: Scope<'saved_views'>,
  start: { personId: string; list: ViewList; viewId: string | null },
): Promise<boolean> => {
  const { personId, list, viewId } = start
  await db.delete(defaultViews).where(and(eq(defaultViews.personId, personId), eq(defaultViews.list, list)))
  if (viewId === null) return true
  const [view] = await db
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(and(seen, eq(savedViews.id, viewId), eq(savedViews.list, list)))
    .for('share')
  if (view) await db.insert(defaultViews).values({ personId, list, viewId })
  return view !== undefined
}
