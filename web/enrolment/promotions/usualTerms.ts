import type { PromotionStep } from '#contract/enrolment/promotions.ts'
import type { Term } from '#contract/school/terms.ts'

/** Returns the term that students are in, and the next one. */
export const usualTerms = (terms: readonly Term[]): { from: Term | undefined; to: Term | undefined } => {
  const sorted = terms.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  const from =
    sorted.findLast(({ status }) => status === 'active' || status === 'grading') ??
    sorted.findLast(({ status }) => status === 'registration' || status === 'closed')
  const to = sorted.find(
    ({ startsOn, status }) => from && startsOn > from.startsOn && (status === 'draft' || status === 'registration'),
  )
  return { from, to }
}

// The school year begins in August.
const yearOf = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5, 7) < '08' ? 1 : 0)

/** Within a school year students continue in their course; into the next school year they advance. */
export const stepFor = (from: Term | undefined, to: Term | undefined): PromotionStep =>
  from && to && yearOf(from.startsOn) !== yearOf(to.startsOn) ? 'advance' : 'continue'
