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
    /** Whether the child is in a class of the term already, and so pays one in full. */
    hasClass?: boolean
  }
  section: {
    id: string
    name: string
    programmeId: string
    /** What the class costs a student who takes part in this way. */
    tuitionCents: number
    booksCents: number
    /** Its meetings of the term, and those that are still to come; needed where the late are charged by meetings. */
    sessions?: { left: number; all: number }
  }
  /**
   * `audit` takes part without marks; `guest` comes for one day, which costs the same in every week and brings no fee.
   */
  type?: (typeof pricedTypes)[number]
}

/** A scholarship as far as prices follow from it: a share, or an amount with what is left of it in this term. */
export type Award = {
  id: string
  /** The child it was given to; null where it was given to the family. */
  childKey: string | null
  covers: 'tuition' | 'all'
} & Worth
/** What is taken off: a share of it, or an amount once. */
export type Worth = { percent: number; amountCents: null } | { percent: null; amountCents: number }

/** A promo code that holds for this family today (rules/promo.ts). */
export type Promo = {
  id: string
  code: string
  /** The programmes that it is for; an empty list means all. */
  programmeIds: readonly string[]
  /** Whether it goes together with other discounts; else a family has either it or them. */
  isCombinable: boolean
} & Worth

export type PricingInput = {
  policy: PricingPolicy
  term: { startsOn: string; earlyBirdOn: string | null }
  today: string
  /** The choices that get a seat; who waits pays nothing yet. */
  choices: readonly PricedChoice[]
  /** The child of the household who pays in full from an earlier registration of the term; null when there is none. */
  siblingInFull: string | null
  isStaffFamily: boolean
  /** Whether the household has been asked for the registration fee of this term before. */
  hasRegistrationFee: boolean
  awards?: readonly Award[]
  promo?: Promo | null
}

/** A discount that knows which scholarship or code it comes from; the family is told the rule alone. */
type PricedDiscount = PriceLine['discounts'][number] & { sourceId?: string }
export type PricedLine = Omit<PriceLine, 'discounts'> & { discounts: PricedDiscount[] }
export type Price = {
  lines: PricedLine[]
  totalCents: number
  /** `outdone`: the other discounts take off more. `idle`: nothing in the cart is what the code is for. */
  promo: 'taken' | 'outdone' | 'idle' | null
}

/** A part of an amount to the cent, halves rounded up. */
const part = (cents: number, numerator: number, denominator: number): number =>
  Math.floor((2 * cents * numerator + denominator) / (2 * denominator))
const share = (cents: number, percent: number): number => part(cents, percent, 100)

type Joined = Pick<PricingInput, 'today'> & {
  policy: Pick<PricingPolicy, 'prorationBy' | 'prorations'>
  term: Pick<PricingInput['term'], 'startsOn'>
}
type Fraction = { numerator: number; denominator: number }
type Taught = Pick<PricedChoice['section'], 'tuitionCents' | 'sessions'>

/** Which part of the tuition is due when a class is joined today; null when it is whole. */
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

/** Who of a cart pays in full: the child with the dearest classes among siblings, and of a child the dearest class. */
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
  // Sorting is stable, so children with the same tuition stay in order of age.
  const [first] = [...tuitionOf].sort((a, b) => b[1] - a[1])
  return { child: input.siblingInFull ?? first?.[0], classOf: dearest }
}

/** A scholarship or a code as it meets the lines; an amount is one budget for all of them. */
const offerOf = (rule: 'scholarship' | 'promo', sourceId: string, name: string, worth: Worth): Offer => {
  const label = name || (worth.percent === null ? '' : `${worth.percent}%`)
  return worth.percent === null
    ? { rule, label, sourceId, percent: null, budget: { leftCents: worth.amountCents } }
    : { rule, label, sourceId, percent: worth.percent, budget: null }
}

/** Which offers count where several meet: all in their order, or the largest share and behind it the amounts. */
const counting = (offers: readonly Offer[], stacking: PricingPolicy['stacking']): readonly Offer[] => {
  if (stacking === 'all') return offers
  const [largest] = offers.filter(({ percent }) => percent !== null).sort((a, b) => b.percent! - a.percent!)
  return [...(largest ? [largest] : []), ...offers.filter(({ percent }) => percent === null)]
}

/** Takes offers off a line, one after another, each from what the ones before left. */
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

/** Which of the two kinds of discount are tried: a code may not go together with others. */
type Tried = { promo: boolean; others: boolean }
type InFull = ReturnType<typeof paidInFull>

const isForSiblings =
  ({ policy }: PricingInput) =>
  ({ section }: PricedChoice): boolean =>
    policy.siblingProgrammeIds.length === 0 || policy.siblingProgrammeIds.includes(section.programmeId)

const isSenior = ({ policy, term }: PricingInput, { child }: PricedChoice): boolean =>
  policy.seniorFromAge !== null &&
  // A draft may be priced before the birthday is typed.
  /^\d{4}-\d{2}-\d{2}$/.test(child.birthOn) &&
  ageOn(child.birthOn, term.startsOn) >= policy.seniorFromAge

const isEarly = ({ term, today }: PricingInput): boolean => term.earlyBirdOn !== null && today <= term.earlyBirdOn

/** The scholarships of a child, or of the family where there is none; amounts are budgets that all lines share. */
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
 * The tuition in cents of each class joined today, before any discount: the whole of it, or what is left of the term.
 * What is the same for all classes is worked out once.
 */
export const tuitionDue = (joined: Joined): ((section: Taught) => number) => {
  const dueFor = dueOf(joined)
  return section => dueCents(section, dueFor(section))
}

/** What a family that joins late doesn't pay; nothing where the tuition is whole. */
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
  // A version from before a rule existed leaves it out: it comes last then.
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
 * Prices a cart; the invoice, a class taken later and a transfer follow from the same. Tuition first falls to what is
 * left of the term. From that the discounts are taken in the order of the policy: each from what the ones before it
 * left (`all`), or the largest share alone and then fixed amounts (`largest`); so no line falls below nothing. An
 * amount is used up line by line. A code that goes with no other discount counts where it alone is cheaper for the
 * family than all others without it.
 *
 * Among siblings the child with the dearest classes pays in full, the older one where they are equal, and among the
 * classes of a child the dearest, so that the order of the cart never matters. The registration fee comes once per
 * household and term and is waived up to the early-bird day. Sums are whole minor units, halves rounded up.
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
