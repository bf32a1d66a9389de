import type { PricingPolicy } from '#contract/config.ts'
import type { PriceLine } from '#contract/enrolments.ts'
import { weekOfTerm } from './calendar.ts'
import { ageOn } from './fit.ts'

export type PricedChoice = {
  child: {
    key: string
    name: string
    birthOn: string
    /** Whether the child sits in a class of the term already, and so pays one in full. */
    hasClass?: boolean
  }
  section: { id: string; name: string; programmeId: string; tuitionCents: number; booksCents: number }
}
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
}

type Discount = PriceLine['discounts'][number]

const share = (cents: number, percent: number): number => Math.floor((cents * percent + 50) / 100)

/** The fraction of the tuition that is due in a week of the term; null when it is whole. */
const prorationOf = (policy: PricingPolicy, week: number) =>
  policy.prorations.filter(({ fromWeek }) => fromWeek <= week).sort((a, b) => b.fromWeek - a.fromWeek)[0] ?? null

/**
 * Prices a cart. Each discount is taken from what the ones before it left, in this order: proration, staff, senior,
 * sibling, further classes; so no line falls below nothing. Among siblings the child with the dearest classes pays in
 * full, the older one where they are equal, and among the classes of a child the dearest, so that the order of the cart
 * never matters. The registration fee comes once per household and
 * term and is waived up to the early-bird day. Sums are whole minor units, halves rounded up.
 */
export const price = (input: PricingInput): { lines: PriceLine[]; totalCents: number } => {
  const { policy } = input
  const isForSiblings = (choice: PricedChoice) =>
    policy.siblingProgrammeIds.length === 0 || policy.siblingProgrammeIds.includes(choice.section.programmeId)
  const ordered = [...input.choices].sort(
    (a, b) =>
      a.child.birthOn.localeCompare(b.child.birthOn) ||
      a.child.name.localeCompare(b.child.name) ||
      a.child.key.localeCompare(b.child.key) ||
      a.section.name.localeCompare(b.section.name) ||
      a.section.id.localeCompare(b.section.id),
  )
  const tuitionOf = new Map<string, number>()
  for (const choice of ordered.filter(isForSiblings)) {
    tuitionOf.set(choice.child.key, (tuitionOf.get(choice.child.key) ?? 0) + choice.section.tuitionCents)
  }
  // Sorting is stable, so children with the same tuition stay in order of age.
  const [first] = [...tuitionOf].sort((a, b) => b[1] - a[1])
  const paysInFull = input.siblingInFull ?? first?.[0]
  const dearest = new Map<string, PricedChoice>()
  for (const choice of ordered) {
    const best = dearest.get(choice.child.key)
    if (!best || choice.section.tuitionCents > best.section.tuitionCents) dearest.set(choice.child.key, choice)
  }
  const isFurther = (choice: PricedChoice) => choice.child.hasClass === true || dearest.get(choice.child.key) !== choice
  const isSenior = ({ child }: PricedChoice) =>
    policy.seniorFromAge !== null &&
    // A draft may be priced before the birthday is typed.
    /^\d{4}-\d{2}-\d{2}$/.test(child.birthOn) &&
    ageOn(child.birthOn, input.term.startsOn) >= policy.seniorFromAge
  const proration = prorationOf(policy, weekOfTerm(input.term.startsOn, input.today))

  const lines: PriceLine[] = []
  for (const choice of ordered) {
    const { child, section } = choice
    const about = { childKey: child.key, child: child.name, sectionId: section.id, section: section.name }
    const discounts: Discount[] = []
    let left = section.tuitionCents
    const take = (rule: Discount['rule'], label: string, cents: number) => {
      if (cents <= 0) return
      discounts.push({ rule, label, amountCents: cents })
      left -= cents
    }
    if (proration) {
      const due = Math.floor(
        (left * proration.numerator + Math.floor(proration.denominator / 2)) / proration.denominator,
      )
      take('proration', `${proration.numerator}/${proration.denominator}`, left - Math.min(due, left))
    }
    if (input.isStaffFamily) take('staff', `${policy.staffPercent}%`, share(left, policy.staffPercent))
    if (isSenior(choice)) take('senior', `${policy.seniorPercent}%`, share(left, policy.seniorPercent))
    if (isForSiblings(choice) && child.key !== paysInFull)
      take('sibling', `${policy.siblingPercent}%`, share(left, policy.siblingPercent))
    if (isFurther(choice)) take('classes', `${policy.classesPercent}%`, share(left, policy.classesPercent))
    lines.push({ kind: 'tuition', ...about, amountCents: section.tuitionCents, discounts, netCents: left })
    if (section.booksCents > 0)
      lines.push({
        kind: 'books',
        ...about,
        amountCents: section.booksCents,
        discounts: [],
        netCents: section.booksCents,
      })
  }
  if (lines.length > 0 && !input.hasRegistrationFee && policy.registrationFeeCents > 0) {
    const isEarly = input.term.earlyBirdOn !== null && input.today <= input.term.earlyBirdOn
    lines.push({
      kind: 'registration',
      childKey: null,
      child: '',
      sectionId: null,
      section: '',
      amountCents: policy.registrationFeeCents,
      discounts: isEarly
        ? [{ rule: 'early', label: input.term.earlyBirdOn ?? '', amountCents: policy.registrationFeeCents }]
        : [],
      netCents: isEarly ? 0 : policy.registrationFeeCents,
    })
  }
  return { lines, totalCents: lines.reduce((sum, line) => sum + line.netCents, 0) }
}
