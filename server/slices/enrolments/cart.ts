import { enrollableSections } from '#contract/classes.ts'
import type { Draft, Quote } from '#contract/enrolments.ts'
import type { Term } from '#contract/terms.ts'
import { isOfAge, overlap } from '#rules/fit.ts'
import { placesLeft } from '#rules/places.ts'
import { price, type PricedLine } from '#rules/pricing.ts'
import { type FoundPricing, pricedChoice } from './pricingInput.ts'
import type { CartSection, KnownFamily } from './queries.ts'

type Outcome = Quote['choices'][number]['outcome']
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The child of the school's records that a child of the draft is, if any. */
const knownChild = (child: Draft['children'][number], family: KnownFamily | null) =>
  family?.children.find(
    each =>
      each.id === child.studentId ||
      (each.birthOn === child.birthOn && each.name.toLowerCase() === child.name.trim().toLowerCase()),
  )

const isHeld = ({ mine }: CartSection, childKey: string): boolean => mine.includes(childKey)

const outcomeOf = (
  child: Draft['children'][number],
  section: CartSection | undefined,
  term: Term,
  family: KnownFamily | null,
  taken: ReadonlyMap<string, number>,
  isEarly: boolean,
): Outcome => {
  if (!section || !enrollableSections.includes(section.status)) return 'closed'
  const known = knownChild(child, family)
  if (known?.seated.includes(section.id) || known?.waiting.includes(section.id)) return 'enrolled'
  if (section.draw === 'shut') return 'closed'
  if (isDay(child.birthOn) && !isOfAge(child.birthOn, term.startsOn, section)) return 'age'
  if (known?.booked.some(booked => overlap(booked, section))) return 'clash'
  // A draw has dates of its own.
  if (section.draw === 'open') return 'lottery'
  if (isEarly) return 'early'
  if (
    !isHeld(section, child.key) &&
    placesLeft({ ...section, seated: section.seated + (taken.get(section.id) ?? 0) }) === 0
  )
    return 'waitlist'
  return section.needsApproval ? 'approval' : 'seat'
}

/**
 * Says what becomes of each choice of a draft and what it costs. Later choices of the same child that overlap an
 * earlier one clash; siblings who want the last seat of a class get it in the order of the draft.
 */
export const quote = (
  draft: Draft,
  found: FoundPricing,
  /** Whether the caller works at the school: a family that registers for the first time is not known yet. */
  isStaffCaller: boolean,
  /** When registration opens for the family; null where it has opened. */
  opens: Quote['opens'],
): Omit<Quote, 'lines'> & { lines: PricedLine[] } => {
  const { term, sections, family } = found
  // A seat that the cart holds is its own, whoever waits meanwhile; nobody else of the cart gets it.
  const taken = new Map(
    sections.map(section => [
      section.id,
      draft.choices.filter(each => each.sectionId === section.id && isHeld(section, each.childKey)).length,
    ]),
  )
  const chosen: { child: Draft['children'][number]; section: CartSection }[] = []
  const seen = new Set<string>()
  const choices: Quote['choices'] = []
  for (const { childKey, sectionId } of draft.choices) {
    const child = draft.children.find(({ key }) => key === childKey)
    if (!child || seen.has(`${childKey} ${sectionId}`)) continue
    seen.add(`${childKey} ${sectionId}`)
    const section = sections.find(({ id }) => id === sectionId)
    let outcome = outcomeOf(child, section, term, family, taken, opens !== null)
    const isTaking = outcome === 'seat' || outcome === 'approval'
    if (isTaking && section && chosen.some(other => other.child.key === childKey && overlap(other.section, section)))
      outcome = 'clash'
    else if (isTaking && section) {
      if (!isHeld(section, childKey)) taken.set(sectionId, (taken.get(sectionId) ?? 0) + 1)
      chosen.push({ child, section })
    }
    choices.push({ childKey, sectionId, outcome, reasons: outcome === 'approval' ? ['class'] : [] })
  }
  const { lines, totalCents, promo } = price({
    ...found.input,
    choices: chosen.map(({ child, section }) => {
      const key = knownChild(child, family)?.id ?? child.key
      const name = child.preferredName.trim() || child.name.trim()
      return pricedChoice(family, { key, name, birthOn: child.birthOn }, section)
    }),
    isStaffFamily: isStaffCaller || found.input.isStaffFamily,
  })
  const typed = found.promo
  return {
    term,
    choices,
    lines,
    totalCents,
    opens,
    promo: typed && {
      code: typed.code,
      // A code that holds may still take nothing off this cart; an empty cart tells nothing of it.
      problem: typed.problem ?? (lines.length === 0 || promo === 'taken' ? null : promo),
    },
  }
}
