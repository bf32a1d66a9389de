import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { Award, PricedLine, Promo } from '#rules/pricing.ts'
import { promoKey, promoProblem, type PromoTerms } from '#rules/promo.ts'
import type { PromoProblem } from '#contract/money/prices.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { isOn } from '#server/school/config/acts.ts'
import { awardsOf } from './policy.ts'
import { isStanding } from '#server/money/payments/tables.ts'
import { awards, isSpent, promoCodes, promoUses } from './tables.ts'

export type Reductions = {
  awards: Award[]
  /** The entered code, with its terms where it is valid and the problem where it is not; null when none was entered. */
  promo: { code: string; held: Promo | null; problem: PromoProblem | null } | null
}

/** Locks a family's scholarships that have an amount, so that two invoices at once can't both use them up. */
const lockAmounts = async (db: Db, householdId: string): Promise<void> => {
  await db
    .select({ id: awards.id })
    .from(awards)
    .where(and(awardsOf(householdId), isNotNull(awards.amountCents)))
    .orderBy(awards.id)
    .for('update')
}

type FoundCode = PromoTerms & Promo & { uses: number; usesHere: number; isUsedInside: boolean }

/**
 * The scholarships of a household in a term, each with what is left of it, and what an entered code is worth to it
 * today. `isLocked` locks both until the transaction ends, so that only one family gets a code's last use.
 * `householdId` is null for a family that is not on file yet.
 */
export const findReductions = async (
  db: Db,
  of: {
    householdId: string | null
    termId: string
    promoCode: string
    today: string
    isLocked: boolean
    /** The registration that the code was entered with; what it created doesn't make the family an existing one. */
    registrationId?: string | null | undefined
    /** Uses that the same transaction is about to store, of all families and of this one. */
    pending?: { uses: number; usesHere: number } | undefined
    /** Enrolments that are about to end: what they used of a scholarship is available again. */
    exceptEnrolmentIds?: readonly string[] | undefined
  },
): Promise<Reductions> => {
  // Where a school has promo codes switched off, no code is known, whatever was entered or stored.
  const typed = promoKey(of.promoCode)
  const code = typed !== '' && (await isOn(db, 'promoCodes')) ? typed : ''
  const { registrationId = null } = of
  const isOther = (registration: SQL) =>
    sql`(${registrationId}::uuid is null or ${registration} is distinct from ${registrationId}::uuid)`
  if (of.isLocked && of.householdId !== null) await lockAmounts(db, of.householdId)
  if (of.isLocked && code !== '')
    await db.select({ id: promoCodes.id }).from(promoCodes).where(eq(promoCodes.code, code)).for('update')
  const [found] = await rows<{ awards: Award[]; code: FoundCode | null; isNewFamily: boolean }>(
    db,
    sql`
    select ${
      of.householdId === null
        ? sql`'[]'::json`
        : sql`coalesce((select json_agg(json_build_object('id', awards.id, 'childKey', awards.student_id, 'covers', awards.covers, 'percent', awards.percent,
          'amountCents', case when awards.amount_cents is not null then greatest(0, awards.amount_cents - taken.cents) end) order by awards.id)
        from awards cross join lateral (select coalesce(sum(d.amount_cents), 0) as cents from discounts d join charges c on c.id = d.charge_id join invoices i on i.id = c.invoice_id
            where d.source_id = awards.id and i.term_id = ${of.termId}::uuid and (c.enrolment_id is null or not ${oneOf(sql`c.enrolment_id`, of.exceptEnrolmentIds ?? [])}) and ${isStanding('c.id')}) taken
        where ${awardsOf(of.householdId)} and awards.ended_at is null and (awards.term_id is null or awards.term_id = ${of.termId}::uuid)), '[]')`
    } as awards,
      (select json_build_object('id', p.id, 'code', p.code, 'percent', p.percent, 'amountCents', p.amount_cents, 'programmeIds', p.programme_ids, 'isCombinable', p.is_combinable,
          'validFrom', p.valid_from, 'validUntil', p.valid_until, 'mostUses', p.most_uses, 'mostPerHousehold', p.most_per_household, 'isForNewFamilies', p.is_for_new_families,
          'isArchived', p.archived_at is not null, 'uses', u.uses, 'usesHere', u.here, 'isUsedInside', u.inside)
        from promo_codes p cross join lateral (select count(*)::int as uses, (count(*) filter (where i.household_id = ${of.householdId}::uuid))::int as here, coalesce(bool_or(i.registration_id = ${of.registrationId ?? null}::uuid), false) as inside
          from promo_uses o join invoices i on i.id = o.invoice_id where o.code_id = p.id and ${isSpent('o')}) u
        where p.code = ${code}) as code,
      not exists (select 1 from invoices i where i.household_id = ${of.householdId}::uuid and ${isOther(sql`i.registration_id`)})
        and not exists (select 1 from students s join enrolments e on e.student_id = s.id where s.household_id = ${of.householdId}::uuid and ${isOther(sql`e.registration_id`)}) as "isNewFamily"`,
  )
  const { awards: running, isNewFamily } = found!
  if (code === '') return { awards: running, promo: null }
  // A percentage used before in this registration also applies to its other classes, and is no second use.
  const inside = found!.code?.isUsedInside === true
  if (inside && found!.code?.percent === null)
    return { awards: running, promo: { code, held: null, problem: 'usedHere' } }
  const uses = (of.pending?.uses ?? 0) - Number(inside)
  const problem = promoProblem(found!.code, {
    today: of.today,
    uses: (found!.code?.uses ?? 0) + uses,
    usesHere: (found!.code?.usesHere ?? 0) + (of.pending?.usesHere ?? 0) - Number(inside),
    isNewFamily,
  })
  return { awards: running, promo: { code, held: problem === null ? found!.code : null, problem } }
}

/**
 * Counts an invoice as a use of the promo code in its lines, if there is one: once per registration, however many
 * invoices it leads to. The caller has locked the code.
 */
export const recordPromoUse = async (
  db: Db,
  lines: readonly PricedLine[],
  { invoiceId, registrationId, at }: { invoiceId: string; registrationId: string | null; at: Date },
): Promise<void> => {
  const codeIds = lines.flatMap(({ discounts }) =>
    discounts.flatMap(({ rule, sourceId }) => (rule === 'promo' && sourceId ? [sourceId] : [])),
  )
  const values = [...new Set(codeIds)].map(codeId => ({ codeId, invoiceId, createdAt: at }))
  if (values.length === 0) return
  const counted =
    registrationId === null
      ? []
      : await rows<{ codeId: string }>(
          db,
          sql`select o.code_id from promo_uses o join invoices i on i.id = o.invoice_id
            where i.registration_id = ${registrationId}::uuid and ${isSpent('o')}`,
        )
  const fresh = values.filter(({ codeId }) => !counted.some(each => each.codeId === codeId))
  if (fresh.length > 0) await db.insert(promoUses).values(fresh)
}

/** Locks codes until the transaction ends, all at once and in one order. */
export const lockCodes = async (db: Db, typed: readonly string[]): Promise<void> => {
  const codes = [...new Set(typed.map(promoKey))].filter(code => code !== '')
  if (codes.length > 0)
    await db
      .select({ id: promoCodes.id })
      .from(promoCodes)
      .where(inArray(promoCodes.code, codes))
      .orderBy(promoCodes.id)
      .for('update')
}
