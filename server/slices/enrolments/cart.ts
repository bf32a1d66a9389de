import { enrollableSections } from '#contract/classes.ts'
import type { PricingPolicy } from '#contract/config.ts'
import type { ApprovalReason, Draft, EnrolmentType, Quote } from '#contract/enrolments.ts'
import type { Term } from '#contract/terms.ts'
import { isOfAge, overlap } from '#rules/fit.ts'
import { placesLeft } from '#rules/places.ts'
import { price } from '#rules/pricing.ts'
import type { CartSection, KnownFamily } from './queries.ts'
import { pricedAs } from './seating.ts'

type Outcome = Quote['choices'][number]['outcome']
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The child of the school's records that a child of the draft is, if any. */
const knownChild = (child: Draft['children'][number], family: KnownFamily | null) =>
  family?.children.find(
    each =>
      each.id === child.studentId ||
      (each.birthOn === child.birthOn && each.name.toLowerCase() === child.name.trim().toLowerCase()),
  )

/** Why the office has a word in a choice. Who sits in without marks needs nothing before it. */
export type ReasonsOf = (studentId: string | null, sectionId: string) => ApprovalReason[]

const outcomeOf = (
  child: Draft['children'][number],
  section: CartSection | undefined,
  type: EnrolmentType | undefined,
  reasons: readonly ApprovalReason[],
  family: KnownFamily | null,
  taken: ReadonlyMap<string, number>,
  isEarly: boolean,
): Outcome => {
  if (!section || !enrollableSections.includes(section.status)) return 'closed'
  if (type === 'audit' && section.auditCents === null) return 'closed'
  const known = knownChild(child, family)
  if (known?.seated.includes(section.id) || known?.waiting.includes(section.id)) return 'enrolled'
  if (isDay(child.birthOn) && !isOfAge(child.birthOn, section)) return 'age'
  if (known?.booked.some(booked => overlap(booked, section))) return 'clash'
  if (isEarly) return 'early'
  if (placesLeft({ ...section, seated: section.seated + (taken.get(section.id) ?? 0) }) === 0)
    return type === 'audit' ? 'closed' : 'waitlist'
  return reasons.length > 0 ? 'approval' : 'seat'
}

/**
 * Says what becomes of each choice of a draft and what it costs. Later choices of the same child that overlap an
 * earlier one clash; siblings who want the last seat of a class get it in the order of the draft.
 */
export const quote = (input: {
  draft: Draft
  term: Term
  sections: readonly CartSection[]
  reasonsOf: ReasonsOf
  family: KnownFamily | null
  /** Whether the caller works at the school: a family that registers for the first time is not known yet. */
  isStaffCaller: boolean
  policy: PricingPolicy
  today: string
  /** When registration opens for the family; null where it has opened. */
  opens: Quote['opens']
}): Quote => {
  const { draft, term, sections, family, policy, today, opens } = input
  const taken = new Map<string, number>()
  const chosen: { child: Draft['children'][number]; section: CartSection; type: EnrolmentType; isSure: boolean }[] = []
  const seen = new Set<string>()
  const choices: Quote['choices'] = []
  for (const { childKey, sectionId, type } of draft.choices) {
    const child = draft.children.find(({ key }) => key === childKey)
    if (!child || seen.has(`${childKey} ${sectionId}`)) continue
    seen.add(`${childKey} ${sectionId}`)
    const section = sections.find(({ id }) => id === sectionId)
    const reasons = input
      .reasonsOf(knownChild(child, family)?.id ?? null, sectionId)
      .filter(reason => type !== 'audit' || reason === 'class')
    let outcome = outcomeOf(child, section, type, reasons, family, taken, opens !== null)
    const isTaking = outcome === 'seat' || outcome === 'approval'
    if (isTaking && section && chosen.some(other => other.child.key === childKey && overlap(other.section, section)))
      outcome = 'clash'
    else if (isTaking && section) {
      taken.set(sectionId, (taken.get(sectionId) ?? 0) + 1)
      chosen.push({ child, section: pricedAs(section, type), type: type ?? 'regular', isSure: outcome === 'seat' })
    }
    choices.push({ childKey, sectionId, outcome, reasons: outcome === 'approval' ? reasons : [] })
  }
  const keyOf = (child: Draft['children'][number]): string => knownChild(child, family)?.id ?? child.key
  const cost = (isSure: boolean, before: { sitting: ReadonlySet<string>; inFull: string | null; hasFee: boolean }) =>
    price({
      policy,
      term,
      today,
      choices: chosen
        .filter(each => each.isSure === isSure)
        .map(({ child, section, type }) => ({
          child: {
            key: keyOf(child),
            name: child.preferredName.trim() || child.name.trim(),
            birthOn: child.birthOn,
            hasClass: before.sitting.has(keyOf(child)) || (knownChild(child, family)?.booked.length ?? 0) > 0,
          },
          section,
          type,
        })),
      siblingInFull: before.inFull,
      isStaffFamily: input.isStaffCaller || (family?.isStaff ?? false),
      hasRegistrationFee: before.hasFee,
    })
  const known = { inFull: family?.siblingInFull ?? null, hasFee: family?.hasRegistrationFee ?? false }
  const now = cost(true, { sitting: new Set(), ...known })
  const isForSiblings = (sectionId: string | null) =>
    policy.siblingProgrammeIds.length === 0 ||
    sections.some(({ id, programmeId }) => id === sectionId && policy.siblingProgrammeIds.includes(programmeId))
  const inFull = now.lines.find(
    ({ kind, sectionId, discounts }) =>
      kind === 'tuition' && isForSiblings(sectionId) && !discounts.some(({ rule }) => rule === 'sibling'),
  )
  // Classes that wait for the office's word are asked for once they are approved, on top of what is sure.
  const whenApproved = cost(false, {
    sitting: new Set(chosen.filter(({ isSure }) => isSure).map(({ child }) => keyOf(child))),
    inFull: known.inFull ?? inFull?.childKey ?? null,
    hasFee: known.hasFee || now.lines.some(({ kind }) => kind === 'registration'),
  })
  return {
    term,
    choices,
    lines: now.lines,
    totalCents: now.totalCents,
    whenApproved: { lines: whenApproved.lines, totalCents: whenApproved.totalCents },
    opens,
  }
}
