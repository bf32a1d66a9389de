import { and, asc, eq, sql } from 'drizzle-orm'
import type { Picture } from '#contract/school/config.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { pictures } from './tables.ts'

const columns = {
  id: pictures.id,
  type: pictures.type,
  width: pictures.width,
  height: pictures.height,
  caption: pictures.caption,
  nativeCaption: pictures.nativeCaption,
}

/** The pictures in order, without their files. */
export const listPictures = (db: Db, seen: Scope<'pictures'>): Promise<Picture[]> =>
  db.select(columns).from(pictures).where(seen).orderBy(asc(pictures.position), asc(pictures.id))

export const findPictureFile = async (db: Db, seen: Scope<'pictures'>, id: string) => {
  const [found] = await db
    .select({ type: pictures.type, bytes: pictures.bytes })
    .from(pictures)
    .where(and(seen, eq(pictures.id, id)))
  return found ?? null
}

/** Locks the pictures, so that two that are added at once get different positions. */
export const lockPictures = (db: Db, seen: Scope<'pictures'>) =>
  db.select({ id: pictures.id, position: pictures.position }).from(pictures).where(seen).for('update')

export const insertPicture = async (db: Db, values: typeof pictures.$inferInsert): Promise<Picture> =>
  (await db.insert(pictures).values(values).returning(columns))[0]!

export const updatePicture = async (
  db: Db,
  seen: Scope<'pictures'>,
  id: string,
  values: Partial<typeof pictures.$inferInsert>,
): Promise<Picture | null> => {
  const [changed] = await db
    .update(pictures)
    .set(values)
    .where(and(seen, eq(pictures.id, id)))
    .returning(columns)
  return changed ?? null
}

/** Puts pictures first in this order; the others follow in their current order. */
export const orderPictures = async (db: Db, seen: Scope<'pictures'>, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await rows(
    db,
    sql`
    update pictures set position = placed.place from (
      select pictures.id, row_number() over (order by array_position(${sql.param([...ids])}::uuid[], pictures.id) nulls last, pictures.position, pictures.id) as place
      from pictures where ${seen}
    ) placed where placed.id = pictures.id`,
  )
}

/** Deletes pictures that were removed from the pages before an instant. */
export const dropRemovedPictures = (db: Db, before: Date) =>
  db.delete(pictures).where(sql`${pictures.removedAt} < ${before.toISOString()}::timestamptz`)
