import { and, desc, eq, exists, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { sweep } from '#server/platform/sweeping.ts'
import { carts, seatHolds } from './tables.ts'

type Choice = { childKey: string; sectionId: string }
export type Hold = Choice & { expiresAt: Date; isExtended: boolean }

/** The seats in a cart, including expired ones that are not removed yet. */
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

/** Makes a cart hold exactly these seats, all until the same time. The caller has locked its classes. */
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
  await Promise.all([
    db.delete(seatHolds).where(
      and(
        own,
        sql`(${seatHolds.expiresAt} <= ${now.toISOString()}::timestamptz or not exists (select 1
        from jsonb_to_recordset(${kept}::jsonb) as c("childKey" text, "sectionId" uuid)
        where c."childKey" = seat_holds.child_key and c."sectionId" = seat_holds.section_id))`,
      ),
    ),
    choices.length > 0 &&
      db
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
        .onConflictDoNothing(),
  ])
}

/** Empties a cart. The caller has locked its classes. */
export const removeHolds = async (db: Db, own: Scope<'seat_holds'>): Promise<void> => {
  await db.delete(seatHolds).where(own)
}

export type Cart = Pick<typeof carts.$inferSelect, 'id' | 'expiresAt' | 'isExtended'>

/** An account's current cart, and the number of carts that it has begun since `since`. */
export const findCart = async (
  db: Db,
  accountId: string,
  now: Date,
  since: Date,
): Promise<{ cart: Cart | null; begun: number }> => {
  const found = await db
    .select({ id: carts.id, expiresAt: carts.expiresAt, isExtended: carts.isExtended })
    .from(carts)
    .where(and(eq(carts.accountId, accountId), gt(carts.begunAt, since)))
    .orderBy(desc(carts.begunAt))
  return { cart: found.find(({ expiresAt }) => expiresAt > now) ?? null, begun: found.length }
}

/** Begins a cart, and deletes some carts of any account begun before `before`. */
export const beginCart = async (db: Db, cart: typeof carts.$inferInsert, before: Date): Promise<void> => {
  await Promise.all([sweep(db, carts, { key: carts.id, endsAt: carts.begunAt }, before), db.insert(carts).values(cart)])
}

/** Ends an account's cart for good; the next seats go into a new one. */
export const endCart = async (db: Db, accountId: string, now: Date): Promise<void> => {
  await db
    .update(carts)
    .set({ expiresAt: now })
    .where(and(eq(carts.accountId, accountId), gt(carts.expiresAt, now)))
}

/** The number of seats that new families of a network hold now, except those of one account. */
export const countHeldFrom = async (db: Db, network: string, accountId: string, now: Date): Promise<number> => {
  const [found] = await db
    .select({ seats: sql<number>`count(*)::int` })
    .from(seatHolds)
    .where(
      and(
        gt(seatHolds.expiresAt, now),
        ne(seatHolds.accountId, accountId),
        exists(
          db
            .select({ id: carts.id })
            .from(carts)
            .where(and(eq(carts.accountId, seatHolds.accountId), eq(carts.network, network), gt(carts.expiresAt, now))),
        ),
      ),
    )
  return found!.seats
}

/** Changes the time at which a cart's seats expire. */
export const extendHolds = async (
  db: Db,
  own: Scope<'seat_holds'>,
  cart: { expiresAt: Date; isExtended: boolean },
): Promise<void> => {
  await db.update(seatHolds).set(cart).where(own)
}

/** Changes the time at which the cart itself expires. */
export const extendCart = async (
  db: Db,
  id: string,
  { expiresAt, isExtended }: { expiresAt: Date; isExtended: boolean },
): Promise<void> => {
  await db.update(carts).set({ expiresAt, isExtended }).where(eq(carts.id, id))
}
