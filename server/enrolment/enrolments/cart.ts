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

/** The child on file who is this child of the draft; undefined where there is none. */
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
  // A lottery has dates of its own.
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
 * The cost of a cart's seats, which is due now, and of the choices that need approval, which is added once they are
 * approved. A code applies to what is due now or, where it reduces nothing there, to what is approved later.
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
  /** True for a child who may be one whose data the caller may not see. The office then decides on every choice. */
  isDoubted: (child: Child) => boolean
  /** Why a choice needs the office's approval; null stands for a child that the school doesn't know. */
  reasonsOf: (studentId: string | null, sectionId: string) => ApprovalReason[]
  /**
   * True where the caller works at the school. A family that registers for the first time is not on file, so its own
   * flag isn't enough.
   */
  isStaffCaller: boolean
  /** When registration opens for the family; null where it has opened. */
  opens: Quote['opens']
}

/**
 * The outcome and the price of each choice of a draft. A choice that overlaps an earlier one of the same child clashes;
 * siblings who want the last seat of a class get it in the order of the draft.
 */
export const quote = (
  draft: Draft,
  found: FoundPricing,
  { reasonsOf, isDoubted, isStaffCaller, opens }: Caller,
): Omit<Quote, 'lines'> & { lines: PricedLine[] } => {
  const { term, sections, family } = found
  // A seat held by the cart is for its own child, even with a waitlist; no other child of the cart gets it.
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
    // The reason is hidden from the family: it reads like a class that needs approval.
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
  // A valid code may still reduce nothing in this cart; an empty cart can't tell.
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
