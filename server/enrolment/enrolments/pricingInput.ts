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
  /** The children whose seats and scholarships count. */
  students: Scope<'students'>
  termId: string
  sectionIds: readonly string[]
  /** The household that pays, where it is known; else the oldest of the scope. */
  householdId?: string
  /** Who has seats in a cart that are theirs to take. */
  accountId: string | null
  promoCode?: string
  /** Of a code that is not typed now: the day on which it has to hold, what it was typed with, and uses just made. */
  promoOf?: { onDay: string; registrationId: string | null; pending: { uses: number; usesHere: number } }
  /** Enrolments that end with what is priced, as in a transfer: the price is the one without them. */
  exceptEnrolmentIds?: readonly string[]
  now: Date
  /** Keeps the seats, the household's account and the code as they are until the transaction ends. */
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
  /** All that a price follows from but the choices themselves. */
  input: Omit<PricingInput, 'choices'>
}

/**
 * Gathers what a price follows from. Carts, invoices, offered seats and transfers all come through here, so that no two
 * of them can differ; `price` (rules/pricing.ts) does the rest. Null where the term is not to be seen.
 */
export const findPricingInput = async (db: Db, asked: Asked): Promise<FoundPricing | null> => {
  const lock = async () => {
    await Promise.all([
      lockSections(db, asked.sectionIds),
      // What is asked for once is asked once: two guardians who register at the same moment come one after the other.
      lockHouseholds(db, asked.households, asked.householdId === undefined ? null : [asked.householdId]),
    ])
  }
  // The classes are read behind their lock, which is sent first; the family only when its own is held.
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
 * A class that a child of the school's records takes, as the rules price it: its other classes of the term count.
 * Sitting in without marks has a price of its own, and needs no books.
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
