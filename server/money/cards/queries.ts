import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Checkout } from '#contract/money/cards.ts'
import type { Language } from '#contract/values.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { refunds } from '#server/money/payments/tables.ts'
import { cardCheckouts, cardNews, cardRefunds, checkoutCharges, refusedNews } from './tables.ts'

const checkoutsWhere = (db: Db, which: SQL | undefined): Promise<Checkout[]> =>
  rows<Checkout>(
    db,
    sql`
    select card_checkouts.id, card_checkouts.status, card_checkouts.amount_cents, ${asInstant(sql`card_checkouts.created_at`)} as at,
      case when card_checkouts.status = 'initiated' then card_checkouts.url else '' end as url, card_checkouts.failure,
      p.id as "receiptId", p.number as "receiptNumber"
    from card_checkouts left join payments p on p.id = card_checkouts.payment_id
    where ${which} order by card_checkouts.created_at desc, card_checkouts.id`,
  )

export const findCheckout = async (db: Db, seen: Scope<'cardCheckouts'>, id: string): Promise<Checkout | null> =>
  (await checkoutsWhere(db, and(seen, eq(cardCheckouts.id, id))))[0] ?? null

/** Card payments that a bank has yet to complete. */
export const listWaiting = (db: Db, seen: Scope<'cardCheckouts'>): Promise<Checkout[]> =>
  checkoutsWhere(db, and(seen, eq(cardCheckouts.status, 'pending')))

export const insertCheckout = async (
  db: Db,
  checkout: typeof cardCheckouts.$inferInsert & { id: string },
  chargeIds: readonly string[],
): Promise<void> => {
  await db.insert(cardCheckouts).values(checkout)
  if (chargeIds.length > 0)
    await db.insert(checkoutCharges).values(chargeIds.map(chargeId => ({ checkoutId: checkout.id, chargeId })))
}

/** What the provider needs to open a payment's page. */
export type Opening = {
  householdId: string
  amountCents: number
  currency: string
  email: string
  language: Language
  school: string
  schoolNativeName: string
  /** Pages that this family has left open. */
  others: { id: string; sessionId: string }[]
}
export const findOpening = async (db: Db, id: string): Promise<Opening | null> =>
  (
    await rows<Opening>(
      db,
      sql`
      select k.household_id, k.amount_cents, k.currency, p.email,
        case when p.language = 'zh' then 'zh' else 'en' end as language, school.name as school, school.native_name as "schoolNativeName",
        coalesce((select json_agg(json_build_object('id', o.id, 'sessionId', o.session_id) order by o.id) from card_checkouts o
          where o.household_id = k.household_id and o.id <> k.id and o.status = 'initiated' and o.session_id is not null), '[]') as others
      from card_checkouts k join persons p on p.id = k.started_by cross join school
      where k.id = ${id}::uuid and k.status = 'initiated' and k.session_id is null`,
    )
  )[0] ?? null

export type LockedCheckout = typeof cardCheckouts.$inferSelect
/**
 * The card payment that an event is about, unlocked: found by the provider's ids or, before they are stored, by its
 * own.
 */
export const seekCheckout = async (
  db: Db,
  seen: Scope<'cardCheckouts'>,
  by: { sessionId?: string; id?: string; intentId?: string },
): Promise<LockedCheckout | null> => {
  const { sessionId, id, intentId } = by
  const which = sessionId
    ? sql`(card_checkouts.session_id = ${sessionId} or card_checkouts.session_id is null and card_checkouts.id::text = ${id ?? ''})`
    : eq(cardCheckouts.intentId, intentId ?? '')
  return (await db.select().from(cardCheckouts).where(and(seen, which)))[0] ?? null
}
export const lockCheckout = async (db: Db, seen: Scope<'cardCheckouts'>, id: string): Promise<LockedCheckout | null> =>
  (
    await db
      .select()
      .from(cardCheckouts)
      .where(and(seen, eq(cardCheckouts.id, id)))
      .for('update')
  )[0] ?? null

export const updateCheckout = async (
  db: Db,
  id: string,
  values: Partial<typeof cardCheckouts.$inferInsert>,
): Promise<void> => {
  await db.update(cardCheckouts).set(values).where(eq(cardCheckouts.id, id))
}

/** The charges that the family chose, earliest due date first. */
export const listChosen = async (db: Db, checkoutId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select c.id from checkout_charges k join charges c on c.id = k.charge_id where k.checkout_id = ${checkoutId}::uuid
        order by c.due_on, c.created_at, c.id`,
    )
  ).map(({ id }) => id)

/** Records an event; false where it was recorded before. */
export const takeNews = async (db: Db, news: typeof cardNews.$inferInsert): Promise<boolean> =>
  (await db.insert(cardNews).values(news).onConflictDoNothing().returning({ id: cardNews.id })).length === 1

export const rememberRefused = async (db: Db, at: Date): Promise<void> => {
  await db.insert(refusedNews).values({ id: 'last', at }).onConflictDoUpdate({ target: refusedNews.id, set: { at } })
}
export const findHearing = async (db: Db): Promise<{ heardAt: Date | null; refusedAt: Date | null }> => {
  const [heard] = await db.select({ at: cardNews.at }).from(cardNews).orderBy(desc(cardNews.at)).limit(1)
  const [refused] = await db.select({ at: refusedNews.at }).from(refusedNews)
  return { heardAt: heard?.at ?? null, refusedAt: refused?.at ?? null }
}

export type CardRefund = { refundId: string; householdId: string; amountCents: number; intentId: string; card: string }
/** Refunds to cards that were sent and that the provider has not accepted yet: one, or all. */
export const listUnasked = (db: Db, refundId: string | null): Promise<CardRefund[]> =>
  rows<CardRefund>(
    db,
    sql`
    select r.id as "refundId", r.household_id, r.amount_cents, k.intent_id, p.reference as card
    from refunds r join payments p on p.id = r.payment_id join card_checkouts k on k.payment_id = p.id and k.intent_id is not null
    where r.status = 'sent' and r.method = 'card' and ${refundId === null ? sql`true` : sql`r.id = ${refundId}::uuid`}
      and not exists (select 1 from card_refunds c where c.refund_id = r.id) order by r.created_at, r.id`,
  )
/** Stores the provider's id of a refund; false where it was stored before. */
export const keepRefundName = async (db: Db, named: typeof cardRefunds.$inferInsert): Promise<boolean> =>
  (await db.insert(cardRefunds).values(named).onConflictDoNothing().returning({ id: cardRefunds.refundId })).length ===
  1
/** The school's refund that the provider means; null for one that was made elsewhere. */
export const seekRefund = async (db: Db, providerId: string, ours: string): Promise<string | null> =>
  (
    await db
      .select({ id: refunds.id })
      .from(refunds)
      .leftJoin(cardRefunds, eq(cardRefunds.refundId, refunds.id))
      .where(
        and(
          eq(refunds.method, 'card'),
          sql`(${cardRefunds.providerId} = ${providerId} or ${isNull(cardRefunds.providerId)} and ${refunds.id}::text = ${ours})`,
        ),
      )
  )[0]?.id ?? null

export type Addressee = { name: string; email: string; language: Language }
/**
 * The person who began a payment, for its confirmation; null once they no longer see the account or have no address.
 */
export const findPayer = async (db: Db, personId: string, householdId: string): Promise<Addressee | null> =>
  (
    await rows<Addressee>(
      db,
      sql`
      select case when p.language = 'zh' and p.native_name <> '' then p.native_name else p.name end as name, p.email, case when p.language = 'zh' then 'zh' else 'en' end as language
      from persons p where p.id = ${personId}::uuid and p.email <> '' and exists (select 1 from guardianships g join students s on s.id = g.student_id
        where g.guardian_id = p.id and s.household_id = ${householdId}::uuid and g.has_data_access)`,
    )
  )[0] ?? null
/** The name of the person who began a payment, as its payer. */
export const payerName = async (db: Db, personId: string): Promise<string> =>
  (await rows<{ name: string }>(db, sql`select name from persons where id = ${personId}::uuid`))[0]?.name ?? ''

export type SchoolWords = { name: string; nativeName: string; currency: string; email: string }
export const findSchool = async (db: Db): Promise<SchoolWords> =>
  (await rows<SchoolWords>(db, sql`select name, native_name, currency, email from school`))[0] ?? {
    name: '',
    nativeName: '',
    currency: 'USD',
    email: '',
  }
