import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Award, PromoCode } from '#contract/money/prices.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, cutPage, onePage, readKey, totalOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'
import { isStanding } from '#server/money/payments/tables.ts'
import { awards, isSpent, promoCodes } from './tables.ts'

/** The total that a scholarship or code took off charges that are not reversed, as a column. */
const takenOf = (source: SQL): SQL<number> => sql<number>`(
  select coalesce(sum(d.amount_cents), 0)::bigint from discounts d where d.source_id = ${source}
    and ${isStanding('d.charge_id')})`

const selectCodes = (db: Db, where: SQL | undefined) =>
  rows<PromoCode>(
    db,
    sql`
    select promo_codes.id, promo_codes.code, promo_codes.percent, promo_codes.amount_cents, promo_codes.programme_ids,
      promo_codes.valid_from, promo_codes.valid_until, promo_codes.most_uses, promo_codes.most_per_household,
      promo_codes.is_for_new_families, promo_codes.is_combinable, promo_codes.note, promo_codes.archived_at is not null as "isArchived",
      (select count(*)::int from promo_uses u where u.code_id = promo_codes.id and ${isSpent('u')}) as uses, ${takenOf(sql`promo_codes.id`)} as "takenCents"
    from promo_codes where ${where ?? sql`true`} order by promo_codes.archived_at is not null, promo_codes.created_at desc, promo_codes.id desc limit 500`,
  )

export const listCodes = (db: Db, kept: Scope<'promo_codes'>): Promise<PromoCode[]> => selectCodes(db, kept)

export const findCode = async (db: Db, kept: Scope<'promo_codes'>, id: string): Promise<PromoCode | null> =>
  (await selectCodes(db, and(kept, eq(promoCodes.id, id))))[0] ?? null

export const lockCode = async (db: Db, kept: Scope<'promo_codes'>, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: promoCodes.id })
      .from(promoCodes)
      .where(and(kept, eq(promoCodes.id, id)))
      .for('update')
  ).length === 1

export const insertCode = async (db: Db, values: typeof promoCodes.$inferInsert): Promise<string> =>
  (await db.insert(promoCodes).values(values).returning({ id: promoCodes.id }))[0]!.id

export const updateCode = async (
  db: Db,
  id: string,
  values: Partial<typeof promoCodes.$inferInsert>,
): Promise<void> => {
  await db.update(promoCodes).set(values).where(eq(promoCodes.id, id))
}

const awardColumns = sql`
  awards.id, awards.student_id, coalesce(p.name, '') as student, coalesce(p.native_name, '') as "studentNativeName", h.id as "householdId", h.name as household,
  ${nativeHousehold(sql`h.id`, sql`h.name`)} as "householdNativeName", awards.term_id, coalesce(t.name, '') as term, coalesce(t.native_name, '') as "termNativeName", awards.percent, awards.amount_cents, awards.covers,
  awards.reason, coalesce(b.name, '') as by, coalesce(b.native_name, '') as "byNativeName", ${asInstant(sql`awards.created_at`)} as at, ${asInstant(sql`awards.ended_at`)} as "endedAt", ${takenOf(sql`awards.id`)} as "takenCents"`
const awardJoins = sql`
  awards left join students s on s.id = awards.student_id left join persons p on p.id = s.id join households h on h.id = coalesce(awards.household_id, s.household_id)
    left join terms t on t.id = awards.term_id left join persons b on b.id = awards.awarded_by`

type AwardsAsked = {
  search?: string | undefined
  after?: string | undefined
  view?: 'running' | 'all' | undefined
  studentId?: string | undefined
  householdId?: string | undefined
}

/** A page of scholarships, newest first. Those of a family include its children's. */
export const listAwards = async (db: Db, kept: Scope<'awards'>, asked: AwardsAsked) => {
  const key = readKey(asked.after, 2)
  const found = and(
    kept,
    asked.view === 'all' ? undefined : sql`awards.ended_at is null`,
    asked.studentId ? eq(awards.studentId, asked.studentId) : undefined,
    asked.householdId ? sql`h.id = ${asked.householdId}::uuid` : undefined,
    asked.search
      ? sql`lower(concat_ws(' ', p.name, p.native_name, h.name, awards.reason)) like ${containing(asked.search)}`
      : undefined,
  )
  const list = await rows<Award>(
    db,
    sql`
    select ${awardColumns} from ${awardJoins}
    where ${found} and ${key ? sql`(awards.created_at, awards.id) < (${key[0]}::timestamptz, ${key[1]}::uuid)` : sql`true`}
    order by awards.created_at desc, awards.id desc ${onePage}`,
  )
  const count = async (): Promise<number> =>
    (await rows<{ n: number }>(db, sql`select count(*)::int as n from ${awardJoins} where ${found}`))[0]!.n
  return { ...cutPage(list, ({ at, id }) => [at, id]), total: await totalOf(list, asked.after, count) }
}

export const findAward = async (db: Db, kept: Scope<'awards'>, id: string): Promise<Award | null> =>
  (await rows<Award>(db, sql`select ${awardColumns} from ${awardJoins} where ${and(kept, eq(awards.id, id))}`))[0] ??
  null

/** Whether what a scholarship names exists: the student or family, and the term if there is one. */
export const findNamed = async (
  db: Db,
  of: { studentId: string | null; householdId: string | null; termId: string | null },
): Promise<{ whose: boolean; term: boolean }> => {
  const [found] = await rows<{ whose: boolean; term: boolean }>(
    db,
    sql`
    select exists (select 1 from students where id = ${of.studentId}::uuid) or exists (select 1 from households where id = ${of.householdId}::uuid) as whose,
      ${of.termId}::uuid is null or exists (select 1 from terms where id = ${of.termId}::uuid) as term`,
  )
  return found!
}

export const lockAward = async (db: Db, kept: Scope<'awards'>, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: awards.id })
      .from(awards)
      .where(and(kept, eq(awards.id, id)))
      .for('update')
  ).length === 1

export const insertAward = async (db: Db, values: typeof awards.$inferInsert): Promise<string> =>
  (await db.insert(awards).values(values).returning({ id: awards.id }))[0]!.id

export const updateAward = async (db: Db, id: string, endedAt: Date | null): Promise<void> => {
  await db.update(awards).set({ endedAt }).where(eq(awards.id, id))
}
