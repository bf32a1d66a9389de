import { and, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { seatHolds } from './tables.ts'

type Choice = { childKey: string; sectionId: string }
export type Hold = Choice & { expiresAt: Date; isExtended: boolean }

/** The seats in a cart, those too whose time is over and whom nobody has come round to taking out. */
export const listHolds = (db: Db, own: Scope<'seat_holds'>): Promise<Hold[]> =>
  db
    .select({
      childKey: seatHolds.childKey,
      sectionId: seatHolds.sectionId,
      expiresAt: seatHolds.expiresAt,
      isExtended: seatHolds.isExtended,
    })
    .from(seatHolds)
    .where(own)

/** Makes a cart hold exactly these seats, until one end. Its classes are locked before. */
export const replaceHolds = async (
  db: Db,
  own: Scope<'seat_holds'>,
  {
    accountId,
    choices,
    expiresAt,
    isExtended,
    now,
  }: {
    accountId: string
    choices: readonly Choice[]
    expiresAt: Date
    isExtended: boolean
    now: Date
  },
): Promise<void> => {
  const kept = JSON.stringify(choices.map(({ childKey, sectionId }) => ({ childKey, sectionId })))
  await db.delete(seatHolds).where(
    and(
      own,
      sql`(${seatHolds.expiresAt} <= ${now.toISOString()}::timestamptz or not exists (select 1
        from jsonb_to_recordset(${kept}::jsonb) as c("childKey" text, "sectionId" uuid)
        where c."childKey" = seat_holds.child_key and c."sectionId" = seat_holds.section_id))`,
    ),
  )
  if (choices.length > 0)
    await db
      .insert(seatHolds)
      .values(
        choices.map(({ childKey, sectionId }) => ({
          id: newId(),
          accountId,
          sectionId,
          childKey,
          heldAt: now,
          expiresAt,
          isExtended,
        })),
      )
      .onConflictDoNothing()
}

/** Empties a cart. Its classes are locked before. */
export const removeHolds = async (db: Db, own: Scope<'seat_holds'>): Promise<void> => {
  await db.delete(seatHolds).where(own)
}

/** Moves the end of a cart that is held. */
export const extendHolds = async (
  db: Db,
  own: Scope<'seat_holds'>,
  cart: { expiresAt: Date; isExtended: boolean },
): Promise<void> => {
  await db.update(seatHolds).set(cart).where(own)
}
