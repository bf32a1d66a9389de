import type { PricingPolicy } from '#contract/school/config.ts'
import type { Term } from '#contract/school/terms.ts'
import { dayIn } from '#rules/calendar.ts'
import { lockHouseholds } from '#server/money/payments/acts.ts'
import type { PricedChoice, PricingInput } from '#rules/pricing.ts'
import type { Db } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { findReductions, type Reductions } from '#server/money/prices/acts.ts'
import {
  type CartSection,
  findFamily,
  findPricing,
  findTerm,
  type KnownFamily,
  listCartSections,
  lockSections,
} from './queries.ts'

type Asked = {
  terms: Scope<'terms'>
  households: Scope<'households'>
  /** The children whose enrolments and scholarships count. */
  students: Scope<'students'>
  termId: string
  sectionIds: readonly string[]
  /** The household that pays, where it is known; otherwise the oldest one in scope. */
  householdId?: string
  /** The account whose cart holds seats that it may take itself. */
  accountId: string | null
  promoCode?: string
  /**
   * For a code that was entered earlier: the day on which it must be valid, the registration it came with, and uses not
   * stored yet.
   */
  promoOf?: { onDay: string; registrationId: string | null; pending: { uses: number; usesHere: number } }
  /** Enrolments that end together with what is priced, as in a transfer: the price ignores them. */
  exceptEnrolmentIds?: readonly string[]
  now: Date
  /** Locks the classes, the household's account and the code until the transaction ends. */
  isLocked: boolean
}

export type FoundPricing = {
  term: Term
  today: string
  family: KnownFamily | null
  sections: CartSection[]
  policy: PricingPolicy
  school: { name: string; nativeName: string }
  promo: Reductions['promo']
  /** Everything that a price depends on, except the choices. */
  input: Omit<PricingInput, 'choices'>
}

/**
 * Reads everything that a price depends on. Carts, invoices, offered seats and transfers all use it, so their prices
 * can't differ; `price` (rules/pricing.ts) does the rest. Null where the term is not in scope.
 */
export const findPricingInput = async (db: Db, asked: Asked): Promise<FoundPricing | null> => {
  const lock = async () => {
    await Promise.all([
      lockSections(db, asked.sectionIds),
      // A fee that is charged once is priced behind this lock: two guardians who register at the same moment take
      // turns.
      lockHouseholds(db, asked.households, asked.householdId === undefined ? null : [asked.householdId]),
    ])
  }
  // The lock is sent first, so the classes are read behind it; the family is read only once its own lock is held.
  const [, { pricing: policy, zone, ...school }, term, sections] = await Promise.all([
    asked.isLocked ? lock() : undefined,
    findPricing(db),
    findTerm(db, asked.terms, asked.termId),
    listCartSections(db, asked.termId, asked.sectionIds, { now: asked.now, accountId: asked.accountId }),
  ])
  if (!term) return null
  const today = dayIn(zone, asked.now)
  const family = await findFamily(
    db,
    asked.households,
    asked.students,
    term.id,
    policy.siblingProgrammeIds,
    asked.householdId,
    asked.exceptEnrolmentIds,
  )
  const { awards, promo } = await findReductions(db, {
    householdId: family?.householdId ?? null,
    termId: term.id,
    promoCode: asked.promoCode ?? '',
    today: asked.promoOf?.onDay ?? today,
    registrationId: asked.promoOf?.registrationId,
    pending: asked.promoOf?.pending,
    isLocked: asked.isLocked,
    exceptEnrolmentIds: asked.exceptEnrolmentIds,
  })
  return {
    term,
    today,
    family,
    sections,
    policy,
    school,
    promo,
    input: {
      policy,
      term,
      today,
      siblingInFull: family?.siblingInFull ?? null,
      isStaffFamily: family?.isStaff ?? false,
      hasRegistrationFee: family?.hasRegistrationFee ?? false,
      awards,
      promo: promo?.held ?? null,
    },
  }
}

/**
 * A choice of a child on file, as the pricing rules take it: the child's other classes of the term count. Auditing has
 * its own price and needs no books.
 */
export const pricedChoice = (
  family: KnownFamily | null,
  child: Omit<PricedChoice['child'], 'hasClass'>,
  section: PricedChoice['section'] & { auditCents: number | null },
  type: NonNullable<PricedChoice['type']> = 'regular',
): PricedChoice => ({
  child: {
    ...child,
    hasClass:
      family?.children.some(
        ({ id, booked }) => id === child.key && booked.some(({ sectionId }) => sectionId !== section.id),
      ) ?? false,
  },
  section:
    type === 'audit'
      ? { ...section, tuitionCents: section.auditCents ?? section.tuitionCents, booksCents: 0 }
      : section,
  type,
})
