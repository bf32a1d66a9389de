import { enrollableSections, type PlaceState, type SectionStatus } from '#contract/classes.ts'
import { registrableTerms, type TermStatus } from '#contract/terms.ts'
import { ageOn } from './fit.ts'

/** So many places left are called few. */
export const fewPlaces = 3

type Places = {
  status: SectionStatus
  termStatus: TermStatus
  needsApproval: boolean
  capacity: number
  seated: number
  waiting: number
}

/** Places that anybody may take. While somebody waits, a freed seat is theirs and nobody else's. */
export const placesLeft = ({ capacity, seated, waiting }: Pick<Places, 'capacity' | 'seated' | 'waiting'>): number =>
  waiting > 0 ? 0 : Math.max(0, capacity - seated)

/** How a class stands for a family that looks at it. */
export const placeState = (places: Places): PlaceState => {
  if (!enrollableSections.includes(places.status) || !registrableTerms.includes(places.termStatus)) return 'closed'
  const left = placesLeft(places)
  if (left === 0) return 'waitlist'
  if (places.needsApproval) return 'approval'
  return left <= fewPlaces ? 'few' : 'open'
}

/** Whether a child's age on the day that counts is within the rule of a class; no rule lets everybody in. */
export const isOfAge = (
  birthOn: string,
  onDay: string,
  rule: { ageFrom: number | null; ageTo: number | null },
): boolean => {
  const age = ageOn(birthOn, onDay)
  return (rule.ageFrom === null || age >= rule.ageFrom) && (rule.ageTo === null || age <= rule.ageTo)
}
