import type { PromoProblem } from '#contract/money/prices.ts'
import { dayIn } from '#rules/calendar.ts'
import { price, type PricedLine } from '#rules/pricing.ts'
import { promoKey } from '#rules/promo.ts'
import type { Db } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { lockHouseholds } from '#server/money/payments/acts.ts'
import { lockCodes } from '#server/money/prices/acts.ts'
import { findPricingInput, pricedChoice } from './pricingInput.ts'
import type { Waiting } from './waitingQueries.ts'

type Seen = { households: Scope<'households'>; students: Scope<'students'>; terms: Scope<'terms'> }
/** One future invoice: what a family applied for in a term. */
export type Bill = {
  householdId: string
  termId: string
  registrationId: string | null
  of: Waiting[]
  lines: PricedLine[]
  totalCents: number
  dueDays: number
  /** The promo code with the reason why it reduces nothing, if any; null where none was entered. */
  promo: { code: string; problem: PromoProblem | null } | null
}

/**
 * The price of approving these enrolments, family by family, by the one pricing engine and as of the day on which each
 * family applied, so that it pays what it was shown. What was charged before is not charged again. A code that the
 * family entered must have been valid on that day, one that the office enters must be valid today; whether it is used
 * up is checked as of now.
 */
export const priceWaiting = async (
  db: Db,
  seen: Seen,
  waiting: readonly Waiting[],
  { isLocked, typedCode, today }: { isLocked: boolean; typedCode: string; today: string },
): Promise<Bill[]> => {
  const groups = Map.groupBy(
    waiting.filter(({ isCharged }) => !isCharged),
    each => `${each.householdId} ${each.termId}`,
  )
  // All are locked together and in one order, so that two people who approve at the same time can't deadlock.
  if (isLocked) await lockHouseholds(db, seen.households, [...new Set(waiting.map(({ householdId }) => householdId))])
  const codeOf = (of: readonly Waiting[]) =>
    promoKey(typedCode) || (of.find(({ promoCode }) => promoCode !== '')?.promoCode ?? '')
  if (isLocked) await lockCodes(db, [...groups.values()].map(codeOf))
  const bills: Bill[] = []
  const zone = await zoneOf(db)
  const applied = new Set(waiting.map(({ studentId, sectionId }) => `${studentId} ${sectionId}`))
  // One bill per family, not per application: what a family owes depends on all of its classes.
  for (const of of groups.values()) {
    const { householdId, termId, registrationId, createdAt } = of[0]!
    const promoCode = codeOf(of)
    // A code's uses by earlier bills are stored only after all are priced, so they are added here.
    const taken = bills.filter(({ promo }) => promo?.code === promoCode && promo.problem === null)
    const found = await findPricingInput(db, {
      ...seen,
      termId,
      householdId,
      sectionIds: of.map(({ sectionId }) => sectionId),
      accountId: null,
      now: new Date(createdAt),
      isLocked,
      promoCode,
      promoOf: {
        onDay: typedCode === '' ? dayIn(zone, new Date(createdAt)) : today,
        registrationId,
        pending: {
          uses: taken.length,
          usesHere: taken.filter(bill => bill.householdId === householdId).length,
        },
      },
    })
    if (!found?.family) continue
    // Classes that wait for approval, too, don't count as classes that the child has.
    const family = {
      ...found.family,
      children: found.family.children.map(child => ({
        ...child,
        booked: child.booked.filter(({ sectionId }) => !applied.has(`${child.id} ${sectionId}`)),
      })),
    }
    const choices = of.flatMap(each => {
      const section = found.sections.find(({ id }) => id === each.sectionId)
      const child = { key: each.studentId, name: each.name, birthOn: each.birthOn }
      return section ? [pricedChoice(family, child, section, each.type)] : []
    })
    const { lines, totalCents, promo: effect } = price({ ...found.input, choices })
    const promo = found.promo && {
      code: found.promo.code,
      problem: found.promo.problem ?? (effect === 'taken' ? null : effect),
    }
    bills.push({ householdId, termId, registrationId, of, lines, totalCents, dueDays: found.policy.dueDays, promo })
  }
  return bills
}
