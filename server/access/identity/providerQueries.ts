import { and, eq, inArray, lte } from 'drizzle-orm'
import type { ProviderSettings } from '#contract/settings.ts'
import { findSetting } from '#server/school/config/acts.ts'
import type { Db } from '#server/platform/db.ts'
import { providerArrivals, providerLinks } from './tables.ts'

/** The provider with this id, if the school has switched it on. */
export const findProvider = async (db: Db, id: unknown): Promise<ProviderSettings | undefined> =>
  (await findSetting(db, 'providers')).list.find(each => each.id === id && each.isOn)

export type Arrival = typeof providerArrivals.$inferSelect

/** Stores a person's arrival from the provider until its code is exchanged, and deletes expired arrivals. */
export const insertArrival = async (db: Db, arrival: Arrival, now: Date): Promise<void> => {
  await db.delete(providerArrivals).where(lte(providerArrivals.expiresAt, now))
  await db.insert(providerArrivals).values(arrival)
}

/** Uses up the code of an arrival. Returns undefined if there is none. */
export const takeArrival = async (db: Db, codeHash: string): Promise<Arrival | undefined> =>
  (await db.delete(providerArrivals).where(eq(providerArrivals.codeHash, codeHash)).returning())[0]

export const findLink = async (db: Db, { issuer, subject }: Pick<Arrival, 'issuer' | 'subject'>) =>
  (
    await db
      .select()
      .from(providerLinks)
      .where(and(eq(providerLinks.issuer, issuer), eq(providerLinks.subject, subject)))
  )[0]

/** Links an account to an identity at the provider. Returns false if the account or the identity is already linked. */
export const insertLink = async (db: Db, link: typeof providerLinks.$inferInsert): Promise<boolean> =>
  (await db.insert(providerLinks).values(link).onConflictDoNothing().returning()).length === 1

/** Removes an account's links to these providers, or to all. */
export const removeLinksOf = (db: Db, accountId: string, providerIds?: readonly string[]) =>
  db
    .delete(providerLinks)
    .where(
      and(
        eq(providerLinks.accountId, accountId),
        providerIds === undefined ? undefined : inArray(providerLinks.providerId, [...providerIds]),
      ),
    )
