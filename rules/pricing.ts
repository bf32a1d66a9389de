import type { PricingPolicy } from '#contract/school/config.ts'
import type { PriceLine } from '#contract/enrolment/enrolments.ts'
import type { pricedTypes } from '#contract/enrolment/enrolments.plain.ts'
import { stackedRules, type StackedRule } from '#contract/settings.plain.ts'
import { weekOfTerm } from './calendar.ts'
import { ageOn } from './fit.ts'

export type PricedChoice = {
  child: {
    key: string
    name: string
    birthOn: string
    /** True if the child is in a class of the term already, and so pays for one in full. */
    hasClass?: boolean
  }
  section: {
    id: string
    name: string
    programmeId: string
    /** The price of the class for a student of this enrolment type. */
    tuitionCents: number
    booksCents: number
    /** The number of meetings in the term and of those still to come. Required if late joiners pay by meetings. */
    sessions?: { left: number; all: number }
  }
  /**
   * `audit` takes part without marks. `guest` comes for one day, at the same price in every week and without a
   * registration fee.
   */
  type?: (typeof pricedTypes)[number]
}

/** The parts of a scholarship that affect prices: a share, or the amount left of it in this term. */
export type Award = {
  id: string
  /** The child who received it; null if the family did. */
  childKey: string | null
  covers: 'tuition' | 'all'
} & Worth
/** A reduction: a percentage, or an amount once. */
export type Worth = { percent: number; amountCents: null } | { percent: null; amountCents: number }

/** A promo code that is valid for this family today (rules/promo.ts). */
export type Promo = {
  id: string
  code: string
  /** The programs to which it applies; empty means all. */
  programmeIds: readonly string[]
  /** True if it combines with other discounts. Otherwise a family gets either the code or the others. */
  isCombinable: boolean
} & Worth

export type PricingInput = {
  policy: PricingPolicy
  term: { startsOn: string; earlyBirdOn: string | null }
  today: string
  /** The choices that get a seat. Waitlisted choices cost nothing yet. */
  choices: readonly PricedChoice[]
  /** The child of the household who pays in full through an earlier registration in the term; null if there is none. */
  siblingInFull: string | null
  isStaffFamily: boolean
  /** True if the household was charged this term's registration fee before. */
  hasRegistrationFee: boolean
  awards?: readonly Award[]
  promo?: Promo | null
}

/** A discount with the scholarship or code it comes from. The family sees only the rule. */
type PricedDiscount = PriceLine['discounts'][number] & { sourceId?: string }
export type PricedLine = Omit<PriceLine, 'discounts'> & { discounts: PricedDiscount[] }
export type Price = {
  lines: PricedLine[]
  totalCents: number
  /** `outdone`: the other discounts save more. `idle`: the code applies to nothing in the cart. */
  promo: 'taken' | 'outdone' | 'idle' | null
}

/** A fraction of an amount in minor units, halves rounded up. */
const part = (cents: number, numerator: number, denominator: number): number =>
  Math.floor((2 * cents * numerator + denominator) / (2 * denominator))
const share = (cents: number, percent: number): number => part(cents, percent, 100)

type Joined = Pick<PricingInput, 'today'> & {
  policy: Pick<PricingPolicy, 'prorationBy' | 'prorations'>
  term: Pick<PricingInput['term'], 'startsOn'>
}
type Fraction = { numerator: number; denominator: number }
type Taught = Pick<PricedChoice['section'], 'tuitionCents' | 'sessions'>

/** The fraction of the tuition due when joining a class today; null if the full tuition is due. */
const dueOf = ({ policy, term, today }: Joined): ((section: Taught) => Fraction | null) => {
  if (policy.prorationBy === 'sessions')
    return ({ sessions: { left, all } = { left: 0, all: 0 } }) =>
      left < all ? { numerator: left, denominator: all } : null
  const week = weekOfTerm(term.startsOn, today)
  const reached = policy.prorations.filter(({ fromWeek }) => fromWeek <= week)
  const newest = reached.sort((a, b) => b.fromWeek - a.fromWeek)[0] ?? null
  return () => newest
}

/** What a rule would take off a line: a share, or what is left of an amount that all lines share. */
type Offer = { rule: StackedRule; label: string; sourceId?: string } & (
  | { percent: number; budget: null }
  | { percent: null; budget: { leftCents: number } }
)

const inOrder = (choices: readonly PricedChoice[]): PricedChoice[] =>
  [...choices].sort(
    (a, b) =>
      a.child.birthOn.localeCompare(b.child.birthOn) ||
      a.child.name.localeCompare(b.child.name) ||
      a.child.key.localeCompare(b.child.key) ||
      a.section.name.localeCompare(b.section.name) ||
      a.section.id.localeCompare(b.section.id),
  )

/**
 * The choices in a cart that are paid in full: among siblings the child with the highest tuition, and for each child
 * the class with the highest tuition.
 */
const paidInFull = (
  input: PricingInput,
  ordered: readonly PricedChoice[],
  isForSiblings: (of: PricedChoice) => boolean,
) => {
  const tuitionOf = new Map<string, number>()
  const dearest = new Map<string, PricedChoice>()
  for (const choice of ordered) {
    if (choice.type === 'guest') continue
    const { key } = choice.child
    if (isForSiblings(choice)) tuitionOf.set(key, (tuitionOf.get(key) ?? 0) + choice.section.tuitionCents)
    const best = dearest.get(key)
    if (!best || choice.section.tuitionCents > best.section.tuitionCents) dearest.set(key, choice)
  }
  // Sorting is stable, so children with the same tuition stay ordered by age.
  const [first] = [...tuitionOf].sort((a, b) => b[1] - a[1])
  return { child: input.siblingInFull ?? first?.[0], classOf: dearest }
}

/** A scholarship or promo code as an offer for lines. A fixed amount is one budget for all of them. */
const offerOf = (rule: 'scholarship' | 'promo', sourceId: string, name: string, worth: Worth): Offer => {
  const label = name || (worth.percent === null ? '' : `${worth.percent}%`)
  return worth.percent === null
    ? { rule, label, sourceId, percent: null, budget: { leftCents: worth.amountCents } }
    : { rule, label, sourceId, percent: worth.percent, budget: null }
}

/** The offers that count if several apply: all in order, or the largest share followed by the fixed amounts. */
const counting = (offers: readonly Offer[], stacking: PricingPolicy['stacking']): readonly Offer[] => {
  if (stacking === 'all') return offers
  const [largest] = offers.filter(({ percent }) => percent !== null).sort((a, b) => b.percent! - a.percent!)
  return [...(largest ? [largest] : []), ...offers.filter(({ percent }) => percent === null)]
}

/** Takes offers off a line one after another, each from what the previous ones left. */
const applyOffers = (
  amountCents: number,
  before: readonly PricedDiscount[],
  offers: readonly Offer[],
): { discounts: PricedDiscount[]; netCents: number } => {
  const discounts = [...before]
  let left = amountCents - before.reduce((sum, each) => sum + each.amountCents, 0)
  for (const { rule, label, sourceId, percent, budget } of offers) {
    const cents = budget ? Math.min(left, budget.leftCents) : share(left, percent)
    if (cents <= 0) continue
    if (budget) budget.leftCents -= cents
    discounts.push({
      rule,
      label,
      amountCents: cents,
      ofCents: left,
      ...(percent === null ? {} : { percent }),
      ...(sourceId === undefined ? {} : { sourceId }),
    })
    left -= cents
  }
  return { discounts, netCents: left }
}

/** Which of the two kinds of discount to try, because a code may not combine with others. */
type Tried = { promo: boolean; others: boolean }
type InFull = ReturnType<typeof paidInFull>

const isForSiblings =
  ({ policy }: PricingInput) =>
  ({ section }: PricedChoice): boolean =>
    policy.siblingProgrammeIds.length === 0 || policy.siblingProgrammeIds.includes(section.programmeId)

const isSenior = ({ policy, term }: PricingInput, { child }: PricedChoice): boolean =>
  policy.seniorFromAge !== null &&
  // A draft may be priced before a birthday is entered.
  /^\d{4}-\d{2}-\d{2}$/.test(child.birthOn) &&
  ageOn(child.birthOn, term.startsOn) >= policy.seniorFromAge

const isEarly = ({ term, today }: PricingInput): boolean => term.earlyBirdOn !== null && today <= term.earlyBirdOn

/**
 * The scholarships that apply to a child: the child's own, then those of the family. With a null key, only those of the
 * family. Fixed amounts are budgets that all lines share.
 */
const scholarshipsOf = ({ awards = [] }: PricingInput, { others }: Tried) => {
  const offered = (others ? [...awards] : [])
    .sort((a, b) => Number(a.childKey === null) - Number(b.childKey === null) || a.id.localeCompare(b.id))
    .map(({ id, childKey, covers, ...worth }) => ({ childKey, covers, offer: offerOf('scholarship', id, '', worth) }))
  return (childKey: string | null, covers: readonly Award['covers'][]): Offer[] =>
    offered
      .filter(award => covers.includes(award.covers) && (award.childKey === null || award.childKey === childKey))
      .map(({ offer }) => offer)
}

/** What each rule of the policy offers for the tuition of a choice. */
const offersFor = (
  input: PricingInput,
  tried: Tried,
  inFull: InFull,
  scholarships: ReturnType<typeof scholarshipsOf>,
) => {
  const { policy, term } = input
  const promo = tried.promo ? (input.promo ?? null) : null
  const promoOffers = promo ? [offerOf('promo', promo.id, promo.code, promo)] : []
  const whenever = (rule: StackedRule, percent: number, holds: boolean, label = `${percent}%`): Offer[] =>
    tried.others && holds && percent > 0 ? [{ rule, label, percent, budget: null }] : []
  return (choice: PricedChoice): Record<StackedRule, Offer[]> => {
    const { child, section, type } = choice
    const isGuest = type === 'guest'
    const isSibling = !isGuest && isForSiblings(input)(choice) && child.key !== inFull.child
    const isFurtherClass = !isGuest && (child.hasClass === true || inFull.classOf.get(child.key) !== choice)
    const isPromoFor = promo?.programmeIds.length === 0 || promo?.programmeIds.includes(section.programmeId)
    return {
      early: whenever('early', policy.earlyPercent, isEarly(input) && !isGuest, term.earlyBirdOn ?? ''),
      staff: whenever('staff', policy.staffPercent, input.isStaffFamily),
      senior: whenever('senior', policy.seniorPercent, isSenior(input, choice)),
      sibling: whenever('sibling', policy.siblingPercent, isSibling),
      classes: whenever('classes', policy.classesPercent, isFurtherClass),
      scholarship: scholarships(child.key, ['tuition', 'all']),
      promo: isPromoFor ? promoOffers : [],
    }
  }
}

const dueCents = ({ tuitionCents }: Taught, due: Fraction | null): number =>
  due === null ? tuitionCents : Math.min(tuitionCents, part(tuitionCents, due.numerator, due.denominator))

/**
 * The tuition, in cents, of each class joined today, before discounts: the full amount, or the part for the rest of the
 * term. What is the same for all classes is computed once.
 */
export const tuitionDue = (joined: Joined): ((section: Taught) => number) => {
  const dueFor = dueOf(joined)
  return section => dueCents(section, dueFor(section))
}

/** The part of the tuition that a late joiner doesn't pay; empty if the full tuition is due. */
const prorationOf = (input: PricingInput, { section, type }: PricedChoice): PricedDiscount[] => {
  const due = type === 'guest' ? null : dueOf(input)(section)
  const { tuitionCents } = section
  const amountCents = tuitionCents - dueCents(section, due)
  if (due === null || amountCents === 0) return []
  return [{ rule: 'proration', label: `${due.numerator}/${due.denominator}`, amountCents, ofCents: tuitionCents }]
}

const priced = (input: PricingInput, tried: Tried): Pick<Price, 'lines' | 'totalCents'> => {
  const { policy } = input
  const ordered = inOrder(input.choices)
  const scholarships = scholarshipsOf(input, tried)
  const offersOf = offersFor(input, tried, paidInFull(input, ordered, isForSiblings(input)), scholarships)
  // A policy version that predates a rule leaves it out of its order, so the rule comes last.
  const order = [...new Set([...policy.order, ...stackedRules])]
  const reduced = (amountCents: number, before: readonly PricedDiscount[], offers: readonly Offer[]) => ({
    amountCents,
    ...applyOffers(amountCents, before, counting(offers, policy.stacking)),
  })

  const lines = ordered.flatMap((choice): PricedLine[] => {
    const { child, section, type } = choice
    const about = {
      childKey: child.key,
      child: child.name,
      sectionId: section.id,
      section: section.name,
      ...(type === undefined || type === 'regular' ? {} : { type }),
    }
    const offers = offersOf(choice)
    const inPolicysOrder = order.flatMap(rule => offers[rule])
    const tuition = reduced(section.tuitionCents, prorationOf(input, choice), inPolicysOrder)
    if (section.booksCents <= 0) return [{ kind: 'tuition', ...about, ...tuition }]
    const books = reduced(section.booksCents, [], scholarships(child.key, ['all']))
    return [
      { kind: 'tuition', ...about, ...tuition },
      { kind: 'books', ...about, ...books },
    ]
  })
  const isFeeDue = ordered.some(({ type }) => type !== 'guest') && !input.hasRegistrationFee
  if (isFeeDue && policy.registrationFeeCents > 0) {
    const cents = policy.registrationFeeCents
    const waived: PricedDiscount[] = isEarly(input)
      ? [{ rule: 'early', label: input.term.earlyBirdOn ?? '', amountCents: cents, ofCents: cents }]
      : []
    const about = { childKey: null, child: '', sectionId: null, section: '' }
    lines.push({ kind: 'registration', ...about, ...reduced(cents, waived, scholarships(null, ['all'])) })
  }
  return { lines, totalCents: lines.reduce((sum, line) => sum + line.netCents, 0) }
}

/**
 * Prices a cart. Invoices, classes added later and transfers use the same function. Tuition is first prorated to the
 * rest of the term. Discounts are then taken in the order of the policy: each from what the ones before it left
 * (`all`), or the largest share alone followed by fixed amounts (`largest`). So no line falls below zero. A fixed
 * amount is used up line by line. A code that doesn't combine with other discounts counts if it alone is cheaper for
 * the family than all the others without it.
 *
 * Among siblings, the child with the highest tuition pays in full, or the older one on a tie; among a child's classes,
 * the one with the highest tuition. So the order of the cart never matters. The registration fee is charged once per
 * household and term and is waived up to the early-bird day. Amounts are whole minor units, halves rounded up.
 */
export const price = (input: PricingInput): Price => {
  const { promo } = input
  if (!promo) return { ...priced(input, { promo: false, others: true }), promo: null }
  const without = priced(input, { promo: false, others: true })
  const withIt = priced(input, { promo: true, others: promo.isCombinable })
  const isTaken = ({ lines }: Pick<Price, 'lines'>) =>
    lines.some(({ discounts }) => discounts.some(({ rule }) => rule === 'promo'))
  if (withIt.totalCents < without.totalCents && isTaken(withIt)) return { ...withIt, promo: 'taken' }
  return { ...without, promo: isTaken(priced(input, { promo: true, others: false })) ? 'outdone' : 'idle' }
}
