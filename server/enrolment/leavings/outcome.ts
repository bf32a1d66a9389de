import type { ApprovalReason } from '#contract/enrolment/enrolments.ts'
import type { BackLine, Target, Transfer, TypeChange, Withdrawal } from '#contract/enrolment/leavings.ts'
import type { RefundPolicy } from '#contract/settings.ts'
import { placesLeft, seatsLeft } from '#rules/places.ts'
import { priceChange } from '#rules/priceChange.ts'
import { price, type PricedLine, type PricingInput } from '#rules/pricing.ts'
import {
  familyWay,
  freedOf,
  lastDayOf,
  type Refund,
  refundOf,
  type RefundTier,
  type Share,
  tierAfter,
  transferOf,
  wholeOf,
} from '#rules/refunds.ts'
import { type CartSection, type FoundPricing, pricedChoice } from '#server/enrolment/enrolments/acts.ts'
import type { Leaving, TargetSection } from './queries.ts'

/** The school's policy, the effective day, and whether the office asks. */
export type Asked = { policy: RefundPolicy; onDay: string; isOffice: boolean }

const aboutOf = (leaving: Leaving, onDay: string) => ({
  enrolmentId: leaving.enrolmentId,
  studentId: leaving.studentId,
  student: leaving.student,
  studentNativeName: leaving.studentNativeName,
  sectionId: leaving.sectionId,
  section: leaving.section,
  sectionNativeName: leaving.sectionNativeName,
  otherTerm: leaving.otherTerm,
  crayon: leaving.crayon,
  status: leaving.status,
  onDay,
  request: leaving.request,
})

const linesOf = (leaving: Leaving, refund: Refund): BackLine[] =>
  refund.lines.map(({ id, ...line }) => {
    const { chargeId, kind, description } = leaving.charges.find(charge => charge.chargeId === id)!
    return { chargeId, kind, description, ...line }
  })

const methodsOf = ({ payers }: Pick<Leaving, 'payers'>) => ({
  methods: [...new Set(payers.map(({ method }) => method))],
  cards: [...new Set(payers.filter(({ method }) => method === 'card').map(({ reference }) => reference))].filter(
    Boolean,
  ),
})

const isUnconfirmed = ({ status }: Leaving): boolean => status === 'held' || status === 'approval'

/** The outcome of leaving a class on a day. */
export const withdrawalOf = (leaving: Leaving, { policy, onDay, isOffice }: Asked): Withdrawal => {
  const about = { ...aboutOf(leaving, onDay), isUnconfirmed: isUnconfirmed(leaving), ...methodsOf(leaving) }
  const way = isOffice || isUnconfirmed(leaving) ? 'now' : familyWay(policy, leaving.startsOn, onDay)
  if (leaving.postedOn !== null)
    return {
      ...about,
      tier: null,
      next: null,
      lines: [],
      feeCents: leaving.postedFeeCents ?? 0,
      totalCents: leaving.postedCents ?? 0,
      coversCents: 0,
      freeCents: 0,
      way,
      postedOn: leaving.postedOn,
    }
  const asked = leaving.charges.map(charge => ({ ...charge, id: charge.chargeId }))
  const refund = isUnconfirmed(leaving) ? wholeOf(asked) : refundOf(policy, leaving, onDay, asked)
  const shownTier = (tier: RefundTier | null) =>
    tier && { percent: tier.percent, lastDay: lastDayOf(tier, leaving.startsOn) }
  return {
    ...about,
    tier: shownTier(refund.tier),
    next: isUnconfirmed(leaving) ? null : shownTier(tierAfter(policy, leaving.startsOn, onDay)),
    lines: linesOf(leaving, refund),
    feeCents: refund.feeCents,
    totalCents: refund.totalCents,
    ...freedOf(refund.totalCents, leaving),
    way,
    postedOn: null,
  }
}

/** What pricing another class needs, read as if the old seat were free. */
export type Priced = FoundPricing

/** The pricing input of a class from a day on, next to the other classes that the child keeps. */
const pricingOf = (
  leaving: Leaving,
  section: CartSection,
  { family, input }: Priced,
  type: Leaving['type'] = leaving.type,
): PricingInput => ({
  ...input,
  // It was charged with the registration and is never refunded.
  hasRegistrationFee: true,
  choices: [
    pricedChoice(
      family,
      { key: leaving.studentId, name: leaving.student, birthOn: leaving.birthOn ?? '' },
      section,
      type,
    ),
  ],
})

/** The share of the full tuition that a line charges after the reduction for a late start. */
const shareOf = (line: PricedLine | undefined): Share => {
  if (!line || line.amountCents === 0) return { of: 1, whole: 1 }
  const late = line.discounts.reduce((sum, { rule, amountCents }) => sum + (rule === 'proration' ? amountCents : 0), 0)
  return { of: line.amountCents - late, whole: line.amountCents }
}

/** What is credited for the old class in a transfer: the same for every class of another course. */
const backOf = (leaving: Leaving, asked: Asked, priced: Priced, keepsBooks: boolean): Refund => {
  const old = priced.sections.find(({ id }) => id === leaving.sectionId)!
  const left = shareOf(price(pricingOf(leaving, old, priced)).lines.find(({ kind }) => kind === 'tuition'))
  return transferOf(
    asked.policy,
    leaving,
    asked.onDay,
    leaving.charges.map(charge => ({
      ...charge,
      id: charge.chargeId,
      left,
      asked: { of: charge.amountCents - charge.lateCents, whole: charge.amountCents },
    })),
    keepsBooks,
  )
}

/**
 * The number of seats that this child may take: none while other children hold them, have an offer of them or wait for
 * them.
 */
const freeOf = (section: TargetSection): number =>
  section.mine?.status === 'offered'
    ? Number(seatsLeft({ ...section, offered: section.offered - 1 }) > 0)
    : placesLeft(section)

/** Why a class needs the office's approval for this child. */
export type ReasonsOf = (sectionId: string) => ApprovalReason[]

const changeTo = (leaving: Leaving, section: TargetSection, asked: Asked, priced: Priced, reasonsOf: ReasonsOf) => {
  const isSameCourse = section.courseId === leaving.courseId
  const back = backOf(leaving, asked, priced, isSameCourse)
  const next = priced.sections.find(({ id }) => id === section.id)!
  const { lines, newCents, differenceCents } = priceChange({
    asked: leaving.charges
      .filter(({ chargeId }) => back.lines.some(({ id }) => id === chargeId))
      .map(charge => ({ ...charge, id: charge.chargeId })),
    refunds: { back },
    // The books are kept within a course, so they are not charged again.
    pricing: pricingOf(leaving, isSameCourse ? { ...next, booksCents: 0 } : next, priced),
  })
  const { id, name, nativeName, crayon, weekday, startsAt, endsAt, room, teachers, teacherNativeNames, waiting } =
    section
  const to: Target = {
    id,
    name,
    nativeName,
    crayon,
    weekday,
    startsAt,
    endsAt,
    room,
    teachers,
    teacherNativeNames,
    waiting,
    reasons: reasonsOf(id),
    free: freeOf(section),
    isOffered: section.mine?.status === 'offered',
    priceCents: newCents,
    differenceCents,
  }
  const keepsBooks = isSameCourse && leaving.charges.some(({ kind }) => kind === 'books')
  return { back, lines, to, keepsBooks }
}

/** The outcome of a transfer to each class of the term. */
export const targetsOf = (
  leaving: Leaving,
  sections: readonly TargetSection[],
  asked: Asked,
  priced: Priced,
  reasonsOf: ReasonsOf,
): Target[] => sections.map(section => changeTo(leaving, section, asked, priced, reasonsOf).to)

/** Everyone who has paid for one of these places, without duplicates. */
export const payersOf = (places: readonly Leaving[]): Leaving['payers'] => {
  const payers = places.flatMap(place => place.payers)
  return payers.filter(({ paymentId }, index) => payers.findIndex(each => each.paymentId === paymentId) === index)
}

/** The outcome of a transfer to one class, line by line, with the other places that end with it. */
export const transferTo = (
  leaving: Leaving,
  section: TargetSection,
  asked: Asked,
  priced: Priced,
  reasonsOf: ReasonsOf,
  waits: Transfer['waits'],
  others: readonly Leaving[],
): Transfer & { price: PricedLine[] } => {
  const { back, lines, to, keepsBooks } = changeTo(leaving, section, asked, priced, reasonsOf)
  const leaves = others.map(other => withdrawalOf(other, asked))
  const differenceCents = to.differenceCents - leaves.reduce((sum, { totalCents }) => sum + totalCents, 0)
  const mayNow =
    asked.isOffice || (to.reasons.length === 0 && familyWay(asked.policy, leaving.startsOn, asked.onDay) === 'now')
  return {
    ...aboutOf(leaving, asked.onDay),
    to,
    lines: linesOf(leaving, back),
    feeCents: back.feeCents,
    keepsBooks,
    backCents: back.totalCents,
    price: lines,
    priceCents: to.priceCents,
    differenceCents,
    ...freedOf(Math.max(0, -differenceCents), leaving),
    ...methodsOf({ payers: payersOf([leaving, ...others]) }),
    way: mayNow ? 'now' : 'ask',
    waits,
    leaves,
  }
}

/**
 * The outcome of changing how a student takes part in the same class. What is left of the class is measured alike for
 * both ways, whatever the school's rule for transfers, and no fee is kept. Books that the child has are not charged
 * again.
 */
export const typeChangeOf = (
  leaving: Leaving,
  asked: Asked,
  priced: Priced,
  toType: TypeChange['toType'],
  reasons: ApprovalReason[],
): TypeChange & { price: PricedLine[] } => {
  const section = priced.sections.find(({ id }) => id === leaving.sectionId)!
  const policy: RefundPolicy = { ...asked.policy, transfers: 'unused', transferFeeCents: 0 }
  const isFull = toType === 'regular'
  const back = backOf(leaving, { ...asked, policy }, priced, isFull)
  const hasBooks = leaving.charges.some(({ kind }) => kind === 'books')
  const { lines, newCents, differenceCents } = priceChange({
    asked: leaving.charges
      .filter(({ chargeId }) => back.lines.some(({ id }) => id === chargeId))
      .map(charge => ({ ...charge, id: charge.chargeId })),
    refunds: { back },
    pricing: pricingOf(leaving, isFull && hasBooks ? { ...section, booksCents: 0 } : section, priced, toType),
  })
  return {
    ...aboutOf(leaving, asked.onDay),
    type: leaving.type,
    toType,
    reasons,
    lines: linesOf(leaving, back),
    backCents: back.totalCents,
    price: lines,
    priceCents: newCents,
    differenceCents,
    ...freedOf(Math.max(0, -differenceCents), leaving),
    ...methodsOf(leaving),
    way: asked.isOffice ? 'now' : 'ask',
  }
}
