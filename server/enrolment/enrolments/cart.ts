import { enrollableSections } from '#contract/enrolment/classes.ts'
import type { ApprovalReason, Draft, Quote } from '#contract/enrolment/enrolments.ts'
import type { EnrolmentType } from '#contract/values.plain.ts'
import { isOfAge, overlap } from '#rules/fit.ts'
import { placesLeft } from '#rules/places.ts'
import { price, type PricedLine } from '#rules/pricing.ts'
import { reasonsFor } from '#rules/readiness.ts'
import { type FoundPricing, pricedChoice } from './pricingInput.ts'
import type { CartSection, KnownFamily } from './queries.ts'

type Child = Draft['children'][number]
type Outcome = Quote['choices'][number]['outcome']
type Chosen = { child: Child; section: CartSection; type: EnrolmentType; isSure: boolean }
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The child of the school's records that a child of the draft is, if any. */
const knownChild = (child: Child, family: KnownFamily | null) =>
  family?.children.find(
    each =>
      each.id === child.studentId ||
      (each.birthOn === child.birthOn && each.name.toLowerCase() === child.name.trim().toLowerCase()),
  )

const isHeld = ({ mine }: CartSection, childKey: string): boolean => mine.includes(childKey)

const outcomeOf = (
  child: Child,
  section: CartSection | undefined,
  type: EnrolmentType,
  reasons: readonly ApprovalReason[],
  family: KnownFamily | null,
  taken: ReadonlyMap<string, number>,
  isEarly: boolean,
  isDoubted: boolean,
): Outcome => {
  if (!section || !enrollableSections.includes(section.status)) return 'closed'
  if (type === 'audit' && section.auditCents === null) return 'closed'
  const known = knownChild(child, family)
  if (known?.seated.includes(section.id) || known?.waiting.includes(section.id)) return 'enrolled'
  if (section.draw === 'shut') return 'closed'
  if (isDay(child.birthOn) && !isOfAge(child.birthOn, section)) return 'age'
  if (known?.booked.some(booked => overlap(booked, section))) return 'clash'
  // A draw has dates of its own.
  if (section.draw === 'open') return isDoubted ? 'closed' : 'lottery'
  if (isEarly) return 'early'
  if (
    !isHeld(section, child.key) &&
    placesLeft({ ...section, seated: section.seated + (taken.get(section.id) ?? 0) }) === 0
  )
    return type === 'audit' || isDoubted ? 'closed' : 'waitlist'
  return reasons.length > 0 ? 'approval' : 'seat'
}

/**
 * What of a cart is sure and what the office has a word in: the one is asked for now, the other on top of it once it is
 * approved. A code counts for what is asked for now; where it takes nothing off that, for what is approved later.
 */
const costOf = (found: FoundPricing, chosen: readonly Chosen[], isStaffCaller: boolean) => {
  const { family, sections, policy, input } = found
  const keyOf = (child: Child): string => knownChild(child, family)?.id ?? child.key
  const isStaffFamily = isStaffCaller || input.isStaffFamily
  const choicesOf = (which: boolean) =>
    chosen
      .filter(({ isSure }) => isSure === which)
      .map(({ child, section, type }) => {
        const name = child.preferredName.trim() || child.name.trim()
        return pricedChoice(family, { key: keyOf(child), name, birthOn: child.birthOn }, section, type)
      })
  const sure = choicesOf(true)
  const now = price({ ...input, choices: sure, isStaffFamily })
  const isForSiblings = (sectionId: string | null) =>
    policy.siblingProgrammeIds.length === 0 ||
    sections.some(({ id, programmeId }) => id === sectionId && policy.siblingProgrammeIds.includes(programmeId))
  const inFull = now.lines.find(
    ({ kind, sectionId, discounts }) =>
      kind === 'tuition' && isForSiblings(sectionId) && !discounts.some(({ rule }) => rule === 'sibling'),
  )
  const sitting = new Set(sure.map(({ child }) => child.key))
  const approved = price({
    ...input,
    choices: choicesOf(false).map(choice => ({
      ...choice,
      child: { ...choice.child, hasClass: choice.child.hasClass === true || sitting.has(choice.child.key) },
    })),
    isStaffFamily,
    promo: now.promo === 'taken' ? null : (input.promo ?? null),
    siblingInFull: input.siblingInFull ?? inFull?.childKey ?? null,
    hasRegistrationFee: input.hasRegistrationFee || now.lines.some(({ kind }) => kind === 'registration'),
  })
  return { now, approved }
}

type Caller = {
  /**
   * Whether a child may be one from whose data the caller is barred: then the office decides, and nothing comes by
   * itself.
   */
  isDoubted: (child: Child) => boolean
  /** Why the office has a word in a choice; null asks about a child that the school does not know. */
  reasonsOf: (studentId: string | null, sectionId: string) => ApprovalReason[]
  /** Whether the caller works at the school: a family that registers for the first time is not known yet. */
  isStaffCaller: boolean
  /** When registration opens for the family; null where it has opened. */
  opens: Quote['opens']
}

/**
 * Says what becomes of each choice of a draft and what it costs. Later choices of the same child that overlap an
 * earlier one clash; siblings who want the last seat of a class get it in the order of the draft.
 */
export const quote = (
  draft: Draft,
  found: FoundPricing,
  { reasonsOf, isDoubted, isStaffCaller, opens }: Caller,
): Omit<Quote, 'lines'> & { lines: PricedLine[] } => {
  const { term, sections, family } = found
  // A seat that the cart holds is its own, no matter who waits; nobody else of the cart gets it.
  const taken = new Map(
    sections.map(section => [
      section.id,
      draft.choices.filter(each => each.sectionId === section.id && isHeld(section, each.childKey)).length,
    ]),
  )
  const chosen: Chosen[] = []
  const seen = new Set<string>()
  const choices: Quote['choices'] = []
  for (const { childKey, sectionId, type = 'regular' } of draft.choices) {
    const child = draft.children.find(({ key }) => key === childKey)
    if (!child || seen.has(`${childKey} ${sectionId}`)) continue
    seen.add(`${childKey} ${sectionId}`)
    const section = sections.find(({ id }) => id === sectionId)
    const asked = reasonsOf(knownChild(child, family)?.id ?? null, sectionId)
    // The family that registers does not learn why.
    const reasons = reasonsFor(type, isDoubted(child) ? [...new Set<ApprovalReason>(['class', ...asked])] : asked)
    let outcome = outcomeOf(child, section, type, reasons, family, taken, opens !== null, isDoubted(child))
    const isTaking = outcome === 'seat' || outcome === 'approval'
    if (isTaking && section && chosen.some(other => other.child.key === childKey && overlap(other.section, section)))
      outcome = 'clash'
    else if (isTaking && section) {
      if (!isHeld(section, childKey)) taken.set(sectionId, (taken.get(sectionId) ?? 0) + 1)
      chosen.push({ child, section, type, isSure: outcome === 'seat' })
    }
    choices.push({ childKey, sectionId, outcome, reasons: outcome === 'approval' ? reasons : [] })
  }
  const { now, approved } = costOf(found, chosen, isStaffCaller)
  const typed = found.promo
  const effects = [now.promo, approved.promo]
  // A code that holds may still take nothing off this cart; an empty cart tells nothing of it.
  const isSilent = effects.includes('taken') || now.lines.length + approved.lines.length === 0
  const idle = effects.includes('outdone') ? ('outdone' as const) : ('idle' as const)
  return {
    term,
    choices,
    lines: now.lines,
    totalCents: now.totalCents,
    whenApproved: { lines: approved.lines, totalCents: approved.totalCents },
    opens,
    promo: typed && {
      code: typed.code,
      problem: typed.problem ?? (isSilent ? null : idle),
    },
  }
}
